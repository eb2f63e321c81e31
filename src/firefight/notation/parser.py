"""Reading a line of dice text. Nothing else imports the parser library; it loads with the first line."""

from functools import cache
from typing import Any, cast

from lark import Lark, Token, Transformer, UnexpectedInput, UnexpectedToken, v_args
from msgspec import Struct

from firefight.notation import terms
from firefight.notation.limits import LIMITS, NotationError, within
from firefight.notation.result import Condition, Line, Wording
from firefight.notation.terms import Roll, Term
from firefight.notation.throwing import Chain, Group, Keep, Run

FITTING = {
    "INT": "a number",
    "D": "d",
    "LPAR": "(",
    "X": "x",
    "PERCENT": "%",
    "ONCE": "o",
    "R": "r",
    "BANG": "!",
    "KEEP": "kh kl dh dl",
    "COMPARE": ">= > <= < =",
    "MINUS": "-",
    "SUM_SIGN": "+ -",
    "PRODUCT_SIGN": "* /",
    "RPAR": ")",
    "SEMICOLON": ";",
    "COMMENT": "# and a comment",
    "$END": "the end",
}
"""What each terminal of the grammar looks like to a reader, in the order in which a message lists them."""


class Plan(Struct, frozen=True):
    """A line that has been read and found within the limits, ready to be rolled any number of times."""

    line: Line
    runs: tuple[Run, ...]
    dice: int
    chained: bool


@v_args(inline=True)
class Reader(Transformer[Token, Any]):
    """Builds the pieces of a line from the inside out while it is parsed: no tree is walked, so depth is harmless.

    Each method bears the name of a rule of the grammar; a part that is optional there is None where it is missing.
    """

    bracket = staticmethod(terms.bracket)
    negative = staticmethod(terms.negative)
    operation = staticmethod(terms.operation)

    def number(self, digits: Token) -> Term:
        return terms.number(int(digits))

    def dice(self, count: Token | None, sides: int, *then: Any) -> Term:
        return terms.dice(Group(1 if count is None else int(count), sides, *then))

    def sides(self, sides: Token) -> int:
        return 100 if sides == "%" else int(sides)

    def reroll(self, once: Token | None, condition: Condition) -> Chain:
        return Chain(condition, once is not None)

    def explode(self, once: Token | None, condition: Condition | None) -> Chain:
        return Chain(condition, once is not None)

    def keep(self, which: Token, n: Token) -> Keep:
        return Keep(which.lower(), int(n))  # type: ignore[arg-type]

    def condition(self, sign: Token | None, value: Token) -> Condition:
        within(int(value), LIMITS.number, "A number on the line is {}")
        return Condition(str(sign or "="), int(value))  # type: ignore[arg-type]

    def counted(self, sign: Token, value: Token) -> Condition:
        return self.condition(sign, value)

    def once(self, term: Term) -> Roll:
        return Roll(1, term)

    def repeated(self, times: Token, term: Term) -> Roll:
        return terms.repeated(int(times), term)

    def line(self, *parts: Any) -> tuple[list[Roll], str]:
        *rolls, comment = parts
        return rolls, (comment or "")[1:].strip()


@cache
def grammar() -> Lark:
    """The parser, built once."""
    return Lark.open("grammar.lark", rel_to=__file__, start="line", parser="lalr", transformer=Reader())


def parse(text: str) -> Plan:
    """Read a line. Raises NotationError where it makes no sense or goes past a limit."""
    within(len(text), LIMITS.characters, "The line is {} characters long")
    text = text.expandtabs(1).rstrip()
    for place, character in enumerate(text):
        if not character.isprintable():
            raise NotationError(f"Column {place + 1}: {character!a} cannot be printed; write one line of plain text.")
    try:
        rolls, comment = cast(tuple[list[Roll], str], grammar().parse(text))
    except UnexpectedInput as error:
        raise misfit(text, error) from None
    terms.judge_line(rolls)
    return plan(text, rolls, comment)


def plan(text: str, rolls: list[Roll], comment: str) -> Plan:
    """The line with every repeat written out."""
    each = [roll.term for roll in rolls for _ in range(roll.times)]
    return Plan(
        Line(text, tuple(Wording(term.text, term.working) for term in each), comment),
        tuple(term.run for term in each),
        sum(term.dice for term in each),
        any(term.chained for term in each),
    )


def misfit(text: str, error: UnexpectedInput) -> NotationError:
    """The error for a line that breaks off or goes on in a way that has no meaning."""
    ends = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    place = len(text) if ends else error.pos_in_stream or 0
    what = "the line ends too early" if ends else f"'{text[place]}' does not fit"
    return NotationError(f"Column {place + 1}: {what}; what fits here: {fitting(text[:place])}.")


def fitting(start: str) -> str:
    """What may follow the start of a line, in words."""
    reading: Any = grammar().parse_interactive(start)
    reading.exhaust_lexer()
    accepted = reading.accepts()
    return ", ".join(shown for terminal, shown in FITTING.items() if terminal in accepted)
