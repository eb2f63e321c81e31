"""Every policy plays every game to an end, and does what its sentence says."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from firefight.bots import MOST_DEEDS, POLICIES, Policy, chosen, decide, policy, proposed
from firefight.commands import Do, Reply
from firefight.dice import Keyed
from firefight.engine import awaited, perform
from firefight.errors import FirefightError
from firefight.events import Marked, Placed, PoolSet
from firefight.games import GAMES, game
from firefight.ground import Ground
from firefight.session import Session
from firefight.sim import play
from firefight.table import Mark, Table
from firefight.timeline import Act, Question, Turn
from tests.sim.fights import begun, example

RED, CITIES, PHASE, RUN = "cyberpunk-red", "cities-without-number", "eclipse-phase", "shadowrun-4"
LOUD = [one for one in POLICIES.values() if one.fights]


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("one", LOUD, ids=lambda one: one.name)
def test_every_policy_plays_the_example_of_every_game_to_an_end(id: str, one: Policy) -> None:
    known, table = example(id)
    for number in range(30):
        outcome = play(known, table, number, "to the end", {"": one})
        assert outcome.winner or outcome.undecided or all(who in {**outcome.fell, **outcome.fled} for who in table.combatants)


def test_a_policy_says_in_one_sentence_what_it_does() -> None:
    assert all(one.sentence.endswith(".") and one.sentence.count(". ") == 0 for one in POLICIES.values())
    assert all(name == one.name for name, one in POLICIES.items())


def test_an_unknown_policy_is_told_with_those_there_are() -> None:
    with pytest.raises(FirefightError, match=r"no policy 'bold'; there are steady, aggressive"):
        policy("bold")


# ------------------------------------------------------------------ whom


def decided(session: Session, table: Table, who: str, one: Policy) -> Act:
    """What somebody does now by a policy."""
    command = decide(session.game, table, who, one, Random(0))
    assert isinstance(command, Do)
    return command.act


def acting(id: str, who: str) -> tuple[Session, Table]:
    """The fight of an example in the turn of one of its people."""
    session = begun(id)
    table = session.table
    for _ in range(40):
        waiting = awaited(session.game, table)
        if isinstance(table.timeline.top, Turn) and who in waiting:
            return session, table
        command = (
            Do(waiting[0], Act("pass"))
            if isinstance(table.timeline.top, Turn)
            else decide(session.game, table, waiting[0], POLICIES["mob"], Random(0))
        )
        table = perform(session.game, table, command, Keyed(b"turns")).table
    raise AssertionError(f"{who} never acts")


def hurt(table: Table, **hp: int) -> Table:
    """The table with other hit points."""
    for who, now in hp.items():
        table = PoolSet(who, "hp", now).apply(table)
    return table


@pytest.mark.parametrize(("targets", "expected"), [("weakest", "pike"), ("strongest", "moloch")])
def test_the_weakest_or_the_strongest_is_attacked(targets: str, expected: str) -> None:
    session, table = acting(CITIES, "kestrel")
    act = decided(session, hurt(table, pike=2), "kestrel", replace(POLICIES["mob"], targets=targets))
    assert (act.verb, act.picks["target"]) == ("attack", expected)


def test_a_mob_spreads_over_the_others() -> None:
    session, table = acting(CITIES, "kestrel")
    attacked = {decided(session, table, who, POLICIES["mob"]).picks["target"] for who in ("kestrel", "brick", "suture")}
    assert len(attacked) == 3


def test_the_nearest_on_the_map_is_attacked() -> None:
    session, table = acting(CITIES, "kestrel")
    table = replace(table, ground=Ground(20, 20, 1.0))
    for who, place in {"kestrel": (0, 0), "moloch": (9, 0), "pike": (3, 0), "dregs": (5, 0)}.items():
        table = Placed(who, place).apply(table)
    assert decided(session, table, "kestrel", replace(POLICIES["coward"], flee=0, breaks=0)).picks["target"] == "pike"


def test_nobody_attacks_whom_he_cannot_know_of_or_is_to_leave_alone() -> None:
    session, table = acting(CITIES, "kestrel")
    table = table.change("pike", hidden=True)
    for who in ("moloch", "dregs"):
        table = hurt(table, **{who: 5})
    command = decide(session.game, table, "kestrel", POLICIES["mob"], Random(0), spared=("moloch",))
    assert isinstance(command, Do)
    assert command.act.picks["target"] == "dregs"


# ------------------------------------------------------------------ when


def test_whoever_is_hurt_enough_gets_away_and_does_not_attack() -> None:
    session, table = acting(CITIES, "kestrel")
    assert decided(session, hurt(table, kestrel=16), "kestrel", POLICIES["steady"]).verb == "attack"
    assert decided(session, hurt(table, kestrel=4), "kestrel", POLICIES["careful"]).verb in ("withdraw", "run")


def test_a_mob_breaks_when_half_of_it_is_down() -> None:
    session, table = acting(CITIES, "kestrel")
    mob = POLICIES["mob"]
    one_down = table.change("brick", marks=(Mark("dead"),))
    two_down = one_down.change("suture", marks=(Mark("dead"),))
    assert decided(session, one_down, "kestrel", mob).verb == "attack"
    assert decided(session, two_down, "kestrel", mob).verb in ("withdraw", "run")


def test_a_bystander_attacks_nobody() -> None:
    session, table = acting(CITIES, "kestrel")
    assert decided(session, table, "kestrel", POLICIES["bystander"]).verb == "pass"


def test_an_empty_weapon_is_loaded() -> None:
    session, table = acting(CITIES, "kestrel")
    table = PoolSet("kestrel", "heavy pistol rounds", 0).apply(table)
    assert decided(session, table, "kestrel", replace(POLICIES["steady"], spends="never")).picks.get("weapon") == "knife"
    sheet = replace(table.who("kestrel").sheet, weapons=("heavy pistol",))
    assert decided(session, table.change("kestrel", sheet=sheet), "kestrel", POLICIES["steady"]) == Act(
        "reload", {"weapon": "heavy pistol"}
    )


def test_a_weapon_is_drawn_before_anybody_is_hit_with_bare_hands() -> None:
    session, table = acting(RED, "moth")
    assert decided(session, table, "moth", POLICIES["steady"]) == Act("draw", {"item": "pistol"})


def test_whoever_lies_gets_up_where_he_can_still_attack_then() -> None:
    session, table = acting(CITIES, "kestrel")
    table = Marked("kestrel", Mark("prone")).apply(table)
    assert decided(session, table, "kestrel", POLICIES["steady"]).verb == "stand up"


def test_a_blade_comes_closer_on_the_map_until_it_reaches() -> None:
    session, table = acting(CITIES, "kestrel")
    table = replace(table, ground=Ground(40, 1, 1.0))
    sheet = replace(table.who("kestrel").sheet, weapons=("cleaver",))
    table = table.change("kestrel", sheet=sheet, place=(0, 0))
    for who, place in {"moloch": (28, 0), "pike": (30, 0), "dregs": (32, 0)}.items():
        table = table.change(who, place=place)
    act = decided(session, table, "kestrel", POLICIES["steady"])
    assert (act.verb, act.picks["to"]) == ("run", "K1")


def test_cover_is_taken_once() -> None:
    session, table = acting(RUN, "razor")
    keep = replace(POLICIES["careful"], waits=False)
    assert decided(session, table, "razor", keep).verb == "take cover"
    behind = Marked("razor", Mark("in cover")).apply(table)
    assert decided(session, behind, "razor", keep).verb == "attack"


def test_whoever_waits_lets_others_act_first_and_only_in_the_first_round() -> None:
    session, table = acting(RUN, "razor")
    waits = replace(POLICIES["careful"], cover=0)
    assert decided(session, table, "razor", waits).verb == "delay"
    assert decided(session, table.time(round=2), "razor", waits).verb == "attack"


def test_nobody_does_more_in_a_round_than_anybody_would() -> None:
    session, table = acting(RUN, "razor")
    assert decided(session, table.time(deeds={"razor": MOST_DEEDS}), "razor", POLICIES["steady"]).verb == "pass"


# ------------------------------------------------------------------ questions


DODGE = Question("dodges razor", "razor", "choice", ("dodge", "stand"), "stand")
EDGE = Question("edge attack", "razor", "choice", ("no", "more dice", "reroll"), "no")


@pytest.mark.parametrize(
    ("question", "by", "expected"),
    [
        (DODGE, "careful", "dodge"),
        (DODGE, "aggressive", "stand"),
        (EDGE, "aggressive", "more dice"),
        (EDGE, "mob", "no"),
        (Question("luck razor", "razor", "choice", ("0", "1", "2", "3"), "0"), "aggressive", "2"),
        (Question("come in razor", "razor", "choice", ("wait", "before", "same time"), "wait"), "careful", "before"),
        (Question("whom", "razor", "choice", ("pike", "moloch"), "moloch"), "aggressive", "moloch"),
    ],
)
def test_a_choice_is_answered_as_the_policy_has_it(question: Question, by: str, expected: str) -> None:
    _, table = example(RUN)
    assert chosen(game(RUN), table.who("razor"), question, POLICIES[by]) == expected


def test_a_full_defence_is_for_the_badly_hurt() -> None:
    _, table = example(RUN)
    question = Question("defense razor", "razor", "choice", ("react", "full defense", "none"), "react")
    assert chosen(game(RUN), table.who("razor"), question, POLICIES["careful"]) == "react"
    battered = PoolSet("razor", "physical", 8).apply(table).who("razor")
    assert chosen(game(RUN), battered, question, POLICIES["careful"]) == "full defense"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (Question("new scene", "", "ruling", ("yes", "no"), "yes"), "yes"),
        (Question("tie", "", "ruling", ("vex", "rook"), ""), "vex"),
        (Question("difficulty", "", "amount", default=8), 8),
        (Question("effect", "", "effect", default="nothing"), "nothing"),
    ],
)
def test_the_gm_takes_what_is_proposed(question: Question, expected: object) -> None:
    assert proposed(question) == expected


def test_dice_that_would_be_typed_in_are_thrown() -> None:
    session = begun(CITIES)
    session.order(Marked("kestrel", Mark("dice by hand")))
    command = Do("kestrel", Act("attack", {"target": "pike", "weapon": "heavy pistol"}))
    while isinstance(session.do(command) and session.table.timeline.top, Turn):
        command = decide(session.game, session.table, session.awaited()[0], POLICIES["mob"], Random(0))
    reply = decide(session.game, session.table, "kestrel", POLICIES["mob"], Random(0))
    assert isinstance(reply, Reply)
    assert isinstance(reply.value, tuple)
    assert all(1 <= int(face) <= 20 for face in reply.value)


def test_whoever_is_not_asked_has_nothing_to_decide() -> None:
    known, table = example(CITIES)
    with pytest.raises(FirefightError, match="nobody is awaited"):
        decide(known, table, "kestrel", POLICIES["steady"], Random(0))
