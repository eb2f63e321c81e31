"""The live table as a server: from a press to the last of 200 screens, a thousand lines, a long log, starting up.

The server runs on one core, everybody who listens on the other. It is measured against the same bytes sent by the
plainest server there is on the same uvicorn, and against boardgame.io's server with one trivial move in memory.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.boardgame import Match, script
from bench.peers import NODE
from bench.rounds import Rounds, Row, alternate
from bench.served import FRAMES, SEATS, TABLES
from bench.tables import PLAYERS, Press, presses
from bench.watchers import Crowd, Line, answers, opened

BUILD = Path(__file__).parents[1] / "build"
WATCHERS = 200
CROWD, CROWDED = 1_000, 50  # lines in all, and the tables they are spread over
PRESSES = 30  # in each round
ROUNDS = 7
LONG = 20_000
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": str(Path(__file__).parents[1]),
    **{"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BUILD / "bytecode")},
}
"""Of servers: all that is run is there as bytecode, as it is once it has been installed."""


def measure() -> list[Row]:
    """The rows: the last of 200 screens, what a change costs, a crowd, a long log, starting up."""
    BUILD.mkdir(exist_ok=True)
    with ExitStack() as stack:
        pin(stack)
        return [*last_screen(), *crowd(), long_log(), *starting()]


def pin(stack: ExitStack) -> None:
    """Keeps this process, which listens, off the core of the servers."""
    if hasattr(os, "sched_setaffinity") and len(os.sched_getaffinity(0)) > 1:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(before)})
        stack.callback(os.sched_setaffinity, 0, before)


def on_its_core() -> None:
    """Puts a server on the first core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {0})


# ------------------------------------------------------------------ servers


@contextmanager
def process(command: list[str | Path]) -> Iterator[subprocess.Popen[bytes]]:
    """A server that is ended when it is not needed any more."""
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(command, env=ENVIRONMENT, preexec_fn=on_its_core, stdout=quiet, stderr=quiet)
    try:
        yield running
    finally:
        running.kill()
        running.wait(10)


@contextmanager
def server(kind: str, folder: Path) -> Iterator[int]:
    """A server of ours or its plain peer; its port, once it answers."""
    port = free_port()
    with process([sys.executable, "-m", "bench.served", kind, folder, str(port)]):
        until_it_answers(port)
        yield port


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until_it_answers(port: int, patience: float = 60) -> None:
    """Asks again and again, without a pause worth counting."""
    end = time.monotonic() + patience
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).read()
            return
        except (ConnectionError, urllib.error.URLError):
            if time.monotonic() > end:
                raise
            time.sleep(0.002)


class Table(NamedTuple):
    """A table that is watched, with what is pressed at it."""

    crowd: Crowd
    name: str
    secret: str
    todo: Iterator[Press]

    def press(self) -> float:
        """Seconds from the next press to the last who sees it."""
        press = next(self.todo)
        head = f"POST /api/tables/{self.name}/commands HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {self.secret}\r\n"
        return self.crowd.press(f"{head}content-length: {len(press.body)}\r\n\r\n".encode() + press.body, press.frames.keys())

    @property
    def bytes(self) -> int:
        """Everything that came over the open lines."""
        return sum(one.bytes for one in self.crowd.lines)


def seats(watchers: int) -> list[str]:
    """Who watches: of every twenty one looks as the GM, one at the television, the others are phones of three players."""
    spread = ["gm", "tv", *(PLAYERS * 6)]
    return list(islice(cycle(spread), watchers))


def watched(port: int, folder: Path, name: str, watchers: int, todo: list[Press]) -> Table:
    """A table with so many who watch, spread over its looks."""
    secrets = json.loads((folder / SEATS).read_text())[name]
    lines = [opened(port, f"/live/{name}", seat, authorization=f"Bearer {secrets[seat]}") for seat in seats(watchers)]
    return Table(Crowd(lines, Line(port, count=answers)), name, secrets["gm"], iter(todo))


# ------------------------------------------------------------------ the last of 200 screens


def last_screen() -> list[Row]:
    """One press of the GM, committed to the disk, drawn, and sent to all: until the last has it."""
    todo = presses(PRESSES * (ROUNDS + 2))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=BUILD)))
        (folder / TABLES).write_text(json.dumps({"t": 0}))
        (folder / FRAMES).write_text(
            json.dumps([{look: b64encode(data).decode() for look, data in one.frames.items()} for one in todo])
        )
        ours = watched(stack.enter_context(server("table", folder)), folder, "t", WATCHERS, todo)
        plain = plainly(stack.enter_context(server("plain", folder)), todo)
        alternatives = {"ours": (ours.press, ours.crowd), "plain": (plain.press, plain.crowd)}
        if match := peer(stack):
            alternatives["peer"] = (match.move, match.crowd)
        figures: dict[str, list[list[float]]] = {name: [] for name in alternatives}
        all_of_it: list[float] = []
        rounds = alternate(
            {name: p50(*who, figures[name], all_of_it if name == "ours" else []) for name, who in alternatives.items()}, ROUNDS
        )
        sent = sum(len(one.frames.get(seat, b"")) for one in todo for seat in seats(WATCHERS)) / len(todo) / WATCHERS
    worst = {name: median(quantiles(one, n=100)[98] for one in found[1:]) for name, found in figures.items()}
    return [
        row("publish to the last of 200, p50", rounds, "plain", "the same bytes, plain", 2, 1.3),
        row("the same, against one move in memory", rounds, "peer", "boardgame.io 0.50.2", 0.7, 0.45),
        Row(
            name="publish to the last of 200, p99",
            value=worst["ours"] * 1e3,
            unit="ms",
            against=", ".join(f"{name} {one * 1e3:.3g} ms" for name, one in worst.items() if name != "ours"),
            ratio=None,
            floor=None,
            target=None,
        ),
        figure("the same, until the last has the rest of his page as well, p50", median(all_of_it) * 1e3, "ms"),
        figure("bytes of one change for one who watches", sent, "bytes"),
    ]


