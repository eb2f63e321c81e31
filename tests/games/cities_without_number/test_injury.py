"""Falling: what becomes of somebody without hit points. Every case of CWN-INJ-01 and CWN-INJ-09 to CWN-INJ-16 about a fall."""

from __future__ import annotations

import pytest

from firefight.events import Adjusted, Marked
from firefight.games.cities_without_number.gear import Weapon
from firefight.games.cities_without_number.sheet import Ability, Drug, Toxin
from firefight.table import Mark
from tests.games.cities_without_number.bodies import bring_down, calm, doc, fought, npc, pc, stabilise, tick
from tests.games.cities_without_number.helpers import LUCK, Fight

ROCKET = Weapon("rocket", "ranged", "3d10", skill="Shoot", attributes=("Dex",), unsurvivable=True)
STUN = Weapon("stun baton", "melee", "1d8", nonlethal="always")
KNIFE = Weapon("knife", "melee", "1d6")
PISTOL = Weapon("pistol", "ranged", "1d6", skill="Shoot", attributes=("Dex",))


def against(*, hp: int = 10, marks: tuple[str, ...] = (), weapon: Weapon = KNIFE, **options: str) -> Fight:
    """A thug with one weapon has the turn; Ana has so many hit points and these states."""
    fight = fought(pc("ana", hp=hp), npc("thug", weapons=(weapon,)), order=("gang", "pcs"), **options)
    fight.order(*(Marked("ana", Mark(mark)) for mark in marks))
    return fight


def struck(fight: Fight, damage: int | tuple[int, ...], weapon: Weapon = KNIFE, target: str = "ana", by: str = "thug") -> None:
    """A hit for so much."""
    fight.attacks(by, target, weapon.name, rolls={"attack": 19, "damage": damage})


def states(fight: Fight, who: str = "ana") -> set[str]:
    """What somebody is, book-keeping left aside."""
    return {mark.name for mark in fight.table.who(who).marks if not mark.quiet}


# ------------------------------------------------------------------ CWN-INJ-01


@pytest.mark.parametrize(("hp", "damage", "left", "wounded"), [(5, 5, 0, True), (6, 5, 1, False)])
def test_exactly_no_hit_points_is_a_mortal_wound_and_one_is_none(hp: int, damage: int, left: int, wounded: bool) -> None:
    """CWN-INJ-01: 9 damage against 9 hit points, and 8 against 9."""
    fight = against(hp=hp)
    struck(fight, damage)
    assert (fight.pool("ana"), fight.has("ana", "mortally wounded")) == (left, wounded)
    assert ("ana" in fight.awaited or fight.can("ana", "total defense")) is not wounded


def test_the_mortally_wounded_have_no_actions_but_what_says_it_works_then() -> None:
    """CWN-INJ-01: Veteran's Luck is refused; a power that works at 0 hit points is not."""
    heart = Ability("Second Heart", uses=1, at_zero=True)
    fight = fought(pc("ana", abilities=(LUCK, heart)), npc("thug"), order=("gang", "pcs"))
    bring_down(fight, "ana")
    assert "CWN-INST-01" in fight.against("ana", "use", ability="Veteran's Luck")
    assert fight.can("ana", "use", ability="Second Heart")
    assert fight.against("ana", "attack", target="thug", weapon="knife") >= {"CWN-INST-01"}
    assert fight.against("ana", "total defense") == {"CWN-INST-01"}


def test_the_frail_die_at_once_without_clock_or_save() -> None:
    """CWN-INJ-01 CWN-INJ-09: a knife is enough, and a Traumatic Hit before it asks for no save."""
    fight = against(hp=4, marks=("frail", "traumatic hit"))
    struck(fight, 4)
    assert states(fight) >= {"dead"}
    assert not states(fight) & {"mortally wounded", "frail"}


