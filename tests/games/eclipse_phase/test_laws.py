"""Laws of the action turn, over random play under every mixture of table options."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firefight.events import Adjusted, Declared, Marked, Opened, RoundBegan, Told, Unmarked, Used
from firefight.games.eclipse_phase import GAME, rules
from firefight.games.eclipse_phase.places import EXTRAS, LAST, place
from firefight.games.eclipse_phase.share import ACTIONS, Kind
from firefight.games.eclipse_phase.sheet import POOLS, Sheet
from firefight.session import Session, found
from tests.conformance import Player, people

OPTIONS = st.fixed_dictionaries({setting.name: st.sampled_from(setting.values) for setting in GAME.settings})
few = settings(max_examples=40, deadline=None)


ARMED = Sheet(skills={"guns": 70, "melee": 60, "fray": 40}, gear=("rifle", "plasma thrower", "knife"), kinetic=6, vigor=3)


def played(options: dict[str, str], seed: int, gm: bool, commands: int = 90, armed: bool = False) -> Session:
    """A table after so many commands at random, of people with nothing in hand or with weapons."""
    everybody = people(GAME)
    if armed:
        everybody = [replace(one, sheet=ARMED, pools=GAME.pools(ARMED)) for one in everybody]
    session = found(GAME, everybody, options, secret=bytes([seed % 251 + 1]) * 32)
    list(Player(session, seed, gm).play(commands))
    return session


@given(options=OPTIONS, seed=st.integers(0, 10_000))
@few
def test_nobody_gets_more_than_one_share_and_the_extra_actions_he_has_bought(options: dict[str, str], seed: int) -> None:
    session = played(options, seed, gm=False)
    turn = 0
    big, extras, anew = Counter[tuple[int, str]](), Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for event in (event for batch in session.history.batches for event in batch.events):
        if isinstance(event, RoundBegan):
            turn += 1
        elif isinstance(event, Declared) and ACTIONS.get(event.act.verb, Kind("quick")).size != "quick":
            big[turn, event.who] += 1
        elif isinstance(event, Marked) and event.mark.name in EXTRAS:
            extras[turn, event.who] += 1
        elif isinstance(event, Told) and event.key_ == "interrupted_anew":
            anew[turn, event.who] += 1
    assert all(n <= 1 + extras[key] + anew[key] for key, n in big.items())  # EP-ACT-01 EP-DELAY-05
    assert all(n <= 2 for n in extras.values())  # EP-EXTRA-04


@given(options=OPTIONS, seed=st.integers(0, 10_000))
@few
def test_extra_actions_come_when_everybody_has_had_his_turn(options: dict[str, str], seed: int) -> None:
    session = played(options, seed, gm=False)
    for number in range(1, len(session.history) + 1):
        for before, event, _ in session.history.steps(number):
            if isinstance(event, Opened) and event.key_ and event.key_[0] == LAST:
                owed = {one.id for one in before.fighters()} - {who for who, tag in before.timeline.done if tag == "turn"}
                assert not owed  # EP-EXTRA-02


@given(options=OPTIONS, seed=st.integers(0, 10_000))
@few
def test_whoever_carries_a_delay_over_has_no_fresh_turn(options: dict[str, str], seed: int) -> None:
    session = played(options, seed, gm=False)
    for number in range(1, len(session.history) + 1):
        used: set[str] = set()
        for _, event, _ in session.history.steps(number):
            used |= {event.who} if isinstance(event, Used) else set()
            used = set() if isinstance(event, RoundBegan) else used
            assert not (
                isinstance(event, Opened) and any(who in used and tag == "turn" for who, tag in event.dues)
            )  # EP-DELAY-05


@given(options=OPTIONS, seed=st.integers(0, 10_000))
@few
def test_the_loop_comes_to_rest_whatever_the_gm_does(options: dict[str, str], seed: int) -> None:
    session = played(options, seed, gm=True, commands=120)
    for one in session.table.fighters():
        assert not one.score or place(one)
    assert all(len(batch.events) < 3_000 for batch in session.history.batches)


@given(options=OPTIONS, seed=st.integers(0, 10_000))
@few
def test_whoever_has_taken_his_durability_is_down_and_nobody_else_by_damage(options: dict[str, str], seed: int) -> None:
    session = played(options, seed, gm=True, commands=120, armed=True)
    for one in session.table.combatants.values():
        damage = one.sheet.durability - one.pool("durability")
        states = {mark.name for mark in one.marks if mark.note == "damage"}
        assert bool(states) <= (damage >= one.sheet.durability)  # EP-DMG-01
        assert rules.is_down(damage, one.sheet.durability) <= one.has_any(("unconscious", "dead"))
        assert rules.is_dead(damage, one.sheet.durability, True) == one.has("dead")


@given(options=OPTIONS, seed=st.integers(0, 10_000))
@few
def test_no_pool_is_ever_overdrawn_and_single_shots_stay_single(options: dict[str, str], seed: int) -> None:
    session = played(options, seed, gm=False, commands=120, armed=True)
    spent, fired = Counter[tuple[str, str]](), set[tuple[str, str]]()
    for event in (event for batch in session.history.batches for event in batch.events):
        if isinstance(event, RoundBegan):
            fired = set()
        elif isinstance(event, Adjusted) and event.pool in POOLS:
            spent[event.who, event.pool] -= event.by
        elif isinstance(event, Marked) and event.mark.name == "fired":
            assert (event.who, event.mark.by) not in fired  # EP-CMB-01
            fired.add((event.who, event.mark.by))
        elif isinstance(event, Unmarked) and event.mark == "fired":
            fired.discard((event.who, str(event.by)))
    assert all(n <= getattr(ARMED, pool) for (_, pool), n in spent.items())  # EP-POOL-01
