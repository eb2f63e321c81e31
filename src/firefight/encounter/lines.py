"""Where each key of a TOML text stands: `tomllib` reads the values and forgets their lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

Path = tuple[str | int, ...]
BARE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
ESCAPES = {"b": "\b", "e": "\x1b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def lines(text: str) -> dict[Path, int]:
    """The line of every key, table and member of an array, and of each line of a text over several, by its path.

    The text must be sound TOML.
    """
    scanner = Scanner(text)
    scanner.document()
    return scanner.found


def line_of(found: Mapping[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest thing around it that has one; 1 where nothing has."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 1)


class Scanner:
    """Walks over a sound TOML text once and notes where things begin. It reads keys and skips values."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text + "\n", 0
        self.breaks = [place for place, sign in enumerate(text) if sign == "\n"]
        self.found: dict[Path, int] = {}
        self.tables: dict[Path, int] = {}

    def document(self) -> None:
        """Headers and keys from the top to the end."""
        here: Path = ()
        while self.skip(" \t\n\r"):
            if self.text.startswith("[[", self.at):
                here = self.header("]]", many=True)
            elif self.text[self.at] == "[":
                here = self.header("]", many=False)
            else:
                self.pair(here)

    def header(self, closing: str, many: bool) -> Path:
        """`[table]` or `[[one of many]]`; the path that its keys belong to."""
        self.at += len(closing)
        keys = self.keys()
        self.at += len(closing)
        within = self.within((), keys[:-1])
        path = (*within, keys[-1])
        if not many:
            return self.within(within, keys[-1:])
        self.note(path)
        self.tables[path] = self.tables.get(path, 0) + 1
        return self.note((*path, self.tables[path] - 1))

    def within(self, path: Path, keys: list[str]) -> Path:
        """The path below another, an array of tables standing for its newest member; every part of it is noted."""
        for key in keys:
            path = self.note((*path, key))
            if path in self.tables:
                path = (*path, self.tables[path] - 1)
        return path

    def pair(self, here: Path) -> None:
        """`key = value`; a dotted key is one path."""
        path = here
        for key in self.keys():
            path = self.note((*path, key))
        self.at += 1
        self.skip(" \t")
        self.value(path)

    def note(self, path: Path) -> Path:
        """Keeps the first line of a path."""
        self.found.setdefault(path, bisect_right(self.breaks, self.at - 1) + 1)
        return path

    def keys(self) -> list[str]:
        """A key, dotted or not; the place is then on what follows it."""
        found = []
        while True:
            self.skip(" \t")
            found.append(self.string() if self.text[self.at] in "\"'" else self.bare())
            self.skip(" \t")
            if self.text[self.at] != ".":
                return found
            self.at += 1

    def bare(self) -> str:
        """A key without quotation marks."""
        start = self.at
        while self.text[self.at] in BARE:
            self.at += 1
        return self.text[start : self.at]

    def value(self, path: Path) -> None:
        """Skips a value, noting what lies in it."""
        sign = self.text[self.at]
        if sign in "\"'":
            self.written(path)
        elif sign == "[":
            self.members(path)
        elif sign == "{":
            self.inline(path)
        else:
            while self.text[self.at] not in ",]}#\n":
                self.at += 1

    def written(self, path: Path) -> None:
        """A text; if it goes over several lines, each of them is noted by its number from 0."""
        start = self.at
        self.string()
        first = bisect_right(self.breaks, start) + 1
        begins_below = self.text.startswith(('"""\n', "'''\n"), start)
        breaks = self.text.count("\n", start, self.at)
        for number in range(breaks + 1 - begins_below if breaks else 0):
            self.found[(*path, number)] = first + begins_below + number

    def members(self, path: Path) -> None:
        """The members of an array, which may go over several lines."""
        self.at += 1
        number = 0
        while self.skip(" \t\n\r,") and self.text[self.at] != "]":
            self.value(self.note((*path, number)))
            number += 1
        self.at += 1

    def inline(self, path: Path) -> None:
        """The keys of an inline table."""
        self.at += 1
        while self.skip(" \t\n\r,") and self.text[self.at] != "}":
            self.pair(path)
        self.at += 1

    def string(self) -> str:
        """Text in quotation marks of any of the four kinds, with the escapes that keys may hold."""
        quote = self.text[self.at]
        mark = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(mark)
        said = ""
        while not self.text.startswith(mark, self.at):
            if self.text[self.at] == "\\" and quote == '"':
                said += self.escaped()
            else:
                said += self.text[self.at]
                self.at += 1
        self.at += len(mark)
        while len(mark) == 3 and self.text[self.at] == quote:
            self.at += 1
        return said

    def escaped(self) -> str:
        """One escape of a basic string."""
        sign = self.text[self.at + 1]
        length = {"u": 4, "U": 8, "x": 2}.get(sign, 0)
        start = self.at + 2
        self.at = start + length
        return chr(int(self.text[start : self.at], 16)) if length else ESCAPES.get(sign, "")

    def skip(self, signs: str) -> bool:
        """Goes on over these signs and comments; False at the end of the text."""
        while self.at < len(self.text):
            if self.text[self.at] == "#":
                self.at = self.text.index("\n", self.at)
            elif self.text[self.at] not in signs:
                return True
            else:
                self.at += 1
        return False