def test_the_log_records_how_it_was() -> None:
    """CWN-INJ-01: lethal or not, Frail or not, a Traumatic Hit this scene or not; for the GM."""
    fight = against(hp=4, marks=("traumatic hit",))
    fight.attacks("thug", "ana", rolls={"attack": 19, "damage": 4, "save ana": 20})
    assert fight.told("lethal yes, Frail before no, Traumatic Hit this scene yes")


# ------------------------------------------------------------------ CWN-INJ-09


def test_the_frail_live_as_long_as_a_hit_point_is_left() -> None:
    """CWN-INJ-09"""
    fight = against(hp=4, marks=("frail",))
    struck(fight, 3)
    assert (fight.pool("ana"), states(fight)) == (1, {"frail"})
    fight.done("thug")
    assert fight.awaited == ("ana",)


def test_what_a_non_lethal_drop_does_to_the_frail_is_the_gms_to_say() -> None:
    """CWN-INJ-09: the default keeps the Frail alive, still Frail after ten minutes."""
    fight = against(hp=4, marks=("frail",), weapon=STUN)
    struck(fight, 4, STUN)
    assert fight.asked == ("frail ana",)
    fight.says("frail ana", "incapacitated")
    assert states(fight) == {"frail", "incapacitated"}
    fight.ends()
    tick(fight, 10)
    assert (fight.pool("ana"), states(fight)) == (1, {"frail"})


@pytest.mark.parametrize(("house", "state"), [("incapacitated", "incapacitated"), ("dies", "dead")])
def test_a_house_rule_says_what_a_non_lethal_drop_does_to_the_frail(house: str, state: str) -> None:
    """CWN-INJ-09: frail_nonlethal."""
    fight = against(hp=4, marks=("frail",), weapon=STUN, frail_nonlethal=house)
    struck(fight, 4, STUN)
    assert (fight.asked, fight.has("ana", state)) == ((), True)


def test_the_gm_may_let_a_non_lethal_blow_kill_the_frail() -> None:
    """CWN-INJ-09"""
    fight = against(hp=4, marks=("frail",), weapon=STUN)
    struck(fight, 4, STUN)
    fight.says("frail ana", "dies")
    assert fight.has("ana", "dead")


def test_healing_does_not_make_the_frail_safe() -> None:
    """CWN-INJ-09: healed to 15, then dropped by a rifle: dead."""
    fight = against(hp=15, marks=("frail",))
    fight.order(Adjusted("ana", "hp", -10), Adjusted("ana", "hp", 10))
    fight.order(Adjusted("ana", "hp", -10))
    struck(fight, 5)
    assert fight.has("ana", "dead")


# ------------------------------------------------------------------ CWN-INJ-13


def test_unnamed_npcs_die_and_named_ones_are_wounded() -> None:
    """CWN-INJ-13"""
    fight = fought(pc("ana"), npc("guard", hp=6), npc("fixer", hp=6, named=True), order=("pcs", "gang"))
    fight.attacks("ana", "guard", "pistol", rolls={"attack": 19, "damage": 6})
    assert states(fight, "guard") == {"dead"}
    fight.order(Adjusted("fixer", "hp", -14))
    assert (fight.has("fixer", "mortally wounded"), fight.table.who("fixer").value("mortally wounded")) == (True, 6)


def test_a_non_lethal_drop_is_the_same_for_the_unnamed() -> None:
    """CWN-INJ-13: fists declared non-lethal."""
    fight = fought(pc("ana"), npc("guard", hp=2), order=("pcs", "gang"))
    fight.does("ana", "attack", {"attack": 19, "damage": 2}, target="guard", weapon="fists", meant="non-lethal")
    assert states(fight, "guard") == {"incapacitated"}
    fight.ends()
    tick(fight, 10)
    assert (states(fight, "guard"), fight.pool("guard")) == (set(), 1)


