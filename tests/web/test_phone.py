"""The player's phone: whose turn it is, what he may do, what is asked of him, and what he is not told."""

from __future__ import annotations

import re

import pytest

from firefight.commands import Do, Reply
from firefight.events import Changed, Joined
from firefight.games import GAMES, game
from firefight.session import combatant
from firefight.timeline import Act
from firefight.view import GM, Viewer
from firefight.web.rooms import Look, Room
from firefight.web.screen import Screen
from firefight.web.shown import choices, ending, phone, sheet, turn
from firefight.web.shown.people import Pips
from tests.conformance import ANA, SECRET, SECRET_NAME
from tests.web.tables import Served, served

every_game = pytest.mark.parametrize("id", GAMES)
BO = Viewer("player", "bo's player")


def seen(room: Room, viewer: Viewer = ANA, hands: bool = True) -> Screen:
    """What somebody's phone is drawn from just now."""
    return Screen(room, Look("phone", viewer, hands=hands))


def until(room: Room, who: str) -> None:
    """Lets turns go by, each question answered as proposed, until it is somebody's turn."""
    for _ in range(60):
        screen = Screen(room, Look("gm", GM))
        if screen.questions:
            question = screen.questions[0]
            value = (3,) * int(question.spec.partition("d")[0]) if question.kind == "dice" else question.default
            room.give(Reply(question.label, value, question.who))
        elif who in screen.awaited and not screen.window:
            return
        else:
            room.give(Do(screen.awaited[0], Act("pass"), screen.token(screen.awaited[0])))
    raise AssertionError(f"{who} never had a turn")


def page(here: Served) -> str:
    """Ana's page."""
    return here.ana.get(f"/t/{here.room.name}").text


def state(screen: Screen) -> turn.Banner:
    """The banner."""
    found: turn.Banner = turn.banner(screen)["banner"]
    return found


# ------------------------------------------------------------------ whose turn


@every_game
def test_the_page_of_each_game_says_that_it_is_ones_turn_and_offers_ones_menu(id: str) -> None:
    with served(id) as here:
        until(here.room, "ana")
        text = page(here)
        assert 'data-state="turn"' in text
        for offer in seen(here.room).menu("ana"):
            if not offer.reasons:
                assert f'name="verb" value="{offer.verb}"' in text
        assert 'name="verb" value="pass"' in text


@every_game
def test_while_somebody_else_acts_the_banner_is_quiet_and_there_is_no_turn_to_end(id: str) -> None:
    with served(id) as here:
        until(here.room, "ana")
        assert state(seen(here.room, BO)).state == "quiet" or "bo" in seen(here.room, BO).to_act
        until(here.room, "thug")
        assert state(seen(here.room)).state == "quiet"
        assert 'value="pass"' not in page(here)


@every_game
def test_one_of_the_gms_people_whom_the_looker_sees_acts_under_his_name(id: str) -> None:
    with served(id) as here:
        until(here.room, "thug")
        screen = seen(here.room, BO)
        names = {here.room.session.table.who(who).name for who in screen.awaited}
        assert names and all(name in state(screen).title for name in names)
        assert not turn.strip(screen)["gm"] and not phone.queue(screen)["gm"]
        assert {step.name for step in turn.strip(screen)["steps"] if step.now} >= names


@every_game
def test_a_hidden_ones_turn_is_the_gamemasters(id: str) -> None:
    with served(id) as here:
        until(here.room, SECRET)
        for who in here.room.session.awaited():
            if who != SECRET:
                here.room.give(Do(who, Act("pass"), here.room.session.token(who)))
        screen = seen(here.room, BO)
        assert here.room.session.awaited() == (SECRET,)
        assert state(screen).title == "Gamemaster's turn"
        assert turn.strip(screen)["gm"] and phone.queue(screen)["gm"]
        assert not [row.name for row in phone.queue(screen)["rows"] if "acting" in row.states]


def test_another_players_turn_bears_the_name_of_the_one_who_acts() -> None:
    with served() as here:
        until(here.room, "bo")
        assert state(seen(here.room)).title == "Bo acts"


