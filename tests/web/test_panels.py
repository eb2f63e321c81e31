"""The GM's screen and its panels: what is shown first, what is refused and let through, who comes in, what is done once."""

from __future__ import annotations

import re
from html import unescape

import pytest
from msgspec.structs import replace

from firefight.commands import Do
from firefight.games import GAMES, game
from firefight.orders import command
from firefight.session import combatant
from firefight.timeline import Act
from firefight.view import GM
from firefight.web.rooms import Look, Room
from firefight.web.screen import Screen
from firefight.web.shown import chances, damage, menu, order, people, questions
from firefight.web.shown.chances import Odds
from tests.conformance import people as crowd
from tests.web.tables import Served, served
from tests.web.test_map import ROOMS

every_game = pytest.mark.parametrize("id", GAMES)


def screen(place: Served) -> Screen:
    """What the GM sees."""
    return Screen(place.room, Look("gm", GM))


def ordered(room: Room, verb: str, **asked: object) -> None:
    """One of the GM's orders."""
    room.give(command(verb, room.session.game, room.session.table, asked), GM)


def options(html: str, name: str) -> list[str]:
    """The values of a select, in order."""
    return re.findall(r'<option value="([^"]*)"', html.split(f'name="{name}"')[1].split("</select>")[0])


# ------------------------------------------------------------------ pools and damage


@every_game
def test_damage_by_hand_begins_at_the_health_whatever_the_order_in_the_log(id: str) -> None:
    with served(id) as place:
        html = place.gm.get(f"/t/{place.room.name}/who/ana").text
        health = [name for name in place.room.session.game.health if name in place.room.session.table.who("ana").pools]
        assert options(html, "pool")[: len(health)] == health
        assert f'<option value="{health[0]}" selected' in html


@every_game
def test_pools_stand_in_the_order_of_the_sheet(id: str) -> None:
    with served(id) as place:
        seen, one = screen(place), place.room.session.table.who("ana")
        shuffled = {name: one.pools[name] for name in sorted(one.pools, reverse=True)}
        assert people.pools(seen, type(one)(one.id, one.name, one.side, one.sheet, pools=shuffled)) == people.pools(seen, one)


def test_who_is_hurt_twice_by_one_deed_has_one_card_with_both_tracks() -> None:
    with served("shadowrun-4") as place:
        before = place.room.session.table
        bo = before.who("bo")
        pools = {**bo.pools, "physical": bo.pools["physical"].at(2), "stun": bo.pools["stun"].at(1)}
        after = replace(before, combatants={**before.combatants, "bo": replace(bo, pools=pools)})
        blows = damage.blows(screen(place), before, after, "bo")
        assert [(blow.pool, blow.by, blow.half) for blow in blows] == [("physical", 2, -1), ("stun", 1, -1)]


# ------------------------------------------------------------------ whom a line is about


def test_a_line_shows_the_chance_against_whom_it_proposes() -> None:
    against = {"foe": Odds(46, "46%"), "friend": Odds(68, "68%")}
    assert chances.proposed(against, "foe") == against["foe"]
    assert chances.proposed({"": Odds(5, "5%")}, "") == Odds(5, "5%")
    assert chances.proposed({}, "foe") is None


def test_friends_are_folded_away_where_a_foe_is_proposed() -> None:
    with served() as place:
        seen = screen(place)
        picks = [pick for who in place.room.session.awaited() for line in lines(seen, who) for pick in line.picks if pick.people]
        assert picks
        for pick in picks:
            assert {*pick.first} | {*pick.folded} == {*pick.options}
            assert not any(option.chosen for option in pick.folded)


def lines(seen: Screen, who: str) -> list[menu.Line]:
    """The lines of somebody's menu."""
    found = menu.menu(seen, who)
    return [line for group in (*found.groups, *found.more) for line in group.lines]


def test_the_one_in_the_middle_of_his_turn_stays_on_the_screen() -> None:
    with served("cities-without-number") as place:
        seen = screen(place)
        if len(seen.to_act) < 2:
            place.room.give(Do(seen.acting, Act("pass")))
            seen = screen(place)
        other = seen.to_act[-1]
        assert len(seen.to_act) > 1 and seen.acting != other
        place.room.give(Do(other, Act("total defense"), place.room.session.token(other)))
        assert screen(place).has_begun(other) and screen(place).acting == other


# ------------------------------------------------------------------ what is refused


def test_the_gm_can_let_through_what_he_is_refused() -> None:
    with served() as place:
        ordered(place.room, "map", drawing=ROOMS)
        who = place.room.session.awaited()[0]
        ordered(place.room, "place", who=who, at="A1")
        fields = {"who": who, "verb": "move", "pick.to": "H5", "token": place.room.session.token(who)}
        told = place.gm.post(f"/t/{place.room.name}/do", fields).text
        assert "Allow once" in told and 'name="pick.to" value="H5"' in told
        hidden = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', unescape(told)))
        place.gm.post(f"/t/{place.room.name}/do", {**hidden, "force": "he runs fast"})
        assert place.room.session.table.who(who).place == (7, 4)


def test_nobody_else_is_offered_that() -> None:
    with served() as place:
        told = place.ana.post(f"/t/{place.room.name}/do", {"who": "ana", "verb": "move", "pick.metres": "999"}).text
        assert "toast refused" in told and "Allow once" not in told


# ------------------------------------------------------------------ newcomers


