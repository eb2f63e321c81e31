"""The command `firefight`. A command's module is imported when the command is run, and not before."""

import sys
from functools import partial
from importlib import import_module
from typing import Any

import click

from firefight.cli.errors import told

COMMANDS = {
    "demo": "Watch one complete fight, from initiative to the end.",
    "play": "Run a fight from an encounter file, or go on from its log.",
    "serve": "Run the live table: the GM's screen and every player's phone.",
    "new": "Write an encounter file to start from.",
    "roll": "Roll dice and show every die: 3d6+2, 12d6>=5, 2d20kh1.",
    "odds": "Show what somebody can do, with the exact odds of every line.",
    "simulate": "Play a fight a thousand times over: who wins, who falls.",
    "watch": "Watch one fight of a forecast turn by turn, or take it over.",
    "balance": "Say how many of which opponents make an even fight.",
    "check": "Run scenario files and show what differs.",
    "replay": "Show a stored fight again, event by event.",
    "verify": "Derive every die of a log again from the revealed seed.",
    "log": "Print the log of a fight as text, JSON or Markdown.",
    "rules": "Explain a rule or a chapter, and say what enforces it.",
}
"""The commands in the order of the help page. Command NAME is the object `command` in firefight.cli.NAME."""


class Commands(click.Group):
    """A group that knows its commands by name, and tells every error in one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"firefight.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and flush: a reader who has gone (`| head`) is noticed here, where it ends quietly."""
        result = super().invoke(ctx)
        sys.stdout.flush()
        return result

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command line and exit: 0 all well, 1 differences or faults found, 2 wrong usage or bad input."""
        run = partial(super().main, *args, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        sys.exit(told(run))


@click.group("firefight", cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="firefight", message="firefight %(version)s")
@click.option(
    "--language",
    type=click.Choice(("en", "pt-BR")),
    default="en",
    show_default=True,
    envvar="FIREFIGHT_LANGUAGE",
    help="The language of the log and the menus; what a game lacks is said in English.",
)
def main(language: str) -> None:
    """Run the combat turn of four cyberpunk tabletop games by the book.

    Cyberpunk RED, Eclipse Phase, Shadowrun 4th edition and Cities Without Number. Start with: firefight demo
    """
