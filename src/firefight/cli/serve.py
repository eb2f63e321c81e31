"""`firefight serve`: the live table, for the GM's screen and every player's phone."""

from __future__ import annotations

import errno
import socket
import sys
from pathlib import Path

import click

from firefight.cli.errors import Problem
from firefight.cli.numbers import Whole
from firefight.encounter import load
from firefight.store import open_store


@click.command("serve")
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on; 127.0.0.1 for this machine alone.")
@click.option("--port", default=8000, show_default=True, type=Whole(1, 65535))
@click.option("--address", default="", metavar="URL", help="How others reach this server, where a proxy stands before it.")
@click.option("--anyone", is_flag=True, help="Let anybody who comes make a table, not the host alone.")
@click.option("--new-link", is_flag=True, help="End the links of the host from earlier starts.")
@click.option("--no-browser", is_flag=True, help="Do not open the GM's link in a browser.")
def command(file: str | None, host: str, port: int, address: str, anyone: bool, new_link: bool, no_browser: bool) -> None:
    """Run the live table: open the link that is printed, make a table, and let the players scan its code.

    FILE is where the tables are kept, a file of this user's own if left out; one that 'firefight play' has made can be
    served as well. With an encounter file (.toml) there is a table for it at once, with a code to scan in the terminal.
    Needs no account and no internet.
    """
    require_free(host, port)
    meeting = load(file) if file and file.endswith(".toml") else None
    from firefight.web import serve as web

    with open_store(own_file() if meeting or not file else file) as store:
        base = address.rstrip("/") or web.address(host, port)
        web.serve(
            web.prepared(store, base, meeting, anyone, new_link, sys.stdout.isatty()), host, port, click.echo, not no_browser
        )


def own_file() -> Path:
    """Where this user's tables are kept."""
    path = Path(click.get_app_dir("firefight")) / "tables.fight"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def require_free(host: str, port: int) -> None:
    """Raises Problem where something listens there already, or where nobody can."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Problem(why_not(error, host, port)) from None


def why_not(error: OSError, host: str, port: int) -> str:
    """What stands in the way of listening, and what to do about it."""
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken: give another one with --port {port + 1 if port < 65535 else port - 1}."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} is not open to you: give one above 1023 with --port."
    return f"This machine has no address {host}: leave --host out, or give 127.0.0.1."
