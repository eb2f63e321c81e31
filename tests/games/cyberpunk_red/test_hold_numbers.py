"""Holds on a number of the queue: when exactly they come up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.events import Changed, Marked, Scored, Used
from firefight.table import Mark
from tests.games.cyberpunk_red.helpers import Fight

SHOT = "attack with pistol"
AFTER = {"hold_number_timing": "after"}


def hold(on: Fight, who: str, until: int, what: str = "cy") -> None:
    on.do(who, "hold", act=SHOT, what=what, until=str(until))


def played(on: Fight) -> list[str]:
    """Who acts from here to the round's end, everybody passing."""
    turns = []
    now = on.round
    while on.round == now:
        turns += on.acting
        on.passes(*on.acting)
    return turns


# CPR-HOLD-06
@pytest.mark.parametrize(
    ("options", "until", "order"),
    [
        ({}, 10, "ana bo ana cy"),
        ({}, 12, "ana ana bo cy"),
        (AFTER, 12, "ana bo ana cy"),
        ({}, 3, "ana bo cy ana"),
        ({}, 7, "ana bo ana cy"),
        (AFTER, 7, "ana bo cy ana"),
        (AFTER, 10, "ana bo ana cy"),
    ],
)
def test_a_hold_comes_up_at_its_number(options: dict[str, str], until: int, order: str) -> None:
    on = Fight(options, ana=18, bo=12, cy=7)
    hold(on, "ana", until)
    assert played(on) == order.split()
    assert (on.round, on.acting) == (2, ["ana"])


# CPR-HOLD-06
@pytest.mark.parametrize(("options", "order"), [({}, "ana ana bo cy"), (AFTER, "ana bo ana cy")])
def test_ones_own_number_will_do_while_somebody_tied_is_to_come(options: dict[str, str], order: str) -> None:
    on = Fight(options, ana=15, bo=15, cy=9, dice={"tie 1 ana": 8})
    hold(on, "ana", 15)
    assert played(on) == order.split()


def test_ones_own_number_will_not_do_when_nobody_tied_is_to_come() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=15, bo=15, cy=9, dice={"tie 1 ana": 8})
    on.passes("ana")
    assert on.refused("bo", "hold", act=SHOT, what="cy", until="15") == ["CPR-HOLD-06"]


def test_several_at_one_number_wait_for_the_hold_or_it_for_them() -> None:
    """CPR-HOLD-06: before the first of them, or after the last."""
    for options, order in (({}, "ana ana bo cy dot"), (AFTER, "ana bo cy ana dot")):
        on = Fight(options, ana=18, bo=12, cy=12, dot=5, dice={"tie 1 bo": 8})
        hold(on, "ana", 12)
        assert played(on) == order.split()


def test_holds_on_one_number_come_up_in_queue_order() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=18, bo=16, cy=7)
    hold(on, "ana", 10)
    on.passes("ana")
    hold(on, "bo", 10)
    assert played(on) == ["bo", "ana", "bo", "cy"]


def test_holds_on_one_number_keep_queue_order_among_those_who_tied() -> None:
    """CPR-HOLD-06, CPR-INIT-03"""
    on = Fight(ana=15, bo=15, cy=7, dice={"tie 1 bo": 8})
    for who in ("bo", "ana"):
        hold(on, who, 10)
        on.passes(who)
    assert played(on) == ["bo", "ana", "cy"]


def test_a_newcomer_at_the_number_comes_after_the_hold() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=18, bo=9, cy=7)
    hold(on, "ana", 12)
    on.join("lee", 12)
    assert on.queue == ["ana*", "lee", "bo", "cy"]


def test_a_newcomer_above_the_number_comes_before_it() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=18, bo=9)
    hold(on, "ana", 12, "bo")
    on.join("lee", 14)
    assert on.queue == ["lee", "ana*", "bo"]


def test_the_number_comes_up_although_its_owner_is_gone() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=18, bo=12, cy=7)
    hold(on, "ana", 7, "bo")
    on.order(Changed("cy", here=False))
    assert played(on) == ["ana", "bo", "ana"]


