"""The stand-up fight of each game through `simulate`, against the same fight in plain C (`bench/anchors`).

Both throw the same dice, and the digests of many fights must be equal before anything is measured. The C programs are
built with `cc -O3 -march=native`; where there is no compiler, there are no rows.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

from bench.rounds import Row, alternate
from firefight import encounter as encounters
from firefight.bots import POLICIES
from firefight.games import game
from firefight.sim import Result, compile, simulate
from firefight.sim.batch import Batch
from firefight.sim.kernels import KERNELS, ROUNDS, WINNER, kernel
from firefight.sim.stream import place
from firefight.table import Table

ANCHORS, BUILT = Path(__file__).parent / "anchors", Path(__file__).parents[1] / "build" / "anchors"
SEED, ALIKE, WHOLE = "bench", 3_000, 1_000_000
FIGHTS = {"cities-without-number": 1_000_000, "cyberpunk-red": 200_000, "eclipse-phase": 200_000, "shadowrun-4": 200_000}
TARGET = {"cities-without-number": 3, "cyberpunk-red": 2, "eclipse-phase": 2, "shadowrun-4": 3}
HEALTH = ("hp", "durability", "physical", "stun")
STAND_UP = {"": POLICIES["stand-up"]}


def measure() -> Iterator[Row]:
    """For every game with a kernel: one thread against C, two threads against one; and one whole command against C."""
    if which("cc") is None or not compile.is_installed():
        print("no C compiler or no numba: the compiled simulator is not measured", file=sys.stderr)
        return
    for name in KERNELS:
        table, anchor = encounter(name), built(name)
        assert digest(name, table, ALIKE) == printed(anchor, ALIKE), f"{name}: C and the kernel play different fights"
        yield from against_c(name, table, anchor)
    yield whole_command("cities-without-number")


def against_c(name: str, table: Table, anchor: Path) -> Iterator[Row]:
    """Fights a second through the public call, by one thread and by two."""
    n, title = FIGHTS[name], game(name).title
    alternatives: dict[str, Callable[[], float]] = {
        "ours": lambda: n / spent(lambda: played(name, table, n, 1), time.process_time),
        "c": lambda: n / spent(lambda: printed(anchor, n), children),
    }
    found = alternate(alternatives)
    yield Row(
        name=f"stand-up fights, one thread, {title}", value=found.median("ours"), unit="/s",
        against=f"the same in C, {found.median('c'):,.0f}/s", ratio=found.ratio("ours", "c"), floor=1, target=TARGET[name],
    )  # fmt: skip
    threads = alternate({str(n_): lambda n_=n_: 4 * n / spent(lambda: played(name, table, 4 * n, n_)) for n_ in (1, 2)})
    yield Row(
        name=f"stand-up fights, two threads, {title}", value=threads.median("2"), unit="/s",
        against=f"one thread, {threads.median('1'):,.0f}/s", ratio=threads.ratio("2", "1"), floor=1.7, target=1.9,
    )  # fmt: skip


def whole_command(name: str) -> Row:
    """A million fights from the shell, with what was compiled before in the cache, against the whole C program."""
    command = (sys.executable, "-m", "firefight", "simulate", str(path(name)), "-n", str(WHOLE), "--policy", "stand-up", "--json")
    anchor = built(name)
    found = alternate({
        "ours": lambda: spent(lambda: subprocess.run(command, check=True, capture_output=True)),
        "c": lambda: spent(lambda: printed(anchor, WHOLE)),
    })  # fmt: skip
    return Row(
        name=f"the command 'simulate', {WHOLE:,} fights, {game(name).title}", value=found.median("ours"), unit="s",
        against=f"the C program, {found.median('c'):.2f} s", ratio=found.ratio("ours", "c"), floor=2.5, target=1.3,
    )  # fmt: skip


# ------------------------------------------------------------------ both sides


def path(name: str) -> Path:
    """The encounter that the C program of a game plays."""
    return ANCHORS / f"{name.replace('-', '_')}.toml"


@cache
def encounter(name: str) -> Table:
    """The same as a table."""
    return encounters.session(encounters.load(str(path(name))), bytes(32)).table


def built(name: str) -> Path:
    """The C program of a game."""
    BUILT.mkdir(parents=True, exist_ok=True)
    source, program = path(name).with_suffix(".c"), BUILT / name
    subprocess.run(("cc", "-O3", "-march=native", "-o", str(program), str(source)), check=True)
    return program


def printed(program: Path, fights: int) -> str:
    """What the C program prints: fights won by the crew, rounds, dice, people standing, and the digest."""
    command = (str(program), str(place(SEED, 1)), str(fights))
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def played(name: str, table: Table, fights: int, workers: int) -> Result:
    """The fights through the public call."""
    return simulate(game(name), table, fights, SEED, workers, STAND_UP, engine="compiled")


def digest(name: str, table: Table, fights: int) -> str:
    """The same as the C program prints, from the rows of the compiled kernel, side by side where that can be."""
    known = kernel(name)
    assert known
    plan = known.plan(table, 50)
    machine = compile.machine(compile.side_by_side_of(known.__name__, plan) or known.__name__)
    batch = Batch(machine.result(), plan, [], 1, 1)
    sums = [0] * 5
    for number in range(fights):
        batch.play(place(SEED, number + 1), 1)
        found = facts(batch.rows, plan.columns)
        sums = [one + more for one, more in zip(sums, (*found[:4], (number % 997 + 1) * found[4]), strict=True)]
    return " ".join(map(str, (*sums[:4], sums[4] % 2**64)))


def facts(row: Any, columns: Any) -> tuple[int, ...]:
    """Of one fight: won by the crew, rounds, dice, people standing, and all of it as one number."""
    standing = sum(int(row[column.at]) == 0 for column in columns if not column.pool)
    health = sum(int(row[column.at]) for column in columns if column.pool in HEALTH)
    winner, rounds, dice = int(row[WINNER]), int(row[ROUNDS]), int(row[2])
    return int(winner == 0), rounds, dice, standing, winner + 3 * rounds + 7 * dice + 11 * standing + 13 * health


def spent(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long something takes, by a clock."""
    start = clock()
    work()
    return clock() - start


def children() -> float:
    """The processor's time of the programs that have been run."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
