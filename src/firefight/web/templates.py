"""The templates of the pages, one environment for each language. Everything put into them is escaped."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from firefight.web.tongues import Tongue

MOMENT = "\ue000moment\ue000"
"""Stands in what is drawn once for the name of a moment, which is put in its place each time."""


class Templates(Environment):
    """The templates in a language."""

    def __init__(self, said: Tongue, languages: Mapping[str, str]) -> None:
        super().__init__(
            loader=PackageLoader("firefight.web"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
            auto_reload=False,
        )
        self.again = Drawn(self)
        self.globals.update(_=said, _n=said.number, language=said.language, languages=languages, again=self.again, moment=MOMENT)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: one dict for all, for a chain of dicts at each import costs as much as a small template."""
        return self.globals


class Drawn:
    """`again("parts/row.html", row=row)` draws a small template once for the same values, which must be hashable."""

    def __init__(self, environment: Environment, most: int = 4096) -> None:
        self._environment, self._most = environment, most
        self._kept: dict[tuple[object, ...], Markup] = {}

    def __call__(self, template: str, /, **values: Any) -> Markup:
        key = (template, *values.items())
        found = self._kept.pop(key, None)
        if found is None:
            found = Markup(self._environment.get_template(template).render(**values))
        self._kept[key] = found
        if len(self._kept) > self._most:
            self._kept.pop(next(iter(self._kept)))
        return found
