"""Squads: several in one place of the queue, brought together and parted at will; whoever leads may leave or fall."""

from __future__ import annotations

import pytest

from firefight.commands import Begin, End
from firefight.errors import FirefightError
from firefight.events import Changed, Event, Joined, Marked, Scored, Used
from firefight.game import queue
from firefight.session import Session
from firefight.table import Mark
from tests.engine.helpers import ANA, act, again, fight, let_pass, one, read, table, until_turn_of
from tests.toy import GAME, Sheet


def follow(session: Session, leader: str, *who: str) -> None:
    session.order(*(Changed(one_, squad=leader) for one_ in who))


def to_come(session: Session) -> list[tuple[str, ...]]:
    """The slots still to come, the running one included."""
    return [tuple(who for who, _ in slot.dues) for slot in queue(GAME, session.table)]


def test_members_share_the_place_of_the_one_they_follow_and_act_in_any_order() -> None:
    session = fight("ana thug guard bo")
    follow(session, "thug", "guard", "bo")
    assert to_come(session) == [("ana",), ("bo", "guard", "thug")]
    let_pass(session, "ana")
    assert session.awaited() == ("bo", "guard", "thug")
    let_pass(session, "guard", "thug", "bo")
    assert (session.table.timeline.round, session.awaited()) == (2, ("ana",))


def test_a_squad_that_parts_goes_back_to_its_own_places() -> None:
    session = fight("ana thug guard bo")
    follow(session, "thug", "guard", "bo")
    follow(session, "", "guard")
    assert to_come(session) == [("ana",), ("bo", "thug"), ("guard",)]


def test_parting_in_the_middle_of_the_shared_turn_leaves_everybody_his_part_of_it() -> None:
    session = fight("thug guard bo")
    follow(session, "thug", "guard", "bo")
    let_pass(session, "thug")
    until_members(session, ("bo", "guard"))
    follow(session, "", "guard")
    assert session.awaited() == ("bo", "guard")
    let_pass(session, "guard", "bo")
    assert session.table.timeline.round == 2


def until_members(session: Session, who: tuple[str, ...]) -> None:
    while session.awaited() != who:
        let_pass(session, session.awaited()[0])


def test_whoever_joins_a_squad_that_has_acted_gets_his_one_turn_at_once() -> None:
    session = fight("ana thug guard bo")
    let_pass(session, "ana", "thug")
    assert session.awaited() == ("guard",)
    follow(session, "ana", "bo")
    let_pass(session, "guard")
    assert session.awaited() == ("bo",)
    let_pass(session, "bo")
    assert session.table.timeline.round == 2
    assert to_come(session)[0] == ("ana", "bo")


def test_whoever_has_acted_and_joins_a_squad_still_to_come_acts_no_second_time() -> None:
    session = fight("ana thug guard")
    let_pass(session, "ana")
    follow(session, "guard", "ana")
    let_pass(session, "thug")
    assert session.awaited() == ("guard",)


def test_nobody_acts_twice_or_never_however_squads_change() -> None:
    session = fight("ana thug guard bo cy")
    acted = []
    changes = [("guard", "cy"), ("ana", "bo"), ("", "cy"), ("cy", "thug"), ("", "bo")]
    while session.table.timeline.round == 1:
        if changes:
            follow(session, *changes.pop(0))
        acted.append(session.awaited()[0])
        let_pass(session, acted[-1])
    assert sorted(acted) == ["ana", "bo", "cy", "guard", "thug"]


@pytest.mark.parametrize("event", [Changed("thug", here=False), Marked("thug", Mark("down")), Changed("thug", hidden=True)])
def test_a_squad_keeps_its_place_when_its_leader_leaves_falls_or_hides(event: Event) -> None:
    session = fight("ana thug bo guard")
    follow(session, "thug", "guard")
    session.order(event)
    let_pass(session, "ana")
    assert "guard" in session.awaited()
    let_pass(session, *session.awaited())
    assert session.awaited() == ("bo",)


def test_a_squad_without_its_leader_in_the_fight_has_its_own_places_again() -> None:
    session = fight("ana thug bo guard")
    follow(session, "thug", "guard")
    session.order(Changed("thug", fighting=False))
    assert to_come(session) == [("ana",), ("bo",), ("guard",)]


