"""The pieces of a line, each ready to be rolled and carrying its size, so that a line is judged before a die falls."""

import operator
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firefight.notation.limits import LIMITS, NotationError, within
from firefight.notation.throwing import Group, Run, thrower


class Term(Struct, frozen=True):
    """A piece of a roll. `most` bounds its value either side of zero; `fixed` is its value if it has no dice."""

    text: str
    working: tuple[str, ...]
    run: Run
    most: int
    dice: int = 0
    terms: int = 1
    nesting: int = 0
    chained: bool = False
    fixed: int | None = None


class Roll(Struct, frozen=True):
    """A piece that is rolled so many times, each with a result of its own."""

    times: int
    term: Term


def divided(left: int, right: int) -> int:
    """The quotient, rounded down (towards minus infinity). Raises NotationError where the divisor is 0."""
    if right == 0:
        raise NotationError("The line divides by 0.")
    return left // right


Operate = Callable[[int, int], int]
OPERATIONS: Final[dict[str, Operate]] = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": divided}


def number(value: int) -> Term:
    """A plain number. Raises NotationError if it is too great."""
    within(value, LIMITS.number, "A number on the line is {}")
    return Term(str(value), (str(value),), lambda source, throws: value, value, fixed=value)


def dice(group: Group) -> Term:
    """A group of dice. Raises NotationError if it has too many sides or would never end."""
    judge(group)
    once = all(chain.once for chain in (group.reroll, group.explode) if chain)
    chained = bool(group.reroll or group.explode)
    extras = 2 * group.count if chained and once else LIMITS.extras if chained else 0
    most = (group.count + extras) * (1 if group.counted else group.sides)
    return Term(str(group), ("", ""), thrower(group), most, dice=group.count, chained=chained)


def judge(group: Group) -> None:
    """Refuse a group of dice that makes no sense, or never ends. Raises NotationError."""
    within(group.sides, LIMITS.sides, "The line has dice of {} sides")
    if not group.count or not group.sides:
        raise NotationError(f"{group} throws nothing: at least 1 die of at least 1 side is needed.")
    if group.keep and not 1 <= group.keep.n <= group.count:
        raise NotationError(f"{group} has to keep or drop from 1 to {group.count} dice, not {group.keep.n}.")
    for chain, does in ((group.reroll, "be rerolled"), (group.explode, "explode")):
        if chain and not chain.once and len(chain.faces(group.sides)) == group.sides:
            raise NotationError(f"{group} would {does} for ever, as every face of the die calls for another; `o` is once.")


def negative(term: Term) -> Term:
    """The piece with its sign turned."""
    first, *rest = term.working
    run = term.run
    return replace(
        term,
        text=f"-{term.text}",
        working=(f"-{first}", *rest),
        run=lambda source, throws: -run(source, throws),
        fixed=None if term.fixed is None else -term.fixed,
    )


def bracket(term: Term) -> Term:
    """The piece in parentheses."""
    working = list(term.working)
    working[0] = f"({working[0]}"
    working[-1] = f"{working[-1]})"
    return replace(term, text=f"({term.text})", working=tuple(working), nesting=term.nesting + 1)


def operation(left: Term, sign: str, right: Term) -> Term:
    """Two pieces with a sign between them; the left one is rolled first."""
    operate = OPERATIONS[sign]
    fixed = None if left.fixed is None or right.fixed is None else operate(left.fixed, right.fixed)
    return Term(
        text=f"{left.text}{sign}{right.text}",
        working=(*left.working[:-1], f"{left.working[-1]} {sign} {right.working[0]}", *right.working[1:]),
        run=combined(left, operate, right),
        most={"+": left.most + right.most, "-": left.most + right.most, "*": left.most * right.most}.get(sign, left.most),
        dice=left.dice + right.dice,
        terms=left.terms + right.terms,
        nesting=max(left.nesting, right.nesting),
        chained=left.chained or right.chained,
        fixed=fixed,
    )


def combined(left: Term, operate: Operate, right: Term) -> Run:
    """The function that rolls both pieces and combines them."""
    first, second, fixed = left.run, right.run, right.fixed
    if fixed is not None:
        return lambda source, throws: operate(first(source, throws), fixed)
    return lambda source, throws: operate(first(source, throws), second(source, throws))


def repeated(times: int, term: Term) -> Roll:
    """A piece rolled several times over. Raises NotationError for none at all."""
    if times == 0:
        raise NotationError(f"0x({term.text}) rolls nothing: repeat it at least once.")
    return Roll(times, term)


def judge_line(rolls: Sequence[Roll]) -> None:
    """Refuse a line that goes past a limit, everything on it and every repeat counted. Raises NotationError."""
    for size, limit, sentence in (
        (sum(roll.times * roll.term.dice for roll in rolls), LIMITS.dice, "The line throws {} dice in total"),
        (sum(roll.times * roll.term.terms for roll in rolls), LIMITS.terms, "The line has {} terms, repeats counted"),
        (max(roll.term.nesting for roll in rolls), LIMITS.nesting, "Parentheses are nested {} deep"),
        (max(roll.term.most for roll in rolls), LIMITS.total, "A result on the line could come to {}"),
    ):
        within(size, limit, sentence)
