"""`firefight serve`: the live table, for the GM's screen and every player's phone."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from firefight.cli.errors import Problem
from firefight.store import open_store


@click.command("serve")
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on; 127.0.0.1 for this machine alone.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--address", default="", metavar="URL", help="How others reach this server, where a proxy stands before it.")
@click.option("--anyone", is_flag=True, help="Let anybody who comes make a table, not the host alone.")
@click.option("--no-browser", is_flag=True, help="Do not open the GM's link in a browser.")
def command(file: str | None, host: str, port: int, address: str, anyone: bool, no_browser: bool) -> None:
    """Run the live table: open the link that is printed, make a table, and let the players scan its code.

    FILE is where the tables are kept; a file of this user's own if left out. A file that 'firefight play' has made can be
    served as well. Needs no account and no internet.
    """
    if port_taken(host, port):
        raise Problem(f"Port {port} is taken: give another one with --port {port + 1}.")
    path = Path(file) if file else Path(click.get_app_dir("firefight")) / "tables.fight"
    if not file:
        path.parent.mkdir(parents=True, exist_ok=True)
    from firefight.web.serve import serve

    with open_store(path) as store:
        serve(store, host, port, click.echo, anyone, address, browser=not no_browser)


def port_taken(host: str, port: int) -> bool:
    """Whether something listens there already."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False
