"""Finding what somebody meant: exact, then unique beginnings, then close spellings."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from firefight.language.matching import Fit, Named, folded, matches
from firefight.language.plain import plain

NAMES = [Named(name, (name,)) for name in ("Rook", "Rook's brother", "Thug 1", "Thug 12", "Moth", "José", "Big Al")]


def found(text: str, worst: Fit = Fit.CLOSE) -> list[str]:
    return [match.thing for match in matches(text, NAMES, worst)]


def test_an_exact_name_beats_a_longer_one_that_begins_with_it() -> None:
    assert found("rook") == ["Rook"]
    assert found("thug 1") == ["Thug 1"]


def test_case_accents_and_double_blanks_do_not_count() -> None:
    assert found("JOSE") == ["José"]
    assert found(" big   al ") == ["Big Al"]


def test_a_beginning_finds_all_it_may_mean() -> None:
    assert found("thu") == ["Thug 1", "Thug 12"]
    assert found("mo") == ["Moth"]


def test_a_word_inside_a_name_counts_from_three_letters_on() -> None:
    assert found("brother") == ["Rook's brother"]
    assert found("al") == []


def test_a_close_spelling_counts_only_where_asked_for() -> None:
    assert found("mtoh") == ["Moth"]
    assert found("mtoh", Fit.PART) == []


def test_two_equally_close_spellings_are_both_candidates() -> None:
    near = [Named(name, (name,)) for name in ("Maria", "Marta")]
    assert [match.thing for match in matches("Marka", near, Fit.CLOSE)] == ["Maria", "Marta"]


def test_nonsense_finds_nothing() -> None:
    assert found("xyzzy") == [] == found("")


@given(st.text(max_size=30))
def test_every_name_finds_itself(text: str) -> None:
    if folded(text):
        assert [match.thing for match in matches(text, [Named(1, (text,)), Named(2, ("zz" + text,))])] == [1]


@given(st.text(max_size=60))
def test_plain_text_has_no_control_characters_and_one_line(text: str) -> None:
    shown = plain(text)
    assert all(unicodedata.category(letter) not in ("Cc", "Cs", "Zl", "Zp") for letter in shown)
    assert not any(letter in shown for letter in "\x1b\x07\n\r\t\x9b\u202e")


def test_plain_text_stays_as_it_is() -> None:
    assert plain("[bold]Vex[/] – naïve ✓ 👩‍🚀") == "[bold]Vex[/] – naïve ✓ 👩‍🚀"
