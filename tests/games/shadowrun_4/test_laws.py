"""What holds however a Combat Turn goes."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.shadowrun_4.helpers import Fight, fight_of

people = st.dictionaries(st.sampled_from("abcde"), st.tuples(st.integers(1, 20), st.integers(1, 5)), min_size=1)
options = st.fixed_dictionaries(
    {
        "delay_after_last": st.sampled_from(["true", "false"]),
        "delay_hears_declaration": st.sampled_from(["true", "false"]),
        "simple_declaration": st.sampled_from(["together", "one-by-one"]),
        "tie_rule": st.sampled_from(["same-time", "tie-break"]),
    }
)
choices = st.lists(st.integers(0, 5), max_size=60)


def fight_with(everybody: dict[str, tuple[int, int]], house: dict[str, str]) -> Fight:
    """A fight of these people, by score and passes."""
    return fight_of(
        {who: score for who, (score, _) in everybody.items()}, {who: passes for who, (_, passes) in everybody.items()}, **house
    )


@given(people, options)
@settings(deadline=None)
def test_without_delays_everybody_acts_once_in_each_of_his_passes_in_order_of_score(
    everybody: dict[str, tuple[int, int]], house: dict[str, str]
) -> None:
    """SR4-PASS-01 SR4-PASS-02 SR4-PASS-03 SR4-PASS-04"""
    phases = fight_with(everybody, house).phases()
    assert Counter(phases) == Counter((n, who) for who, (_, passes) in everybody.items() for n in range(1, min(4, passes) + 1))
    places = [(n, -everybody[who][0]) for n, who in phases]
    assert places == sorted(places)


@given(people, options, choices)
@settings(deadline=None)
def test_delaying_never_gives_a_second_phase_in_a_pass_nor_one_more_in_the_turn(
    everybody: dict[str, tuple[int, int]], house: dict[str, str], chosen: list[int]
) -> None:
    """SR4-DELAY-02 SR4-DELAY-03"""
    fight = fight_with(everybody, house)
    acted: list[tuple[int, str]] = []
    moves = iter(chosen)
    while fight.turn == 1:
        move = next(moves, 0)
        if fight.asked:
            question = fight.session.questions()[0]
            fight.says(question.who, question.options[move])
        elif move > 2 and not any(line.reasons for line in fight.session.menu(fight.acting[0]) if line.verb == "delay"):
            fight.does(fight.acting[0], "delay")
        else:
            acted.append((fight.number, fight.acting[0]))
            fight.done(fight.acting[0])
    assert max(Counter(acted).values(), default=1) == 1
    for who, (_, passes) in everybody.items():
        assert sum(one == who for _, one in acted) <= min(4, passes)
