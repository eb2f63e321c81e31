"""What was worked out of values that never change, kept for as long as the very same values are asked about again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Of = ParamSpec("Of")
Some = TypeVar("Some")


def of_the_same(most: int) -> Callable[[Callable[Of, Some]], Callable[Of, Some]]:
    """A function that remembers what it found, by which objects it was given: no value is hashed or compared.

    Only for functions of frozen values, given in order and not by name. `most` results are kept, with what they were made from,
    so that no other object can take its place.
    """

    def remembering(work: Callable[Of, Some]) -> Callable[Of, Some]:
        kept: dict[tuple[int, ...], tuple[object, Some]] = {}

        @wraps(work)
        def found(*of: Of.args, **named: Of.kwargs) -> Some:
            assert not named
            key = tuple(map(id, of))
            known = kept.get(key)
            if known is None:
                if len(kept) >= most:
                    kept.clear()
                known = kept[key] = (of, work(*of, **named))
            return known[1]

        return found

    return remembering
