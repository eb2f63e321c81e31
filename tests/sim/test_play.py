"""One fight of a forecast: the same by its number, from any moment, with dice that are not the table's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from firefight.bots import POLICIES, standing
from firefight.commands import Do, Order, Reply
from firefight.dice import Sealed, derived
from firefight.errors import FirefightError
from firefight.events import Changed, Marked
from firefight.games import GAMES, game
from firefight.scenario.running import Playing
from firefight.session import combatant, found
from firefight.sim import play
from firefight.sim.play import forecast_key
from firefight.table import Mark, Table
from firefight.timeline import Act
from tests.sim.fights import begun, example, script

SHADOWRUN = game("shadowrun-4")


@pytest.mark.parametrize("id", GAMES)
def test_a_fight_is_the_same_by_its_number_and_another_by_another(id: str) -> None:
    game, table = example(id)
    assert play(game, table, 7, "seed") == play(game, table, 7, "seed")
    assert len({str(play(game, table, number, "seed")).partition(",")[2] for number in range(8)}) > 4
    assert play(game, table, 7, "seed") != play(game, table, 7, "another seed")


@pytest.mark.parametrize("id", GAMES)
def test_a_fight_can_be_forecast_from_every_moment_of_it(id: str) -> None:
    playing, policies = Playing(script(id)), list(POLICIES.values())
    for number, step in enumerate(script(id).steps):
        assert not list(playing.step(step))
        game, table = playing.session.game, playing.session.table
        if table.timeline.running and len({one.side for one in table.fighters() if standing(game, table, one)}) > 1:
            outcome = play(game, table, number, "from here", {"": policies[number % 5]}, limit=20)
            assert outcome.rounds >= table.timeline.round
            assert set(outcome.fell).isdisjoint(outcome.fled)


def test_budgets_wounds_and_turns_are_those_of_the_moment() -> None:
    session = begun("cities-without-number")
    session.do(Do("kestrel", Act("attack", {"target": "pike", "weapon": "heavy pistol"})))
    done = []
    play(session.game, session.table, 1, "s", keep=lambda command, events: done.append(command))
    first = next(command for command in done if isinstance(command, Do) and command.who == "kestrel")
    assert first.act.verb in ("use", "pass")


def test_the_dice_of_a_forecast_come_from_no_key_of_a_table() -> None:
    session = begun("cities-without-number")
    assert isinstance(session.source, Sealed)
    tables = {session.source.keyed(purpose).seed for purpose in ("narrative", "1")}
    tables |= {derived(text, purpose) for text in (b"", b"1", session.source.secret) for purpose in ("1", "narrative")}
    assert tables.isdisjoint(forecast_key(seed, number) for seed in ("", "1", session.source.secret.hex()) for number in range(5))


def test_whoever_runs_has_left_and_his_side_has_lost_when_all_have() -> None:
    game, table = example("cities-without-number")
    outcome = play(game, table, 1, "run", {"gang": POLICIES["coward"], "crew": POLICIES["aggressive"]})
    assert outcome.winner == "crew"
    assert set(outcome.fell) | set(outcome.fled) >= {"moloch", "pike", "dregs"}


def test_a_fight_that_takes_too_long_is_undecided() -> None:
    game, table = example("cyberpunk-red")
    outcome = play(game, table, 1, "short", limit=1)
    assert (outcome.undecided, outcome.winner) == (True, "")


def test_what_only_the_gm_can_tell_does_nothing_and_is_told() -> None:
    game, table = example("shadowrun-4")
    sheet = replace(table.who("chant").sheet, gear=("stun bolt",))
    outcome = play(game, table.change("chant", sheet=sheet), 1, "s")
    assert outcome.unsaid == ("chant: stun bolt",)


def test_somebody_hidden_is_found_when_he_attacks() -> None:
    game, table = example("cities-without-number")
    done = []
    play(game, table.change("moloch", hidden=True), 1, "s", keep=lambda command, events: done.append(command))
    assert Order((Changed("moloch", hidden=False),)) in done


def test_nobody_is_asked_for_dice() -> None:
    session = begun("cyberpunk-red")
    session.order(Marked("vex", Mark("dice by hand")))
    done = []
    play(session.game, session.table, 1, "s", keep=lambda command, events: done.append(command))
    assert not [command for command in done if isinstance(command, Reply) and command.label == "attack"]


def refused(table: Table, **how: Any) -> str:
    """Why a forecast from this table is refused."""
    with pytest.raises(FirefightError) as told:
        play(game("cities-without-number"), table, 1, **how)
    return str(told.value)


def changed(who: Iterable[str], **what: Any) -> Table:
    """The example with some of its people changed."""
    _, table = example("cities-without-number")
    for one in who:
        table = table.change(one, **what)
    return table


def everybody() -> list[str]:
    """Everybody of the example."""
    return list(example("cities-without-number")[1].combatants)


def test_where_there_are_no_two_sides_the_true_reason_is_told() -> None:
    gang = [one for one in everybody() if example("cities-without-number")[1].who(one).side == "gang"]
    dead = (Mark("dead"),)
    assert refused(changed(everybody(), here=False)) == "nobody is here; put somebody on each of two sides"
    assert refused(changed(gang, here=False)).startswith("everybody here is on one side, The crew; put somebody on another")
    one_up = refused(changed(gang, marks=dead))
    assert one_up.startswith("only one side is standing, The crew; ") and "get somebody of Moloch's gang up again" in one_up
    assert refused(changed(everybody(), marks=dead)).startswith("nobody is standing; ")
    civil = refused(changed(gang, side="bystanders"))
    assert civil.startswith("without those who take no part (bystanders) there are no two sides; give them a policy")


def test_a_side_that_only_takes_cover_is_a_side() -> None:
    game, table = example("cities-without-number")
    outcome = play(game, table, 1, "s", {"crew": "bystander"}, limit=12)
    assert outcome.fell or outcome.undecided
    assert outcome.winner != "crew"


def test_a_civil_side_fights_when_a_policy_says_so() -> None:
    assert play(game("cities-without-number"), changed(["pike"], side="bystanders"), 1, "s", {"bystanders": "aggressive"}, 9)
    alone = changed(
        [one for one in everybody() if example("cities-without-number")[1].who(one).side == "gang"], side="bystanders"
    )
    assert play(game("cities-without-number"), alone, 1, "s", {"bystanders": "steady"}, 9).rounds


def test_bystanders_take_no_part() -> None:
    game, table = example("cities-without-number")
    table = table.change("suture", side="bystanders")
    outcome = play(game, table, 1, "s")
    assert outcome.winner in ("crew", "gang")
    assert "suture" not in outcome.fell


def test_a_fight_in_which_nobody_can_act_any_more_is_undecided_and_not_broken_off() -> None:
    slow = {"reaction": 1, "intuition": 1, "body": 4, "agility": 4, "strength": 3}
    two = [combatant(SHADOWRUN, id, id, id, convert(slow, SHADOWRUN.sheet)) for id in ("a", "b")]
    table = found(SHADOWRUN, [replace(one, pools={**one.pools, "physical": one.pools["physical"].at(6)}) for one in two]).table
    outcome = play(SHADOWRUN, table, 1, "seed", {"": POLICIES["stand-up"]}, limit=20)
    assert (outcome.undecided, outcome.rounds, outcome.fell) == (True, 21, {})
