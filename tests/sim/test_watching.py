"""A fight of a forecast can be looked at, and taken over as a table of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from firefight.bots import POLICIES
from firefight.cli.files import read
from firefight.cli.verify import verdict
from firefight.commands import Do
from firefight.games import GAMES
from firefight.history import encode
from firefight.kept import folded
from firefight.sim import play
from firefight.sim.watching import taken_over, watched
from firefight.store import open_store
from firefight.timeline import Act
from tests.cli.running import run
from tests.sim.fights import begun, session, small


@pytest.mark.parametrize("id", GAMES)
def test_the_fight_that_is_watched_is_the_fight_that_was_counted(id: str) -> None:
    found, policies = session(id), {"": POLICIES["mob"]}
    seen = watched(found.game, found.history, 4, "seed", policies)
    assert seen.outcome == play(found.game, found.table, 4, "seed", policies)
    pools = {one.id: {name: pool.now for name, pool in one.pools.items()} for one in seen.history.table.combatants.values()}
    assert pools == seen.outcome.pools


@pytest.mark.parametrize("id", GAMES)
def test_its_log_can_be_read_again_and_gone_on_with(id: str) -> None:
    found = begun(id)
    seen = watched(found.game, found.history, 2, "seed")
    for line in (seen.start, (seen.start + len(seen.history)) // 2, len(seen.history)):
        again = folded(found.game, map(encode, taken_over(seen.history, line, b"another")))
        assert again.table == seen.history.table_at(line)


def test_what_was_taken_back_is_no_part_of_it() -> None:
    found = begun("cities-without-number")
    found.do(Do("kestrel", Act("attack", {"target": "pike", "weapon": "knife"})))
    from firefight.commands import Rewind

    found.do(Rewind())
    seen = watched(found.game, found.history, 1, "seed")
    assert seen.start == 2
    assert seen.outcome == watched(found.game, begun("cities-without-number").history, 1, "seed").outcome


# ------------------------------------------------------------------ at the command line


def test_watch_shows_the_fight_to_its_end(tmp_path: Path) -> None:
    path, game = small(tmp_path), session("cities-without-number").game
    shown = run("watch", path, "--fight", 3, "--seed", "dusk")
    assert shown.exit_code == 0
    assert "A small fight, fight 3 of a forecast" in shown.output
    assert "Fight 1 begins" not in shown.output
    found = read_back(path)
    winner = play(game, found, 3, "dusk").winner
    assert shown.output.rstrip().splitlines()[-1].startswith({"crew": "Won by The crew", "gang": "Won by The gang"}[winner])


def read_back(path: Path):  # type: ignore[no-untyped-def]
    """The table of an encounter file."""
    from firefight import encounter

    return encounter.session(encounter.load(path), b"x").table


def test_a_fight_is_taken_over_and_goes_on_at_the_table_with_dice_of_its_own(tmp_path: Path) -> None:
    path, log = small(tmp_path), tmp_path / "mine.fight"
    taken = run("watch", path, "--fight", 1, "--take-over", 4, "--log", log)
    assert taken.exit_code == 0, taken.output
    history = read(str(log)).history()
    assert (len(history), history.table.timeline.running) == (4, True)
    gone_on = run("play", log, lines="Kestrel attacks Pike with knife\nend\n")
    assert "Going on with" in gone_on.output
    assert gone_on.exit_code == 0
    told = [finding.sentence for finding in verdict(read(str(log)).history()) if not finding.fault]
    assert not [finding for finding in verdict(read(str(log)).history()) if finding.fault]
    assert any("of a forecast that was taken over" in sentence for sentence in told)


def test_a_log_is_not_written_over_and_a_line_must_be_there(tmp_path: Path) -> None:
    path, log = small(tmp_path), tmp_path / "mine.fight"
    far = run("watch", path, "--take-over", 999, "--log", log)
    assert "there is no line 999 in this fight: it runs from" in far.output
    assert not log.exists()
    log.write_bytes(b"mine")
    assert "is there already" in run("watch", path, "--take-over", 3, "--log", log).output
    for name in ("x.toml", "", "x"):
        assert (
            f"'{name}' is no name for a log: let it end in .fight." in run("watch", path, "--take-over", 3, "--log", name).output
        )
    assert "belong together" in run("watch", path, "--take-over", 3).output


def test_the_new_log_has_a_secret_of_its_own_each_time(tmp_path: Path) -> None:
    path = small(tmp_path)
    secrets = set()
    for name in ("one.fight", "two.fight"):
        run("watch", path, "--take-over", 3, "--log", tmp_path / name)
        with open_store(tmp_path / name) as store:
            secrets.add(store.secret(store.tables()[0]))
    assert len(secrets) == 2


@pytest.mark.parametrize("speed", ["nan", "inf", "-1", "fast"])
def test_a_speed_is_a_number(speed: str, tmp_path: Path) -> None:
    told = run("watch", small(tmp_path), f"--speed={speed}")
    assert (told.exit_code, "is not a number from 0 on." in told.output) == (2, True)
