"""Brings every catalogue up to what the pages say: `python -m firefight.web.messages`. No translation is lost by it.

Messages are what templates and code give to `_`, `_n` and `marked`, the sentences of refusals that the server words itself,
and what other rooms write in English: fights with their guides, ready-made people, the words of the command bar.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr
from importlib.resources import files
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from firefight.encounter.people import ready_made
from firefight.games import GAMES
from firefight.language.help import WORDS
from firefight.web.english import CHANGES, REFUSALS
from firefight.web.fights import sentences

METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
KEYWORDS: Mapping[str, tuple[int, ...] | None] = {
    "_": None,
    "_n": (1, 2),
    "number": (1, 2),
    "marked": None,
    "NotAuthorizedException": None,
    "NotFoundException": None,
    "PermissionDeniedException": None,
    "TooManyRequestsException": None,
}
"""What a message is given to, and which of the arguments are its forms."""
HEADER = """\
# What the pages say. `python -m firefight.web.messages` adds new messages; what is left empty is said in English.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def messages() -> Catalog:
    """Every message there is, in English, each with the files it comes from."""
    found = Catalog(fuzzy=False)
    with redirect_stderr(io.StringIO()):  # it warns of every f-string that is put into a message
        read = list(extract_from_dir(str(files("firefight.web")), METHODS, keywords=KEYWORDS))
    for file, _line, message, _comments, _context in read:
        found.add(message, locations=[(Path(file).as_posix(), 0)])
    for text, origin in other_rooms():
        found.add(text, locations=[(origin, 0)])
    return found


def other_rooms() -> Iterator[tuple[str, str]]:
    """What the pages say in the words of other rooms, each with its origin."""
    yield from ((text, "english.py") for text in (*REFUSALS, *CHANGES))
    yield from ((text, "fights") for text in sentences())
    yield from ((word.sentence, "language/help.py") for word in WORDS.values())
    yield from ((one.about, f"games/{id}/people.toml") for id in GAMES for one in ready_made(id).values() if one.about)


def updated(old: Catalog, now: Catalog) -> Catalog:
    """A catalogue with the messages of now and its own translations of them."""
    old.update(now, no_fuzzy_matching=True)
    return old


def written(catalogue: Catalog) -> bytes:
    """A catalogue as a file; the same bytes for the same messages."""
    out = io.BytesIO()
    write_po(out, catalogue, width=0, ignore_obsolete=True, include_lineno=False, omit_header=True)
    return HEADER.format(language=catalogue.locale, plurals=catalogue.plural_forms).encode() + out.getvalue()


def main() -> None:
    """Updates the catalogues in place."""
    now = messages()
    for path in sorted(Path(str(files("firefight.web") / "locale")).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem.replace("-", "_"))
        path.write_bytes(written(updated(catalogue, now)))


if __name__ == "__main__":
    main()
