"""A mob that attacks as one."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from firefight.events import Marked
from firefight.games.cities_without_number.sheet import Armor, Weapon
from firefight.table import Mark
from tests.games.cities_without_number.helpers import DODGE, Fight, npc, pc

CLEAVER = Weapon("cleaver", "melee", "1d6", attributes=("Str",), shock=1, shock_ac=13)


def mob(ana: dict[str, Any] | None = None, **options: str) -> Fight:
    """Four gangers, three of them in the first one's squad, against Ana."""
    gang = [npc(f"ganger-{n}", weapons=(CLEAVER,), attack=1) for n in range(1, 5)]
    led = [gang[0], *(replace(one, squad="ganger-1") for one in gang[1:])]
    return Fight(pc("ana", **{"hp": 40, "melee_ac": 12, **(ana or {})}), *led, order=("gang", "pcs"), **options)


def rolls(*faces: tuple[int, int]) -> dict[str, int]:
    """The dice of each of them: the d20 and the damage die."""
    found = {}
    for n, (attack, damage) in enumerate(faces, 1):
        found |= {f"attack ganger-{n}": attack, f"damage ganger-{n}": damage}
    return found


FOUR = ((15, 4), (2, 3), (12, 2), (3, 6))


def test_a_squad_attacks_in_one_act_with_one_line() -> None:
    """CWN-ATK-01"""
    fight = mob()
    fight.does("ganger-1", "squad attack", rolls(*FOUR), target="ana", weapon="cleaver")
    assert fight.told("Ganger-1 and the others attack Ana with the cleaver: 2 of 4 hit, for 8 damage in all")
    assert fight.told("rolls 16, 3, 13, 4 against AC 12")
    assert fight.pool("ana") == 40 - 4 - 2 - 1 - 1  # two hits, and the Shock of two misses
    assert len(fight.lines()) == 6
    assert [fight.budget(f"ganger-{n}")["Main"] for n in range(1, 5)] == [0, 0, 0, 0]


def test_only_those_who_can_take_part_do() -> None:
    """CWN-ACT-01 CWN-ACT-05"""
    fight = mob()
    fight.order(Marked("ganger-2", Mark("out")), Marked("ganger-3", Mark("distance", value=9, by="ana")))
    dice = {label: face for label, face in rolls(*FOUR).items() if label.endswith(("1", "4"))}
    fight.does("ganger-1", "squad attack", dice, target="ana", weapon="cleaver")
    assert fight.told("1 of 2 hit")


def test_soak_and_the_shield_count_as_for_so_many_attacks() -> None:
    """CWN-DMG-02 CWN-SHOCK-04"""
    shield = Armor("shield", shield=True)
    fight = mob({"soak": 5, "worn": (shield,)})
    fight.does("ganger-1", "squad attack", rolls(*FOUR), target="ana", weapon="cleaver")
    assert (fight.pool("ana", "soak"), fight.pool("ana")) == (0, 40 - 1 - 1)  # of two Shocks one is kept off


def test_the_target_answers_once_for_all_of_them() -> None:
    """CWN-INST-02"""
    fight = mob({"abilities": (DODGE,)}, windows="concerned")
    fight.does("ganger-1", "squad attack", target="ana", weapon="cleaver")
    fight.done("ana", rolls=rolls(*FOUR))
    assert (fight.window, fight.awaited) == ("after 1", ("ana",))
    fight.does("ana", "use", ability="Lucky Dodge")
    fight.done("ana")
    assert fight.window == "after 2"  # she may still take Total Defense
    fight.done("ana")
    assert fight.told("1 of 4 hit")  # the worst of the hits misses, and does its Shock
    assert fight.pool("ana") == 40 - 2 - 3


def test_total_defense_counts_against_them_all() -> None:
    """CWN-ACT-09"""
    fight = mob(windows="concerned")
    fight.does("ganger-1", "squad attack", target="ana", weapon="cleaver")
    fight.done("ana", rolls=rolls(*FOUR))
    fight.does("ana", "total defense")
    fight.done("ana")
    assert fight.pool("ana") == 36  # AC 14: only the first still hits, and no Shock


def test_a_screened_target_is_for_each_of_them_alone() -> None:
    """CWN-SCREEN-01"""
    fight = mob()
    fight.order(Marked("ana", Mark("screens", by="ana")))
    assert fight.against("ganger-1", "squad attack", target="ana", weapon="cleaver") == {"CWN-SCREEN-01"}


def test_who_leads_nobody_has_no_such_line() -> None:
    assert not any(line.verb == "squad attack" for line in mob().session.menu("ganger-2"))
