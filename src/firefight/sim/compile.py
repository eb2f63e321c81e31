"""The compiled simulator: kernels turned into machine code, together with the very functions of each game's rules.

Nothing here is needed to play or to simulate: without numba (`pip install firefight[fast]`) the same kernels run as
ordinary Python, and while a kernel is being compiled they do that as well, so that nobody waits. Machine code is kept as
an object file, and a process that finds one does without numba.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from ctypes import c_int64, c_uint64
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from inspect import getmembers, isfunction
from itertools import count
from os import environ, replace
from pathlib import Path
from subprocess import run
from sys import argv, executable
from tempfile import NamedTemporaryFile
from threading import Thread
from typing import Any

from firefight.sim import batch, kernels, lanes, lanes_compiled, stream
from firefight.sim.batch import ARGUMENTS, CELLS, MEMORY, NAME, Machine, llvm, loaded, processor, target
from firefight.sim.kernels import Plan, side_by_side

WITH_LANES = {"avx512f", "avx512bw", "avx512dq", "avx512vl"}
"""What a processor must have to play fights side by side."""
IN_LANES = "_in_lanes"
REGISTERED: set[Any] = {stream.whole}


def is_installed() -> bool:
    """Whether there is anything to compile with."""
    return find_spec("numba") is not None


def side_by_side_of(kernel: str, plan: Plan) -> str:
    """The module that plays fights of a kernel side by side; "" where there is none, or not for this encounter or processor."""
    name = kernel + IN_LANES
    if not is_installed() or find_spec(name) is None or not abilities() >= WITH_LANES:
        return ""
    return name if import_module(name).fits(plan) else ""


def abilities() -> set[str]:
    """What this processor can do."""
    return {name for name, has in llvm().get_host_cpu_features().items() if has}


@lru_cache
def machine(kernel: str) -> Future[Machine]:
    """The compiled kernel of this module, as soon as it is there: read from the cache, or made once.

    It is made by another process, so that this one can go on playing; where that leaves nothing behind, by a thread.
    """
    found: Future[Machine] = Future()
    module = import_module(kernel)

    def make() -> None:
        try:
            if kernel.endswith(IN_LANES):
                machine(kernel.removesuffix(IN_LANES)).exception()  # which is made sooner, and played with until then
            kept = cache(module)
            if not kept.exists():
                run([executable, "-m", __name__, kernel], capture_output=True)
            found.set_result(loaded(kept.read_bytes() if kept.exists() else compiled(module), getattr(module, "MORE", 0)))
        except Exception as error:  # what cannot be compiled is played as it stands
            found.set_exception(error)

    if find_spec("llvmlite") and cache(module).exists():
        make()
    else:
        Thread(target=make, name=f"compiles {kernel}", daemon=True).start()
    return found


# ------------------------------------------------------------------ compiling


def compiled(kernel: Any) -> bytes:
    """A kernel as an object file: the functions of the dice, of the rules and of the kernel, unchanged."""
    import numba
    from numba import types
    from numba.extending import overload

    overload(stream.whole)(lambda x: (lambda x: numba.int64(x)) if isinstance(x, types.Integer) else (lambda x: x))
    if kernel.__name__.endswith(IN_LANES):
        lanes_compiled.register(numba, import_module("llvmlite.ir"))
        register({*of_module(stream), *of_module(kernel), *of_module(side_by_side), kernels.show, lanes.greater, lanes.lesser})
        register({*of_module(kernel.rules), *kernel.COMPILED}, lanes.on_lanes)
    else:
        register({*of_module(stream), *of_module(kernel.rules), *kernel.COMPILED, kernels.play, kernels.count, kernels.show})
    known = {
        MEMORY: types.CPointer(types.int64),
        CELLS: types.CPointer(types.int32),
        c_int64: types.int64,
        c_uint64: types.uint64,
    }
    made = numba.cfunc(types.void(*(known[one] for one in ARGUMENTS)))(whole(kernel))
    module = llvm().parse_assembly(made.inspect_llvm())
    module.get_function(made.native_name).name = NAME
    found: bytes = target().emit_object(module)
    return found


def register(functions: Collection[Callable[..., Any]], turned: Callable[..., Any] = lambda function: function) -> None:
    """Lets functions be called by what is compiled, as they are or turned into others."""
    from numba.extending import overload

    for function in set(functions) - REGISTERED:
        known = overload(function, jit_options={"forceinline": True}, strict=False)
        known(lambda *_, function=function, **__: turned(function))
    REGISTERED.update(functions)


def of_module(module: Any) -> Iterator[Callable[..., Any]]:
    """The functions that a module defines."""
    return (function for _, function in getmembers(module, isfunction) if function.__module__ == module.__name__)


def whole(kernel: Any) -> Callable[..., None]:
    """The fights of a kernel, played and counted."""
    setup_of = rebuilt(kernel.EMPTY.setup)
    register({setup_of})
    if kernel.__name__.endswith(IN_LANES):
        return side_by_side.whole(kernel, setup_of)
    fights, play = kernel.fights, kernels.play

    def played(setup, facts, start, width, rows, at_once, place, wanted, columns, many, counts, shown, cells):  # type: ignore[no-untyped-def]
        play(fights, setup_of(setup), facts, start, width, rows, at_once, place, wanted, columns, many, counts, shown)

    return played


def rebuilt(setup: Any) -> Callable[..., Any]:
    """A function that makes a setup of this kind from its numbers, as batch.in_a_row has them."""
    names, at = {}, count()

    def told(value: Any) -> str:
        if isinstance(value, tuple):
            names[type(value).__name__] = type(value)
            return f"{type(value).__name__}({', '.join(told(one) for one in value)})"
        return f"numbers[{next(at)}]" + (" != 0" if isinstance(value, bool) else "")

    exec(f"def made(numbers): return {told(setup)}", names)
    found: Callable[..., Any] = names["made"]
    return found


def cache(kernel: Any) -> Path:
    """Where machine code is kept: another file for each state of the sources, and for each kind of processor."""
    sources = blake2b(" ".join((version("numba"), version("llvmlite"), *processor())).encode(), digest_size=8)
    ours = (kernel, kernel.rules, stream, kernels, side_by_side, lanes, lanes_compiled, batch)
    modules = {*(module.__name__ for module in ours), *(function.__module__ for function in kernel.COMPILED), __spec__.name}
    for name in sorted(modules):
        sources.update(Path(str(import_module(name).__file__)).read_bytes())
    home = environ.get("XDG_CACHE_HOME") or environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(str(home), "firefight", f"{kernel.__name__.rpartition('.')[2]}-{sources.hexdigest()}.o")


if __name__ == "__main__":
    known = import_module(argv[1])
    kept = cache(known)
    kept.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=kept.parent, delete=False) as file:
        file.write(compiled(known))
    replace(file.name, kept)
