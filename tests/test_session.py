"""Commands at the table: stale and repeated ones, who may give them, going back and forward, dice by hand."""

from __future__ import annotations

import pytest

from firefight.commands import Begin, Close, Do, End, Order, Reply, Rewind
from firefight.dice import Keyed, commitment
from firefight.engine import AlreadyDone, Impossible
from firefight.errors import FirefightError, Refused
from firefight.events import (
    Adjusted,
    Answered,
    Changed,
    Declared,
    FightBegan,
    FightEnded,
    Founded,
    Joined,
    Marked,
    Opened,
    Overruled,
    Passed,
    Scored,
    SheetSet,
    TableClosed,
    Used,
)
from firefight.games import game
from firefight.history import decode, encode
from firefight.session import Session, combatant, found
from firefight.table import Mark
from firefight.timeline import Act
from firefight.view import Viewer
from tests.conformance import ANA, encoded, table_of

RED = game("cyberpunk-red")
BO = Viewer("player", "bo's player")


@pytest.fixture
def fight() -> Session:
    """A running fight in which Ana acts, then Bo."""
    session = table_of(RED)
    session.do(Begin())
    for place, who in enumerate(("ana", "bo", "cy", "thug", "guard", "zq-lurker")):
        session.order(Scored(who, (20 - place,)))
    while session.awaited() != ("ana",) or session.table.timeline.done:
        session.do(Do(session.awaited()[0], Act("pass")))
    return session


def passing(session: Session, who: str) -> Do:
    return Do(who, Act("pass"), session.token(who))


def test_a_double_press_ends_one_turn_only(fight: Session) -> None:
    press = passing(fight, "ana")
    fight.do(press)
    lines = len(fight.history)
    with pytest.raises(AlreadyDone, match="already done"):
        fight.do(press)
    assert fight.awaited() == ("bo",)
    assert len(fight.history) == lines


def test_a_request_that_is_sent_again_under_its_key_changes_nothing(fight: Session) -> None:
    fight.do(passing(fight, "ana"), key="k1")
    with pytest.raises(AlreadyDone):
        fight.do(passing(fight, "bo"), key="k1")
    assert fight.awaited() == ("bo",)


def test_a_press_that_comes_after_its_turn_is_gone_changes_nothing(fight: Session) -> None:
    press = passing(fight, "ana")
    fight.order(Changed("ana", here=False))
    with pytest.raises(AlreadyDone):
        fight.do(press)
    assert fight.awaited() == ("bo",)


def test_a_second_act_needs_a_new_token(fight: Session) -> None:
    move = Do("ana", Act("move", {"metres": 2}), fight.token("ana"))
    fight.do(move)
    with pytest.raises(AlreadyDone):
        fight.do(move)
    assert fight.table.who("ana").value("spent move") == 2


def test_an_answer_given_twice_counts_once(fight: Session) -> None:
    fight.do(Do("ana", Act("attack", {"target": "thug"})))
    answer = Reply("effect", "5 hp", "", fight.question_token(fight.questions()[0]))
    fight.do(answer)
    with pytest.raises(AlreadyDone):
        fight.do(answer)
    assert fight.table.who("thug").pool("hp") == 30


def test_players_act_for_their_own_people_alone(fight: Session) -> None:
    before = encoded(fight.table)
    forbidden = [
        passing(fight, "ana"),
        Do("thug", Act("pass")),
        Order((Adjusted("thug", "hp", -5),)),
        Order((Changed("zq-lurker", hidden=False),)),
        Rewind("undo"),
        End(),
        Begin(),
    ]
    for command in forbidden:
        with pytest.raises(Refused, match="not allowed"):
            fight.do(command, BO)
    assert encoded(fight.table) == before


def test_a_spectator_can_change_nothing(fight: Session) -> None:
    for command in (passing(fight, "ana"), Rewind("undo"), End()):
        with pytest.raises(Refused):
            fight.do(command, Viewer("spectator"))


def test_a_player_without_a_name_owns_nobody(fight: Session) -> None:
    with pytest.raises(Refused):
        fight.do(passing(fight, "thug"), Viewer("player", ""))


def test_a_player_may_not_force_what_is_refused(fight: Session) -> None:
    with pytest.raises(Refused):
        fight.do(Do("ana", Act("move", {"metres": 40}), force="please"), ANA)


