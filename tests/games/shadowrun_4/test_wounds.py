"""Condition monitors: sizes, wound modifiers, what spills over, unconscious, dying, dead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.errors import FirefightError
from firefight.events import Adjusted, Marked, PoolSet, SheetSet, Unmarked
from firefight.games.shadowrun_4 import GAME, rules
from firefight.games.shadowrun_4.sheet import Sheet
from firefight.games.shadowrun_4.wounds import is_up, wound_modifier
from firefight.table import Mark
from tests.games.shadowrun_4.helpers import Fight, fight_of, person


@pytest.mark.parametrize(("body", "boxes"), [(3, 10), (4, 10), (5, 11)])
def test_the_tracks_have_eight_boxes_and_half_the_attribute_rounded_up(body: int, boxes: int) -> None:
    """SR4-CM-01"""
    assert GAME.pools(Sheet(body=body))["physical"].most == boxes
    assert GAME.pools(Sheet(willpower=body))["stun"].most == boxes


@pytest.mark.parametrize(("physical", "stun", "modifier"), [(2, 2, 0), (3, 2, 1), (6, 3, 3)])
def test_every_full_three_boxes_of_a_track_count(physical: int, stun: int, modifier: int) -> None:
    """SR4-CM-01"""
    fight = fight_of({"a": 13, "b": 9})
    fight.order(Adjusted("b", "physical", physical), Adjusted("b", "stun", stun))
    assert wound_modifier(fight.one("b")) == modifier
    assert fight.score("b") == 9 - modifier


def test_stun_beyond_its_track_is_physical_box_for_box() -> None:
    """SR4-CM-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.order(Adjusted("b", "stun", 8))
    fight.order(Adjusted("b", "stun", 5))
    assert (fight.one("b").pool("stun"), fight.one("b").pool("physical")) == (10, 3)
    assert fight.one("b").has("unconscious")


def test_a_full_physical_track_is_dying_and_more_overflow_than_body_is_death() -> None:
    """SR4-CM-02"""
    fight = Fight(person("a", body=4, rolls=False), scores={"a": 9})
    fight.order(Adjusted("a", "physical", 14))
    assert (fight.one("a").pool("physical"), fight.one("a").pool("overflow")) == (10, 4)
    assert fight.one("a").has("dying")
    fight.order(Adjusted("a", "physical", 1))
    assert fight.one("a").has("dead")
    assert not fight.one("a").has("dying")


def test_the_unconscious_have_no_phase_and_keep_their_place_for_waking_up() -> None:
    """SR4-CM-02 SR4-PASS-02"""
    fight = fight_of({"a": 13, "b": 9, "c": 5}, {"b": 2, "c": 2})
    fight.order(Adjusted("b", "stun", 10))
    fight.done("a")
    assert fight.acting == ("c",)
    fight.order(Adjusted("b", "stun", -8))
    assert not fight.one("b").has("unconscious")
    assert fight.acting == ("c",)
    assert fight.phases() == [(1, "c"), (2, "b"), (2, "c")]


def test_the_unconscious_are_skipped_into_the_next_turn() -> None:
    """SR4-CM-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.order(Adjusted("b", "stun", 10))
    fight.done("a")
    assert (fight.turn, fight.acting) == (2, ("a",))


def test_the_gms_unconscious_outlasts_a_track_that_is_cleared() -> None:
    """SR4-CM-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.order(Marked("b", Mark("unconscious")))
    fight.order(Adjusted("b", "stun", 3))
    fight.order(PoolSet("b", "stun", 0))
    assert fight.one("b").has("unconscious")
    fight.order(Unmarked("b", "unconscious"))
    assert is_up(fight.one("b"))


def test_the_dying_take_a_box_every_body_combat_turns_until_stabilized() -> None:
    """SR4-CM-02"""
    fight = Fight(person("a", rolls=False), person("b", body=2, rolls=False), scores={"a": 13, "b": 9})
    fight.order(Adjusted("b", "physical", 9))
    overflow = []
    for _ in range(4):
        fight.done("a")
        overflow.append(fight.one("b").pool("overflow"))
    assert overflow == [0, 1, 1, 2]
    fight.order(Marked("b", Mark("stabilized")))
    for _ in range(4):
        fight.done("a")
    assert fight.one("b").pool("overflow") == 2


def test_a_changed_attribute_changes_the_track() -> None:
    """SR4-CM-01"""
    fight = fight_of({"a": 13})
    fight.order(SheetSet("a", "body", 5))
    assert fight.one("a").pools["physical"].most == 11