def test_whoever_is_brought_in_again_is_numbered_on() -> None:
    with served() as place:
        add = f"/t/{place.room.name}/order/join"
        assert "toast done" in place.gm.post(add, {"ready": "booster", "count": "2"}).text
        assert "Booster 3" in place.gm.post(add, {"ready": "booster", "count": "2"}).text
        assert {f"booster-{n}" for n in (1, 2, 3, 4)} <= place.room.session.table.combatants.keys()


def test_one_more_of_the_same_name_gets_a_number() -> None:
    with served() as place:
        for _ in range(3):
            place.gm.post(f"/t/{place.room.name}/order/join", {"ready": "booster"})
        assert {"booster", "booster-2", "booster-3"} <= place.room.session.table.combatants.keys()


def test_a_squad_is_numbered_on_under_its_own_first() -> None:
    with served() as place:
        for _ in range(2):
            place.gm.post(f"/t/{place.room.name}/order/join", {"ready": "ganger", "count": "2", "squad": "true"})
        assert place.room.session.table.who("ganger-4").squad == "ganger-3"


def test_an_opponent_is_proposed_and_nobody_of_the_crew_comes_in_twice() -> None:
    with served(who=[combatant(game("cyberpunk-red"), "vex", "Vex", "crew", game("cyberpunk-red").sheet(), pc=True)]) as place:
        html = place.gm.get(f"/t/{place.room.name}/add").text
        first = re.findall(r'name="ready" value="([^"]+)" data-side="([^"]+)"([^>]*)>', html)
        assert first[0][1] != "crew" and "checked" in first[0][2]
        assert "disabled" in next(rest for id, _, rest in first if id == "solo")


# ------------------------------------------------------------------ suggestions, labels, lines


def test_a_player_who_wants_real_dice_gets_them_at_a_press() -> None:
    with served() as place:
        place.ana.post(f"/t/{place.room.name}/suggest", {"text": "Ana: I roll my own dice from now on"})
        (one,) = questions.suggestions(screen(place))
        assert one.line == "hand ana"
        place.gm.post(f"/t/{place.room.name}/suggested/{one.id}")
        assert place.room.session.table.who("ana").has("dice by hand") and not place.room.suggestions


def test_a_suggestion_typed_into_the_command_bar_is_off_the_list_once_it_is_done() -> None:
    with served() as place:
        place.ana.post(f"/t/{place.room.name}/suggest", {"text": "Ana: I roll my own dice from now on"})
        (one,) = questions.suggestions(screen(place))
        place.gm.post(f"/t/{place.room.name}/say", {"text": "no such word", "suggestion": one.id})
        assert place.room.suggestions
        place.gm.post(f"/t/{place.room.name}/say", {"text": "hand ana", "suggestion": one.id})
        assert not place.room.suggestions


def test_mere_words_are_never_offered_as_a_command() -> None:
    with served() as place:
        place.ana.post(f"/t/{place.room.name}/suggest", {"text": "may I swing from the lamp?"})
        (one,) = questions.suggestions(screen(place))
        assert one.line == ""


@every_game
def test_an_empty_line_completes_to_nothing_and_no_text_is_offered_twice(id: str) -> None:
    with served(id) as place:
        assert "data-completion" not in place.gm.get(f"/t/{place.room.name}/complete?text=").text
        found = re.findall(r'data-completion="([^"]*)"', place.gm.get(f"/t/{place.room.name}/complete?text=attack%20").text)
        assert len(found) == len(set(found))


def test_a_seed_is_shortened_in_labels() -> None:
    with served() as place:
        ordered(place.room, "tell", text=f"sealed as {'a1' * 32}")
        html = place.gm.get(f"/t/{place.room.name}").text
        label = html.split('id="undo"')[1].split("</button>")[0]
        assert "a1a1a1a1…" in label and "a1" * 32 not in label


def test_the_odds_taken_apart_say_first_who_does_what_to_whom() -> None:
    with served("shadowrun-4") as place:
        seen = screen(place)
        who = place.room.session.awaited()[0]
        attack = next(line for line in lines(seen, who) if line.odds and line.target)
        query = {"who": who, "verb": attack.verb, **{f"fixed.{name}": value for name, value in attack.fixed}}
        target = menu.aimed_at(attack.picks)
        html = place.gm.client.get(
            f"/t/{place.room.name}/odds", params={**query, "pick.target": target}, headers={"cookie": place.gm.cookie}
        ).text
        head = unescape(re.sub("<[^>]+>", "", html.split("<h2>")[1].split("</h2>")[0]))
        table = place.room.session.table
        assert table.who(who).name in head and table.who(target).name in head


# ------------------------------------------------------------------ passes


def test_whose_next_turn_is_in_a_later_pass_is_done_in_this_one_and_listed_there() -> None:
    with served("shadowrun-4", crowd(game("shadowrun-4"))) as place:
        for _ in range(30):
            seen = screen(place)
            found = order.listed(seen)
            later = [row for row in found if order.is_later(seen, row)]
            coming = [row for section in order.sections(seen) if section.place in ("acts", "next") for row in section.rows]
            named = ", ".join(names for _, names in order.later(seen))
            assert not {row.who[0] for row in later} & {row.id for row in coming if "acting" not in row.states} - {
                row.who[0] for row in found if row.place == "next" and not order.is_later(seen, row)
            }
            assert all(row.name in named for row in later)
            awaited = place.room.session.awaited()
            if not awaited or not awaited[0]:
                break
            place.room.give(Do(awaited[0], Act("pass"), place.room.session.token(awaited[0])))
