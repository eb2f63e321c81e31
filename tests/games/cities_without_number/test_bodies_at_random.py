"""Random play with bodies, in fights and between them: poison, falls, nights, repairs. What must hold after every command."""

from __future__ import annotations

import random

import pytest

from firefight.commands import AnyCommand, Begin, Do, End, Order, Reply, Rewind
from firefight.dice import Sealed
from firefight.errors import FirefightError
from firefight.events import Ticked
from firefight.game import Choices, Offer
from firefight.games.cities_without_number import GAME, strain
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.death import ENDED
from firefight.games.cities_without_number.sheet import Ability, Implant, permanent, sheet
from firefight.history import encode
from firefight.session import Session, found, resumed
from firefight.table import Combatant
from firefight.timeline import Act, Pick
from tests.conformance import encoded
from tests.games.cities_without_number.bodies import doc, npc, pc

VERBS = {
    "stabilise", "treat poison", "give", "first aid", "bed rest", "get up", "care for", "treat frailty", "repair",
    "bring down", "saved", "next round", "major injury", "injury modifier", "clinic", "clone", "strain", "install", "remove",
    "night", "poison", "harm", "use", "pass",
}  # fmt: skip
PARTS = (
    Implant("heart", strain=1.25, price=900, stabilises=True), Implant("wires", "Nerves", strain=2, price=1200, adds={"Con": 1}),
    Implant("right cyberarm", "Limb", ("right arm",), 0.5, 10_000, stands_for="limb"),
)  # fmt: skip


def people() -> list[Combatant]:
    kit = {"items": ("cyberdoc kit",), "drugs": ("wound gel", "clot spray", "broad antitoxin")}
    return [
        pc("ana", attributes={"Con": 9}, implants=PARTS, level=3),
        doc("doc", heal=1, skills={"Fix": 0}, attributes={"Con": 12}, **kit),
        doc("bo", heal=0, abilities=(Ability("Touch", effect="stabilise"),), attributes={"Con": 7}),
        npc("boss", named=True, strain=3),
        npc("thug", toxins=("needle venom", "riot smoke")),
    ]


class Fate:
    """Does anything of these chapters that a table can do."""

    def __init__(self, seed: int) -> None:
        self.lot = random.Random(seed)
        options = {setting.name: self.lot.choice(setting.values) for setting in GAME.settings}
        self.session: Session = found(GAME, people(), options, secret=bytes([seed + 1]) * 32)

    def command(self) -> AnyCommand:
        if questions := self.session.questions():
            asked = self.lot.choice(questions)
            value: Pick = self.lot.choice(asked.options) if asked.options else self.lot.randint(1, 12)
            return Reply(asked.label, value if asked.kind != "effect" else "nothing", asked.who)
        running = self.session.table.timeline.running
        awaited = [who for who in self.session.awaited() if who]
        if self.lot.random() < 0.1:
            return End() if running else Begin()
        if self.lot.random() < 0.15:
            return Order((Ticked(self.lot.choice((1, 5, 60, 1440, 10_080))),))
        if awaited and self.lot.random() < 0.5:
            return Do(awaited[0], Act("pass"))
        who = self.lot.choice(["", *self.session.table.combatants])
        lines = [line for line in self.session.menu(who) if line.verb in VERBS and not line.reasons]
        return Do(who, self.filled(self.lot.choice(lines))) if lines else Order((Ticked(1),))

    def filled(self, line: Offer) -> Act:
        return Act(line.verb, {**line.fixed, **{pick.pick: self.picked(pick) for pick in line.picks}})

    def picked(self, pick: Choices) -> Pick:
        legal = [choice.value for choice in pick.choices if not choice.reasons]
        if pick.kind == "number":
            return self.lot.randint(pick.least, min(pick.most, pick.least + 12))
        return self.lot.choice(legal) if legal else "1"


def holds(session: Session) -> None:
    """The laws of bodies."""
    for one in session.table.combatants.values():
        hp = one.pools["hp"]
        assert 0 <= hp.now <= (hp.most or 0)
        assert not (one.has("dead") and one.has_any(ENDED)), f"{one.id} is dead and something else"
        assert not (one.has("mortally wounded") and one.has("stabilised"))
        if "strain" in one.pools:
            pool = one.pools["strain"]
            room = rules.whole_room(permanent(sheet(one)), strain.accumulated(one), strain.maximum(one))
            assert (pool.most or 0) - pool.now == room
            assert 0 <= one.value("part of strain") < rules.POINT


@pytest.mark.parametrize("seed", range(24))
def test_whatever_happens_to_bodies_the_laws_hold_and_the_log_folds(seed: int) -> None:
    """CWN-INJ-01 CWN-INJ-16 CWN-STRAIN-02 CWN-MAJOR-05"""
    fate = Fate(seed)
    for _ in range(90):
        before = encoded(fate.session.table)
        try:
            fate.session.do(command := fate.command())
        except FirefightError:
            continue
        holds(fate.session)
        if not isinstance(command, Begin) and fate.lot.random() < 0.1:
            fate.session.do(Rewind("undo"))
            assert encoded(fate.session.table) == before
    assert resumed(GAME, map(encode, fate.session.history.batches), Sealed(b"other")).table == fate.session.table
