"""Names and sentences are data: control characters in them never reach a terminal."""

from __future__ import annotations

import re
import unicodedata

LEFT_OUT = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""What changes the direction of writing: it could show one name as another."""
WORD = re.compile(r"\S{81,}")
"""A word too long to be said again in full."""


def plain(text: str) -> str:
    """The text on one line, without control characters and without changes of direction."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter for letter in map(shown, text) if letter not in LEFT_OUT)


def shown(letter: str) -> str:
    """A character as it may be shown: line ends and tabs become blanks, other control characters nothing."""
    if letter in "\n\r\t\v\f\u2028\u2029\x85":
        return " "
    return "" if unicodedata.category(letter) in ("Cc", "Cs", "Co", "Cn") else letter


def brief(text: str) -> str:
    """A text whose overlong words are cut."""
    return WORD.sub(lambda word: f"{word[0][:60]}…", text)


def sentence(text: str) -> str:
    """A text as a sentence: a capital where it begins with a word, and a full stop."""
    return full_stop(brief(text[:1].upper() + text[1:]))


def full_stop(text: str) -> str:
    """A sentence with its end."""
    return text if text.endswith((".", "?", "!")) else f"{text}."
