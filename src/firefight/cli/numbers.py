"""Numbers as the command line takes them: whole ones and any others, between two ends; refused in words of this project."""

from __future__ import annotations

from math import isfinite
from typing import Any

import click

from firefight.language.plain import brief, plain


class Whole(click.IntRange):
    """A whole number, from one end to the other."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self.told = f"a whole number from {least:,} to {most:,}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Fails in one sentence where it is none, or beyond an end."""
        try:
            found = int(value)
        except ValueError:
            self.fail(f"'{brief(plain(str(value)))}' is not {self.told}.", param, ctx)
        if not int(self.min or 0) <= found <= int(self.max or 0):
            self.fail(f"{brief(str(value))} is not {self.told}.", param, ctx)
        return found


class Amount(click.FloatRange):
    """A number that may have a fraction, from one end on; neither infinite nor without a value."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number. Fails in one sentence where it is none, or beyond an end."""
        try:
            found = float(value)
        except ValueError:
            self.fail(f"'{brief(plain(str(value)))}' is not {self.told}.", param, ctx)
        if not isfinite(found) or found < (self.min or 0) or (self.max is not None and found > self.max):
            self.fail(f"{value} is not {self.told}.", param, ctx)
        return found

    @property
    def told(self) -> str:
        """What is wanted."""
        return f"a number from {self.min or 0:g} " + (f"to {self.max:g}" if self.max is not None else "on")