def test_a_player_takes_back_only_what_he_did_himself(fight: Session) -> None:
    fight.do(Do("ana", Act("move", {"metres": 2})), ANA)
    with pytest.raises(Refused):
        fight.do(Rewind("undo"), BO)
    fight.do(Rewind("undo"), ANA)
    assert fight.table.who("ana").value("spent move") == 0
    with pytest.raises(Refused):
        fight.do(Rewind("undo"), ANA)


def test_what_the_rules_refuse_the_gm_may_force_and_the_log_says_why(fight: Session) -> None:
    with pytest.raises(Impossible) as refused:
        fight.do(Do("ana", Act("move", {"metres": 40})))
    assert [reason.rule for reason in refused.value.reasons] == ["CPR-MOV-04"]
    batch = fight.do(Do("ana", Act("move", {"metres": 40}), force="a grapple line"))
    assert Overruled("move", "a grapple line", "ana", rules=("CPR-MOV-04",)) in batch.events


def test_nobody_can_force_what_means_nothing(fight: Session) -> None:
    for act in (Act("fly"), Act("attack", {"target": "nobody"}), Act("move", {"metres": "far"})):
        with pytest.raises(Impossible):
            fight.do(Do("ana", act, force="because"))


def test_undo_stops_at_the_beginning_of_the_fight_and_says_so() -> None:
    session = table_of(RED)
    session.do(Begin())
    first = session.awaited()
    session.do(passing(session, first[0]))
    session.do(Rewind("undo"))
    for _ in range(2):
        with pytest.raises(FirefightError, match="beginning of the fight"):
            session.do(Rewind("undo"))
    assert session.awaited() == first
    assert session.table.timeline.round == 1


def test_a_fight_is_taken_back_by_going_to_an_earlier_line() -> None:
    session = table_of(RED)
    empty = encoded(session.table)
    session.do(Begin())
    session.do(Rewind("goto", 1))
    assert encoded(session.table) == empty
    with pytest.raises(FirefightError, match="nothing to undo"):
        session.do(Rewind("undo"))


def test_going_to_a_line_gives_the_table_at_the_end_of_its_command(fight: Session) -> None:
    tables = {len(fight.history): encoded(fight.table)}
    for who in ("ana", "bo", "cy"):
        fight.do(passing(fight, who))
        tables[len(fight.history)] = encoded(fight.table)
    for number, expected in tables.items():
        fight.do(Rewind("goto", number))
        assert encoded(fight.table) == expected
    with pytest.raises(FirefightError, match="there is no line 999"):
        fight.do(Rewind("goto", 999))


def test_a_branch_that_was_left_stays_readable(fight: Session) -> None:
    fight.do(Do("ana", Act("move", {"metres": 3})))
    left = len(fight.history)
    fight.do(Rewind("undo"))
    fight.do(passing(fight, "ana"))
    moves = [event for _, event, _ in fight.history.steps(left) if isinstance(event, Declared)]
    assert moves[0].act.picks["metres"] == 3
    assert left not in fight.history.line_of_command()


def test_redo_is_over_once_something_new_is_done(fight: Session) -> None:
    fight.do(Do("ana", Act("move", {"metres": 3})))
    fight.do(Rewind("undo"))
    fight.do(Do("ana", Act("move", {"metres": 1})))
    with pytest.raises(FirefightError, match="nothing to do again"):
        fight.do(Rewind("redo"))


def test_undo_names_the_moment_it_was_pressed_at(fight: Session) -> None:
    press = Rewind("undo", token=fight.moment)
    fight.do(Do("ana", Act("move", {"metres": 1})))
    with pytest.raises(AlreadyDone):
        fight.do(press)


def test_the_seed_that_is_revealed_fits_the_commitment_and_every_die(fight: Session) -> None:
    began = next(event for batch in fight.history.batches for event in batch.events if isinstance(event, FightBegan))
    ended = next(event for event in fight.do(End()).events if isinstance(event, FightEnded))
    assert commitment(bytes.fromhex(ended.seed)) == began.commitment
    dice = Keyed(bytes.fromhex(ended.seed))
    answers = [
        (event.deed, one)
        for batch in fight.history.batches
        for event in batch.events
        if isinstance(event, Answered)
        for one in event.answers
    ]
    assert answers
    for path, one in answers:
        n, sides = map(int, one.spec.split("d"))
        assert dice.faces(path, one.label, n, sides) == one.value