def plainly(port: int, todo: list[Press]) -> Table:
    """The plain server with as many who watch."""
    lines = [opened(port, f"/live/{seat.replace(' ', '%20')}", seat) for seat in seats(WATCHERS)]
    return Table(Crowd(lines, Line(port, count=answers)), "plain", "", iter(todo))


def peer(stack: ExitStack) -> Match | None:
    """boardgame.io with as many who watch; None where it is not there."""
    node = shutil.which("node")
    if not node or not (NODE / "node_modules").exists():
        return None
    port = free_port()
    stack.enter_context(process([node, script(), str(port)]))
    return Match(port, WATCHERS)


def p50(
    press: Callable[[], float], crowd: Crowd, kept: list[list[float]], all_of_it: list[float] | None = None
) -> Callable[[], float]:
    """An alternative: the median of some presses, which are all kept, as is how long it took until nothing more came."""

    def measured() -> float:
        kept.append([paced(press, crowd, all_of_it) for _ in range(PRESSES)])
        return median(kept[-1])

    return measured


def paced(press: Callable[[], float], crowd: Crowd, all_of_it: list[float] | None = None) -> float:
    """A press, and a moment of quiet after it."""
    took = press()
    rest = crowd.settle()
    if all_of_it is not None:
        all_of_it.append(max(took, rest))
    return took


def row(name: str, rounds: Rounds, against: str, called: str, floor: float, target: float) -> Row:
    """A row of milliseconds against one of the alternatives."""
    there = against in rounds.figures
    return Row(
        name=name,
        value=rounds.median("ours") * 1e3,
        unit="ms",
        against=f"{called} ({rounds.median(against) * 1e3:.3g} ms)" if there else f"{called}: not installed",
        ratio=rounds.ratio("ours", against) if there else None,
        floor=floor,
        target=target,
    )


def figure(name: str, value: float, unit: str, against: str = "") -> Row:
    """A row to be watched, with nothing to compare."""
    return Row(name=name, value=value, unit=unit, against=against, ratio=None, floor=None, target=None)


# ------------------------------------------------------------------ a crowd


def crowd() -> list[Row]:
    """A thousand lines over fifty tables: commands a second at one of them, all of them in turn, and memory."""
    todo = presses(200)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=BUILD)))
        names = [f"t{n}" for n in range(CROWDED)]
        (folder / TABLES).write_text(json.dumps(dict.fromkeys(names, 0)))
        port = free_port()
        running = stack.enter_context(process([sys.executable, "-m", "bench.served", "table", folder, str(port)]))
        until_it_answers(port)
        empty = memory(running.pid)
        tables = [watched(port, folder, name, CROWD // CROWDED, todo) for name in names]
        full = memory(running.pid)
        took = [paced(one.press, one.crowd) for one in tables for _ in range(4)]
        alone = tables[0]
        start = time.perf_counter()
        for _ in range(100):
            alone.press()
        rate = 100 / (time.perf_counter() - start)
    return [
        figure(f"a press to the last of its 20, {CROWD:,} lines open, p50", median(took) * 1e3, "ms"),
        figure("commands one after another, 20 watching", rate, "commands/s"),
        figure("memory of a table with 20 watching", (full - empty) / CROWDED / 1024, "KB"),
    ]


def memory(process: int) -> int:
    """Bytes of memory that a process uses."""
    fields = Path(f"/proc/{process}/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


# ------------------------------------------------------------------ a long log


def long_log() -> Row:
    """ "Next" at a log of 20,000 commands against one of 100, 20 watching each."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=BUILD)))
        lengths = {"long": LONG, "short": 100}
        (folder / TABLES).write_text(json.dumps(lengths))
        port = stack.enter_context(server("table", folder))
        amount = PRESSES * (ROUNDS + 1)
        tables = {
            name: watched(port, folder, name, 20, presses(amount, lines, only_next=True)) for name, lines in lengths.items()
        }
        rounds = alternate(
            {
                "ours": p50(tables["long"].press, tables["long"].crowd, []),
                "short": p50(tables["short"].press, tables["short"].crowd, []),
            },
            ROUNDS,
        )
    return row(f'"next" at {LONG:,} commands, 20 watching', rounds, "short", "at 100", 2, 1.1)


# ------------------------------------------------------------------ starting up


def starting() -> list[Row]:
    """From nothing to the first answer: the whole program, against a word from the barest framework."""
    with TemporaryDirectory(dir=BUILD) as folder:
        file = Path(folder) / "tables.fight"
        ours = [sys.executable, "-m", "firefight", "serve", file, "--host", "127.0.0.1", "--no-browser", "--port"]
        theirs = [sys.executable, "-m", "bench.served", "hello", folder]
        rounds = alternate({"ours": lambda: first_answer(ours), "hello": lambda: first_answer(theirs)}, 9)
    return [row("firefight serve, to the first answer", rounds, "hello", "a bare starlette hello", 2.5, 1.5)]


def first_answer(command: list[str | Path]) -> float:
    """Seconds from the start of a process to its first answer."""
    port = free_port()
    start = time.perf_counter()
    with process([*command, str(port)]):
        until_it_answers(port)
        return time.perf_counter() - start


if __name__ == "__main__":
    from bench.__main__ import main

    raise SystemExit(main(["web"]))