def test_an_effect_counts_boxes_up_and_heals_with_a_minus() -> None:
    """SR4-CM-01"""
    fight = fight_of({"a": 13, "b": 9}, {"a": 2})
    fight.shoots("a", "b")
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("4 physical, 2 stun, prone")
    fight.effect("-1 physical")
    assert (fight.one("b").pool("physical"), fight.one("b").pool("stun")) == (3, 2)
    assert fight.one("b").has("prone")


def test_an_effect_that_says_nothing_is_refused_in_one_sentence() -> None:
    """SR4-TURN-02"""
    fight = fight_of({"a": 13, "b": 9})
    fight.shoots("a", "b")
    fight.done("a")
    with pytest.raises(FirefightError, match="is no effect"):
        fight.effect("7 hp")


# FR-S-18
@pytest.mark.parametrize(("rate", "boxes"), [("1:1", 5), ("2:1", 2)])
def test_the_excess_of_stun_is_carried_over_at_the_tables_rate_which_is_shown(rate: str, boxes: int) -> None:
    """SR4-CM-02"""
    fight = Fight(person("a", rolls=False), person("b", body=4, rolls=False), scores={"a": 13, "b": 9}, stun_overflow=rate)
    fight.order(Adjusted("b", "stun", 9))
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("6 stun")
    assert {name: pool.now for name, pool in fight.one("b").pools.items()} == {"physical": boxes, "stun": 10, "overflow": 0}
    assert fight.one("b").has("unconscious")
    assert f"5 Stun beyond the track become {boxes} Physical" in fight.log()


# FR-S-18
def test_clearing_the_physical_track_clears_the_overflow() -> None:
    """SR4-CM-02"""
    fight = Fight(person("a", body=4, rolls=False), scores={"a": 9})
    fight.order(Adjusted("a", "physical", 12))
    assert fight.one("a").pool("overflow") == 2
    fight.order(PoolSet("a", "physical", 0))
    assert (fight.one("a").pool("physical"), fight.one("a").pool("overflow")) == (0, 0)
    assert is_up(fight.one("a"))
    fight.order(Adjusted("a", "physical", 3))
    assert (fight.one("a").pool("physical"), fight.score("a")) == (3, 8)


# FR-S-18
def test_a_grunt_with_one_track_takes_everything_on_it() -> None:
    """SR4-CM-01"""
    fight = Fight(person("a", rolls=False), person("b", rolls=False, one_track=True), scores={"a": 13, "b": 9})
    fight.shoots("a", "b")
    fight.done("a")
    fight.effect("4 physical, 3 stun")
    pools = fight.one("b").pools
    assert [(name, pool.now, pool.most) for name, pool in pools.items()] == [("damage", 7, 10)]
    assert wound_modifier(fight.one("b")) == 2
    assert fight.score("b") == 7


@given(st.lists(st.tuples(st.sampled_from(["physical", "stun"]), st.integers(-6, 12)), max_size=12))
def test_tracks_stay_within_their_length_and_the_score_follows_them(changes: list[tuple[str, int]]) -> None:
    """SR4-CM-01 SR4-CM-02 SR4-INIT-06"""
    fight = fight_of({"a": 13, "b": 30})
    for pool, by in changes:
        fight.order(Adjusted("a", pool, by))
        one = fight.one("a")
        assert all(0 <= one.pool(track) <= 10 for track in ("physical", "stun"))
        assert fight.score("a") == 13 - rules.wound_modifier(one.pool("physical")) - rules.wound_modifier(one.pool("stun"))
        assert one.has("unconscious") == (10 in (one.pool("physical"), one.pool("stun")))
        assert one.has("dead") == (one.pool("overflow") > 3)
        assert not one.pool("overflow") or one.pool("physical") == 10


@given(st.lists(st.integers(1, 12), min_size=1, max_size=6))
def test_no_box_of_stun_is_lost_on_the_way_over(hits: list[int]) -> None:
    """SR4-CM-02"""
    fight = fight_of({"a": 13, "b": 30})
    for boxes in hits:
        fight.order(Adjusted("a", "stun", boxes))
    assert sum(fight.one("a").pool(pool) for pool in ("stun", "physical", "overflow")) == sum(hits)


def test_a_single_box_of_excess_at_two_for_one_adds_nothing_to_the_physical_track() -> None:
    """SR4-CM-02"""
    fight = Fight(person("b", body=4, rolls=False), scores={"b": 9}, stun_overflow="2:1")
    fight.order(Adjusted("b", "stun", 11))
    assert "1 Stun beyond the track become 0 Physical" in fight.log()
    assert fight.one("b").pool("physical") == 0
    assert "0 more physical" not in fight.log()
