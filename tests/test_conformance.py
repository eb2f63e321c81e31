"""The laws every game keeps, over random play."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firefight.commands import Do, Rewind
from firefight.dice import Sealed
from firefight.engine import awaited
from firefight.errors import FirefightError
from firefight.game import placed
from firefight.games import GAMES, game
from firefight.history import encode
from firefight.session import resumed
from firefight.timeline import Act
from tests.conformance import SECRET, SECRET_NAME, VIEWERS, Player, bytes_for, encoded, table_of, told

seeds = st.integers(0, 10_000)
every_game = pytest.mark.parametrize("name", GAMES)
few = settings(max_examples=25, deadline=None)


@every_game
@given(seed=seeds)
@few
def test_a_log_read_back_folds_to_the_same_table(name: str, seed: int) -> None:
    session = table_of(game(name), seed)
    list(Player(session, seed).play(60))
    again = resumed(game(name), map(encode, session.history.batches), Sealed(b"another secret"))
    assert encoded(again.table) == encoded(session.table)
    assert again.table == session.table


@every_game
@given(seed=seeds)
@few
def test_undo_brings_the_same_bytes_back_and_redo_the_later_ones(name: str, seed: int) -> None:
    session = table_of(game(name), seed)
    list(Player(session, seed, gm=False).play(25))
    before = encoded(session.table)
    for command in Player(session, seed + 1, gm=False).play(1):
        after = encoded(session.table)
        if type(command).__name__ == "Begin":
            continue
        session.do(Rewind("undo"))
        assert encoded(session.table) == before
        session.do(Rewind("redo"))
        assert encoded(session.table) == after


@every_game
@given(seed=seeds)
@few
def test_after_undo_the_same_command_throws_the_same_dice(name: str, seed: int) -> None:
    session = table_of(game(name), seed)
    list(Player(session, seed, gm=False).play(20))
    for command in Player(session, seed + 1, gm=False).play(1):
        after, undoable = encoded(session.table), type(command).__name__ != "Begin"
        if undoable:
            session.do(Rewind("undo"))
            session.do(command)
            assert encoded(session.table) == after


@every_game
@given(seed=seeds)
@few
def test_whoever_is_awaited_has_a_menu_and_the_loop_comes_to_rest(name: str, seed: int) -> None:
    session = table_of(game(name), seed)
    for _ in Player(session, seed).play(80):
        assert len(session.history.batches[-1].events) < 3_000
        for who in awaited(session.game, session.table):
            assert not who or session.menu(who), f"{who} is awaited and has nothing to choose"


@every_game
@given(seed=seeds)
@few
def test_the_order_is_total_and_nobody_is_due_twice_for_one_thing(name: str, seed: int) -> None:
    session = table_of(game(name), seed)
    for _ in Player(session, seed).play(60):
        dues = placed(session.game, session.table)
        assert sorted(dues) is not None
        assert len({(due.who, due.tag) for due in dues}) == len(dues)


@every_game
@given(seed=seeds)
@few
def test_nothing_of_a_secret_reaches_anybody_but_the_gm(name: str, seed: int) -> None:
    session = table_of(game(name), seed)
    for _ in Player(session, seed).play(50):
        if not session.table.who(SECRET).hidden:
            break
        for viewer in VIEWERS:
            known = bytes_for(session, viewer).decode()
            assert SECRET not in known
            assert SECRET_NAME not in known
    for viewer in VIEWERS:
        text = told(session, viewer)
        assert SECRET not in text
        assert SECRET_NAME not in text


@every_game
@given(seed=seeds)
@few
def test_twins_that_differ_in_a_secret_look_alike_at_every_step(name: str, seed: int) -> None:
    one, other = table_of(game(name), seed), table_of(game(name), seed, lurker="Somebody Else Entirely")
    for command in Player(one, seed).play(50):
        other.do(command)
        for viewer in VIEWERS:
            assert bytes_for(one, viewer) == bytes_for(other, viewer)
    for viewer in VIEWERS:
        assert told(one, viewer) == told(other, viewer)


@every_game
def test_errors_tell_a_player_nothing_of_hidden_people(name: str) -> None:
    session = table_of(game(name))
    list(Player(session, 3).play(3))
    errors = []
    for who in (SECRET, "nobody"):
        with pytest.raises(FirefightError) as refused:
            session.do(Do(who, Act("pass")), VIEWERS[0])
        errors.append(str(refused.value))
    assert errors[0] == errors[1]


@every_game
def test_a_log_does_not_depend_on_the_hash_seed(name: str) -> None:
    script = (
        "from tests.conformance import *; from firefight.games import game; from firefight.history import encode\n"
        f"s = table_of(game('{name}')); list(Player(s, 7).play(60))\n"
        "import hashlib; print(hashlib.sha256(b''.join(map(encode, s.history.batches))).hexdigest())"
    )
    logs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(logs) == 1
