"""`firefight demo`: an example played to its end, and what is drawn of the order."""

from __future__ import annotations

from pathlib import Path

import pytest

from firefight.cli.pace import Pace
from firefight.games import GAMES
from firefight.rows import gauges, rows
from firefight.table import Mark, Pool
from firefight.timeline import Act, Hold, Turn
from tests.cli.running import ALLEY, ESCAPE, run
from tests.cli.tables import GAME, SAY, TABLE

STEPS = """
[[steps]]
gm = "begin"
[[steps]]
who = "vex"
does = "attack"
picks = { target = "rook" }
answers = { effect = "12 hp, prone" }
[[steps]]
who = "vex"
does = "pass"
[[steps]]
who = "rook"
does = "move"
refused = ["CPR-ACT-05"]
[[steps]]
gm = "end"
"""
SCRIPT = 'dice = "neon"\n' + ALLEY.replace("score = ", "# score = ", 1) + STEPS


def demo(folder: Path, script: str = SCRIPT, width: int = 80) -> str:
    path = folder / "demo.toml"
    path.write_text(script, encoding="utf-8")
    result = run("demo", "--file", path, width=width)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_demo_shows_the_choice_the_dice_the_rule_and_the_end(tmp_path: Path) -> None:
    out = demo(tmp_path)
    for told in ("Ambush in the alley", "initiative d10: Vex =", "▸", "attack pistol", "CPR-ACT-03: Attack", "Rook loses 12 hp"):
        assert told in out
    assert "✗ Rook cannot do that (move): " in out and "(CPR-ACT-05)" in out
    assert "proved by the seed that was sealed before the fight" in out
    assert "firefight new cyberpunk-red" in out and "firefight rules CPR-ACT" in out
    assert not ESCAPE.search(out)


@pytest.mark.parametrize("width", [40, 60])
def test_a_demo_fits_a_narrow_screen(tmp_path: Path, width: int) -> None:
    assert max(map(len, demo(tmp_path, width=width).splitlines())) <= width


def test_dice_laid_down_in_the_script_are_not_called_proved(tmp_path: Path) -> None:
    script = SCRIPT.replace('gm = "begin"', 'gm = "begin"\nrolls = { "initiative vex" = 9 }')
    assert "1 die is laid down in the script" in demo(tmp_path, script)


def test_a_script_that_does_not_hold_any_more_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "demo.toml"
    path.write_text(SCRIPT.replace('who = "vex"\ndoes = "attack"', 'who = "rook"\ndoes = "attack"'), encoding="utf-8")
    result = run("demo", "--file", path)
    assert result.exit_code == 2 and "does not hold any more" in result.stderr and ", line " in result.stderr


@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_game_plays_to_its_end(game: str) -> None:
    result = run("demo", "--game", game)
    assert result.exit_code == 0, result.output
    assert "Standing" in result.stdout and "The end" in result.stdout


def test_an_unknown_game_is_told() -> None:
    assert run("demo", "--game", "go").exit_code == 2


def test_nothing_waits_at_speed_0() -> None:
    Pace(0.0).pause(10**6)
    Pace(0.0, step=False).pause(10**6, stop=True)


# ------------------------------------------------------------------ the order as rows


def places(table: object = TABLE) -> list[tuple[str, str]]:
    return [(row.place, row.name) for row in rows(GAME, table, SAY)]  # type: ignore[arg-type]


def test_those_who_act_come_first_then_those_to_come_then_those_who_are_done() -> None:
    acting = Turn("1.1:moth=turn", (("moth", "turn"),))
    table = TABLE.time(stack=(acting,), done=frozenset({("vex", "turn")}))
    assert places(table)[:3] == [("acts", "Moth"), ("next", "Rook"), ("next", "Thug 1")]
    assert places(table)[-1] == ("done", "Vex")


def test_a_squad_is_one_row() -> None:
    table = TABLE.change("thug-2", squad="thug-1")
    assert ("next", "Thug 1, 2") in places(table)


def test_whoever_has_passed_in_a_shared_turn_is_done() -> None:
    shared = Turn("1.1:x", (("vex", "turn"), ("moth", "turn")), passed=frozenset({"vex"}))
    assert places(TABLE.time(stack=(shared,)))[:2] == [("done", "Vex"), ("acts", "Moth")]


def test_nobody_is_left_out_and_nobody_comes_twice_with_his_pools() -> None:
    listed = rows(GAME, TABLE, SAY)
    assert sorted(who for row in listed if row.pools for who in row.who) == sorted(TABLE.combatants)


def test_states_tell_conditions_with_their_end_and_holds() -> None:
    hold = Hold("rook", 1, "held", Act("run"), "9", (9,))
    table = TABLE.change("rook", marks=(Mark("prone", by="vex"),), hidden=True).time(held=(hold,))
    states = next(row.states for row in rows(GAME, table, SAY) if "rook" in row.who and row.pools)
    assert "hidden" in states and "Prone (Vex)" in states and any(state.startswith("holds: runs until 9") for state in states)


def test_a_pool_that_starts_empty_is_worse_the_fuller_it_is() -> None:
    rook = TABLE.who("rook")
    full, low = (
        gauges(GAME, [rook])[0].share,
        gauges(GAME, [TABLE.change("rook", pools={"hp": Pool(3, 30)}).who("rook")])[0].share,
    )
    assert full == 1.0 and low == 0.1
    tally = TABLE.change("rook", pools={"hp": Pool(30, 30), "wounds": Pool(0, None)}).who("rook")
    assert [gauge.name for gauge in gauges(GAME, [tally])] == ["hp"]
    assert [gauge.name for gauge in gauges(GAME, [tally], every=True)] == ["hp", "wounds"]
