"""The compiled simulator: kernels turned into machine code, together with the very functions of each game's rules.

Nothing here is needed to play or to simulate: without numba (`pip install firefight[fast]`) the same kernels run as
ordinary Python, and while a kernel is being compiled they do that as well, so that nobody waits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from inspect import getmembers, isfunction
from os import environ
from pathlib import Path
from subprocess import run
from sys import argv, executable
from threading import Thread
from typing import Any, NamedTuple

from firefight.sim import kernels, stream
from firefight.sim.kernels import WINNER, Plan

AT_ONCE = 1024
"""Fights whose rows lie in memory at one time."""
READY = "ready"
REGISTERED: set[Any] = set()


class Machine(NamedTuple):
    """A compiled kernel: `fights` as the kernel has it, and `counted`, which adds rows up."""

    fights: Callable[..., None]
    counted: Callable[..., None]


def is_installed() -> bool:
    """Whether there is anything to compile with."""
    return find_spec("numba") is not None


def is_made(kernel: str) -> bool:
    """Whether the kernel of this module has been compiled before, so that it is there in half a second."""
    return (cache(import_module(kernel)) / READY).exists()


@lru_cache
def machine(kernel: str) -> Future[Machine]:
    """The compiled kernel of this module, as soon as it is there: read from the cache, or made once.

    It is made by another process, so that this one can go on playing; where that leaves nothing behind, by a thread.
    """
    found: Future[Machine] = Future()

    def make() -> None:
        try:
            module = import_module(kernel)
            if not is_made(kernel):
                run([executable, "-m", __name__, kernel], capture_output=True)
            found.set_result(compiled(module))
        except Exception as error:  # what cannot be compiled is played as it stands
            found.set_exception(error)

    Thread(target=make, name=f"compiles {kernel}", daemon=True).start()
    return found


# ------------------------------------------------------------------ compiling


def compiled(kernel: Any) -> Machine:
    """The kernel as machine code: the functions of the dice, of the rules and of the kernel, unchanged."""
    import numba
    from numba.extending import overload, register_jitable

    numba.config.CACHE_DIR = str(cache(kernel))
    if stream.whole not in REGISTERED:
        memory = pointer()
        overload(stream.whole)(lambda x: lambda x: numba.int64(x))
        overload(cells)(lambda array: lambda array: memory(array))
    for function in {*of_module(stream), *of_module(kernel.rules), *kernel.COMPILED, kernels.count} - REGISTERED - {stream.whole}:
        register_jitable(forceinline=True)(function)
    REGISTERED.update((stream.whole, kernels.count, *of_module(stream), *of_module(kernel.rules), *kernel.COMPILED))
    made = numba.njit(nogil=True, cache=True)
    machine = Machine(made(on_cells(kernel.fights)), made(counting_cells(kernels.count)))
    Batch(machine, kernel.EMPTY, (), 1).play(0, 0)
    return machine


def of_module(module: Any) -> Iterator[Callable[..., Any]]:
    """The functions that a module defines."""
    return (function for _, function in getmembers(module, isfunction) if function.__module__ == module.__name__)


def on_cells(fights: Callable[..., None]) -> Callable[..., None]:
    """The kernel on bare memory: the compiler then neither looks for negative indices nor counts references."""

    def all_on_cells(setup, facts, start, width, rows, place, count, blows, telling):  # type: ignore[no-untyped-def]
        fights(setup, cells(facts), cells(start), width, cells(rows), place, count, cells(blows), telling)

    return all_on_cells


def counting_cells(count: Callable[..., None]) -> Callable[..., None]:
    """Counting on bare memory."""

    def count_on_cells(rows, width, fights, columns, many, counts):  # type: ignore[no-untyped-def]
        count(cells(rows), width, fights, cells(columns), many, cells(counts))

    return count_on_cells


def cells(array: Any) -> Any:
    """An array: where it is compiled, the memory it lies in."""
    return array


def pointer() -> Any:
    """What `cells` is where it is compiled."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def found(typing: Any, array: Any) -> Any:
        def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.make_array(signature.args[0])(context, builder, arguments[0]).data

        return types.CPointer(array.dtype)(array), made

    return found


def cache(kernel: Any) -> Path:
    """Where what has been compiled is kept: a folder of its own for each state of the sources."""
    sources = blake2b(f"{version('numba')} {version('numpy')}".encode(), digest_size=8)
    for file in (kernel.__file__, kernel.rules.__file__, str(stream.__file__), str(kernels.__file__), __file__):
        sources.update(Path(file).read_bytes())
    home = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(str(home), "firefight", sources.hexdigest())


# ------------------------------------------------------------------ running


class Batch:
    """Fights of one encounter by a compiled kernel, counted; its memory is used again and again."""

    def __init__(self, machine: Machine, plan: Plan, columns: Sequence[int], counts: int) -> None:
        import numpy

        self.machine, self.setup, self.width = machine, plan.setup, len(plan.start)
        self.facts, self.start, self.columns = (
            numpy.array(numbers, numpy.int64) for numbers in (plan.facts, plan.start, columns)
        )
        self.rows, self.counts = numpy.zeros(self.width * AT_ONCE, numpy.int64), numpy.zeros(counts, numpy.int64)
        self.number, self.blows = numpy.uint64, numpy.zeros(1, numpy.int64)

    def play(self, place: int, fights: int) -> Any:
        """So many fights from a place in the row of fights on, counted; who won each of them."""
        known = (self.setup, self.facts, self.start, self.width, self.rows, self.number(place), fights, self.blows, False)
        self.machine.fights(*known)
        self.machine.counted(self.rows, self.width, fights, self.columns, len(self.columns) // 2, self.counts)
        return self.rows[WINNER : self.width * fights : self.width]

    def found(self) -> Counter[int]:
        """The counts that are not nothing, by their place."""
        places = self.counts.nonzero()[0]
        return Counter(dict(zip(places.tolist(), self.counts[places].tolist(), strict=True)))


if __name__ == "__main__":
    known = import_module(argv[1])
    compiled(known)
    (cache(known) / READY).touch()
