"""Lanes as numba compiles them: vectors of the processor, which must have AVX-512.

A test is a vector of bits, a number one of 32 bits, a state one of 64 without sign. Everything is handed in, so that only
compile.py imports numba.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from firefight.sim import lanes
from firefight.sim.lanes import IN_PIECE, IN_TABLE, LANES

ARITHMETIC = {"add": "add", "sub": "sub", "mul": "mul", "lshift": "shl", "and_": "and_", "or_": "or_", "xor": "xor"}
OF_TESTS = ("and_", "or_", "xor")
COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def register(numba: Any, ir: Any) -> None:
    """Tells numba of lanes; `ir` is llvmlite's module of that name."""
    types, extending = numba.types, numba.extending

    class Lanes(types.Type):  # type: ignore[misc,name-defined]
        """Lanes of one element."""

        def __init__(self, element: Any) -> None:
            self.element = element
            super().__init__(f"Lanes({element})")

    @extending.register_model(Lanes)
    class Model(extending.models.PrimitiveModel):  # type: ignore[misc,name-defined]
        """What lanes are to the processor."""

        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, vector(kind))

    tests, numbers, seeds = Lanes(types.boolean), Lanes(types.int32), Lanes(types.uint64)
    width = {tests: 1, numbers: 32, seeds: 64}
    i64 = ir.IntType(64)

    def vector(kind: Any) -> Any:
        return ir.VectorType(ir.IntType(width[kind]), LANES)

    # -------------------------------------------------------------- values

    def filled(builder: Any, value: Any, kind: Any) -> Any:
        """A vector with one value throughout."""
        nothing, zeros = ir.Constant(kind, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), kind.count), None)
        one = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
        return builder.shuffle_vector(one, nothing, zeros)

    def fitted(builder: Any, value: Any, bits: int, to: Any, signed: bool) -> Any:
        """A value cut or extended."""
        if bits == width_of(to):
            return value
        if width_of(to) == 1:
            return builder.icmp_signed("!=", value, ir.Constant(value.type, None))
        extend = builder.sext if signed else builder.zext
        return builder.trunc(value, to) if bits > width_of(to) else extend(value, to)

    def width_of(kind: Any) -> int:
        return int(getattr(kind, "element", kind).width)

    def turned(builder: Any, value: Any, given: Any, kind: Any) -> Any:
        """A value as lanes of a kind."""
        if isinstance(given, Lanes):
            return fitted(builder, value, width[given], vector(kind), given == numbers)
        element = ir.IntType(width[kind])
        return filled(builder, fitted(builder, value, value.type.width, element, given in types.signed_domain), vector(kind))

    def common(*given: Any) -> Any:
        """The kind in which values meet."""
        if seeds in given:
            return seeds
        return tests if all(kind == tests or isinstance(kind, types.Boolean) for kind in given) else numbers

    # -------------------------------------------------------------- functions

    def function(
        known: Callable[..., Any], names: str, result: Callable[..., Any], build: Callable[..., Any], always: bool
    ) -> None:
        """Says what a function is on lanes: the kind of its result by those of its arguments, and how it is made.

        Unless `always`, it is known already for what has no lanes.
        """

        def typed(*given: Any) -> Any:
            return result(*given)(*given), lambda _, builder, signature, values: build(builder, signature.args, *values)

        def is_on_lanes(*given: Any) -> bool:
            return always or any(isinstance(kind, Lanes) for kind in given)

        made: dict[str, Any] = {"typed": typed, "is_on_lanes": is_on_lanes}
        exec(f"def code(typing, {names}): return typed({names})", made)
        made["code"] = extending.intrinsic(made["code"])
        exec(f"def chosen({names}): return (lambda {names}: code({names})) if is_on_lanes({names}) else None", made)
        extending.overload(known)(made["chosen"])

    def two(known: Any, result: Any, build: Callable[..., Any], of_tests: bool = False) -> None:
        """An operator between two values, turned into lanes of one kind; tests stay tests where it is one of tests as well."""

        def kind_of(*given: Any) -> Any:
            found = common(*given)
            return numbers if found == tests and not of_tests else found

        def meet(builder: Any, given: Any, one: Any, other: Any) -> Any:
            kind = kind_of(*given)
            values = (turned(builder, value, of, kind) for value, of in zip((one, other), given, strict=True))
            return build(builder, kind, *values)

        function(known, "a, b", lambda a, b: result or kind_of(a, b), meet, False)

    def shifted(builder: Any, kind: Any, one: Any, other: Any) -> Any:
        return builder.lshr(one, other) if kind == seeds else builder.ashr(one, other)

    def divided(builder: Any, kind: Any, one: Any, other: Any) -> Any:
        floats = ir.VectorType(ir.FloatType(), LANES)  # exact for all numbers below 2^22
        found = builder.fdiv(builder.sitofp(one, floats), builder.sitofp(other, floats))
        return builder.fptosi(call(builder, f"llvm.floor.v{LANES}f32", found), vector(numbers))

    def left_over(builder: Any, kind: Any, one: Any, other: Any) -> Any:
        return builder.sub(one, builder.mul(divided(builder, kind, one, other), other))

    for name, how in ARITHMETIC.items():
        two(getattr(operator, name), None, lambda builder, kind, a, b, how=how: getattr(builder, how)(a, b), name in OF_TESTS)
    for name, how in COMPARISONS.items():
        two(getattr(operator, name), tests, lambda builder, kind, a, b, how=how: builder.icmp_signed(how, a, b))
    two(operator.rshift, None, shifted)
    two(operator.floordiv, None, divided)
    two(operator.mod, None, left_over)
    extending.overload(lanes.above)(comparison)
    function(operator.invert, "a", lambda kind: kind, lambda builder, given, a: builder.not_(a), False)
    function(operator.neg, "a", lambda kind: kind, lambda builder, given, a: builder.neg(a), False)
    function(operator.not_, "a", lambda _: tests, lambda builder, given, a: builder.not_(a), False)

    def choice(builder: Any, given: Any, test: Any, yes: Any, no: Any) -> Any:
        kind = common(*given[1:])
        if isinstance(given[0], Lanes):
            test = turned(builder, test, given[0], tests)
        else:
            test = fitted(builder, test, test.type.width, ir.IntType(1), False)
        return builder.select(test, turned(builder, yes, given[1], kind), turned(builder, no, given[2], kind))

    function(lanes.choose, "test, yes, no", lambda test, yes, no: common(yes, no), choice, False)
    extending.overload(lanes.choose)(plain_choice(Lanes))

    def lowest_bit(builder: Any, given: Any, value: Any) -> Any:
        return call(builder, f"llvm.cttz.v{LANES}i32", value, ir.IntType(1)(0))

    function(lanes.first_bit, "lanes", lambda _: numbers, lowest_bit, True)
    for known in (lanes.number, lanes.everywhere):
        name = known.__code__.co_varnames[0]
        function(known, name, lambda _: numbers, lambda builder, given, a: turned(builder, a, given[0], numbers), True)
    function(
        lanes.bits, "test", lambda _: types.int64,
        lambda builder, given, test: builder.zext(builder.bitcast(test, ir.IntType(LANES)), i64), True,
    )  # fmt: skip

    # -------------------------------------------------------------- memory

    def place(builder: Any, cells: Any, at: Any, kind: Any) -> Any:
        """Where a vector lies, `at` in elements of its kind."""
        memory = builder.bitcast(cells, kind.element.as_pointer())
        return builder.bitcast(builder.gep(memory, [at]), kind.as_pointer())

    def loaded(builder: Any, cells: Any, at: Any, kind: Any) -> Any:
        found = builder.load(place(builder, cells, at, kind))
        found.align = 1
        return found

    def stored(builder: Any, cells: Any, at: Any, value: Any) -> None:
        builder.store(value, place(builder, cells, at, value.type), align=1)

    def cell(builder: Any, at: Any, kind: Any) -> Any:
        """The place of a column in elements of a kind."""
        return builder.sdiv(builder.mul(at, i64(LANES)), i64(width[kind] // 32))

    def reads(known: Any, kind: Any) -> None:
        def build(builder: Any, given: Any, cells: Any, at: Any) -> Any:
            return loaded(builder, cells, cell(builder, at, kind), vector(kind))

        function(known, "cells, at", lambda *_: kind, build, True)

    def writes(known: Any, kind: Any) -> None:
        def build(builder: Any, given: Any, cells: Any, at: Any, value: Any) -> None:
            stored(builder, cells, cell(builder, at, kind), turned(builder, value, given[2], kind))

        function(known, "cells, at, lanes", lambda *_: types.void, build, True)

    reads(lanes.column, numbers)
    reads(lanes.states, seeds)
    writes(lanes.put, numbers)
    writes(lanes.put_states, seeds)

    # -------------------------------------------------------------- what the processor has of its own

    sixteen = ir.VectorType(ir.IntType(32), IN_TABLE)

    def parts(builder: Any, value: Any) -> list[Any]:
        """Lanes in sixteens."""
        return [piece(builder, value, value, range(at, at + IN_TABLE)) for at in range(0, LANES, IN_TABLE)]

    def piece(builder: Any, one: Any, other: Any, order: range) -> Any:
        """Elements of two vectors, one behind the other, in an order."""
        return builder.shuffle_vector(one, other, ir.Constant(ir.VectorType(ir.IntType(32), len(order)), list(order)))

    def call(builder: Any, name: str, *values: Any) -> Any:
        known = ir.FunctionType(values[0].type, [value.type for value in values])
        return builder.call(builder.module.globals.get(name) or ir.Function(builder.module, known, name), values)

    def entries(builder: Any, given: Any, cells: Any, at: Any, nth: Any) -> Any:
        table = loaded(builder, cells, cell(builder, at, numbers), sixteen)
        found = [call(builder, "llvm.x86.avx512.permvar.si.512", table, part) for part in parts(builder, nth)]
        return piece(builder, found[0], found[1], range(LANES))

    def packs(bits: int) -> Callable[..., Any]:
        def build(builder: Any, given: Any, cells: Any, at: Any, test: Any, value: Any) -> None:
            for where, part in zip(parts(builder, test), parts(builder, value), strict=True):
                found = call(builder, "llvm.x86.avx512.mask.compress.v16i32", part, part, where)
                kind = ir.VectorType(ir.IntType(bits), IN_TABLE)
                stored(builder, cells, at, found if bits == 32 else builder.trunc(found, kind))
                at = builder.add(at, builder.zext(builder.ctpop(builder.bitcast(where, ir.IntType(IN_TABLE))), at.type))

        return build

    def shorts(builder: Any, cells: Any, at: Any, many: Any) -> tuple[Any, Any]:
        """Short numbers, and a bit for each of so many of them."""
        among = builder.lshr(ir.IntType(IN_PIECE)(-1), builder.trunc(builder.sub(i64(IN_PIECE), many), ir.IntType(IN_PIECE)))
        return loaded(builder, cells, at, short), among

    def found(builder: Any, given: Any, cells: Any, at: Any, value: Any, many: Any) -> Any:
        values, among = shorts(builder, cells, at, many)
        same = builder.icmp_signed("==", values, filled(builder, builder.trunc(value, short.element), short))
        return builder.zext(builder.ctpop(builder.and_(builder.bitcast(same, among.type), among)), i64)

    def least(builder: Any, given: Any, cells: Any, at: Any, many: Any) -> Any:
        values, among = shorts(builder, cells, at, many)
        counted = builder.bitcast(among, ir.VectorType(ir.IntType(1), IN_PIECE))
        highest = filled(builder, short.element((1 << 15) - 1), short)
        name, known = f"llvm.vector.reduce.smin.v{IN_PIECE}i16", ir.FunctionType(short.element, [short])
        reduces = builder.module.globals.get(name) or ir.Function(builder.module, known, name)
        return builder.sext(builder.call(reduces, [builder.select(counted, values, highest)]), i64)

    short = ir.VectorType(ir.IntType(16), IN_PIECE)
    function(lanes.look, "cells, at, nth", lambda *_: numbers, entries, True)
    function(lanes.pack, "cells, place, test, lanes", lambda *_: types.void, packs(32), True)
    function(lanes.pack_short, "cells, place, test, lanes", lambda *_: types.void, packs(16), True)
    function(lanes.times, "cells, place, value, many", lambda *_: types.int64, found, True)
    function(lanes.lowest, "cells, place, many", lambda *_: types.int64, least, True)


def comparison(one, other):  # type: ignore[no-untyped-def]
    """Comparing numbers, or several of them."""
    text = "one > other"
    for nth in reversed(range(len(getattr(one, "types", ())))):
        above = f"one[{nth}] > other[{nth}]"
        text = above if text == "one > other" else f"({above}) | ((one[{nth}] == other[{nth}]) & ({text}))"
    return eval(f"lambda one, other: {text}")


def plain_choice(kind: Any) -> Callable[..., Any]:
    """Choosing where there are no lanes."""

    def chosen(test, yes, no):  # type: ignore[no-untyped-def]
        is_plain = not any(isinstance(given, kind) for given in (test, yes, no))
        return (lambda test, yes, no: yes if test else no) if is_plain else None

    return chosen
