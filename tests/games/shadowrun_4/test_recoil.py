"""Recoil over an Action Phase, bursts narrow and wide, what takes which kind of action."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.events import Opened
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.sheet import Weapon
from tests.games.shadowrun_4.helpers import Fight, fighter, hits

SCORES = {"a": 13, "b": 9}
small = st.integers(0, 20)


def gunner(compensation: int = 0, doubles: str = "never", target: int = 4, **house: str) -> Fight:
    """A with a weapon that does everything, damage 6, against B."""
    gun = Weapon("gun", skill="automatics", damage=6, modes=("SA", "BF", "FA"), recoil=compensation, doubles=doubles)  # type: ignore[arg-type]
    people = fighter("a", skills={"automatics": 10}, gear=(gun,)), fighter("b", reaction=target)
    return Fight(*people, scores=SCORES, **house)


def penalties(fight: Fight, *modes: str) -> list[int]:
    """What recoil takes from each attack of a phase."""
    for mode in modes:
        fight.does("a", "attack", weapon="gun", target="b", mode=mode)
    fight.done("a")
    told = [
        event for batch in fight.session.history.batches for event in batch.events if getattr(event, "key_", "") == "attack_sum"
    ]
    return [15 - int(str(event.values["dice"])) for event in told]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("compensation", "modes", "found"),
    [
        (0, ("single", "single"), [0, 1]),
        (3, ("narrow long burst",), [2]),
        (2, ("narrow burst", "narrow burst"), [0, 3]),
        (0, ("narrow burst", "narrow burst"), [2, 5]),
        (5, ("narrow burst", "wide burst"), [0, 0]),
        (9, ("narrow burst", "wide burst"), [0, 0]),
        (0, ("narrow long burst", "narrow long burst"), [5, 11]),
        (0, ("narrow full burst",), [9]),
        (0, ("single", "narrow burst"), [0, 3]),
    ],
)
def test_recoil_builds_up_and_compensation_is_taken_off_once(compensation: int, modes: tuple[str, ...], found: list[int]) -> None:
    """SR4-RCL-01"""
    assert penalties(gunner(compensation), *modes) == found


@pytest.mark.parametrize(("compensation", "found"), [(0, [2, 3]), (2, [0, 3]), (3, [0, 2])])
def test_by_house_rule_each_attack_has_only_its_own(compensation: int, found: list[int]) -> None:
    """SR4-RCL-01"""
    assert penalties(gunner(compensation, recoil="per-attack"), "narrow burst", "narrow burst") == found


@pytest.mark.parametrize(
    ("doubles", "modes", "found"),
    [
        ("always", ("narrow long burst",), [4]),
        ("bursts", ("narrow long burst",), [4]),
        ("always", ("single",) * 2, [0, 0]),
    ],
)
def test_heavy_weapons_double_what_is_left_and_shotguns_in_bursts(doubles: str, modes: tuple[str, ...], found: list[int]) -> None:
    """SR4-RCL-01"""
    assert penalties(gunner(3, doubles), *modes) == found


def test_a_shotguns_single_shots_are_not_doubled() -> None:
    """SR4-RCL-01"""
    assert penalties(gunner(0, "bursts"), "single", "single") == [0, 1]
    assert penalties(gunner(0, "always"), "single", "single") == [0, 2]


def test_a_new_phase_starts_at_nothing() -> None:
    """SR4-RCL-01"""
    fight = gunner()
    penalties(fight, "narrow burst", "narrow burst")
    fight.done("b")
    assert penalties(fight, "narrow burst")[-1] == 2
    fight.order(Opened((("a", "granted 1"),), reason="a favour"))
    assert penalties(fight, "single")[-1] == 0


@given(small, st.integers(1, 10), small, st.booleans())
def test_recoil_never_helps_and_compensation_never_hurts(before: int, rounds: int, compensation: int, doubled: bool) -> None:
    """SR4-RCL-01"""
    for cumulative in (True, False):
        now = rules.recoil(before, rounds, compensation, doubled, cumulative)
        assert now >= 0
        assert rules.recoil(before, rounds, compensation + 1, doubled, cumulative) <= now
    assert rules.recoil(before, rounds, compensation, doubled, False) <= rules.recoil(before, rounds, compensation, doubled, True)


@given(st.lists(st.integers(1, 10), min_size=1, max_size=4), small)
def test_per_attack_figures_add_up_to_the_last_cumulative_one(shots: list[int], compensation: int) -> None:
    """SR4-RCL-01"""
    before = [sum(shots[:at]) for at in range(len(shots))]
    own = [rules.recoil(fired, rounds, compensation, False, False) for fired, rounds in zip(before, shots, strict=True)]
    assert sum(own) == rules.recoil(before[-1], shots[-1], compensation, False, True)


# ------------------------------------------------------------------ bursts


@pytest.mark.parametrize(
    ("mode", "bonus"), [("single", 0), ("narrow burst", 2), ("narrow long burst", 5), ("narrow full burst", 9), ("wide burst", 0)]
)
def test_a_narrow_burst_hurts_more(mode: str, bonus: int) -> None:
    """SR4-RCL-02"""
    fight = gunner(compensation=9)
    fight.throws("attack", *hits(1, 15))
    fight.does("a", "attack", weapon="gun", target="b", mode=mode)
    fight.done("a")
    found = fight.values("damage_sum")
    assert (found["compared"], found["damage"]) == (7, 7 + bonus)


@pytest.mark.parametrize(
    ("mode", "dice"), [("wide burst", 8), ("wide long burst", 5), ("wide full burst", 1), ("narrow full burst", 10)]
)
def test_a_wide_burst_is_harder_to_get_out_of(mode: str, dice: int) -> None:
    """SR4-RCL-02 SR4-DEF-03"""
    fight = gunner(target=10)
    fight.does("a", "attack", weapon="gun", target="b", mode=mode)
    fight.done("a")
    assert fight.values("attack_sum")["defense_dice"] == dice


def test_a_full_wide_burst_leaves_reaction_five_no_dice() -> None:
    """SR4-RCL-02 SR4-DICE-01"""
    fight = gunner(target=5)
    fight.does("a", "attack", weapon="gun", target="b", mode="wide full burst")
    fight.done("a")
    assert fight.values("attack_sum")["defense_dice"] == 0


def test_bursts_are_simple_and_a_full_burst_is_complex() -> None:
    """SR4-RCL-02 SR4-PHASE-02"""
    fight = gunner()
    fight.does("a", "attack", weapon="gun", target="b", mode="narrow long burst")
    assert fight.budget("a")["Simple Action"] == 1
    assert fight.refusal("a", "attack", weapon="gun", target="b", mode="narrow full burst") == {"SR4-PHASE-02"}
    fight.does("a", "attack", weapon="gun", target="b", mode="wide burst")
    fight.done("a")
    fight.done("b")
    fight.does("a", "attack", weapon="gun", target="b", mode="wide full burst")
    assert fight.budget("a") == {"Simple Action": 0, "Complex Action": 0, "Free Action": 1}


def test_what_fires_single_shots_only_fires_once_a_phase() -> None:
    """SR4-RCL-02"""
    guns = (
        Weapon("rifle", skill="longarms", damage=8, modes=("SS",)),
        Weapon("other", skill="longarms", damage=8, modes=("SS",)),
    )
    fight = Fight(fighter("a", gear=guns), fighter("b"), scores=SCORES)
    fight.does("a", "attack", weapon="rifle", target="b")
    assert fight.refusal("a", "attack", weapon="rifle", target="b") == {"SR4-RCL-02"}
    fight.does("a", "attack", weapon="other", target="b")
    fight.done("a", "b")
    fight.does("a", "attack", weapon="rifle", target="b")


@pytest.mark.parametrize(
    ("modes", "ways"),
    [
        (("SS",), {"single"}),
        (("SA",), {"single"}),
        (("SA", "BF"), {"single", "narrow burst", "wide burst"}),
        (
            ("FA",),
            {f"{width} {burst}" for width in ("narrow", "wide") for burst in ("burst", "long burst", "full burst")},
        ),
    ],
)
def test_the_modes_of_a_weapon_say_how_it_can_be_fired(modes: tuple[str, ...], ways: set[str]) -> None:
    """SR4-RCL-02"""
    gun = Weapon("gun", damage=5, modes=modes)  # type: ignore[arg-type]
    fight = Fight(fighter("a", gear=(gun,)), fighter("b"), scores=SCORES)
    lines = [line for line in fight.session.menu("a") if line.fixed.get("weapon") == "gun" and line.verb == "attack"]
    assert {choice.value for line in lines for pick in line.picks if pick.pick == "mode" for choice in pick.choices} == ways


def test_a_burst_needs_its_rounds() -> None:
    """SR4-RCL-02"""
    gun = Weapon("gun", damage=5, modes=("SA", "BF"), ammo=4)
    fight = Fight(fighter("a", gear=(gun,)), fighter("b"), scores=SCORES)
    fight.does("a", "attack", weapon="gun", target="b", mode="narrow burst")
    assert fight.refusal("a", "attack", weapon="gun", target="b", mode="narrow burst") == {"SR4-RCL-02"}
    fight.does("a", "attack", weapon="gun", target="b", mode="single")
    fight.done("a")
    assert fight.one("a").pool("gun rounds") == 0
