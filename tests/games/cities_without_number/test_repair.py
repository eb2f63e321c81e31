"""Damaged cyberware: every case of CWN-REPAIR-01 and CWN-REPAIR-02."""

from __future__ import annotations

from typing import Any

import pytest

from firefight.events import Marked
from firefight.games.cities_without_number.sheet import Ability, Implant, modifier
from firefight.table import Mark
from tests.games.cities_without_number.bodies import DAY, calm, doc, fought, npc, pc, strain, tick
from tests.games.cities_without_number.helpers import Fight

BOOSTER = Implant("reflex booster", "Nerves", strain=2, price=30_000, adds={"Dex": 1})
HEART = Implant("artificial heart", "Body", strain=1, price=20_000, life_support=True, adds={"Con": 1})
KIT = {"items": ("cyberdoc kit",), "skills": {"Fix": 0}, "heal": 0}


def broken(*parts: Implant, others: tuple[Any, ...] = (), running: bool = False, **sheet: Any) -> Fight:
    """Ana's implants are all damaged; Doc has Fix-0, Heal-0 and a cyberdoc kit unless others are named."""
    people = (pc("ana", implants=parts, attributes={"Con": 12}, **sheet), *(others or (doc(**KIT),)), npc("thug"))
    fight = fought(*people) if running else calm(*people)
    fight.order(*(Marked("ana", Mark(f"without the use of {part.name}")) for part in parts))
    return fight


def damaged(fight: Fight) -> list[str]:
    return [
        mark.name.removeprefix("without the use of ") for mark in fight.table.who("ana").marks if "without the use" in mark.name
    ]


def systems(*prices: int) -> tuple[Implant, ...]:
    return tuple(Implant(f"system {n}", price=price) for n, price in enumerate(prices, 1))


# ------------------------------------------------------------------ CWN-REPAIR-01


def test_a_damaged_implant_cannot_be_activated_and_adds_nothing() -> None:
    """CWN-REPAIR-01: a reflex booster: no activation, no bonus, its 2 points of strain still count."""
    power = Ability("Overdrive", kind="on turn", implant="reflex booster")
    fight = broken(BOOSTER, running=True, abilities=(power,))
    assert fight.against("ana", "use", ability="Overdrive") == {"CWN-REPAIR-01"}
    assert (modifier(fight.table.who("ana"), "Dex"), strain(fight, "ana")) == (0, "2 of 12")


def test_what_keeps_its_wearer_alive_does_just_that() -> None:
    """CWN-REPAIR-01: an artificial heart: the user lives and has none of its benefits."""
    fight = calm(pc("ana", implants=(HEART,)))
    assert modifier(fight.table.who("ana"), "Con") == 1
    fight.does("gm", "major injury", who="ana", result=2)
    assert fight.told("artificial heart does no more than keep its wearer alive")
    assert (modifier(fight.table.who("ana"), "Con"), fight.has("ana", "dead")) == (0, False)


# ------------------------------------------------------------------ CWN-REPAIR-02


def test_a_day_and_a_fifth_of_the_price() -> None:
    """CWN-REPAIR-02: $30,000: $6,000 of parts and one day; then all is as before."""
    fight = broken(BOOSTER)
    fight.does("doc", "repair", target="ana", system="reflex booster")
    assert fight.told("parts for $6,000")
    tick(fight, DAY - 1)
    assert damaged(fight) == ["reflex booster"]
    tick(fight, 1)
    assert (damaged(fight), modifier(fight.table.who("ana"), "Dex")) == ([], 1)


@pytest.mark.parametrize("steps", [(DAY, DAY, DAY), (3 * DAY,)])
def test_several_systems_are_mended_one_after_another(steps: tuple[int, ...]) -> None:
    """CWN-REPAIR-02: $10,000, $20,000 and $5,000: three days and $7,000."""
    fight = broken(*systems(10_000, 20_000, 5_000))
    fight.does("doc", "repair", target="ana", system="everything")
    assert [line for line in fight.lines() if "parts for" in line] == [
        "Doc repairs the system 1: parts for $2,000.",
        "Doc repairs the system 2: parts for $4,000.",
        "Doc repairs the system 3: parts for $1,000.",
    ]
    left = []
    for minutes in steps:
        tick(fight, minutes)
        left.append(len(damaged(fight)))
    assert left == ([2, 1, 0] if len(steps) == 3 else [0])
    assert not fight.table.who("doc").has_any(("repairing", "repairs", "repairs all"))


def test_a_pair_counts_as_one_system() -> None:
    """CWN-REPAIR-02: cybereyes with one implant in them: two systems, two days."""
    eyes = Implant("cybereyes", "Sensory", price=10_000, paired=True, stands_for="eyes")
    fight = calm(pc("ana", implants=(eyes, Implant("low light", housed_in="cybereyes"))), doc(**KIT))
    fight.does("gm", "major injury", who="ana", result=4)
    fight.does("doc", "repair", target="ana", system="everything")
    tick(fight, DAY)
    assert len(damaged(fight)) == 1
    tick(fight, DAY)
    assert (damaged(fight), fight.has("ana", "blind")) == ([], False)


@pytest.mark.parametrize("skills", [{"Fix": 1}, {"Heal": 1}])
def test_one_person_needs_both_skills(skills: dict[str, int]) -> None:
    """CWN-REPAIR-02: Fix-1 but Heal untrained."""
    fight = broken(BOOSTER, others=(pc("doc", items=("cyberdoc kit",), skills=skills),))
    alone = {"with": "nobody"}
    assert fight.against("doc", "repair", target="ana", system="reflex booster", **alone) == {"CWN-REPAIR-02"}


@pytest.mark.parametrize(("said", "left"), [("yes", []), ("no", ["reflex booster"])])
def test_the_gm_may_let_two_share_it(said: str, left: list[str]) -> None:
    """CWN-REPAIR-02: one skill each."""
    two = pc("doc", items=("cyberdoc kit",), skills={"Fix": 1}), pc("bo", skills={"Heal": 0})
    fight = broken(BOOSTER, others=two)
    fight.does("doc", "repair", target="ana", system="reflex booster", **{"with": "bo"})
    assert fight.session.questions()[0].default == "no"
    fight.says("pair", said)
    tick(fight, DAY)
    assert damaged(fight) == left


def test_it_takes_a_cyberdoc_kit() -> None:
    """CWN-REPAIR-02: a medkit is not enough."""
    fight = broken(BOOSTER, others=(doc(heal=0, skills={"Fix": 0}),))
    assert fight.against("doc", "repair", target="ana", system="reflex booster") == {"CWN-REPAIR-02"}


def test_nobody_does_two_days_work_at_once_and_two_may_work_side_by_side() -> None:
    """CWN-REPAIR-02: activities of days exclude each other."""
    fight = broken(*systems(100, 200), others=(doc(**KIT), doc("bo", **KIT)))
    fight.does("doc", "repair", target="ana", system="system 1")
    assert fight.against("doc", "repair", target="ana", system="system 2") == {"CWN-REPAIR-02"}
    assert fight.against("bo", "repair", target="ana", system="system 1") == {"CWN-REPAIR-02"}
    fight.does("bo", "repair", target="ana", system="system 2")
    tick(fight, DAY)
    assert damaged(fight) == []


def test_it_is_no_matter_of_a_fight() -> None:
    """CWN-REPAIR-02"""
    fight = broken(BOOSTER, running=True)
    assert not fight.can("doc", "repair")
