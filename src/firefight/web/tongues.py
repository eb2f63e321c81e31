"""Languages of the pages: catalogues of gettext and one template environment for each. A file more is a language more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from babel import Locale
from babel.messages.pofile import read_po
from jinja2 import Environment, PackageLoader, StrictUndefined

SOURCE = "en"
"""The language the templates are written in."""


@cache
def languages() -> Mapping[str, str]:
    """The languages there are, by tag, each by its own name."""
    room = files("firefight.web") / "locale"
    tags = sorted(file.name.removesuffix(".po") for file in room.iterdir() if file.name.endswith(".po"))
    return {tag: own_name(tag) for tag in (SOURCE, *tags)}


def own_name(tag: str) -> str:
    """What the speakers of a language call it."""
    return (Locale.parse(tag, sep="-").get_display_name() or tag).capitalize()


@cache
def catalogue(language: str) -> Mapping[str, str | tuple[str, ...]]:
    """The messages of a language by their English text; empty for English."""
    if language == SOURCE:
        return {}
    with (files("firefight.web") / "locale" / f"{language}.po").open("rb") as file:
        read = read_po(file, locale=language.replace("-", "_"))
    return {
        first(one.id): tuple(one.string) if isinstance(one.string, tuple | list) else one.string
        for one in read
        if one.id and one.string
    }


def first(text: str | Sequence[str]) -> str:
    """The singular of a message that counts; any other as it is."""
    return text if isinstance(text, str) else text[0]


class Tongue:
    """Says the pages' own sentences in a language: `_("Order")`, `_n("{n} hit", "{n} hits", 2)`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._messages = catalogue(language)

    def __call__(self, text: str, /, **values: object) -> str:
        found = self._messages.get(text, text)
        said = found if isinstance(found, str) else found[0]
        return said.format_map(values) if values else said

    def number(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A sentence that counts."""
        found = self._messages.get(one)
        said = (found[min(n != 1, len(found) - 1)] if isinstance(found, tuple) else found) or (one if n == 1 else many)
        return said.format_map({"n": n, **values})


@cache
def tongue(language: str) -> Tongue:
    """The tongue of a language; English for one there is not."""
    return Tongue(language if language in languages() else SOURCE)


@cache
def environment(language: str) -> Environment:
    """The templates in a language. Everything put into them is escaped."""
    made = Environment(
        loader=PackageLoader("firefight.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    said = tongue(language)
    made.globals.update(_=said, _n=said.number, language=said.language, languages=languages())
    return made


def render(language: str, template: str, /, **values: Any) -> str:
    """A template in a language."""
    return environment(language).get_template(template).render(**values)


def wanted(asked: str, header: str) -> str:
    """The language to speak: the one asked for, else the first of a browser's list that there is, else English."""
    known = {tag.lower(): tag for tag in languages()}
    for tag in (asked, *(part.partition(";")[0].strip() for part in header.split(","))):
        if tag.lower() in known:
            return known[tag.lower()]
        near = [full for low, full in known.items() if low.partition("-")[0] == tag.lower().partition("-")[0]]
        if tag and near:
            return near[0]
    return SOURCE