def test_the_call_of_a_turn_is_the_same_until_the_turn_ends() -> None:
    with served("shadowrun-4") as here:
        until(here.room, "ana")
        before = state(seen(here.room)).moment
        here.room.give(Do("ana", Act("simple", {"what": "wave"})))
        assert state(seen(here.room)).moment == before
        here.room.give(Do("ana", Act("pass")))
        assert state(seen(here.room)).moment != before


# ------------------------------------------------------------------ the end of a turn


def ends(screen: Screen) -> ending.Ending:
    """The end of the looker's turn."""
    return ending.ending(screen, screen.acting)


def alone(here: Served, attacks: int) -> Screen:
    """Ana in her own phase, after some attacks with a weapon for one Simple Action each; nobody shares the phase."""
    until(here.room, "ana")
    for who in here.room.session.awaited():
        if who != "ana":
            here.room.give(Do(who, Act("pass"), here.room.session.token(who)))
    for _ in range(attacks):
        offer = next(one for one in seen(here.room).menu("ana") if one.verb == "attack" and not one.reasons)
        here.room.give(Do("ana", Act("attack", {**offer.fixed, "target": "thug"})))
    return seen(here.room)


def test_what_is_declared_is_told_and_the_end_of_the_turn_says_what_it_rolls() -> None:
    with served("shadowrun-4") as here:
        assert ends(alone(here, 0)).title == ""
        screen = alone(here, 1)
        assert ends(screen).title == "Roll: attack Thug"
        assert phone.act(screen)["declared"] == ("Ana attacks Thug (unarmed)",)
        assert "Declared: Ana attacks Thug (unarmed)" in page(here)
        assert "Roll: attack Thug" in page(here)
        assert "Roll: attack Thug" in here.gm.get(f"/t/{here.room.name}").text


def test_a_free_action_alone_is_no_reason_to_ask_whether_the_turn_may_end() -> None:
    with served("shadowrun-4") as here:
        assert ends(alone(here, 0)).asks
        screen = alone(here, 1)
        assert (ends(screen).left, ends(screen).asks, ends(screen).spent) == ("Free Action", False, True)
        assert "data-sure" not in page(here)


def test_what_is_declared_twice_is_told_once() -> None:
    assert ending.counted(("attack Thug", "aim", "attack Thug")) == ("attack Thug ×2", "aim")


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ((Pips("metres", "number", 12, 12, "metres"),), "12 m"),
        ((Pips("attacks", "number", 1, 1, "attacks"), Pips("Action", "main", 0, 1, "Action")), "1 attack"),
        ((Pips("healing touch", "number", 2, 2, "healing touch"),), ""),
    ],
)
def test_metres_and_attacks_lapse_with_a_turn_and_powers_do_not(kinds: tuple[Pips, ...], words: str) -> None:
    with served() as here:
        assert ending.in_words(seen(here.room), ending.left(kinds)) == words


def test_a_turn_with_metres_left_is_not_spent_and_ends_unasked() -> None:
    with served() as here:
        until(here.room, "ana")
        assert ends(seen(here.room)).asks
        here.room.give(Do("ana", Act("use object", {"what": "a lever"})))
        until(here.room, "ana")
        found = ends(seen(here.room))
        assert found.left.endswith(" m") and not found.spent and not found.asks


@every_game
def test_whose_turn_is_still_to_come_has_spent_nothing(id: str) -> None:
    with served(id) as here:
        until(here.room, "thug")
        for viewer in (ANA, BO):
            screen = seen(here.room, viewer)
            for one in screen.mine:
                if phone.is_to_come(screen, one):
                    assert all(pips.left == pips.most for pips in phone.budget_of(screen, one) if pips.kind != "number")
                    assert phone.one_of(screen, one).left == "in your turn"


# ------------------------------------------------------------------ what one may do


def test_weapons_of_one_verb_are_ways_of_one_line() -> None:
    with served("shadowrun-4") as here:
        until(here.room, "ana")
        menu = choices.choices(seen(here.room), "ana", acts=True)
        attacks = [verb for verb in (*menu.verbs, *menu.more) if verb.ways[0].line.verb == "attack"]
        offers = [offer for offer in seen(here.room).menu("ana") if offer.verb == "attack" and not offer.reasons]
        assert len(attacks) == 1
        assert [dict(way.line.fixed)["weapon"] for way in attacks[0].ways] == [offer.fixed["weapon"] for offer in offers]


