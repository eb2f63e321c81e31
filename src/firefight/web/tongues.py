"""Languages of the pages: catalogues of gettext and one template environment for each. A file more is a language more.

What reads catalogues and draws templates is loaded when the first page is drawn, not when the server starts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from gettext import c2py
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from firefight.web.templates import Templates

SOURCE = "en"
"""The language the templates are written in."""
LOCALE = files("firefight.web") / "locale"
"""The catalogues, one file a language, named by its tag: `pt-BR.po`."""


class Catalogue(NamedTuple):
    """The messages of a language by their English text, and which of the forms of one that counts belongs to a number."""

    messages: Mapping[str, tuple[str, ...]]
    form: Callable[[int], int]


@cache
def languages() -> Mapping[str, str]:
    """The languages there are, by tag, each by its own name."""
    tags = sorted(file.name.removesuffix(".po") for file in LOCALE.iterdir() if file.name.endswith(".po"))
    return {tag: own_name(tag) for tag in (SOURCE, *tags)}


def own_name(tag: str) -> str:
    """What the speakers of a language call it."""
    from babel import Locale

    name = Locale.parse(tag, sep="-").get_display_name() or tag
    return name[:1].upper() + name[1:]


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language; an empty one for English."""
    if language == SOURCE:
        return Catalogue({}, lambda n: int(n != 1))
    from babel.messages.pofile import read_po

    with (LOCALE / f"{language}.po").open("rb") as file:
        read = read_po(file, locale=language.replace("-", "_"))
    said = {first(one.id): forms(one.string) for one in read if one.id and not one.fuzzy}
    return Catalogue({text: found for text, found in said.items() if all(found)}, c2py(read.plural_expr))


def decimal_point(language: str) -> str:
    """What stands before the tenths of a number."""
    from babel import Locale

    return str(Locale.parse(language, sep="-").number_symbols["latn"]["decimal"])


def marked(text: str) -> str:
    """A message that is said later, by somebody who knows the language: this only shows it to the catalogues."""
    return text


def forms(said: str | Sequence[str] | None) -> tuple[str, ...]:
    """What stands for a message: one form, or one for each kind of number."""
    return (said or "",) if isinstance(said, str) or said is None else tuple(said)


def first(text: str | Sequence[str]) -> str:
    """The singular of a message that counts; any other as it is."""
    return text if isinstance(text, str) else text[0]


class Tongue:
    """Says the pages' own sentences in a language: `_("Order")`, `_n("{n} hit", "{n} hits", 2)`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._messages, self._form = catalogue(language)
        self._point = decimal_point(language)

    def __call__(self, text: str, /, **values: object) -> str:
        said = self._messages.get(text, (text,))[0]
        return said.format_map(values) if values else said

    def number(self, one: str, many: str, n: int, /, **values: object) -> str:
        """A sentence that counts, in the form that its number takes in the language."""
        found = self._messages.get(one)
        said = found[self._form(n)] if found else one if n == 1 else many
        return said.format_map({"n": n, **values})

    def figure(self, value: float | str, digits: int = 4) -> str:
        """A number with so many digits that tell, or one that is written already, as the language has it: 2.5, or 2,5."""
        return (value if isinstance(value, str) else f"{value:.{digits}g}").replace(".", self._point)

    def knows(self, text: str) -> bool:
        """Whether the language has a sentence of its own for an English one."""
        return text in self._messages


@cache
def tongue(language: str) -> Tongue:
    """The tongue of a language; English for one there is not."""
    return Tongue(language if language in languages() else SOURCE)


@cache
def environment(language: str) -> Templates:
    """The templates in a language. What draws them is loaded with the first of them."""
    from firefight.web.templates import Templates

    return Templates(tongue(language), languages())


def render(language: str, template: str, /, **values: Any) -> str:
    """A template in a language."""
    return environment(language).get_template(template).render(**values)


def again(language: str, template: str, /, **values: Any) -> str:
    """A small template in a language, drawn once for the same values, which must be hashable."""
    return environment(language).again(template, **values)


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