def test_the_gm_who_wants_to_be_asked_may_spare_the_unnamed() -> None:
    """CWN-INJ-13: unnamed_at_zero."""
    fight = fought(pc("ana"), npc("guard", hp=6), npc("other", hp=6), unnamed_at_zero="ask")
    fight.order(Adjusted("guard", "hp", -6))
    fight.says("spared guard", "mortally wounded")
    fight.order(Adjusted("other", "hp", -6))
    fight.says("spared other", "dies")
    assert (fight.has("guard", "mortally wounded"), fight.has("other", "dead")) == (True, True)


# ------------------------------------------------------------------ CWN-INJ-14


def test_nobody_lives_through_a_direct_rocket_hit_unless_the_gm_says_so() -> None:
    """CWN-INJ-14: 12 to 0, the GM is asked and proposes death; an armoured cyborg may survive."""
    for said, state in (("dead", "dead"), ("survives", "mortally wounded")):
        fight = against(hp=12, weapon=ROCKET)
        struck(fight, (5, 5, 4), ROCKET)
        question = fight.session.questions()[0]
        assert (question.label, question.default) == ("survives ana", "dead")
        fight.says("survives ana", said)
        assert fight.has("ana", state)


def test_a_rocket_that_leaves_hit_points_asks_nothing_and_a_pistol_never_does() -> None:
    """CWN-INJ-14"""
    rocket = against(hp=16, weapon=ROCKET)
    struck(rocket, (5, 5, 4), ROCKET)
    assert (rocket.asked, rocket.pool("ana"), states(rocket)) == ((), 2, set())
    pistol = against(hp=6, weapon=PISTOL)
    struck(pistol, 6, PISTOL)
    assert (pistol.asked, pistol.has("ana", "mortally wounded")) == ((), True)


def test_the_gm_brings_down_an_npc_by_what_nobody_survives() -> None:
    """CWN-INJ-14: PC or NPC."""
    fight = calm(npc("boss", named=True))
    bring_down(fight, "boss", unsurvivable="yes")
    fight.says("survives boss", "dead")
    assert fight.has("boss", "dead")


# ------------------------------------------------------------------ CWN-INJ-15


def test_only_the_last_blow_decides_whether_it_is_lethal() -> None:
    """CWN-INJ-15: rifle then baton is a knock-out, fists then knife a mortal wound."""
    for first, last, state in ((KNIFE, STUN, "incapacitated"), (STUN, KNIFE, "mortally wounded")):
        fight = fought(pc("ana", hp=7), npc("thug", weapons=(first,)), npc("pal", weapons=(last,)), order=("gang", "pcs"))
        struck(fight, 5, first)
        fight.done("thug")
        struck(fight, 2, last, by="pal")
        assert states(fight) == {state}


def test_a_knock_out_lasts_ten_minutes_and_leaves_nothing_behind() -> None:
    """CWN-INJ-15: 3 hit points, punched for 5, wakes with 1, not Frail."""
    fight = against(hp=3, weapon=STUN)
    struck(fight, 5, STUN)
    assert (fight.pool("ana"), states(fight)) == (0, {"incapacitated"})
    fight.ends()
    tick(fight, 9)
    assert fight.has("ana", "incapacitated")
    tick(fight, 1)
    assert (fight.pool("ana"), states(fight)) == (1, set())


def test_a_non_lethal_drop_after_a_traumatic_hit_asks_for_no_save() -> None:
    """CWN-INJ-15 CWN-MAJOR-01"""
    fight = against(hp=3, marks=("traumatic hit",), weapon=STUN)
    struck(fight, 5, STUN)
    assert states(fight) >= {"incapacitated"}


# ------------------------------------------------------------------ CWN-INJ-16


def test_hit_points_do_not_go_below_nothing() -> None:
    """CWN-INJ-16: 2 hit points, 11 damage."""
    fight = against(hp=2)
    fight.order(Adjusted("ana", "hp", -11))
    assert fight.pool("ana") == 0


