"""`firefight check`: run scenario files and show what is not as expected."""

from pathlib import Path
from typing import Any

import click
import msgspec

from firefight.encounter.faults import Unreadable
from firefight.scenario import Differing, read, run

DIFFERENCES, UNREADABLE = 1, 2


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--quiet", is_flag=True, help="Say nothing where all holds.")
@click.option("--json", "as_json", is_flag=True, help="One object for other programs.")
def command(files: tuple[Path, ...], quiet: bool, as_json: bool) -> int:
    """Run scenario files and show what is not as expected. In a directory every *.toml is run.

    Exit code: 0 all as expected, 1 something differs, 2 a file cannot be read.
    """
    found, broken, count = examined(searched(files))
    if as_json:
        click.echo(msgspec.json.encode({"files": count, "differences": found, "faults": broken}).decode())
    else:
        told(found, broken, count, quiet)
    return UNREADABLE if broken else DIFFERENCES if found else 0


def searched(files: tuple[Path, ...]) -> list[Path]:
    """The files named, directories searched; each file once."""
    named = [one for file in files for one in (sorted(file.rglob("*.toml")) if file.is_dir() else [file])]
    return list(dict.fromkeys(named))


def examined(files: list[Path]) -> tuple[list[Differing], list[dict[str, Any]], int]:
    """What differs, what cannot be read, and how many files there were."""
    found: list[Differing] = []
    broken: list[dict[str, Any]] = []
    for file in files:
        try:
            found += run(read(file))
        except Unreadable as error:
            broken += [{"file": error.file, "line": line, "text": text} for line, text in error.faults]
    return found, broken, len(files)


def told(found: list[Differing], broken: list[dict[str, Any]], count: int, quiet: bool) -> None:
    """Differences on stdout, faults of files on stderr, and a last line that sums up."""
    for fault in broken:
        place = f"{fault['file']}:{fault['line']}" if fault["line"] else fault["file"]
        click.echo(f"firefight: {place}: {fault['text']}", err=True)
    for one in found:
        click.echo(str(one))
    if not quiet or found or broken:
        click.echo(summary(count, found, broken))


def summary(count: int, found: list[Differing], broken: list[dict[str, Any]]) -> str:
    """How it went, in a line."""
    differ, unread = len({one.file for one in found}), len({one["file"] for one in broken})
    parts = [f"{count} file{'s' * (count != 1)}"]
    parts += [f"{count - differ - unread} as expected"] if count else ["nothing to run"]
    parts += [f"{differ} with {len(found)} difference{'s' * (len(found) != 1)}"] if differ else []
    parts += [f"{unread} unreadable"] if unread else []
    return ", ".join(parts)