def test_who_is_out_of_the_fight_in_his_own_turn_is_not_waited_for_and_does_not_get_it_back() -> None:
    session = fight("ana+thug bo")
    session.order(Changed("ana", fighting=False))
    assert session.awaited() == ("thug",)
    session.order(Changed("ana", fighting=True))
    assert session.awaited() == ("ana", "thug")
    let_pass(session, "thug")
    session.order(Changed("ana", fighting=False))
    assert session.awaited() == ("bo",)
    session.order(Changed("ana", fighting=True))
    assert session.awaited() == ("bo",)
    let_pass(session, "bo")
    assert session.table.timeline.round == 2


def test_a_squad_follows_through_others_to_its_leader() -> None:
    session = fight("ana thug guard bo")
    follow(session, "guard", "bo")
    follow(session, "thug", "guard")
    assert to_come(session) == [("ana",), ("bo", "guard", "thug")]


def test_nobody_can_follow_himself_or_in_a_ring_or_somebody_who_is_not_there() -> None:
    session = fight("ana thug guard")
    follow(session, "thug", "guard")
    for leader, who in (("guard", "thug"), ("thug", "thug"), ("nobody", "ana")):
        with pytest.raises(FirefightError):
            follow(session, leader, who)
    with pytest.raises(FirefightError, match="nobody here is called 'x'"):
        session.order(Joined(one("new", squad="x")))


def test_a_squad_shares_every_turn_its_leader_has_and_a_member_with_more_keeps_the_others() -> None:
    people = [one("ana", 20), one("thug", 15, sheet=Sheet(passes=2)), one("guard", 5, sheet=Sheet(passes=3)), one("bo", 10)]
    session = table(people)
    session.do(Begin())
    follow(session, "thug", "guard")
    assert to_come(session) == [("ana",), ("guard", "thug"), ("bo",), ("guard", "thug"), ("guard",)]
    follow(session, "ana", "thug")
    assert to_come(session) == [("ana", "guard", "thug"), ("bo",), ("guard", "thug"), ("guard",)]


def test_a_member_with_fewer_turns_than_his_leader_has_only_those() -> None:
    people = [one("thug", 15, sheet=Sheet(passes=3)), one("guard", 5), one("bo", 10)]
    session = table(people)
    session.do(Begin())
    follow(session, "thug", "guard")
    assert to_come(session) == [("guard", "thug"), ("bo",), ("thug",), ("thug",)]


def test_marks_of_each_member_end_with_his_own_part_of_the_shared_turn() -> None:
    session = fight("thug guard ana")
    follow(session, "thug", "guard")
    session.order(Used("thug", "pass 1", "late"))
    assert session.awaited() == ("thug",)
    again(session)


def test_a_shared_slot_of_a_squad_is_collected_where_slots_are() -> None:
    session = fight("ana thug guard", slots="together")
    session.order(*(Marked(one_, Mark("waives")) for one_ in session.table.combatants))
    follow(session, "thug", "guard")
    let_pass(session, "ana")
    act(session, "thug", "attack", target="ana")
    act(session, "guard", "attack", target="ana")
    again(session)
    let_pass(session, "thug", "guard")
    assert session.table.who("ana").pool("hp") == 4


def test_a_hidden_leader_is_nowhere_in_what_others_see_or_read() -> None:
    session = fight("ana thug guard")
    session.order(Changed("thug", hidden=True))
    follow(session, "thug", "guard")
    let_pass(session, "ana")
    assert session.awaited(ANA) == ("guard",)
    assert session.view(ANA).timeline.turn.members == ("guard",)
    lines = [line for _, line in read(session, ANA)]
    assert not any("squad" in line for line in lines)
    assert any(line.startswith("opened") and "Guard" in line for line in lines)
    assert not any("Thug" in line for line in lines[-1:])


def test_a_score_corrected_in_the_middle_moves_the_whole_squad() -> None:
    session = fight("ana thug guard bo")
    follow(session, "thug", "guard")
    session.order(Scored("thug", (5,)))
    assert to_come(session) == [("ana",), ("bo",), ("guard", "thug")]
    until_turn_of(session, "bo")


def test_squads_are_over_with_the_fight() -> None:
    session = fight("ana thug guard")
    follow(session, "thug", "guard")
    session.do(End())
    assert session.table.who("guard").squad == ""


def test_two_hundred_in_squads_of_ten_take_twenty_turns() -> None:
    session = table(
        [one(f"goon {number}", 200 - number, squad=f"goon {number // 10 * 10}" if number % 10 else "") for number in range(200)]
    )
    session.do(Begin())
    assert len(to_come(session)) == 20
    assert len(session.awaited()) == 10