@pytest.mark.parametrize(("said", "dead"), [("yes", True), ("no", False)])
def test_a_blow_at_somebody_who_is_down_kills_if_the_gm_agrees(said: str, dead: bool) -> None:
    """CWN-INJ-16: proposed is death for an aimed lethal blow; else nothing changes, the clock included."""
    fight = against(hp=3)
    bring_down(fight, "ana")
    struck(fight, 4)
    assert fight.session.questions()[0].default == "yes"
    fight.says("kills ana", said)
    assert (fight.has("ana", "dead"), fight.table.who("ana").value("mortally wounded")) == (dead, 0 if dead else 6)


def test_incidental_harm_to_somebody_who_is_down_is_proposed_not_to_kill() -> None:
    """CWN-INJ-16"""
    fight = calm(pc("ana"), npc("viper", toxins=(Toxin("venom", damage="1d6"),)))
    bring_down(fight, "ana")
    fight.does("gm", "poison", {"save ana": 2, "toxin ana": 3}, who="ana", toxin="venom")
    assert fight.session.questions()[0].default == "no"
    fight.says("kills ana", "no")
    assert fight.has("ana", "mortally wounded")


def test_two_hits_that_land_at_one_moment_are_one_fall() -> None:
    """CWN-INJ-16: nobody is asked whether the second one kills."""
    fight = fought(pc("ana", hp=3), npc("thug"), order=("gang", "pcs"))
    fight.order(Adjusted("ana", "hp", -3), Adjusted("ana", "hp", -3))
    assert (fight.asked, states(fight)) == ((), {"mortally wounded"})


def test_first_aid_raises_hit_points_but_wakes_nobody() -> None:
    """CWN-INJ-16: worth 5 during the ten minutes: wakes on schedule with 5, Frail."""
    fight = calm(pc("ana"), doc(heal=1))
    bring_down(fight, "ana")
    stabilise(fight, "doc", "ana", (5, 5))
    fight.does("doc", "first aid", {"first aid 1": 4}, target="ana")
    assert (fight.pool("ana"), states(fight)) == (5, {"stabilised"})
    tick(fight, 9)
    assert (fight.pool("ana"), states(fight)) == (5, {"frail"})


def test_by_house_rule_healing_wakes_at_once() -> None:
    """CWN-INJ-16: heal_wakes."""
    fight = calm(pc("ana"), doc(heal=1), heal_wakes="yes")
    bring_down(fight, "ana")
    stabilise(fight, "doc", "ana", (5, 5))
    fight.does("doc", "first aid", {"first aid 1": 4}, target="ana")
    assert (fight.pool("ana"), states(fight)) == (5, {"frail"})


def test_healing_does_nothing_for_the_dying() -> None:
    """CWN-INJ-16: first aid is refused; a drug given all the same is used up and adds no strain."""
    gel = Drug("gel", doses=2, strain=1, plus=5)
    fight = calm(pc("ana", attributes={"Con": 12}), doc(heal=1, drugs=(gel,)))
    bring_down(fight, "ana")
    assert fight.against("doc", "first aid", target="ana") == {"CWN-INJ-16"}
    assert fight.against("doc", "give", target="ana", drug="gel") == {"CWN-INJ-16"}
    fight.forces("doc", "give", "she insists", {}, target="ana", drug="gel")
    fight.says("no use", "given all the same")
    assert (fight.pool("ana"), fight.pool("ana", "strain")) == (0, 0)
    assert next(line.price for line in fight.session.menu("doc") if line.verb == "give").startswith("1 of 2 left")


def test_who_is_out_for_another_reason_can_still_be_wounded_mortally() -> None:
    """CWN-INJ-01"""
    fight = calm(pc("ana", hp=5))
    fight.order(Marked("ana", Mark("unconscious")))
    fight.order(Adjusted("ana", "hp", -5))
    assert states(fight) == {"unconscious", "mortally wounded"}
