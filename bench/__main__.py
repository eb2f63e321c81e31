"""Run the benchmarks: `python -m bench` all of them, `python -m bench store dice` only these.

Prints a table and writes build/bench.json, the rows of this run. One module that fails does not keep the others from
running. Exits with 1 if one failed or a ratio is behind its floor, with 2 if a name is unknown.
"""

import importlib
import json
import os
import pkgutil
import platform
import sys
import traceback
from pathlib import Path

from rich.console import Console
from rich.table import Column, Table

import bench
from bench.rounds import Row

OUTPUT = Path(__file__).parents[1] / "build" / "bench.json"
NOT_BENCHMARKS = {"__main__", "boardgame", "dnd5e", "fights", "peers", "rounds", "served", "tables", "watchers"}


def main(names: list[str]) -> int:
    known = sorted({module.name for module in pkgutil.iter_modules(bench.__path__)} - NOT_BENCHMARKS)
    if unknown := [name for name in names if name not in known]:
        print(f"There is no benchmark {', '.join(unknown)}: choose from {', '.join(known)}.", file=sys.stderr)
        return 2
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    measured = {name: run(name, console) for name in names or known}
    rows = [row for found in measured.values() for row in found or []]
    console.print(table(rows))
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(rows, indent=2) + "\n")
    return int(None in measured.values() or any(verdict(row) == BEHIND for row in rows))


def run(name: str, console: Console) -> list[Row] | None:
    """The rows of one module, none if it measures nothing; None if it fails, which is reported at once."""
    try:
        with console.status(f"measuring {name}"):
            measure = getattr(importlib.import_module(f"bench.{name}"), "measure", None)
            return list(measure()) if measure else []
    except Exception:
        print(f"bench.{name} failed:", file=sys.stderr)
        traceback.print_exc()
        return None


BEHIND = "[red]below floor[/red]"


def verdict(row: Row) -> str:
    ratio, floor, target = row["ratio"], row["floor"], row["target"]
    if ratio is None or floor is None:
        return ""
    less_is_better = target is not None and target < floor
    if ratio > floor if less_is_better else ratio < floor:
        return BEHIND
    if target is None or (ratio > target if less_is_better else ratio < target):
        return "[yellow]above floor[/yellow]"
    return "[green]on target[/green]"


def table(rows: list[Row]) -> Table:
    shown = Table("benchmark", Column("value", justify="right"), "against", "ratio", "floor", "target", "")
    for row in rows:
        value = f"{figure(row['value'])} {row['unit']}"
        ratios = [figure(row["ratio"]), figure(row["floor"]), figure(row["target"])]
        shown.add_row(row["name"], value, row["against"], *ratios, verdict(row))
    return shown


def figure(number: float | None) -> str:
    """Three digits that count: 6,120 and 0.874 and 0.0312."""
    if number is None:
        return ""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
