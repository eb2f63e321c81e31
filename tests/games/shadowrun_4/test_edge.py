"""What Edge buys for the order: going first in a pass, and one pass more."""

from firefight.commands import Begin, End
from firefight.events import Opened
from tests.games.shadowrun_4.helpers import Fight, person


def edged(passes: dict[str, int] | None = None, edge: int = 3, **options: str) -> Fight:
    """A 13, B 9, C 6, with Edge."""
    scores = {"a": 13, "b": 9, "c": 6}
    people = [person(id, (passes or {}).get(id, 1), rolls=False, edge=edge) for id in scores]
    return Fight(*people, scores=scores, **options)


def test_edge_goes_first_in_one_pass_only() -> None:
    """SR4-EDGE-01"""
    fight = edged({"a": 3, "b": 3, "c": 3})
    fight.does("c", "go first")
    assert fight.one("c").pool("edge") == 2
    order = fight.phases()
    assert order[3:6] == [(2, "c"), (2, "a"), (2, "b")]
    assert order[6:] == [(3, "a"), (3, "b"), (3, "c")]


def test_several_who_pay_go_by_score_among_themselves() -> None:
    """SR4-EDGE-01"""
    fight = edged({"a": 2, "b": 2, "c": 2})
    fight.does("c", "go first")
    fight.does("b", "go first")
    assert fight.phases()[3:] == [(2, "b"), (2, "c"), (2, "a")]


def test_without_a_further_pass_it_is_for_the_first_of_the_next_turn() -> None:
    """SR4-EDGE-01"""
    fight = edged()
    fight.does("c", "go first")
    assert fight.phases() == [(1, "a"), (1, "b"), (1, "c")]
    assert fight.phases() == [(1, "c"), (1, "a"), (1, "b")]
    assert fight.phases() == [(1, "a"), (1, "b"), (1, "c")]


def test_it_may_be_paid_before_the_fight_begins() -> None:
    """SR4-EDGE-01"""
    fight = edged()
    fight.command(End())
    fight.does("c", "go first")
    fight.command(Begin())
    assert fight.acting == ("c",)


def test_nobody_pays_twice_for_one_pass_or_without_edge() -> None:
    """SR4-EDGE-01"""
    fight = edged(edge=1)
    fight.does("c", "go first")
    assert fight.refusal("c", "go first") == {"SR4-EDGE-01"}
    assert "go first" not in edged(edge=0).verbs("c")


def test_an_extra_pass_comes_right_after_the_own_ones() -> None:
    """SR4-EDGE-02"""
    fight = edged({"a": 3})
    fight.does("b", "extra pass")
    assert fight.phases() == [(1, "a"), (1, "b"), (1, "c"), (2, "a"), (2, "b"), (3, "a")]
    assert len(fight.phases()) == 5


def test_there_is_no_fifth_pass_to_buy() -> None:
    """SR4-EDGE-02 SR4-PASS-04"""
    assert edged({"a": 4}).refusal("a", "extra pass") == {"SR4-PASS-04"}


def test_one_extra_pass_a_turn() -> None:
    """SR4-EDGE-02"""
    fight = edged()
    fight.does("a", "extra pass")
    assert fight.refusal("a", "extra pass") == {"SR4-EDGE-02"}


def test_bought_late_it_is_the_next_pass_to_begin() -> None:
    """SR4-EDGE-02"""
    fight = edged({"b": 4})
    fight.done("a", "b", "c", "b")
    assert fight.number == 3
    fight.does("a", "extra pass")
    fight.done("b")
    assert (fight.number, fight.acting) == (4, ("a",))
    fight.done("a")
    assert fight.refusal("c", "extra pass") == {"SR4-PASS-04"}


def test_a_pass_bought_in_the_last_phase_is_played_for_its_buyer_alone() -> None:
    """SR4-EDGE-02"""
    fight = edged()
    fight.done("a", "b")
    fight.does("a", "extra pass")
    assert fight.phases() == [(1, "c"), (2, "a")]


def test_a_pass_bought_by_one_who_waits_for_the_end_of_the_turn_is_played() -> None:
    """SR4-EDGE-02 SR4-DELAY-02"""
    fight = edged()
    fight.does("a", "delay")
    fight.says("a", "wait this turn")
    fight.done("b", "c")
    assert fight.acting == ("a",)
    fight.does("b", "extra pass")
    fight.done("a")
    assert (fight.number, fight.acting) == (2, ("b",))


def test_a_granted_turn_is_no_pass() -> None:
    """SR4-EDGE-02"""
    fight = edged()
    fight.order(Opened((("c", "granted 1"),), reason="a favour"))
    fight.done("c")
    assert fight.phases() == [(1, "a"), (1, "b"), (1, "c")]
