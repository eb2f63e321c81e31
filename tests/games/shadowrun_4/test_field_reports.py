"""Faults of other people's trackers, turned into cases this one must pass."""

import pytest

from firefight.commands import Begin, Do, Rewind
from firefight.errors import FirefightError
from firefight.events import Adjusted, Marked
from firefight.games.shadowrun_4 import GAME
from firefight.marks import UNTIL_ROUND_END
from firefight.session import Session, found
from firefight.table import Mark
from firefight.timeline import Act
from tests.games.shadowrun_4.helpers import fight_of, person

FOUR = ({"wren": 17, "tusk": 14, "clerk": 11, "blur": 9}, {"wren": 3, "tusk": 2, "clerk": 1, "blur": 5})


# FR-S-05
def test_passes_are_no_rounds_and_end_where_nobody_has_one() -> None:
    """SR4-PASS-03 SR4-PASS-04 SR4-PASS-05 SR4-TURN-04"""
    fight = fight_of(*FOUR)
    assert "BLUR has sources for 5 Initiative Passes; 4 is the most anybody gets." in fight.log()
    fight.order(Marked("clerk", Mark("lit", UNTIL_ROUND_END)))
    seen = []
    while fight.turn == 1:
        assert fight.one("clerk").has("lit")
        who = fight.acting[0]
        seen.append((fight.number, who))
        fight.done(who)
        if seen == [(1, "wren"), (1, "tusk")]:
            fight.order(Adjusted("tusk", "physical", 6))
    assert seen == [
        *((1, who) for who in ("wren", "tusk", "clerk", "blur")),
        *((2, who) for who in ("wren", "tusk", "blur")),
        *((3, who) for who in ("wren", "blur")),
        (4, "blur"),
    ]
    assert fight.score("tusk") == 14
    assert not fight.one("clerk").has("lit")
    assert fight.log().count("CLERK is no longer lit") == 1


# FR-S-05
def test_a_wound_shows_in_the_score_of_the_next_pass() -> None:
    """SR4-INIT-06 SR4-PASS-05"""
    fight = fight_of(*FOUR)
    fight.done("wren", "tusk")
    fight.order(Adjusted("tusk", "physical", 6))
    fight.done("clerk", "blur")
    assert (fight.number, fight.score("tusk")) == (2, 12)


# FR-S-05
def test_a_free_action_stays_with_those_who_have_acted_for_all_phases_of_the_turn() -> None:
    """SR4-FREE-01 SR4-FREE-02"""
    fight = fight_of(*FOUR)
    fight.done("wren", "tusk", "clerk", "blur", "wren", "tusk")
    assert (fight.number, fight.acting) == (2, ("blur",))
    fight.does("clerk", "drop prone")
    assert fight.one("clerk").has("prone")


def sealed() -> Session:
    """Razor and Bob with real dice; something that lasts one Combat Turn is on Razor."""
    session = found(GAME, [person("razor", reaction=5), person("bob")], secret=b"\7" * 32)
    session.do(Begin())
    session.order(Marked("razor", Mark("lit", UNTIL_ROUND_END)))
    while session.awaited()[0] != "bob":
        session.do(Do(session.awaited()[0], Act("pass")))
    return session


# FR-S-08
def test_back_and_next_give_the_same_scores_and_the_effect_lives_again() -> None:
    """SR4-INIT-05 SR4-TURN-04"""
    session = sealed()
    last = session.table
    assert ("razor", "pass 1") in last.timeline.done
    session.do(Do("bob", Act("pass")))
    then = session.table
    assert then.timeline.round == 2
    assert not then.who("razor").has("lit")
    session.do(Rewind("undo"))
    assert session.table == last
    assert session.table.who("razor").has("lit")
    session.do(Do("bob", Act("pass")))
    assert session.table == then


# FR-S-08
def test_the_beginning_of_the_fight_is_a_firm_stop() -> None:
    """SR4-TURN-04"""
    session = sealed()
    with pytest.raises(FirefightError, match="beginning of the fight"):
        for _ in range(20):
            session.do(Rewind("undo"))
    before = session.table
    assert before.timeline.round == 1
    with pytest.raises(FirefightError, match="beginning of the fight"):
        session.do(Rewind("undo"))
    assert session.table is before
