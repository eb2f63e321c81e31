"""Exact odds against PyPI's `icepool`, results equal to 1e-12: four rolls as they come up at the table, and whole panels.

Ours are asked for again and again, as a menu does; icepool remembers what it can by itself. The panels hold 300 different
attacks with their whole distributions: once with their numbers at hand, once gathered from the table by `odds.panel`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from bench.peers import named, peer
from bench.rounds import Row, alternate, seconds
from firefight import odds
from firefight.chance import exploding, fractions, hits
from firefight.commands import Begin
from firefight.dice import Dice
from firefight.events import SideScored
from firefight.games import game
from firefight.games.cities_without_number import rules as cities
from firefight.games.cities_without_number.chances import Case, struck
from firefight.games.cities_without_number.sheet import Sheet, Weapon
from firefight.games.shadowrun_4 import rules as shadowrun
from firefight.games.shadowrun_4.chances import Dicing, net_hits
from firefight.session import combatant, found

CALLS, ROUNDS, OPTIONS = 2_000, 7, 300
FLOOR, TARGET = 20, 100
LINE = cities.Strike(7, 0, 0, 0, 0, 0, 0, 0, False, 15, 0, 3, 0, 12, 0, 0, 15, False, False, False, False, 0, 6, 3)
HOUSE = cities.House(False, False, False, False, 0)
ARMS = 15


def measure() -> list[Row]:
    """The four rolls, an attack never asked for before, and the panels."""
    icepool = peer("icepool")
    rows = [compared(name, ours, theirs, icepool) for name, (ours, theirs) in TASKS.items()]
    return [*rows, cold(icepool), panel(icepool), whole_panel(icepool)]


# ------------------------------------------------------------------ the rolls


def is_six(face: int) -> bool:
    """Whether a die explodes."""
    return face == 6


def attack(ac: int = 15, bonus: int = 7) -> Case:
    """d20 and a bonus against an Armour Class, 2d6 + 3, thrice that on a d8 of 6 or more."""
    return Case(LINE._replace(ac=ac, bonus=bonus), HOUSE, Dice(2, 6), Dice(1, 8), 0, 0, 0, None, False)


def their_attack(icepool: Any) -> Any:
    """The same in icepool, in the form that suits it best."""
    plain = 2 @ icepool.d6 + 3
    harm = (icepool.d8 >= 6).if_else(plain * 3, plain)
    return (icepool.d20 + 7 >= 15).if_else(harm, 0)


Ours, Theirs = Callable[[], Mapping[Any, Any]], Callable[[Any], Any]
TASKS: dict[str, tuple[Ours, Theirs]] = {
    "odds: hits on 16d6 at 5+": (lambda: hits(16, 6, shadowrun.is_hit), lambda icepool: 16 @ (icepool.d6 >= 5)),
    "odds: net hits, 14d6 against 11d6": (
        lambda: net_hits(Dicing(14), Dicing(11)),
        lambda icepool: (14 @ (icepool.d6 >= 5) - 11 @ (icepool.d6 >= 5)).map(lambda net: max(0, net)),
    ),
    "odds: 3d6, each exploding up to three times": (
        lambda: exploding(3, 6, is_six, int, 3),
        lambda icepool: 3 @ icepool.d6.explode(depth=3),
    ),
    "odds: d20+7 against AC 15, 2d6+3, x3 on a d8 of 6+": (lambda: struck(attack()).damage, their_attack),
}


def compared(name: str, ours: Ours, theirs: Theirs, icepool: Any) -> Row:
    """One roll, asked for again and again."""
    alternatives = {"ours": each(ours, CALLS)}
    if icepool:
        check(name, ours(), theirs(icepool))
        alternatives["icepool"] = each(lambda: theirs(icepool), CALLS // 20)
    return row(name, alternatives, FLOOR, TARGET, 1e6, "us")


def check(name: str, ours: Mapping[Any, Any], theirs: Any) -> None:
    """Both must say the same, to the last fraction. Raises ValueError otherwise."""
    expected = {outcome: Fraction(weight, theirs.denominator()) for outcome, weight in theirs.items() if weight}
    if fractions(ours) != expected:
        raise ValueError(f"{name}: the results differ")


def each(work: Callable[[], object], calls: int) -> Callable[[], float]:
    """An alternative whose figure is the time of one call."""

    def repeated() -> None:
        for _ in range(calls):
            work()

    timed = seconds(repeated)
    return lambda: timed() / calls


# ------------------------------------------------------------------ for the first time, and panels


def cold(icepool: Any) -> Row:
    """An attack that was never asked for, in plain Python, against icepool's way of mapping a rule over dice."""

    def theirs() -> Any:
        return icepool.map(rule, icepool.d20, 2 @ icepool.d6, icepool.d8)

    alternatives = {"ours": each(lambda: struck.__wrapped__(attack()).damage, 50)}
    if icepool:
        alternatives["icepool"] = each(theirs, 50)
    return row("odds: the same attack for the first time", alternatives, 1, 5, 1e6, "us")


