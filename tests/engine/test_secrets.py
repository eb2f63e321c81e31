"""What hidden people leave behind in others' views, questions, menus, errors and logs: nothing. And ids that spell like words."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firefight.ask import Ask
from firefight.commands import Begin, Do, Reply, Rewind
from firefight.engine import AlreadyDone
from firefight.errors import FirefightError, Refused
from firefight.events import Adjusted, Changed, Event, Flagged, Joined, Marked, Opened, Told
from firefight.session import Session, found
from firefight.table import Mark, Until
from firefight.timeline import Act, Deed
from firefight.view import GM, Viewer, log
from tests.conformance import Player, encoded, table_of
from tests.engine.chaos import Chaos, chaos
from tests.engine.helpers import (
    ANA,
    BO,
    NOBODY,
    Loaded,
    act,
    again,
    deeds,
    let_pass,
    one,
    read,
    table,
    wave_on,
    window,
)  # fmt: skip
from tests.toy import GAME, Sheet, Toy

OTHERS = (ANA, BO, NOBODY)
WHO, NAME = "zq-lurker", "Qzx the Unseen"


def hidden_fight(who: str = "ana bo", first: bool = False, dice: dict[str, int] | None = None, **options: str) -> Session:
    """A fight with somebody hidden, who acts last, or first."""
    people = [one(id, 30 - place) for place, id in enumerate(who.split())]
    lurker = one(WHO, 40 if first else 1, name=NAME, hidden=True)
    session = table([*people, lurker], {"attack": 20, "damage": 3, **(dice or {})}, **options)
    session.do(Begin())
    return session


def seen(session: Session, viewer: Viewer) -> str:
    """Everything a viewer can get, as text."""
    known = session.view(viewer)
    own = [id for id, one_ in known.combatants.items() if viewer.owns(one_)]
    menus = [session.menu(id, viewer) for id in own]
    tokens = [session.token(id) for id in own]
    told = [encoded(event).decode() for _, event, _ in log(GAME, session.history, viewer)]
    state = encoded((known, menus, tokens, session.questions(viewer), session.awaited(viewer), session.moment)).decode()
    return "\n".join([state, *told, *(line for _, line in read(session, viewer))])


def assert_nothing_of(session: Session) -> None:
    for viewer in OTHERS:
        known = seen(session, viewer)
        assert WHO not in known
        assert NAME not in known


# ------------------------------------------------------------------ turns, windows, deeds


def test_the_turn_of_somebody_hidden_looks_like_no_turn() -> None:
    session = hidden_fight(first=True)
    assert session.awaited() == (WHO,)
    for viewer in OTHERS:
        assert session.awaited(viewer) == ()
        assert session.view(viewer).timeline.stack == ()
    assert_nothing_of(session)
    let_pass(session, WHO)
    assert session.awaited(ANA) == ("ana",)


def test_a_hidden_turn_granted_above_a_players_turn_stops_it_without_saying_why() -> None:
    """It looks just as when the GM is asked something."""
    session = hidden_fight()
    session.order(Opened(((WHO, "granted 1"),), reason="now"))
    hidden = seen_stack(session)
    session.do(Rewind("undo"))
    session.order(Joined(one("cy", marks=(Mark("dice by hand"),), owner="cy's player", fighting=True)))
    assert session.questions()
    assert hidden == seen_stack(session)
    assert session.awaited(ANA) == ()
    with pytest.raises(AlreadyDone):
        session.do(Do("ana", Act("pass")), ANA)


def seen_stack(session: Session) -> bytes:
    return encoded(session.view(ANA).timeline.stack)


def test_a_window_that_is_open_for_somebody_hidden_asks_nobody_else() -> None:
    session = hidden_fight("ana bo")
    session.order(Marked("bo", Mark("waives")))
    act(session, "ana", "attack", target="bo")
    assert session.awaited() == (WHO,)
    for viewer in OTHERS:
        assert session.awaited(viewer) == ()
    assert_nothing_of(session)
    act(session, WHO, "snap attack", target="ana")
    assert_nothing_of(session)
    while deeds(session):
        assert_nothing_of(session)
        let_pass(session, session.awaited()[0])
    assert_nothing_of(session)


def test_whoever_is_attacked_from_hiding_is_asked_and_can_answer_without_learning_by_whom() -> None:
    session = hidden_fight(first=True, dice={"damage": 10}, grit="true")
    act(session, WHO, "attack", target="ana")
    assert window(session) == "before 1"
    for label in ("before 1", "after 1"):
        assert session.awaited(ANA) == ("ana",)
        assert session.awaited(BO) == ("bo",)
        assert session.view(ANA).timeline.top.window == label
        assert_nothing_of(session)
        let_pass(session, "ana", "bo")
    [question] = session.questions(ANA)
    assert (question.label, question.about) == ("grit ana against somebody", "somebody strikes")
    assert_nothing_of(session)
    with pytest.raises(FirefightError, match="choose one of fall, stand") as refused:
        session.do(Reply(question.label, "fly", "ana"), ANA)
    assert WHO not in str(refused.value)
    session.do(Reply(question.label, "stand", "ana", session.question_token(question)), ANA)
    assert session.table.who("ana").pool("hp") == 1
    assert_nothing_of(session)


def test_the_questions_of_a_deed_below_are_nobodys_while_something_lies_on_it() -> None:
    session = hidden_fight(grit="true", dice={"damage": 10})
    act(session, "ana", "attack", target="bo")
    wave_on(session)
    assert session.awaited(BO) == ("bo",)
    session.order(Opened(((WHO, "granted 1"),), reason="now"))
    assert (session.awaited(BO), session.questions(BO)) == ((), ())
    let_pass(session, WHO)
    assert session.awaited(BO) == ("bo",)


def test_a_slot_shared_with_somebody_hidden_is_told_and_shown_without_him() -> None:
    session = table([one("ana", 9), one("thug", 9), one(WHO, 9, name=NAME, hidden=True)], slots="together")
    session.do(Begin())
    assert session.view(ANA).timeline.turn.members == ("ana", "thug")
    assert any(line.startswith("opened") and "'Ana, Thug'" in line for _, line in read(session, ANA))
    act(session, WHO, "attack", target="ana")
    assert_nothing_of(session)
    let_pass(session, "ana", "thug")
    assert session.awaited(ANA) == ()
    let_pass(session, WHO)
    assert_nothing_of(session)


def test_what_is_resolved_and_has_not_landed_shows_nobody_what_is_for_the_gm() -> None:
    people = [one("ana", 9), one("bo", 9), one("thug", 5, sheet=Sheet(ac=77))]
    session = table([*people, one(WHO, 1, name=NAME, hidden=True)], {"attack": 9}, slots="together")
    session.order(*(Marked(who, Mark("waives")) for who in ("ana", "bo", WHO)), Marked("bo", Mark("dice by hand")))
    session.do(Begin())
    act(session, "ana", "attack", target="thug")
    act(session, "bo", "attack", target="thug")
    let_pass(session, "ana", "bo")
    wave_on(session)
    turn = session.table.timeline.turn
    assert turn is not None
    assert any("77" in encoded(effect).decode() for _, effect in turn.landing)
    for viewer in OTHERS:
        assert "77" not in encoded(session.view(viewer)).decode()


def test_a_slot_in_which_only_the_hidden_one_can_act_is_not_told() -> None:
    session = table([one("ana", 9), one("thug", 5), one(WHO, 5, name=NAME, hidden=True)])
    session.do(Begin())
    session.order(Marked("thug", Mark("out")))
    lines = len(read(session, ANA))
    let_pass(session, "ana")
    assert session.awaited() == (WHO,)
    assert len(read(session, ANA)) == lines


def test_what_is_about_somebody_hidden_is_masked_wherever_it_can_stand() -> None:
    session = hidden_fight()
    session.order(
        Marked("ana", Mark("watched", Until("turn start", WHO), by=WHO, note=f"{NAME} is near")),
        Flagged(f"marked {WHO}", 1),
        Flagged("gm trap", 1),
    )
    act(session, "ana", "attack", target=WHO)
    assert_nothing_of(session)
    [mark] = [mark for mark in session.view(ANA).who("ana").marks if mark.name == "watched"]
    assert (mark.by, mark.note, mark.until) == ("somebody", "somebody is near", Until("turn start", "somebody"))
    assert session.view(ANA).flags == {}


def test_a_revealed_one_is_there_from_then_on_and_a_hidden_one_gone() -> None:
    session = hidden_fight()
    session.order(Changed(WHO, hidden=False))
    assert WHO in session.view(ANA).combatants
    assert any("changed_hidden_false" in line for _, line in read(session, ANA))
    lines = read(session, ANA)
    session.order(Changed("bo", hidden=True))
    assert "bo" not in session.view(ANA).combatants
    assert "bo" in session.view(BO).combatants
    assert not any("changed_hidden_true" in line for _, line in read(session, ANA)) and len(read(session, ANA)) <= len(lines)
    assert any("changed_hidden_true" in line for _, line in read(session, BO))


def test_asking_for_somebody_unknown_and_for_somebody_hidden_is_one_answer() -> None:
    session = hidden_fight()
    said = []
    for who in (WHO, "unknown"):
        with pytest.raises(FirefightError) as refused:
            session.menu(who, ANA)
        said.append(str(refused.value).replace(who, "X"))
        with pytest.raises(Refused):
            session.do(Do(who, Act("pass")), ANA)
    assert said[0] == said[1]
    assert WHO not in said[1]


def test_the_name_of_the_moment_tells_nothing_of_how_much_has_happened() -> None:
    session = hidden_fight()
    moments = {session.moment}
    for _ in range(30):
        session.order(Adjusted(WHO, "hp", -1))
        moments.add(session.moment)
    assert len(moments) == 31
    assert all(len(moment) == 16 for moment in moments)


class Choosing(Toy):
    """A toy in which whoever aims is asked at whom, hidden people and all."""

    def resolve(self, deed: Deed, ask: Ask) -> Iterable[Event]:
        if deed.act.verb != "aim":
            return super().resolve(deed, ask)
        chosen = ask.choose(f"aim {deed.who}", deed.who, sorted(ask.table.combatants), deed.who)
        return [Marked(chosen, Mark("aimed at"))]


def test_a_choice_that_names_somebody_hidden_does_not_give_him_away_and_can_be_answered() -> None:
    people = [one("ana", 9), one("bo", 8), one(WHO, 7, name=NAME, hidden=True)]
    session = found(Choosing(), people, source=Loaded())
    session.do(Begin())
    act(session, "ana", "aim", by=ANA)
    [question] = session.questions(ANA)
    assert question.options == ("ana", "bo", "somebody")
    with pytest.raises(FirefightError, match="choose one of ana, bo, somebody"):
        session.do(Reply(question.label, WHO, "ana"), ANA)
    session.do(Reply(question.label, "somebody", "ana", session.question_token(question)), ANA)
    assert session.table.who(WHO).has("aimed at")


# ------------------------------------------------------------------ the log


def test_the_lines_of_a_player_run_on_without_a_gap_whatever_hidden_people_do() -> None:
    session = hidden_fight(first=True)
    for _ in range(4):
        act(session, WHO, "attack", target="ana")
        wave_on(session)
        session.order(Adjusted(WHO, "hp", -1))
        let_pass(session, *session.awaited())
        for _ in range(2):
            let_pass(session, *session.awaited())
    for viewer in OTHERS:
        numbers = [number for number, _, _ in log(GAME, session.history, viewer)]
        assert sorted(set(numbers)) == list(range(1, max(numbers) + 1))
    assert_nothing_of(session)


def test_taking_back_what_a_player_never_knew_of_is_not_told_to_him() -> None:
    session = hidden_fight()
    before = [seen_log(session, viewer) for viewer in OTHERS]
    session.order(Adjusted(WHO, "hp", -3))
    session.do(Rewind("undo"))
    session.do(Rewind("redo"))
    session.do(Rewind("goto", len(session.history) - 1))
    assert [seen_log(session, viewer) for viewer in OTHERS] == before
    assert any("rewound" in line for _, line in read(session, GM))


def seen_log(session: Session, viewer: Viewer) -> list[tuple[int, str]]:
    return read(session, viewer)


def test_going_back_is_told_in_the_numbers_a_player_knows() -> None:
    session = hidden_fight()
    for _ in range(5):
        session.order(Adjusted(WHO, "hp", -1))
    newest = read(session, ANA)[-1][0]
    act(session, "ana", "aim")
    session.order(Adjusted(WHO, "hp", -1))
    session.do(Rewind("undo"))
    session.do(Rewind("undo"))
    number, line = read(session, ANA)[-1]
    assert line.startswith("rewound")
    assert f"'to': {newest}" in line
    assert number == newest + 2


def test_notes_on_marks_and_values_for_the_gm_are_not_told() -> None:
    session = hidden_fight()
    session.order(
        Marked("bo", Mark("poisoned", note="dies at dawn")),
        Told("trap", "", {"where": "the stairs", "depth": 4}, secret=("where",)),
    )
    known = seen(session, ANA)
    assert "dawn" not in known
    assert "stairs" not in known
    assert "'depth': 4" in known


# ------------------------------------------------------------------ random play


@given(seed=st.integers(0, 10_000))
@settings(max_examples=8, deadline=None)
def test_whoever_looks_sees_what_is_his_to_know_and_can_do_what_his_menu_says(seed: int) -> None:
    player = chaos(
        seed, slots=("one by one", "together")[seed % 2], windows=("together", "one by one")[seed // 2 % 2], grit="true"
    )
    session, chance = player.session, random.Random(seed)
    for _ in range(60):
        by_their_menus(player, chance)
        for viewer in OTHERS:
            agrees(session, viewer)
    again(session)
    for viewer in OTHERS:
        numbers = [number for number, _, _ in log(GAME, session.history, viewer)]
        assert all(later - number in (0, 1) for number, later in zip([0, *numbers], numbers, strict=False))


def by_their_menus(player: Chaos, chance: random.Random) -> None:
    """A player does what his own view offers him, or the GM does anything."""
    session, viewer = player.session, chance.choice((ANA, BO))
    own = [who for who in session.awaited(viewer) if viewer.owns(session.table.combatants[who])]
    if questions := session.questions(viewer):
        question = chance.choice(questions)
        reply = player.answer(question)
        session.do(Reply(reply.label, reply.value, reply.who, session.question_token(question)), viewer)
    elif own and chance.random() < 0.6:
        lines = [line for line in session.menu(own[0], viewer) if not line.reasons]
        asked = player.filled(chance.choice(lines)) if lines and chance.random() < 0.6 else Act("pass")
        session.do(Do(own[0], asked, session.token(own[0])), viewer)
    else:
        list(player.play(1))


def agrees(session: Session, viewer: Viewer) -> None:
    """What a viewer sees agrees with the truth, as far as it is his to know."""
    true, known = session.table, session.view(viewer)
    own = {who for who, one_ in known.combatants.items() if viewer.owns(one_)}
    assert list(known.combatants) == [who for who, one_ in true.combatants.items() if viewer.sees(one_)]
    assert own.intersection(session.awaited(viewer)) == own.intersection(session.awaited())
    assert set(session.awaited(viewer)) <= set(session.awaited())
    for who in known.combatants:
        assert session.menu(who, viewer)
    for who in own:
        mine = known.who(who)
        assert (mine.sheet, mine.pools, mine.name) == (true.who(who).sheet, true.who(who).pools, true.who(who).name)
        assert [mark.name for mark in mine.marks] == [mark.name for mark in true.who(who).marks]
    text = encoded((known, session.questions(viewer), [session.menu(who, viewer) for who in own])).decode()
    for one_ in true.combatants.values():
        if not viewer.sees(one_) and one_.id == WHO:
            assert WHO not in text


@given(seed=st.integers(0, 10_000))
@settings(max_examples=15, deadline=None)
def test_twins_that_differ_in_a_secret_look_alike_at_every_step(seed: int) -> None:
    first, second = table_of(GAME, seed), table_of(GAME, seed, lurker="Somebody Else Entirely")
    for command in Player(first, seed).play(40):
        second.do(command)
        for viewer in OTHERS:
            assert encoded(first.view(viewer)) == encoded(second.view(viewer))
    for viewer in OTHERS:
        assert read(first, viewer) == read(second, viewer)
