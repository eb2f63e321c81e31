"""One attack of Shadowrun 4, from the declaration to the damage on the table, among four runners and six guards.

Everything a person waits for is in it: the declaration is checked against the menu, both pools and the soak are thrown,
boxes, states and the order follow, and the next phase opens. Nobody is asked for Edge or for a way to defend. Counted is
the processor's time, so that other work on the machine does not count.
"""

from __future__ import annotations

import time

from bench.rounds import Row, alternate
from firefight.commands import Begin, Do
from firefight.encounter.people import Person, combatants
from firefight.events import Scored
from firefight.game import PASS
from firefight.games import game
from firefight.session import Session, found
from firefight.timeline import Act

GAME = game("shadowrun-4")
ATTACK = Act("attack", {"weapon": "heavy pistol", "mode": "single", "target": "sergeant"})
SECRET = bytes([9]) * 32  # with these dice the shot hits, wounds and floors
ATTACKS = 100  # in each round
GOAL = 1000.0  # microseconds


def measure() -> list[Row]:
    """The time of one attack, against the goal of a millisecond."""
    took = alternate({"attack": attacks}).median("attack")
    return [
        Row(
            name="one attack, declared, rolled, soaked, applied, Shadowrun 4",
            value=took,
            unit="us",
            against=f"the goal of {GOAL:,.0f} us",
            ratio=took / GOAL,
            floor=1,
            target=0.5,
        )
    ]


def attacks() -> float:
    """Microseconds for one attack, the mean of a hundred, each on a fresh table."""
    tables = [fight() for _ in range(ATTACKS)]
    start = time.process_time()
    for session in tables:
        session.do(Do("razor", ATTACK))
        session.do(Do("razor", PASS))
    took = time.process_time() - start
    assert all(session.table.who("sergeant").pool("physical") for session in tables), "the attack measured must hit and hurt"
    return took / ATTACKS * 1e6


def fight() -> Session:
    """Razor's phase has begun, with nine others at the table."""
    people = [one for id in ("razor", "chant", "bulwark", "needle", "sergeant") for one in combatants(GAME, Person(ready=id))]
    guards = combatants(GAME, Person(ready="sentry", count=5))
    session = found(GAME, [*people, *guards], {"edge_prompts": "never", "defense_prompts": "nobody"}, secret=SECRET)
    session.do(Begin())
    session.order(Scored("razor", (30,)))
    while session.awaited() != ("razor",):
        session.do(Do(session.awaited()[0], PASS))
    return session
