"""The command language: a line of text becomes a command, something to show, or a question back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firefight.commands import AnyCommand, Begin, Close, Do, End, Order, Reply, Rewind
from firefight.errors import FirefightError
from firefight.history import fold
from firefight.language import Give, Show, Unclear, parse
from firefight.language.completion import completions
from firefight.orders import ORDERS, command
from firefight.table import Mark
from firefight.timeline import Act, Deed, Question
from tests.cli.tables import GAME, TABLE, seat

EFFECT = Question("effect", "", "effect", default="nothing", about="Vex attacks Rook")
HAPPENED = Question("happened moth", "", "ruling", ("no", "yes"), "no")
DODGE = Question("dodge rook", "rook", "choice", ("dodge", "block", "nothing"), "nothing")
DICE = Question("initiative rook", "rook", "dice", spec="2d10")
AMOUNT = Question("seconds", "", "amount", default=3)


def given_by(line: str, *questions: Question) -> AnyCommand:
    meant = parse(line, seat("" if questions else "vex", questions))
    assert isinstance(meant, Give)
    return meant.command


def act(line: str) -> Act:
    command = given_by(line)
    assert isinstance(command, Do)
    return command.act


def unclear(line: str, *questions: Question) -> Unclear:
    with pytest.raises(Unclear) as error:
        parse(line, seat("" if questions else "vex", questions))
    return error.value


# ------------------------------------------------------------------ acts


@pytest.mark.parametrize(
    ("line", "verb", "picks"),
    [
        ("move 6", "move", {"metres": 6}),
        ("move 6 m", "move", {"metres": 6}),
        ("move 6m", "move", {"metres": 6}),
        ("move metres=6", "move", {"metres": 6}),
        ("1 6", "move", {"metres": 6}),
        ("2", "attack", {"weapon": "pistol"}),
        ("2 moth", "attack", {"weapon": "pistol", "target": "moth"}),
        ("attack rook", "attack", {"weapon": "pistol", "target": "rook"}),
        ("attack the rook with bare hands", "attack", {"weapon": "bare hands", "target": "rook"}),
        ("attack target thug-2", "attack", {"weapon": "pistol", "target": "thug-2"}),
        ("ATT Roo", "attack", {"weapon": "pistol", "target": "rook"}),
        ("atack rok", "attack", {"weapon": "pistol", "target": "rook"}),
        ("grab the knife from rook", "grab", {"object": "the knife", "target": "rook"}),
        ("grab rook knife", "grab", {"target": "rook", "object": "knife"}),
        ("use skill open the door with care", "use skill", {"what": "open the door with care"}),
        ('skill "until dawn"', "use skill", {"what": "until dawn"}),
        ("hold attack rook until 9", "hold", {"act": "attack with pistol", "what": "rook", "until": "9"}),
        ("hold attack moth bare hands until 9", "hold", {"act": "attack with bare hands", "what": "moth", "until": "9"}),
        ("hold get up what now until the door opens", "hold", {"act": "get up", "what": "now", "until": "the door opens"}),
        ("grab rok knife", "grab", {"target": "rook", "object": "knife"}),
        ("get", "get in", {"vehicle": "the van"}),
    ],
)  # fmt: skip
def test_an_act_is_read_from_a_line(line: str, verb: str, picks: dict[str, object]) -> None:
    assert act(line) == Act(verb, picks)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "guessed"), [("attack rook", False), ("att roo", False), ("attakc rook", True), ("attack rok", True)]
)
def test_a_spelling_that_is_only_close_is_marked_as_a_guess(line: str, guessed: bool) -> None:
    meant = parse(line, seat())
    assert isinstance(meant, Give) and meant.guessed is guessed


@pytest.mark.parametrize("line", ["moth attack rook", "moth: attack rook", "Moth attack rook with pistol", "moth 2 rook"])
def test_a_name_in_front_acts_for_somebody_else(line: str) -> None:
    assert given_by(line) == Do("moth", Act("attack", {"weapon": "pistol", "target": "rook"}))


def test_the_acts_of_the_gm_are_words_too() -> None:
    assert given_by("race moth rook") == Do("", Act("race", {"first": "moth", "second": "rook"}))
    assert given_by("gm: race moth rook") == given_by("race moth rook")


@pytest.mark.parametrize("line", ["", "pass", "done", "end turn"])
def test_enter_and_pass_end_the_turn(line: str) -> None:
    assert given_by(line) == Do("vex", Act("pass"))
    assert given_by("moth pass") == Do("moth", Act("pass"))


def test_an_act_may_be_forced_with_a_reason() -> None:
    assert given_by("force he may: moth get up") == Do("moth", Act("get up"), force="he may")
    assert "the reason" in str(unclear("force attack rook"))


# ------------------------------------------------------------------ asking back


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("attack thug", ["attack Thug 1", "attack Thug 2"]),
        ("attack thug with bare hands", ["attack Thug 1 with bare hands", "attack Thug 2 with bare hands"]),
        ("use", ["use skill", "use object"]),
        ("skip thug", ["skip Thug 1", "skip Thug 2"]),
        ("thug attack rook", ["Thug 1: attack rook", "Thug 2: attack rook"]),
        ("hp 5 rook", ["hp -5 rook", "hp +5 rook", "hp = 5 rook"]),
        ("hp -5 thug", ["hp -5 Thug 1", "hp -5 Thug 2"]),
        ("mark attack rook", ["/mark attack rook", "mark: attack rook"]),
    ],
)
def test_what_is_ambiguous_is_asked_back_with_whole_lines(line: str, options: list[str]) -> None:
    asked = unclear(line)
    assert [one.line.casefold() for one in asked.options] == [option.casefold() for option in options]
    for one in asked.options:
        try:
            parse(one.line, seat())
        except Unclear as error:
            assert not error.options, f"'{one.line}' was offered and is not clear itself"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("attack zed", "'zed' says nothing to 'attack'"),
        ("use skill", "needs more words: what?"),
        ("hold until 9", "needs more words: what?"),
        ("frobnicate", "neither a word of the table nor on a menu"),
        ("99", "the menu has no line 99"),
        ("goto x", "goto LINE"),
        ("mark rook", "'mark' needs name"),
        ("pass now", "stands alone"),
        ("view as nobody", "view as gm, spectator, Ana, Bo"),
        ("= 5", "nothing is asked just now"),
        ("skip zed", "nobody here is called 'zed'; here are Vex, Moth, Rook"),
        ("begin zed", "nobody here is called 'zed'"),
        ("quot", "neither a word of the table nor on a menu"),
    ],
)
def test_what_means_nothing_gets_one_sentence(line: str, sentence: str) -> None:
    assert sentence in str(unclear(line))
    assert "\n" not in str(unclear(line))


def test_nobody_to_act_is_said() -> None:
    for line in ("", "pass", "2"):
        with pytest.raises(Unclear, match="nobody is to act"):
            parse(line, seat(acting=""))


# ------------------------------------------------------------------ answers


@pytest.mark.parametrize(
    ("question", "line", "value"),
    [
        (EFFECT, "", "nothing"),
        (EFFECT, "7 HP, prone", "7 hp, prone"),
        (EFFECT, "= attack", "attack"),
        (HAPPENED, "", "no"),
        (HAPPENED, "yes", "yes"),
        (HAPPENED, "y", "yes"),
        (HAPPENED, "2", "yes"),
        (DODGE, "block", "block"),
        (DODGE, "rook: 1", "dodge"),
        (DODGE, "rook blo", "block"),
        (DICE, "3 5", (3, 5)),
        (DICE, "3, 5", (3, 5)),
        (AMOUNT, "", 3),
        (AMOUNT, "12", 12),
    ],
)
def test_one_line_answers_a_question(question: Question, line: str, value: object) -> None:
    assert given_by(line, question) == Reply(question.label, value, question.who)  # type: ignore[arg-type]


def test_the_second_question_can_be_answered_first_by_name() -> None:
    assert given_by("rook: dodge", HAPPENED, DODGE) == Reply("dodge rook", "dodge", "rook")


def test_words_of_the_table_are_heard_while_a_question_is_open() -> None:
    assert given_by("undo", EFFECT) == Rewind("undo")
    assert parse("why", seat("", (EFFECT,))) == Show("why", ("",))


@pytest.mark.parametrize(
    ("question", "line", "sentence"),
    [
        (DICE, "", "type the 2 faces of d10"),
        (DICE, "many", "does not answer"),
        (HAPPENED, "perhaps", "1 no / 2 yes"),
        (AMOUNT, "soon", "a number"),
    ],
)
def test_what_answers_nothing_is_told_with_what_would(question: Question, line: str, sentence: str) -> None:
    assert sentence in str(unclear(line, question))


def test_a_condition_that_looks_like_a_slip_is_asked_back() -> None:
    asked = unclear("7 hp, proen", EFFECT)
    assert [one.line for one in asked.options] == ["= 7 hp, prone", "= 7 hp, proen"]
    assert given_by(asked.options[1].line, EFFECT) == Reply("effect", "7 hp, proen", "")


# ------------------------------------------------------------------ words and orders


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("begin", Begin()),
        ("begin rook, moth surprised thug 1", Begin(("rook", "moth"), ("thug-1",))),
        ("end", End()),
        ("close", Close()),
        ("undo", Rewind("undo")),
        ("redo", Rewind("redo")),
        ("goto 12", Rewind("goto", 12)),
        ("go to line 12", Rewind("goto", 12)),
    ],
)
def test_words_become_commands(line: str, meant: AnyCommand) -> None:
    assert given_by(line) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("log", Show("log", (20,))),
        ("log 5", Show("log", (5,))),
        ("why cpr-hold-06", Show("why", ("cpr-hold-06",))),
        ("roll 3d6+2", Show("roll", ("3d6+2",))),
        ("view as ana", Show("view", ("Ana",))),
        ("view gm", Show("view", ("gm",))),
        ("sheet", Show("sheet", ("vex",))),
        ("sheet rook", Show("sheet", ("rook",))),
        ("rook", Show("menu", ("rook",))),
        ("all rook", Show("all", ("rook",))),
        ("help hold", Show("help", ("hold",))),
        ("?", Show("help", ("",))),
        ("q", Show("quit")),
        ("next", Show("next")),
    ],
)
def test_words_ask_to_be_shown_something(line: str, meant: Show) -> None:
    assert parse(line, seat()) == meant


ORDERED = {
    "skip": ("skip rook because he fumbles", {"who": "rook", "reason": "he fumbles"}),
    "grant": ("grant moth rook", {"who": ("moth", "rook")}),
    "move": ("move moth before vex", {"who": "moth", "before": "vex"}),
    "score": ("score rook 14,3", {"who": "rook", "score": (14, 3)}),
    "squad": ("squad thug 1, thug 2 leader rook", {"who": ("thug-1", "thug-2"), "leader": "rook"}),
    "adjust": ("adjust rook hp -5", {"who": "rook", "pool": "hp", "by": -5}),
    "set": ("set rook hp 20", {"who": "rook", "pool": "hp", "value": 20}),
    "mark": ("mark rook prone until round end", {"who": "rook", "name": "prone", "until": "round end"}),
    "unmark": ("unmark thug 2 prone", {"who": "thug-2", "name": "prone"}),
    "health": ("health gang exact", {"side": "gang", "shown": "exact"}),
    "option": ("option tie reroll replace", {"name": "tie_reroll", "value": "replace"}),
    "join": ("join name Big Bob side gang hidden", {"name": "Big Bob", "side": "gang", "hidden": True}),
    "leave": ("leave rook", {"who": "rook"}),
    "return": ("return rook", {"who": "rook"}),
    "rename": ("rename rook to Big Rook", {"who": "rook", "name": "Big Rook"}),
    "side": ("side rook crew", {"who": "rook", "side": "crew"}),
    "owner": ("owner rook Ana", {"who": "rook", "owner": "Ana"}),
    "hide": ("hide all gang", {"who": ("rook", "thug-1", "thug-2", "mark")}),
    "reveal": ("reveal thug 1 and thug 2", {"who": ("thug-1", "thug-2")}),
    "tick": ("tick 5 minutes", {"minutes": 5}),
    "mission": ("mission start", {"do": "start"}),
    "scene": ("scene the back alley", {"title": "the back alley"}),
    "remind": ("remind after 10 the bomb goes off", {"after": 10, "text": "the bomb goes off"}),
    "tell": ("tell the lights go out", {"text": "the lights go out"}),
    "hand": ("hand rook on", {"who": "rook", "on": True}),
    "note": ("note attack 15 because luck", {"label": "attack", "value": 15, "reason": "luck"}),
    "stop": ("stop because he is down", {"reason": "he is down"}),
    "begin": ("begin", {}),
    "end": ("end", {}),
    "close": ("close", {}),
    "undo": ("undo", {}),
    "redo": ("redo", {}),
    "goto": ("goto 3", {"line": 3}),
    "face": ("face rook degrees 90", {"who": "rook", "degrees": 90}),
}
"""A line for every order that the small table can carry out, and the parameters it stands for."""
REFUSED_HERE = {
    "owe": ("owe rook", "has used up no turn"),
    "unsquad": ("unsquad rook", "is in no squad"),
    "release": ("release rook", "holds nothing back"),
    "map": ("map nowhere.txt", "nowhere.txt"),
    "nomap": ("nomap", "no map"),
    "place": ("place rook D4", "no map"),
    "lift": ("lift rook", "not on the map"),
    "door": ("door d1 open", "no map"),
}
"""Orders that mean nothing on the small table: understood, and refused by the order itself."""
WITH_DEED = seat(table=TABLE.time(stack=(Deed("1.1.vex.1", "vex", Act("attack")),)))


def test_every_order_has_a_line_here() -> None:
    assert {*ORDERED, *REFUSED_HERE} == set(ORDERS)


@pytest.mark.parametrize("order", ORDERED)
def test_an_order_is_read_from_a_line(order: str) -> None:
    line, asked = ORDERED[order]
    meant = parse(line, WITH_DEED)
    assert isinstance(meant, Give)
    assert meant.command == command(order, GAME, WITH_DEED.table, asked)


@pytest.mark.parametrize("order", REFUSED_HERE)
def test_an_order_that_cannot_be_is_told_by_the_order(order: str) -> None:
    line, sentence = REFUSED_HERE[order]
    with pytest.raises(FirefightError, match=sentence):
        parse(line, seat())


@pytest.mark.parametrize(
    ("line", "order", "asked"),
    [
        ("hp -5 rook", "adjust", {"who": "rook", "pool": "hp", "by": -5}),
        ("rook hp -5", "adjust", {"who": "rook", "pool": "hp", "by": -5}),
        ("hp +3 all crew", "adjust", {"who": ("vex", "moth"), "pool": "hp", "by": 3}),
        ("hp = 20 rook", "set", {"who": "rook", "pool": "hp", "value": 20}),
        ("hp=20 rook because healed", "set", {"who": "rook", "pool": "hp", "value": 20, "reason": "healed"}),
        ("rook mark prone", "mark", {"who": "rook", "name": "prone"}),
        ("mark prone on rook", "mark", {"who": "rook", "name": "prone"}),
        ("/mark rook prone", "mark", {"who": "rook", "name": "prone"}),
        ("score side gang 9", "score", {"side": "gang", "score": 9}),
        ("set rook move 8", "set", {"who": "rook", "sheet": "move", "value": 8}),
        ("hide everybody", "hide", {"who": ("vex", "moth", "rook", "thug-1", "thug-2", "mark")}),
    ],
)
def test_orders_have_shorter_ways(line: str, order: str, asked: dict[str, object]) -> None:
    assert given_by(line) == command(order, GAME, TABLE, asked)


def test_places_on_a_map_are_read_one_for_each() -> None:
    made = command("map", GAME, TABLE, {"drawing": "....\n....\n"})
    assert isinstance(made, Order)
    mapped = seat(table=fold(TABLE, made.events))
    meant = parse("place thug 1, thug 2 at A1 B1", mapped)
    assert isinstance(meant, Give)
    assert meant.command == command("place", GAME, mapped.table, {"who": ("thug-1", "thug-2"), "at": ("A1", "B1")})


def test_hand_without_on_or_off_goes_the_other_way() -> None:
    by_hand = seat(table=TABLE.change("rook", marks=(Mark("dice by hand"),)))
    meant = parse("hand rook", by_hand)
    assert isinstance(meant, Give)
    assert meant.command == command("hand", GAME, by_hand.table, {"who": "rook", "on": False})


def test_a_player_has_no_orders() -> None:
    for line in ("hp -5 rook", "race moth rook"):
        with pytest.raises(Unclear):
            parse(line, seat(gm=False))
    for line in ("tick 5", "goto 3", "begin", "next"):
        with pytest.raises(Unclear, match="is for the GM alone"):
            parse(line, seat(gm=False))


# ------------------------------------------------------------------ whatever is typed


@given(st.text(max_size=60))
def test_any_line_is_understood_or_told_in_one_sentence(line: str) -> None:
    for at in (seat(), seat("", (EFFECT,)), seat("", (DODGE,)), seat(gm=False)):
        try:
            parse(line, at)
        except FirefightError as error:
            assert "\n" not in str(error)


WORDS = [
    "attack",
    "rook",
    "thug",
    "with",
    "until",
    "hp",
    "-5",
    "=",
    "mark",
    "prone",
    "vex",
    ":",
    "force",
    "all",
    "hold",
    "2",
    "because",
    "who",
]


@given(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join))
def test_any_heap_of_words_is_understood_or_told(line: str) -> None:
    for at in (seat(), seat("", (EFFECT,)), seat("", (), gm=False)):
        try:
            parse(line, at)
        except FirefightError as error:
            assert str(error)


# ------------------------------------------------------------------ completion


def completed(line: str) -> list[str]:
    return [one.text for one in completions(line, seat())]


def test_completion_offers_verbs_words_orders_and_names() -> None:
    assert {"attack", "undo", "mark", "Moth", "race"} <= set(completed(""))
    assert completed("att") == ["attack"]
    assert "get up" in completed("get ") or "get up" in completed("get")


def test_completion_knows_what_a_verb_can_take_still() -> None:
    assert "Rook" in completed("attack ") and "bare hands" in completed("attack ")
    assert completed("attack ro") == ["Rook"]
    assert "Moth" not in completed("attack rook ")
    assert "hp" in completed("adjust rook ")
    assert "as Ana" in completed("view ")


def test_completion_replaces_several_words_of_a_name() -> None:
    assert [(one.text, one.replaces) for one in completions("attack thug 1", seat()) if one.replaces > 1] == []
    assert ("Thug 2", 6) not in [(one.text, one.replaces) for one in completions("attack thug 1", seat())]
    assert ("Thug 2", 4) in [(one.text, one.replaces) for one in completions("attack thug", seat())]


@given(st.text(max_size=40))
def test_completion_never_fails(line: str) -> None:
    assert all(one.replaces <= len(line) for one in completions(line, seat()))
