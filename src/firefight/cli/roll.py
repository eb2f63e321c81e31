"""`firefight roll`: throw dice and show every one of them."""

from random import Random, SystemRandom

import click
import msgspec

from firefight.cli.numbers import Whole
from firefight.notation import Die, Outcome, Rolled, chance, roll


@click.command("roll", context_settings={"ignore_unknown_options": True})
@click.argument("text")
@click.option("--seed", type=Whole(0, 2**64 - 1), help="Throw the same dice whenever the seed is the same.")
@click.option("--json", "as_json", is_flag=True, help="Every die with its reason, for other programs.")
def command(text: str, seed: int | None, as_json: bool) -> None:
    """Roll dice and show every die. Quote the TEXT, as shells have uses of their own for ! > ( ; and #.

    \b
    3d6+2  d20  d%     dice; + - * / ( ) as usual, / rounds down
    2d20kh1            keep highest or lowest: kh kl; drop: dh dl
    12d6>=5            count hits: >= > <= < =
    3d6!  !o  !>=5     explode: without end, once for each die, on other faces
    4d6r1  ro1  r<=2   reroll until the face is another, once, several faces
    3x(2d6+1); d8      a roll repeated; several rolls; a comment follows #

    \b
    In this order: reroll, explode, keep or drop, count. In the answer (1) was
    dropped, 6* is a hit, !4 came of an explosion and r4 of a reroll.
    """
    rolled = roll(text, chance(SystemRandom() if seed is None else Random(seed)))
    click.echo(msgspec.json.encode(_record(rolled)).decode() if as_json else str(rolled))


def _record(rolled: Rolled) -> dict[str, object]:
    rolls = [_roll(outcome) for outcome in rolled.outcomes]
    return {"text": rolled.line.text, "comment": rolled.line.comment, "total": rolled.total, "rolls": rolls}


def _roll(outcome: Outcome) -> dict[str, object]:
    throws = [[_die(die) for die in throw.dice] for throw in outcome.throws]
    return {"text": outcome.text, "total": outcome.total, "throws": throws}


def _die(die: Die) -> dict[str, object]:
    return {**msgspec.structs.asdict(die), "kept": die.kept}
