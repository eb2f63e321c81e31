"""Laws of the action turn, over random play under every mixture of table options."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from firefight.events import Declared, Marked, Opened, RoundBegan, Told, Used
from firefight.games.eclipse_phase import GAME
from firefight.games.eclipse_phase.places import EXTRAS, LAST, place
from firefight.games.eclipse_phase.share import ACTIONS, Kind
from firefight.session import Session, found
from tests.conformance import Player, people

OPTIONS = st.fixed_dictionaries({setting.name: st.sampled_from(setting.values) for setting in GAME.settings})
few = settings(max_examples=40, deadline=None)


def played(options: dict[str, str], seed: int, gm: bool, commands: int = 90) -> Session:
    """A table after so many commands at random."""
    session = found(GAME, people(GAME), options, secret=bytes([seed % 251 + 1]) * 32)
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
