"""`firefight new`: write an encounter file to start from."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import click
import msgspec

from firefight.cli.errors import Problem
from firefight.encounter.faults import near
from firefight.encounter.people import ID, Ready, ready_made
from firefight.game import Game, Setting
from firefight.games import GAMES, game
from firefight.language.plain import full_stop

FEW = 3
CREWS = ("crew", "runners")
"""The sides of the ready-made people on which player characters are."""
NOBODY = {"vex": Ready("Vex", "crew"), "rook": Ready("Rook", "opposition")}


@click.command("new")
@click.argument("name", metavar="GAME")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
def command(name: str, file: Path | None, force: bool) -> None:
    """Write an encounter file to start from, GAME.toml unless FILE says otherwise; "-" is standard output.

    It holds some of the game's ready-made people, all house rules, and notes on what else may be written.
    """
    if name not in GAMES:
        raise Problem(full_stop(f"There is no game '{name}'; {near(name, GAMES)}"))
    target = file or Path(f"{name}.toml")
    text = starter(game(name), target.name if str(target) != "-" else f"{name}.toml")
    if str(target) == "-":
        click.echo(text, nl=False)
        return
    try:
        with target.open("w" if force else "x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        if target.is_dir():
            raise Problem(f"{target} is a folder: add the name of a file to it.") from None
        raise Problem(f"{target} is there already; give another name, or --force to write over it.") from None
    click.echo(f"{target} is written. Play it: firefight play {target}")


def starter(game: Game, file: str) -> str:
    """An encounter file of a game, with its ready-made people and house rules, and a word on each."""
    chosen = few(ready_made(game.id)) or NOBODY
    sides = dict.fromkeys(one.side for one in chosen.values())
    parts = [HEAD.format(title=game.title, game=game.id, file=file), "[options]", OPTIONS]
    parts += [house_rule(one) for one in game.settings]
    parts += ["", "[sides]", *(f"{key(side)} = {quoted(side.capitalize())}" for side in sides), ""]
    parts += [described(id, one, one.side == crew(sides)) for id, one in chosen.items()]
    return "\n".join([*parts, others(ready_made(game.id)), WRITTEN_OUT.format(side=next(iter(sides), "crew"))])


def house_rule(one: Setting) -> str:
    """A house rule of the game as a comment: what it decides, what it may be, and its default."""
    return f"# {one.sentence} One of {', '.join(one.values)}.\n# {one.name} = {quoted(one.default)}"


def few(people: Mapping[str, Ready]) -> dict[str, Ready]:
    """The first few ready-made people of each side, and no further side once there is enough for a fight."""
    chosen: dict[str, Ready] = {}
    for side in dict.fromkeys(one.side for one in people.values()):
        if len(chosen) < 2 * FEW:
            chosen |= dict([(id, one) for id, one in people.items() if one.side == side][:FEW])
    return chosen


def crew(sides: Iterable[str]) -> str:
    """The side of the player characters; "" for none."""
    return next((side for side in CREWS if side in sides), "")


def described(id: str, one: Ready, pc: bool) -> str:
    """One of the ready-made people as an entry of the file."""
    about = f"  # {one.about}" if one.about else ""
    ready = f"ready = {quoted(id)}{about}\n" if one is not NOBODY.get(id) else ""
    player = "pc = true\n" if pc else ""
    return f"[[people]]\n{ready}name = {quoted(one.name)}\nside = {quoted(one.side)}\n{player}"


def others(people: Mapping[str, Ready]) -> str:
    """Who else is ready-made."""
    return f"# Ready-made: {', '.join(people)}.\n" if people else ""


def key(text: str) -> str:
    """A key as TOML writes it."""
    return text if ID.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """Text as TOML writes it."""
    return msgspec.json.encode(text).decode()


HEAD = """\
# A fight of {title}. Play it: firefight play {file}
game = "{game}"
title = "A fight"
notes = ""
"""
OPTIONS = "# The house rules with their defaults. Take the # away to change one."
WRITTEN_OUT = """\
# Somebody of your own; everything but name and side may be left out:
# [[people]]
# name = "Vex"
# side = "{side}"
# owner = "ana"           # the player who decides; the GM if left out
# pc = true               # a player character; somebody with an owner is one, unless it says false
# sheet = {{ }}             # the numbers of the game; on top of `ready` where both are given
# marks = ["prone"]
# hidden = true           # known to the GM alone
# count = 4               # four of them, numbered; with squad = true they share one turn
"""