@every_game
def test_every_line_that_is_possible_is_there_once_under_an_id_of_its_own(id: str) -> None:
    with served(id) as here:
        until(here.room, "ana")
        menu = choices.choices(seen(here.room), "ana", acts=True)
        lines = [way.line for verb in (*menu.verbs, *menu.more) for way in verb.ways]
        possible = [offer for offer in seen(here.room).menu("ana") if not offer.reasons]
        assert sorted(line.number for line in lines) == list(range(1, len(possible) + 1))
        assert len({line.id for line in lines}) == len(lines)


@every_game
def test_no_id_is_on_the_page_twice(id: str) -> None:
    with served(id) as here:
        until(here.room, "ana")
        ids = re.findall(r'\sid="([^"]*)"', page(here))
        assert sorted(ids) == sorted(set(ids))


def test_what_aims_at_somebody_is_open_first() -> None:
    with served() as here:
        until(here.room, "ana")
        menu = choices.choices(seen(here.room), "ana", acts=True)
        assert menu.opened == menu.verbs[0].id
        assert any(pick.people for pick in menu.verbs[0].proposed.line.picks)


@pytest.mark.parametrize(
    ("price", "kinds", "shapes"),
    [
        ("Complex Action", {"simple", "free"}, ("simple", "simple")),
        ("complex action", {"main", "free"}, ("main",)),
        ("Main and Move", {"main", "move"}, ("main", "move")),
        ("Move Action", {"main", "number"}, ()),
        ("as the GM says", {"main"}, ()),
    ],
)
def test_a_price_is_drawn_in_the_shapes_of_the_budget_or_not_at_all(price: str, kinds: set[str], shapes: tuple[str, ...]) -> None:
    assert choices.cost(price, frozenset(kinds)) == shapes


def test_a_press_on_the_page_does_the_deed() -> None:
    with served() as here:
        until(here.room, "ana")
        fields = {"who": "ana", "verb": "use object", "token": seen(here.room).token("ana"), "pick.what": "a lever"}
        assert here.ana.post(f"/t/{here.room.name}/do", fields).status_code == 200
        assert "a lever" in page(here)


def test_of_two_own_people_who_may_act_at_once_one_is_chosen() -> None:
    with served("cities-without-number") as here:
        until(here.room, "ana")
        assert set(seen(here.room).to_act) == {"ana", "cy"}
        text = page(here)
        assert f'hx-post="/t/{here.room.name}/choose/cy"' in text
        here.ana.post(f"/t/{here.room.name}/choose/cy")
        assert seen(here.room).acting == "cy"
        assert "menu-of-cy" in page(here)


def test_ones_own_newest_deed_can_be_taken_back_by_nobody_else() -> None:
    with served("shadowrun-4") as here:
        until(here.room, "ana")
        here.room.give(Do("ana", Act("simple", {"what": "wave"})), ANA)
        assert "Undo:" in page(here)
        assert "Undo:" not in here.bo.get(f"/t/{here.room.name}").text


@every_game
def test_every_main_number_of_a_sheet_is_shown_though_it_may_be_the_usual_one(id: str) -> None:
    with served(id) as here:
        screen = seen(here.room)
        usual = here.room.session.game.sheet()
        mains = [field for field in usual.__struct_fields__ if type(getattr(usual, field)) is int and getattr(usual, field)]
        here.room.session.order(Joined(combatant(screen.game, "plain", "Plain", "crew", usual, owner=ANA.name)))
        names = [name for name, _ in sheet.sheet(seen(here.room), "plain")]
        assert mains
        assert {screen.say.word("sheet", field.replace("_", " ")) for field in mains} <= {*names}


def test_a_price_stands_once_on_a_card() -> None:
    with served() as here:
        until(here.room, "ana")
        summaries = re.findall(r"<summary class=\"pline\">.*?</summary>", page(here), re.DOTALL)
        assert summaries and not [text for text in summaries if "pips" in text and "costs" in text]


# ------------------------------------------------------------------ questions


