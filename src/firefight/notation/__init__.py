"""Dice text for rolls that belong to no rule: read it, roll it, and see what became of every die.

    >>> from random import Random
    >>> print(roll("4d6kh3+2", chance(Random(1))))
    4d6kh3+2: [6, (4), 6, 5] + 2 = 19

A group of dice is `4d6`, `d20` or `d%`. What follows it is written in the order in which it is done:

- reroll: `r1` until it is no 1, `ro1` once, `r<=2` for several faces;
- explode, another die for each highest face: `!` without end, `!o` once for each die, `!5` or `!>=5` for other faces;
- keep or drop, the extra dice of explosions included: `kh3` `kl1` `dh1` `dl1`, highest or lowest;
- count hits in place of adding up: `>=5` `>5` `<=2` `<2` `=6`. A comparison right after `!` belongs to the explosion;
  sixes that explode in a pool where fives hit are `12d6!6>=5`.

Groups and numbers are combined with `+` `-` `*` `/`, parentheses and a minus in front. `/` rounds down, -7/2 is -4.
`;` stands between several rolls, `3x(2d6+1)` repeats one, and whatever follows `#` is a comment.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from firefight.notation.limits import LIMITS, NotationError
from firefight.notation.result import Die, Outcome, Rolled, Throw
from firefight.notation.sources import Source, bounded, chance

if TYPE_CHECKING:
    from firefight.notation.parser import Plan

__all__ = ["LIMITS", "Die", "NotationError", "Outcome", "Rolled", "Source", "Throw", "chance", "read", "roll"]


def roll(text: str, source: Source) -> Rolled:
    """Roll a line of dice text with faces from a source, which is asked for dice from left to right.

    Dice that fall due together, such as those of one explosion, are asked for together. A source that needs a label for
    each of its answers can number them. Raises NotationError where the text makes no sense or goes past one of LIMITS,
    or the source gives faces that cannot have fallen.
    """
    plan = read(text)
    if plan.chained:
        source = bounded(source, plan.dice)
    totals: list[int] = []
    throws: list[Throw] = []
    for run in plan.runs:
        totals.append(run(source, throws))
    return Rolled(plan.line, tuple(totals), tuple(throws))


@lru_cache(maxsize=128)
def read(text: str) -> "Plan":
    """Read a line of dice text without rolling it; a line read lately is remembered. Raises NotationError."""
    from firefight.notation.parser import parse

    return parse(text)
