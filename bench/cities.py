"""Cities Without Number: one attack from the declaration to the damage on the hit points, every window closed."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import convert
from msgspec.structs import replace

from bench.rounds import CPU, Row, alternate, per_second
from firefight.commands import Begin, Do
from firefight.engine import perform
from firefight.events import SideScored
from firefight.games import game
from firefight.session import Session, combatant, found
from firefight.table import Pool
from firefight.timeline import Act

CITIES = game("cities-without-number")
ATTACKS = 400  # in each round
MOST = 200e-6  # seconds
ROUNDS = 9
ENDURING = Pool(1_000_000, 1_000_000)
BLADE = {"name": "blade", "dice": "1d8", "shock": 2, "shock_ac": 13, "trauma": "1d8", "rating": 2}
PC = {"attributes": {"Str": 14, "Dex": 14}, "skills": {"Stab": 1}, "attack": 2, "soak": 5, "weapons": (BLADE,)}


def measure() -> list[Row]:
    """An attack among ten: how long it takes, against the 0.2 ms it may take on an idle machine."""
    rounds = alternate({"ours": one_attack()}, ROUNDS)
    time = 1 / rounds.median("ours")
    return [
        Row(
            name="one attack, windows closed, Cities Without Number",
            value=time * 1e6,
            unit="us",
            against=f"what it may take ({MOST * 1e6:.0f} us)",
            ratio=time / MOST,
            floor=2,
            target=1,
        )
    ]


def one_attack() -> Callable[[], float]:
    """An alternative: attacks a second, each declared, checked against the menu, rolled, told and applied to one table."""
    session = fight()
    command = Do("hero-0", Act("attack", {"target": "thug-0", "weapon": "blade"}))
    table, source = session.table, session.source

    def attacks() -> None:
        for _ in range(ATTACKS):
            perform(CITIES, table, command, source)

    return per_second(attacks, ATTACKS, CPU)


def fight() -> Session:
    """Four PCs against six who can take more than anybody can do to them; nobody is asked in any window."""
    sheet = convert(PC, CITIES.sheet)
    crew = [combatant(CITIES, f"hero-{n}", f"Hero {n}", "crew", sheet, owner="somebody", pc=True) for n in range(4)]
    gang = [combatant(CITIES, f"thug-{n}", f"Thug {n}", "gang", sheet) for n in range(6)]
    enduring = [replace(one, pools={"hp": ENDURING, "soak": ENDURING}) for one in gang]
    session = found(CITIES, [*crew, *enduring], {"windows": "never"}, secret=bytes(range(32)))
    session.order(SideScored("crew", (9,)), SideScored("gang", (3,)))
    session.do(Begin())
    return session