def rule(d20: int, dice: int, trauma: int) -> int:
    """The attack as a rule of three dice."""
    return ((dice + 3) * (3 if trauma >= 6 else 1)) if d20 + 7 >= 15 else 0


def panel(icepool: Any) -> Row:
    """300 attacks whose numbers are at hand, against one attack of icepool's."""
    lines = [attack(ac, bonus) for ac, bonus in product(range(8, 28), range(15))]
    assert len(lines) == OPTIONS
    alternatives = {"ours": seconds(lambda: [struck(line) for line in lines])}
    if icepool:
        alternatives["icepool"] = each(lambda: their_attack(icepool), 50)
    return row("odds: a panel of 300 attacks, against one of icepool's", alternatives, 0.2, 0.5, 1e3, "ms")


def whole_panel(icepool: Any) -> Row:
    """Fifteen guns at twenty targets, from the table itself, against as many calls of icepool."""
    known = game("cities-without-number")
    arms = tuple(Weapon(f"gun {n}", "ranged", "2d6", bonus=n, trauma="1d8", rating=3) for n in range(ARMS))
    crew = [combatant(known, "ana", "Ana", "crew", Sheet(weapons=arms, attack=0, damage=3))]
    gang = [combatant(known, f"g{n}", f"G{n}", "gang", Sheet(ranged_ac=8 + n, hp=9)) for n in range(OPTIONS // ARMS)]
    session = found(known, [*crew, *gang], secret=b"b" * 32)
    session.order(SideScored("crew", (9,)), SideScored("gang", (1,)))
    session.do(Begin())
    table = session.table
    offers = [offer for offer in known.menu(table, "ana", "attack") if offer.fixed["weapon"] != "fists"]
    assert len(odds.panel(known, table, "ana", offers)) == OPTIONS
    alternatives = {"ours": seconds(lambda: odds.panel(known, table, "ana", offers))}
    if icepool:
        alternatives["icepool"] = each(lambda: their_attack(icepool), 50)
        alternatives["icepool"] = times(alternatives["icepool"], OPTIONS)
    return row("odds: 300 options of a menu, gathered from the table", alternatives, 1, 3, 1e3, "ms")


def times(figure: Callable[[], float], by: int) -> Callable[[], float]:
    """So many times a figure."""
    return lambda: figure() * by


def row(name: str, alternatives: dict[str, Callable[[], float]], floor: float, target: float, scale: float, unit: str) -> Row:
    """How much faster ours is."""
    rounds = alternate(alternatives, ROUNDS)
    theirs = rounds.median("icepool") * scale if "icepool" in alternatives else None
    return Row(
        name=name,
        value=rounds.median("ours") * scale,
        unit=unit,
        against="icepool, not installed" if theirs is None else f"{named('icepool')} ({theirs:,.2f} {unit})",
        ratio=None if theirs is None else rounds.ratio("icepool", "ours"),
        floor=floor,
        target=target,
    )


if __name__ == "__main__":
    for one in measure():
        ratio = "against " if one["ratio"] is None else f"{one['ratio']:.2f} times "
        print(f"{one['name']}: {one['value']:,.3f} {one['unit']}, {ratio}{one['against']}")