def test_a_question_to_one_is_violet_and_its_answers_are_cards() -> None:
    with served("eclipse-phase", begun=False) as here:
        here.gm.post(f"/t/{here.room.name}/order/begin")
        screen = seen(here.room)
        question = phone.act(screen)["questions"][0]
        assert state(screen).state == "ask"
        text = page(here)
        assert text.count('class="choice"') == len(question.options)
        here.ana.post(f"/t/{here.room.name}/answer", {"label": question.raw, "who": question.who, "value": question.default})
        assert (question.raw, question.who) not in [(one.label, one.who) for one in seen(here.room).questions]


@pytest.mark.parametrize(("id", "sides"), [("cyberpunk-red", 10), ("shadowrun-4", 6)])
def test_typed_dice_are_asked_for_with_a_pad_that_knows_the_die(id: str, sides: int) -> None:
    with served(id, begun=False) as here:
        here.gm.post(f"/t/{here.room.name}/order/hand")
        here.gm.post(f"/t/{here.room.name}/order/begin")
        text = page(here)
        assert f'data-sides="{sides}"' in text
        assert f'data-key-face="{sides}"' in text
        assert f'data-key-face="{sides + 1}"' not in text


# ------------------------------------------------------------------ what one is not told


@every_game
def test_nothing_of_the_hidden_nor_of_the_gms_own_is_on_the_page(id: str) -> None:
    with served(id) as here:
        until(here.room, "ana")
        text = page(here)
        for secret in (f'"{SECRET}', SECRET_NAME, "/order/", "/seats", "/options", "log.json", "Allow once"):
            assert secret not in text


@every_game
def test_through_anothers_eyes_nothing_can_be_pressed(id: str) -> None:
    with served(id) as here:
        until(here.room, "ana")
        text = here.gm.get(f"/t/{here.room.name}/as/{ANA.name}").text
        assert "Your turn" in text
        assert "<form" not in text
        assert not re.search(r'hx-post="', text)
        assert not re.findall(r'<input(?![^>]*disabled)[^>]*type="(?:radio|checkbox|number|text)"', text)


def test_a_name_is_data() -> None:
    with served() as here:
        here.room.session.order(Changed("ana", name="<b>Ana</b>"))
        here.room.changed()
        until(here.room, "ana")
        assert "<b>Ana</b>" not in page(here)
        assert "&lt;b&gt;Ana&lt;/b&gt;" in page(here)


def test_a_player_without_anybody_is_told_so() -> None:
    with served() as here:
        for who in ("ana", "cy"):
            here.room.session.order(Changed(who, owner="somebody else"))
        here.room.changed()
        assert "You play nobody here yet" in page(here)


def test_a_drone_of_ones_own_stands_on_ones_own_page() -> None:
    with served() as here:
        kind = game("cyberpunk-red")
        here.room.session.order(Joined(combatant(kind, "drone", "Wasp", "crew", kind.sheet(), owner=ANA.name)))
        here.room.changed()
        assert "Wasp" in [one.name for one in phone.own(seen(here.room))["own"]]


def test_what_can_only_hit_a_friend_is_not_proposed() -> None:
    with served("shadowrun-4") as here:
        until(here.room, "ana")
        here.room.session.order(Changed("thug", side="crew"), Changed("guard", side="crew"))
        assert not choices.choices(seen(here.room), "ana", acts=True).opened


# ------------------------------------------------------------------ odds for what one knows

SIGN = "~: for what you know"


@pytest.mark.parametrize("id", [id for id in GAMES if id != "cyberpunk-red"])  # where ana has no numbers to attack with
def test_odds_about_somebody_unknown_bear_a_sign_that_is_explained_and_the_gms_do_not(id: str) -> None:
    with served(id) as here:
        until(here.room, "ana")
        drawn = choices.choices(seen(here.room), "ana", acts=True)
        found = [option for verb in drawn.verbs for way in verb.ways for pick in way.line.picks for option in pick.options]
        about = {option.value: option.odds for option in found if option.odds}
        assert about["thug"].shown.startswith("~") and about["thug"].guessed and drawn.guessed
        assert SIGN in page(here) and SIGN not in here.gm.get(f"/t/{here.room.name}").text
