"""The fights that are measured: written down once, they play the same again; a peer that is missing is told of."""

import sys

import pytest

from bench import peers
from bench.fights import attacks, fight, passes, play
from firefight.games import GAMES, game


@pytest.mark.parametrize("name", GAMES)
def test_the_commands_of_a_fight_lead_a_fresh_table_to_the_same_state(name: str) -> None:
    first, second = fight(game(name), 2, 3), fight(game(name), 2, 3)
    commands = attacks(first, 40)
    play(second, commands)
    assert second.table == first.table
    assert [batch.events for batch in second.history.batches] == [batch.events for batch in first.history.batches]


@pytest.mark.parametrize("name", GAMES)
def test_everybody_attacks_and_nobody_falls(name: str) -> None:
    session = fight(game(name), 2, 3)
    commands = attacks(session, 200)
    acted = {command.who for command in commands if getattr(command, "act", None) and command.act.verb == "attack"}
    assert acted == set(session.table.combatants)
    assert session.awaited()


@pytest.mark.parametrize("name", GAMES)
def test_next_goes_round_and_round(name: str) -> None:
    session = fight(game(name), 2, 3)
    before = session.table.timeline.round
    passes(session, 25)
    assert session.table.timeline.round > before


def test_a_peer_that_cannot_be_installed_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(peers, "PIP", (sys.executable, "-c", "import sys; sys.exit('no way through')"))
    monkeypatch.setattr(peers.shutil, "which", lambda program: None)
    assert not peers.install()
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "d20 cannot be installed, its rows will have no ratio (no way through)"
    assert told[-1] == "boardgame.io@0.50.2 cannot be installed without npm, its rows will have no ratio"
    assert len(told) == len(peers.PEERS) + 1


def test_a_peer_that_is_not_there_is_none() -> None:
    assert peers.peer("no_such_package_anywhere") is None
