"""What the GM says comes of something."""

from __future__ import annotations

import pytest

from firefight.effects import effects
from firefight.errors import FirefightError
from firefight.events import Adjusted, Marked, PoolSet, Unmarked
from firefight.games import game
from firefight.table import Mark
from tests.conformance import table_of

TABLE = table_of(game("cyberpunk-red")).table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 hp", (Adjusted("thug", "hp", -7),)),
        ("-7 hp", (Adjusted("thug", "hp", -7),)),
        ("+3 hp, not prone", (Adjusted("thug", "hp", 3), Unmarked("thug", "prone"))),
        ("hp = 12", (PoolSet("thug", "hp", 12),)),
        ("2 hp; prone", (Adjusted("thug", "hp", -2), Marked("thug", Mark("prone", by="ana")))),
        ("nothing", ()),
        ("miss", ()),
        ("", ()),
    ],
)
def test_a_few_words_say_what_comes_of_it(text: str, expected: tuple[object, ...]) -> None:
    assert effects(text, TABLE, "thug", "ana") == expected


@pytest.mark.parametrize("text", ["7 mana", "7", "<b>", "seven hp!", "999999 hp", "mana = 3"])
def test_words_that_say_nothing_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(FirefightError, match="is no effect; say for instance '7 hp'"):
        effects(text, TABLE, "thug")


def test_a_pool_keeps_within_its_bounds() -> None:
    pool = TABLE.who("thug").pools["hp"]
    assert pool.moved(+100).now == pool.most
    assert pool.moved(-100).now < 0, "hit points of this game may fall below zero"
