"""TOML files as people write them: read with care, so that a wrong one is told in a sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path as File
from typing import Any, NamedTuple

from firefight.encounter.faults import Fault, Unreadable
from firefight.encounter.lines import Path, line_of, lines

LARGEST = 1_000_000


class Document(NamedTuple):
    """A file that is sound TOML: its values, and the line of each."""

    file: str
    data: dict[str, Any]
    lines: dict[Path, int]

    def line(self, path: Path) -> int:
        """The line where a path stands."""
        return line_of(self.lines, path)

    def refuse(self, faults: Iterable[Fault]) -> None:
        """Raises Unreadable with every fault, if there is any."""
        found = [(self.line(fault.path), fault.text) for fault in faults]
        if found:
            raise Unreadable(self.file, found)


def opened(path: str | File) -> Document:
    """A TOML file from disk. Raises Unreadable where it cannot be read."""
    return document(str(path), text_of(File(path)))


def text_of(path: File) -> str:
    """The text of a file, bounded in size. Raises Unreadable."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except IsADirectoryError:
        raise Unreadable(str(path), [(0, "this is a directory; name a file in it")]) from None
    except FileNotFoundError:
        raise Unreadable(str(path), [(0, "there is no such file")]) from None
    except (OSError, ValueError) as error:
        raise Unreadable(str(path), [(0, f"the file cannot be read: {error}")]) from None
    if len(raw) > LARGEST:
        raise Unreadable(str(path), [(0, f"the file is larger than {LARGEST:,} bytes; split it")])
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise Unreadable(str(path), [(line, "this is not UTF-8 text; save the file as UTF-8")]) from None


def document(file: str, text: str) -> Document:
    """TOML text as a document. Raises Unreadable with the line where it stops making sense."""
    try:
        data = tomllib.loads(text)
        return Document(file, data, lines(text))
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(file, [unsound(str(error), text)]) from None
    except RecursionError:
        raise Unreadable(file, [(0, "the brackets are nested too deeply")]) from None
    except ValueError as error:
        raise Unreadable(file, [(0, f"a value cannot be read: {error}")]) from None


def unsound(message: str, text: str) -> tuple[int, str]:
    """What a TOML parser says, with its line."""
    found = re.search(r"\(at line (\d+), column \d+\)|\(at end of document\)", message)
    said = message[: found.start()].strip() if found else message
    if found and found[1]:
        return int(found[1]), f"this is not TOML: {said[:1].lower()}{said[1:]}"
    return text.count("\n") + 1, f"the file ends in the middle of something: {said[:1].lower()}{said[1:]}"