def test_the_seed_of_dice_outside_fights_is_revealed_when_the_table_closes() -> None:
    session = table_of(RED)
    founded = next(event for event in session.history.batches[0].events if isinstance(event, Founded))
    closed = next(event for event in session.do(Close()).events if isinstance(event, TableClosed))
    assert commitment(bytes.fromhex(closed.seed)) == founded.commitment


def test_typed_in_dice_are_asked_for_marked_and_shift_no_other_die() -> None:
    alone, by_hand = table_of(RED), table_of(RED)
    alone.do(Begin())
    by_hand.order(Marked("ana", Mark("dice by hand")))
    by_hand.do(Begin())
    question = by_hand.questions()[0]
    assert (question.label, question.who, question.spec) == ("initiative ana", "ana", "1d10")
    for wrong in (11, 0, (3, 4), "x"):
        with pytest.raises(FirefightError, match="1 faces from 1 to 10"):
            by_hand.do(Reply("initiative ana", wrong, "ana"))
    batch = by_hand.do(Reply("initiative ana", 4, "ana"), ANA)
    while by_hand.questions():
        by_hand.do(Reply(by_hand.questions()[0].label, 2, by_hand.questions()[0].who))
    answered = next(event for event in batch.events if isinstance(event, Answered))
    assert (answered.answers[0].value, answered.answers[0].by) == ((4,), "hand")
    assert by_hand.table.who("guard").score[0] == alone.table.who("guard").score[0]


def test_only_the_one_who_is_asked_and_the_gm_see_a_question() -> None:
    session = table_of(RED)
    session.order(Marked("ana", Mark("dice by hand")))
    session.do(Begin())
    assert len(session.questions()) == len(session.questions(ANA)) == 1
    assert session.questions(BO) == ()
    with pytest.raises(Refused):
        session.do(Reply("initiative ana", 4, "ana"), BO)


def test_somebody_who_leaves_while_he_is_asked_does_not_stop_the_table(fight: Session) -> None:
    fight.order(Opened((("zq-lurker", "granted 1"),), reason="a chance"))
    assert fight.awaited() == ("zq-lurker",)
    fight.order(Changed("zq-lurker", here=False))
    assert fight.awaited() == ("ana",)


def test_a_granted_turn_comes_now_and_the_order_goes_on_after_it(fight: Session) -> None:
    fight.order(Opened((("cy", "granted 1"),), reason="quick thinking"))
    fight.do(passing(fight, "cy"))
    assert fight.awaited() == ("ana",)
    for who in ("ana", "bo"):
        fight.do(passing(fight, who))
    assert fight.awaited() == ("cy",)


def test_a_skipped_turn_does_not_come_up_this_round(fight: Session) -> None:
    fight.order(Used("bo", "turn", reason="stunned"))
    fight.do(passing(fight, "ana"))
    assert fight.awaited() == ("cy",)


def test_the_gm_orders_what_is_his_to_order_alone(fight: Session) -> None:
    with pytest.raises(FirefightError, match="Passed follows from play"):
        fight.order(Passed("ana"))
    with pytest.raises(FirefightError, match="nobody here is called 'x'"):
        fight.order(Adjusted("x", "hp", -1))
    with pytest.raises(FirefightError, match="on the table already"):
        fight.order(Joined(combatant(RED, "ana", "Ana", "crew", RED.sheet())))
    with pytest.raises(FirefightError, match="has no 'charm'"):
        fight.order(SheetSet("ana", "charm", 3))
    with pytest.raises(FirefightError, match="'ref' cannot be 'high'"):
        fight.order(SheetSet("ana", "ref", "high"))


def test_a_refused_order_leaves_the_table_as_it_was(fight: Session) -> None:
    before, lines = encoded(fight.table), len(fight.history)
    with pytest.raises(FirefightError):
        fight.order(Adjusted("ana", "hp", -1), Adjusted("x", "hp", -1))
    assert (encoded(fight.table), len(fight.history)) == (before, lines)


def test_an_unknown_table_option_is_named() -> None:
    with pytest.raises(FirefightError, match="no table option 'gravity'"):
        found(RED, options={"gravity": "low"})


def test_a_batch_survives_its_journey_through_json(fight: Session) -> None:
    for batch in fight.history.batches:
        assert decode(encode(batch), RED.sheet) == batch


def test_a_line_that_is_no_batch_is_refused_in_one_sentence() -> None:
    for line in (b"", b"{", b"[]", b'{"command":{"command":"fly"},"events":[]}'):
        with pytest.raises(FirefightError, match="cannot be read"):
            decode(line, RED.sheet)
