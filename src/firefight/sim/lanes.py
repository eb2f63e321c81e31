"""Fights side by side: a number that is one in every lane, and what a kernel does with such numbers.

Arithmetic and comparisons work lane by lane, `not` and `&` on tests as well. What there is besides has a name here, and is
only there where it is compiled (lanes_compiled.py). A column is the cells of all lanes in a row of memory; what a function
calls `at` counts columns. Rules stay as they are: see `on_lanes`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import reduce
from inspect import getsource
from textwrap import dedent
from typing import Any

LANES = 32
IN_TABLE, IN_PIECE = 16, 32
"""The most entries of a table that lanes can look into, and the most short numbers that are compared at once."""


def choose(test: Any, yes: Any, no: Any) -> Any:
    """The one where a test holds, elsewhere the other; both are worked out."""
    raise NotImplementedError


def greater(one: Any, other: Any) -> Any:
    """The greater of two."""
    return choose(one > other, one, other)


def lesser(one: Any, other: Any) -> Any:
    """The lesser of two."""
    return choose(one < other, one, other)


def above(one: Any, other: Any) -> Any:
    """Whether the one is greater; of several numbers the first that differ decide."""
    raise NotImplementedError


def everywhere(number: int) -> Any:
    """The same number in all lanes."""
    raise NotImplementedError


def number(states: Any) -> Any:
    """What is kept in 64 bits as ordinary numbers, of 32."""
    raise NotImplementedError


def first_bit(lanes: Any) -> Any:
    """The place of the lowest bit that is set."""
    raise NotImplementedError


def bits(test: Any) -> int:
    """A bit for each lane in which a test holds, the first lane's the lowest."""
    raise NotImplementedError


# ------------------------------------------------------------------ memory


def column(cells: Any, at: int) -> Any:
    """What is in a column."""
    raise NotImplementedError


def put(cells: Any, at: int, lanes: Any) -> None:
    """Writes a column."""
    raise NotImplementedError


def states(cells: Any, at: int) -> Any:
    """Numbers of 64 bits, which take two columns."""
    raise NotImplementedError


def put_states(cells: Any, at: int, lanes: Any) -> None:
    """Writes numbers of 64 bits."""
    raise NotImplementedError


def look(cells: Any, at: int, nth: Any) -> Any:
    """The entry that each lane asks for in a column that is a table of IN_TABLE entries."""
    raise NotImplementedError


def pack(cells: Any, place: int, test: Any, lanes: Any) -> None:
    """Writes the numbers of the lanes in which a test holds one behind the other, and rubbish behind them; by cells."""
    raise NotImplementedError


def pack_short(cells: Any, place: int, test: Any, lanes: Any) -> None:
    """The same with two numbers in a cell; the place is counted in halves of cells as well."""
    raise NotImplementedError


def times(cells: Any, place: int, value: int, many: int) -> int:
    """How many of so many short numbers, IN_PIECE at most, are of a value."""
    raise NotImplementedError


def lowest(cells: Any, place: int, many: int) -> int:
    """The lowest of so many short numbers, IN_PIECE at most."""
    raise NotImplementedError


# ------------------------------------------------------------------ rules


class Choices(ast.NodeTransformer):
    """Turns conditional expressions, `<` and `>`, `min` and `max`, `and` and `or` of tests into what works lane by lane."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        both: ast.operator = ast.BitAnd() if isinstance(node.op, ast.And) else ast.BitOr()
        return reduce(lambda one, other: ast.BinOp(one, both, other), node.values)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return ast.Call(ast.Name("choose", ast.Load()), [node.test, node.body, node.orelse], [])

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        sides = [node.left, node.comparators[0]]
        if len(node.ops) > 1 or not isinstance(node.ops[0], (ast.Gt, ast.Lt)):
            return node
        return ast.Call(ast.Name("above", ast.Load()), sides if isinstance(node.ops[0], ast.Gt) else sides[::-1], [])

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        known = {"max": "greater", "min": "lesser"}
        if isinstance(node.func, ast.Name) and node.func.id in known:
            node.func = ast.Name(known[node.func.id], ast.Load())
        return node


def on_lanes(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of numbers as it is on lanes: the same text, but what depends on a condition is chosen lane by lane."""
    tree = Choices().visit(ast.parse(f"from __future__ import annotations\n{dedent(getsource(function))}"))
    names = {**function.__globals__, "choose": choose, "above": above, "greater": greater, "lesser": lesser}
    exec(compile(ast.fix_missing_locations(tree), f"<{function.__name__} on lanes>", "exec"), names)
    found: Callable[..., Any] = names[function.__name__]
    return found
