"""The games, written out. A game is one object that fulfils `firefight.game.Game`."""

from __future__ import annotations

from importlib import import_module

from firefight.errors import FirefightError
from firefight.game import Game

GAMES = ("cyberpunk-red", "eclipse-phase", "shadowrun-4", "cities-without-number")


def game(id: str) -> Game:
    """The game of this id, loaded when it is asked for. Raises FirefightError for an unknown one."""
    if id not in GAMES:
        raise FirefightError(f"there is no game '{id}'; there are {', '.join(GAMES)}")
    found: Game = import_module(f"firefight.games.{id.replace('-', '_')}").GAME
    return found


def games() -> tuple[Game, ...]:
    """All games, in the order of the list."""
    return tuple(map(game, GAMES))
