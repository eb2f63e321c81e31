"""The language of the command line."""

from __future__ import annotations

import click

from firefight.game import Game
from firefight.lines import CleanWords, speech


def spoken(game: Game) -> CleanWords:
    """The words of a game in the language that was asked for, English outside of a command."""
    asked = click.get_current_context(silent=True)
    return speech(game, str(asked.find_root().params.get("language") or "en") if asked else "en")
