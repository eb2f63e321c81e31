"""`firefight play`, piped: a script in, plain text out, everything stored."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from firefight import encounter
from firefight.cli.desk import Desk
from firefight.cli.files import folded, header_of, read
from firefight.cli.play import TABLE, opened
from firefight.cli.screen import console
from firefight.games import GAMES, game
from firefight.store import open_store
from tests.cli.running import ALLEY, ESCAPE, alley, play, process, run


def test_a_piped_session_plays_an_attack_and_ends_with_0(tmp_path: Path) -> None:
    result = process("play", alley(tmp_path), "--seed", "5", lines="begin\nattack rook\n7 hp, prone\n")
    assert result.returncode == 0
    assert result.stderr == ""
    for told in (
        "> begin",
        "Vex to act.",
        "Vex: attacks Rook",
        "CPR-ACT-03",
        "? The GM",
        "Rook loses 7 hp (23 left).",
        "Rook is Prone.",
    ):
        assert told in result.stdout
    assert not ESCAPE.search(result.stdout)
    assert not [line for line in result.stdout.splitlines() if line != line.rstrip()]


def test_the_same_seed_gives_the_same_session(tmp_path: Path) -> None:
    lines = ("begin", "hp -5 rook", "next", "next", "roll 3d6")
    free = ALLEY.replace("score = ", "# score = ")
    outs = [play(alley(tmp_path / name, free), *lines).stdout for name in ("a", "b") if not (tmp_path / name).mkdir()]
    assert outs[0].replace("/a/", "/b/") == outs[1]
    assert "seed of its dice was given beforehand" in outs[0]


def test_without_a_seed_the_dice_are_secret(tmp_path: Path) -> None:
    path = alley(tmp_path)
    assert "given beforehand" not in play(path, "begin", seed="").stdout
    with open_store(path.with_suffix(".fight")) as store:
        assert len(store.secret(TABLE)) == 32


# ------------------------------------------------------------------ saving


def test_the_log_is_the_save_file(tmp_path: Path) -> None:
    path = alley(tmp_path)
    play(path, "begin", "hp -5 rook")
    path.unlink()
    again = play(path.with_suffix(".fight"), "hp -5 rook", seed="")
    assert "Going on with" in again.stdout
    assert "Rook loses 5 hp (20 left)." in again.stdout


def test_an_encounter_with_a_log_beside_it_goes_on(tmp_path: Path) -> None:
    path = alley(tmp_path)
    play(path, "begin", "hp -5 rook")
    again = play(path, "hp -5 rook", seed="").stdout
    assert "Rook loses 5 hp (20 left)." in again
    assert "For a new fight give --log another name." in " ".join(again.split())
    assert "--log" not in play(path.with_suffix(".fight"), seed="").stdout


def test_log_names_another_file(tmp_path: Path) -> None:
    other = tmp_path / "other.fight"
    run("play", alley(tmp_path), "--log", other, lines="begin\n")
    assert other.exists() and not (tmp_path / "alley.fight").exists()


def test_a_kill_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    path = alley(tmp_path)
    command = [sys.executable, "-m", "firefight", "play", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as child:
        assert child.stdin and child.stdout
        child.stdin.write("begin\nhp -5 rook\n")
        child.stdin.flush()
        for line in child.stdout:
            if "Rook loses 5 hp" in line:
                os.kill(child.pid, signal.SIGKILL)
                break
    assert "Rook loses 5 hp (20 left)." in play(path, "hp -5 rook").stdout


def test_a_kill_before_the_first_line_begins_anew(tmp_path: Path) -> None:
    path = alley(tmp_path)
    with open_store(path.with_suffix(".fight")) as store:
        store.create(TABLE, b'{"game":"cyberpunk-red","title":"Ambush"}', b"x" * 32)
    assert "Vex to act." in play(path, "begin", seed="").stdout


def test_two_at_one_log_catch_up_with_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = alley(tmp_path)
    play(path, "begin", seed="")
    with open_store(path.with_suffix(".fight")) as store:
        desks = [Desk(opened(store, TABLE, None, ""), console(80), store, TABLE) for _ in range(2)]
        assert desks[0].line("hp -5 rook")
        capsys.readouterr()
        assert not desks[1].line("hp -5 rook")
        told = capsys.readouterr().out
        assert "moved on" in told and "Rook loses 5 hp (25 left)." in told
        assert desks[1].line("hp -5 rook")
        history = folded(game(header_of(store, TABLE).game), (record.data for record in store.read(TABLE)))
    assert history.table.who("rook").pool("hp") == 20


# ------------------------------------------------------------------ lines


def test_what_is_not_understood_is_said_and_the_script_goes_on(tmp_path: Path) -> None:
    result = play(alley(tmp_path), "begin", "frobnicate", "run", "run", "hp -5 rook")
    assert result.exit_code == 0
    assert "'frobnicate' is neither" in result.stdout and "Rook loses 5 hp" in result.stdout


@pytest.mark.parametrize("line", ["frobnicate", "attack thug", "get up", "redo"])
def test_strict_stops_with_2_at_the_first_line_that_fails(tmp_path: Path, line: str) -> None:
    result = play(alley(tmp_path), "begin", line, "hp -5 rook", strict=True)
    assert result.exit_code == 2
    assert result.stderr == f"firefight: line 2 was not carried out: {line}\n"
    assert "Rook loses" not in result.stdout


def test_a_refusal_is_one_sentence_with_rule_ids(tmp_path: Path) -> None:
    lines = play(alley(tmp_path), "begin", "move 99").stdout.splitlines()
    assert any("Vex cannot do that (move)" in line and "(CPR-MOV-04)" in line for line in lines)


def test_why_explains_a_refusal_and_a_rule(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "move 99", "why", "why CPR-HOLD-06", "why get up").stdout
    assert "CPR-MOV-04  Move Action distance" in out
    assert "CPR-HOLD-06" in out and "get up is not possible now" in out


def test_a_refused_act_can_be_forced(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "force it is downhill: move 99").stdout
    assert "Overruled by the GM: move. it is downhill" in out
    assert "Vex: moves 99 m/yds." in out


def test_an_ambiguous_line_is_asked_back_and_answered_by_a_number(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "attack thug", "2", "3 hp").stdout
    assert "target 'thug' may be [1] Thug 1 or [2] Thug 2?".casefold() in out.casefold()
    assert "Thug 2 loses 3 hp" in out


def test_enter_ends_the_turn_and_says_what_was_left(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "", "").stdout
    assert re.search(r"^Vex ends the turn with Action 1, .*metres 12.* left\.$", out, re.M)
    assert "Rook to act." in out and re.search(r"^Thug [12].* to act\.$", out, re.M)


def test_undo_says_what_it_takes_back_and_redo_does_it_again(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "hp -5 rook", "move 6", "undo", "undo", "redo", "hp -5 rook").stdout
    assert "Taken back: Vex: moves 6 m/yds." in out
    assert "Done again: Rook loses 5 hp (25 left)." in out
    assert "Rook loses 5 hp (20 left)." in out


def test_goto_leads_to_the_line_of_the_log(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "hp -5 rook", "hp -5 rook", "goto 3", "hp -5 rook").stdout
    assert out.count("(20 left)") == 1 and out.count("(25 left)") == 2


def test_an_order_without_a_line_of_its_own_is_acknowledged(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "hand", "hand off", "remind guards after 3", "hide rook").stdout
    assert "Everybody rolls real dice now" in out and "The dice are thrown here again." in out
    assert out.count("Done.") == 1


def test_pools_keep_the_order_of_the_sheet_when_a_fight_goes_on(tmp_path: Path) -> None:
    people = '[[people]]\nname = "Vex"\nside = "crew"\nready = "solo"\n'
    path = alley(tmp_path, f'game = "cyberpunk-red"\n{people}')
    shown = [re.findall(r"(hp|luck|pistol rounds) \d", play(path, "order").stdout) for _ in range(2)]
    assert shown[0] == shown[1]
    assert shown[0][:2] == ["hp", "luck"]


@pytest.mark.parametrize("line", ["hide zork", "hp zork -5", "skip zork", "leave zork"])
def test_a_name_that_nobody_bears_is_told_with_those_who_are_here(tmp_path: Path, line: str) -> None:
    out = " ".join(play(alley(tmp_path), "begin", line).stdout.split())
    assert "Nobody here is called 'zork'; here are Vex, Rook, Thug 1, Thug 2, Ghost." in out


@pytest.mark.parametrize("line", ["mark zork prone", "place zork at D4", "squad", "rename zork Bob"])
def test_an_order_that_does_not_say_who_is_told_with_those_who_are_here(tmp_path: Path, line: str) -> None:
    out = " ".join(play(alley(tmp_path), line).stdout.split())
    assert f"'{line.split()[0]}' does not say who; here are Vex, Rook, Thug 1, Thug 2, Ghost: {line.split()[0]} WHO" in out


def test_a_terminal_without_a_width_gets_one(tmp_path: Path) -> None:
    assert "Vex to act." in play(alley(tmp_path), "begin", width=0).stdout


def test_a_line_that_means_nothing_is_told_what_would_help(tmp_path: Path) -> None:
    lines = ("attack rook", "verify", "view as ana", "hp vex -1", "view as gm", "begin", "dance")
    out = " ".join(play(alley(tmp_path), *lines).stdout.split())
    assert "'attack' is no word of the table, and no fight is running: 'begin' starts one" in out
    assert "'verify' is typed outside the table: 'quit', then 'firefight verify'." in out
    assert "'hp' is for the GM alone." in out
    assert "'dance' is neither a word of the table nor on a menu" in out


def test_one_word_of_a_weapon_is_enough_for_a_hold(tmp_path: Path) -> None:
    text = ALLEY.replace('name = "pistol"', 'name = "heavy pistol"')
    out = " ".join(play(alley(tmp_path, text), "begin", "hold attack rook with pistol until rook comes out").stdout.split())
    assert "Vex holds until rook comes out: attacks Rook (heavy pistol)." in out


@pytest.mark.parametrize("line", ["menu gm", "all gm", "gm:"])
def test_the_menu_of_the_gm_is_not_that_of_whoever_acts(tmp_path: Path, line: str) -> None:
    out = play(alley(tmp_path), "begin", line).stdout.rpartition(f"> {line}")[2]
    assert "1 race" in out and "attack" not in out


def test_a_line_of_the_menu_of_the_gm_goes_by_its_number(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "gm: 2 to the docks", "gm: 99").stdout
    assert "The GM: the docks.  CPR-MOV-02" in out
    assert "The menu has no line 99" in out


@pytest.mark.parametrize("line", ["sheet gm", "where gm"])
def test_the_gm_is_nobody_with_a_sheet_or_a_place(tmp_path: Path, line: str) -> None:
    assert "Nobody here is called 'gm'" in play(alley(tmp_path), "begin", line).stdout


def test_help_on_a_pool_says_how_it_is_changed(tmp_path: Path) -> None:
    assert "hp -5 NAME" in play(alley(tmp_path), "begin", "help hp").stdout


def test_a_number_beyond_all_bounds_is_told(tmp_path: Path) -> None:
    out = " ".join(play(alley(tmp_path), f"hp rook -{'9' * 30}", "tick 99999999999").stdout.split())
    assert out.count("nine digits at most") == 2


def test_somebody_can_be_called_by_a_number_in_quotes(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "join 3 side gang", 'join "3" side gang').stdout
    assert "'join' needs a name" in out
    assert "3 joins The gang." in out


def test_an_endless_line_is_refused_and_not_said_again(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "a" * 200_000, "x" * 3_000).stdout
    assert "That line has 200,000 characters; 4,000 are the most." in out
    assert len(out) < 3_000


def test_help_on_a_verb_says_everything_once(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "help hold").stdout
    assert out.count("hold is possible now.") == 1


def test_conditions_that_fill_a_line_go_on_below_each_other(tmp_path: Path) -> None:
    path = alley(tmp_path, 'game = "cyberpunk-red"\n[[people]]\nname = "Vex"\nside = "crew"\nready = "solo"\n')
    out = play(path, *(f"mark vex burning{number}" for number in range(9)), "order", width=60).stdout
    drawn = [line for line in out.rpartition("> order")[2].splitlines() if "burning" in line]
    assert len(drawn) > 1
    assert all(line.startswith("    burning") for line in drawn)


def test_next_passes_for_everybody_who_is_awaited(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "next", "next", "next").stdout
    assert "Thug 2 to act." in out


def test_dice_typed_in_by_hand_are_asked_for_one_by_one(tmp_path: Path) -> None:
    free = ALLEY.replace("score = ", "# score = ")
    out = play(alley(tmp_path, free), "hand on", "begin", "7", "1 2", "", "6").stdout
    assert "initiative d10: Vex = 7 (typed in)" in out
    assert "needs 1 face" in out and "Type the 1 face of d10." in out


def test_acts_for_somebody_else_are_told_with_their_reason(tmp_path: Path) -> None:
    assert "Rook cannot do that (attack)" in play(alley(tmp_path), "begin", "rook attack vex").stdout


def test_a_question_waits_and_says_for_whom(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "attack rook", "next", "order").stdout
    assert "A question is open" in out and "Waiting for the GM" in out


def test_what_can_be_shown_is_shown(tmp_path: Path) -> None:
    lines = (
        "begin",
        "sheet rook",
        "options",
        "log 3",
        "all",
        "menu rook",
        "help",
        "help mark",
        "roll 2d6+1",
        "order",
        "quit",
        "begin",
    )
    result = play(alley(tmp_path), *lines)
    assert result.exit_code == 0
    for told in ("shotgun (weapon, hand, hands 2)", "tie_reroll = order-only", "force REASON: ACT", "mark WHO NAME", "2d6+1: ["):
        assert told in result.stdout
    assert "> begin" in result.stdout.split("> quit")[0] and "> begin" not in result.stdout.split("> quit")[1]


def test_a_bad_roll_and_a_bad_order_are_told_in_one_sentence(tmp_path: Path) -> None:
    result = play(alley(tmp_path), "roll 3x", "unmark rook prone", "goto 99")
    assert result.exit_code == 0
    assert "Rook is not 'prone'" in result.stdout and "There is no line 99" in result.stdout


# ------------------------------------------------------------------ views


def test_a_view_shows_what_a_player_may_know_and_gives_his_commands(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "view as ana", "order", "hp -5 rook", "move 6", "view as gm", "order").stdout
    seen = out.split("> view as ana")[1].split("> view as gm")[0]
    assert "Ghost" not in seen and "hp 30/30" not in seen and "hp 40/40" in seen
    assert "Vex: moves 6 m/yds." in seen and "Rook loses" not in seen
    assert "Ghost" in out.split("> view as gm")[1]


def test_a_spectator_cannot_act(tmp_path: Path) -> None:
    out = play(alley(tmp_path), "begin", "view as spectator", "vex move 6").stdout
    assert "moves 6" not in out


# ------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere.toml"], "nowhere.toml does not exist"),
        (["nowhere.fight"], "nowhere.fight does not exist"),
        (["{alley}", "--log", "{alley}"], "is not the log of a fight"),
        (["{fight}", "--log", "x.fight"], "is a log already"),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(tmp_path: Path, words: list[str], sentence: str) -> None:
    path = alley(tmp_path)
    play(path, "begin")
    result = run("play", *(word.format(alley=path, fight=path.with_suffix(".fight")) for word in words))
    assert result.exit_code == 2
    assert sentence in result.stderr and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("log",), ("verify",), ("replay",), ("new", "cyberpunk-red"), ("new", "shadowrun-4", "--force")]
)
def test_a_folder_in_the_place_of_a_file_is_told_with_the_remedy(tmp_path: Path, words: tuple[str, ...]) -> None:
    result = process(*words, tmp_path)
    assert result.returncode == 2
    assert "is a folder: add the name of a file to it." in result.stderr


def test_a_new_file_in_no_folder_is_told_with_the_remedy(tmp_path: Path) -> None:
    assert "check the name, and that its folder is there" in process("new", "shadowrun-4", tmp_path / "no" / "a.toml").stderr


def test_a_bad_encounter_lists_its_faults(tmp_path: Path) -> None:
    result = play(alley(tmp_path, ALLEY.replace('game = "cyberpunk-red"', 'game = "go"')))
    assert result.exit_code == 2 and "there is no game 'go'" in result.stderr


def test_a_file_that_is_something_else_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.fight"
    path.write_bytes(b"hello")
    assert run("play", path).exit_code == 2


# ------------------------------------------------------------------ screens

HOSTILE = ALLEY.replace('name = "Rook"', 'name = "[bold red]Rook[/] {x} :smile: %s"').replace('"Ana"', '"[link=http://x]Ana"')


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_screen(tmp_path: Path, width: int) -> None:
    lines = (
        "begin",
        "all",
        "attack rook",
        "7 hp, prone",
        "hold attack rook until 3",
        "log",
        "options",
        "sheet vex",
        "help",
        "why CPR-HOLD-06",
    )
    out = play(alley(tmp_path), *lines, width=width).stdout
    wide = [line for line in out.splitlines() if len(line) > width and not line.startswith(">") and str(tmp_path) not in line]
    assert not wide


def test_names_that_look_like_markup_are_shown_as_they_are(tmp_path: Path) -> None:
    result = play(alley(tmp_path, HOSTILE), "begin", "attack rook", "7 hp", "order", "sheet rook", "log", "rook", width=200)
    assert result.exit_code == 0
    assert "attacks [bold red]Rook[/] {x} :smile: %s" in result.stdout
    assert result.stdout.count("[bold red]Rook[/] {x} :smile: %s") > 6


def test_control_characters_never_reach_the_screen(tmp_path: Path) -> None:
    path = alley(tmp_path)
    evil = "rename rook \x1b]0;owned\x07\x9b31mRook\u202e"
    result = play(path, "begin", evil, "tell \x1b[2Jgone", "mark vex \x1b[31mred", "order", "log", "force \x1b[5m: get up")
    assert result.exit_code == 0
    assert not ESCAPE.search(result.stdout) and "\u202e" not in result.stdout


def test_control_characters_in_a_log_never_reach_the_screen(tmp_path: Path) -> None:
    path = alley(tmp_path)
    play(path, "begin", "hp -5 rook")
    log = run("log", path.with_suffix(".fight"), "--format", "json").stdout
    log = log.replace('"name":"Rook"', '"name":"\\u001b[31mRook\\u0007"')
    evil = tmp_path / "evil.json"
    evil.write_text(log, encoding="utf-8")
    assert "\x1b" in read(str(evil)).history().table.who("rook").name
    for words in (["log", evil], ["log", evil, "--format", "markdown"], ["replay", evil], ["verify", evil]):
        result = run(*words)
        assert result.exit_code == 0 and not ESCAPE.search(result.stdout)


# ------------------------------------------------------------------ whatever is typed

TYPED = (
    "",
    "1",
    "2",
    "3 something",
    "5 rook",
    "undo",
    "redo",
    "next",
    "log 3",
    "why",
    "all",
    "order",
    "options",
    "help",
    "goto 2",
    "7 hp",
)
MORE = (
    "view as ana",
    "view as gm",
    "hide rook",
    "leave thug 1",
    "return thug 1",
    "skip rook",
    "grant rook",
    "mark rook prone",
    "end",
    "begin",
)


@pytest.mark.parametrize("name", GAMES)
def test_a_table_of_any_game_takes_whatever_is_typed(tmp_path: Path, name: str) -> None:
    path = alley(tmp_path, re.sub(r"(sheet|score) = .*", "", ALLEY).replace("cyberpunk-red", name))
    desk = Desk(encounter.session(encounter.load(path), b"x" * 32), console(60))
    chance = Random(name)
    desk.line("begin")
    for _ in range(100):
        desk.line(chance.choice(TYPED + MORE))
    assert len(desk.session.history) > 5
