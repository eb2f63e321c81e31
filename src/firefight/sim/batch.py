"""Machine code while it runs: read from an object file, called with memory of its own.

All that is needed is the library that numba compiles with; numba itself takes longer to import than many a forecast takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, addressof, c_byte, c_int32, c_int64, c_uint64, cast
from importlib import import_module
from typing import Any, NamedTuple

from firefight.sim.kernels import SHOWN_CELLS, Plan
from firefight.sim.kernels.side_by_side import layout

AT_ONCE = 32
"""Fights whose rows lie in memory at one time: few, so that they are counted while they are at hand."""
NAME = "played"
MEMORY, CELLS, ALIGNED = POINTER(c_int64), POINTER(c_int32), 64
ARGUMENTS = (MEMORY, MEMORY, MEMORY, c_int64, MEMORY, c_int64, c_uint64, c_int64, MEMORY, c_int64, MEMORY, MEMORY, CELLS)
"""Those of kernels.play but the first, the setup as a row of numbers; and the cells of fights side by side."""


class Machine(NamedTuple):
    """A compiled kernel; the columns it adds to a row where it plays side by side, else 0; what keeps it in memory."""

    played: Callable[..., None]
    more: int
    engine: Any


def llvm() -> Any:
    """The library that makes machine code and loads it."""
    return import_module("llvmlite.binding")


def processor() -> tuple[str, str]:
    """The name and the abilities of this processor."""
    return llvm().get_host_cpu_name(), llvm().get_host_cpu_features().flatten()


def target() -> Any:
    """That for which machine code is made: this very processor."""
    llvm().initialize_native_target()
    llvm().initialize_native_asmprinter()
    found = llvm().Target.from_default_triple()
    return found.create_target_machine(*processor(), opt=3, reloc="pic", codemodel="jitdefault", jit=True)


def loaded(code: bytes, more: int) -> Machine:
    """Machine code, ready to be called."""
    engine = llvm().create_mcjit_compiler(llvm().parse_assembly(""), target())
    engine.add_object_file(llvm().ObjectFileRef.from_data(code))
    engine.finalize_object()
    return Machine(CFUNCTYPE(None, *ARGUMENTS)(engine.get_function_address(NAME)), more, engine)


class Batch:
    """Fights of one encounter by a compiled kernel, counted; its memory is used again and again."""

    def __init__(self, machine: Machine, plan: Plan, columns: list[int], counts: int, at_once: int = AT_ONCE) -> None:
        self.machine, self.width, self.at_once, self.many = machine, len(plan.start), at_once, len(columns) // 2
        self.setup, self.facts, self.start, self.columns = (
            numbers(known) for known in (list(in_a_row(plan.setup)), plan.facts, plan.start, columns)
        )
        self.rows: Any
        self.counts: Any
        self.shown: Any
        self.rows, self.counts, self.shown = ((c_int64 * many)() for many in (self.width * at_once, counts, SHOWN_CELLS))
        size = 4 * layout(self.width, machine.more, self.many).end if machine.more else 0
        self.memory = (c_byte * (size + ALIGNED))()
        self.cells = cast(addressof(self.memory) + -addressof(self.memory) % ALIGNED, CELLS)

    def play(self, place: int, fights: int) -> None:
        """So many fights from a place in the row of fights on, counted; the rows of the last ones stay in `rows`.

        Side by side rows are only kept where there is room for all.
        """
        self.machine.played(
            self.setup, self.facts, self.start, self.width, self.rows, self.at_once, place, fights, self.columns, self.many,
            self.counts, self.shown, self.cells,
        )  # fmt: skip


def numbers(values: list[int]) -> Any:
    """Numbers in memory of their own."""
    return (c_int64 * len(values))(*values)


def in_a_row(setup: Any) -> Iterator[int]:
    """The numbers of a setup."""
    for value in setup:
        yield from in_a_row(value) if isinstance(value, tuple) else (int(value),)