def test_the_number_stays_where_it_is_when_its_owner_moves() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=18, bo=12, cy=7)
    hold(on, "ana", 7, "bo")
    on.order(Scored("cy", (15,)))
    assert on.queue == ["cy", "bo", "ana*"]


def test_a_holder_who_has_left_does_not_stop_the_fight() -> None:
    """CPR-HOLD-06, CPR-HOLD-02"""
    on = Fight(ana=18, bo=12, cy=7)
    hold(on, "ana", 10)
    on.order(Changed("ana", here=False))
    assert (on.acting, played(on)) == (["bo"], ["bo", "cy"])
    assert "Ana can no longer carry out the held Action." in on.told()
    assert on.session.table.timeline.held == ()


def test_a_holder_who_is_knocked_out_loses_the_hold_when_the_number_comes() -> None:
    """CPR-HOLD-02"""
    on = Fight(ana=18, bo=12, cy=7)
    hold(on, "ana", 10)
    on.passes("ana")
    on.mark("ana", "unconscious")
    assert on.session.table.timeline.hold_of("ana")
    on.passes("bo")
    assert on.acting == ["cy"]
    assert on.session.table.timeline.held == ()


def test_a_holder_who_is_knocked_out_in_the_moment_itself_loses_the_hold() -> None:
    """CPR-HOLD-02"""
    on = Fight(ana=18, bo=12, cy=7)
    hold(on, "ana", 10)
    on.passes("ana", "bo")
    assert on.acting == ["ana"]
    on.order(Marked("ana", Mark("out")))
    assert on.acting == ["cy"]
    assert on.session.table.timeline.held == ()


def test_a_holder_who_comes_round_in_time_can_still_shoot() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=18, bo=12, cy=7)
    hold(on, "ana", 10)
    on.passes("ana")
    on.mark("ana", "out")
    on.unmark("ana", "out")
    on.passes("bo")
    assert on.acting == ["ana"]


def test_a_skipped_moment_is_a_lost_hold() -> None:
    """CPR-HOLD-02"""
    on = Fight(ana=18, bo=12, cy=7)
    hold(on, "ana", 10)
    on.order(Used("ana", "held action", "the GM says so"))
    on.passes("ana", "bo")
    assert on.acting == ["cy"]
    assert on.session.table.timeline.held == ()


def test_the_moment_is_announced_with_its_number() -> None:
    """CPR-HOLD-06"""
    on = Fight(ana=18, bo=12, cy=7)
    hold(on, "ana", 10)
    on.passes("ana", "bo")
    assert on.told()[-1] == "The queue is at 10: Ana may carry out the held Action."


@given(st.lists(st.integers(1, 20), min_size=2, max_size=5), st.integers(-3, 20), st.booleans())
def test_a_hold_comes_up_after_all_above_and_before_all_below(numbers: list[int], until: int, before: bool) -> None:
    """CPR-HOLD-06"""
    options = {"hold_number_timing": "before" if before else "after", "initiative_criticals": "false"}
    on = Fight(options, dice={f"tie 1 p{n}": n + 1 for n in range(5)}, **{f"p{n}": number for n, number in enumerate(numbers)})
    holder = on.acting[0]
    place = {who: number for who, number in on.numbers.items() if who != holder}
    if until > on.numbers[holder] or (until == on.numbers[holder] and until not in place.values()):
        assert on.refused(holder, "hold", act=SHOT, what="p0", until=str(until)) == ["CPR-HOLD-06"]
        return
    on.do(holder, "hold", act=SHOT, what="p0", until=str(until))
    on.passes(holder)
    order = played(on) if on.round == 1 else []
    at = order.index(holder)
    assert all(place[who] > until or (place[who] == until and not before) for who in order[:at])
    assert all(place[who] < until or (place[who] == until and before) for who in order[at + 1 :])
    assert len(order) == len(numbers)
