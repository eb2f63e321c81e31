"""What would change a fight, and how many opponents make it an even one."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event

import pytest

from firefight.cli import balance as told
from firefight.commands import Order
from firefight.encounter.people import Person, combatants
from firefight.errors import FirefightError
from firefight.events import Joined, PoolSet, SheetSet
from firefight.games import GAMES
from firefight.sim import balance as balancing
from firefight.sim import simulate
from firefight.sim.balance import Balance, balance
from firefight.sim.variations import Variation, another, crew_of, sensitivity, variations
from firefight.table import Mark
from tests.cli.running import run
from tests.sim.fights import begun, example, small


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("running", [False, True])
def test_every_variation_can_be_played_before_and_in_a_fight(id: str, running: bool) -> None:
    game, table = example(id)
    table = begun(id).table if running else table
    for one in variations(game, table):
        found = simulate(game, table, 1, "seed", 1, one.policies, 10, one.before)
        assert (found.played, found.tally.faults) == (1, {}), one.label


def labels(found: list[Variation]) -> list[str]:
    """What is different in each."""
    return [one.label for one in found]


def test_there_is_one_more_and_one_less_of_every_kind_of_opponent() -> None:
    game, table = example("shadowrun-4")
    found = labels(variations(game, table))
    assert {"one more Sergeant", "one Sergeant less", "one more Sentry", "one Sentry less", "without Razor"} <= set(found)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("id", GAMES)
def test_better_armour_is_a_number_of_the_game(id: str) -> None:
    game, table = example(id)
    better = next(one for one in variations(game, table) if one.label == "better armour for the crew")
    order = better.before[0]
    assert isinstance(order, Order)
    assert all(isinstance(event, SheetSet | PoolSet) for event in order.events)


def test_one_more_is_unhurt_and_has_an_id_of_his_own() -> None:
    game, table = example("shadowrun-4")
    table = PoolSet("sentry-1", "damage", 7).apply(table)
    first = another(game, table, table.who("sentry-1"))
    second = another(game, Joined(first).apply(table), table.who("sentry-1"))
    assert first.pool("damage") == 0
    assert (first.name, second.name) == ("Sentry, 1 more", "Sentry, 2 more")
    assert len({first.id, second.id, *table.combatants}) == len(table.combatants) + 2


def test_the_crew_is_the_side_of_the_player_characters() -> None:
    _, table = example("cities-without-number")
    assert crew_of(table) == "crew"


def test_what_changes_most_comes_first_and_a_cancelled_search_has_what_was_done() -> None:
    game, table = example("cities-without-number")
    as_it_is, cancel, seen = simulate(game, table, 40, "seed", 1), Event(), []

    def progress(done: int, of: int) -> None:
        seen.append((done, of))
        if done == 3:
            cancel.set()

    found = sensitivity(game, table, as_it_is, 8, 1, progress=progress, cancel=cancel)
    sizes = [abs(one.difference.value) for one in found]
    assert sizes == sorted(sizes, reverse=True)
    assert len(found) == 3
    assert seen[-1] == (3, len(variations(game, table)))


# ------------------------------------------------------------------ balance


def even(monkeypatch: pytest.MonkeyPatch, chances: dict[int, float], **how: object) -> balancing.Balance:
    """The answer where the crew's chance against so many more opponents is known beforehand."""

    class Known(balancing.Race):
        def more(self, number: int, known: balancing.Share) -> balancing.Share:
            fights = min(max(balancing.AT_FIRST, known.of), self.n - known.of)
            of = known.of + fights
            return balancing.Share(round(of * chances.get(number, 0.0)), of)

    monkeypatch.setattr(balancing, "Race", Known)
    game, table = example("cities-without-number")
    return balance(game, table, table.who("pike"), seed="s", workers=1, **how)  # type: ignore[arg-type]


def test_the_number_that_comes_nearest_is_found_with_few_fights_where_it_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = {0: 1.0, 1: 0.97, 2: 0.9, 3: 0.8, 4: 0.66, 5: 0.52, 6: 0.35, 7: 0.2, 8: 0.1}
    found = even(monkeypatch, chances)
    fights = {one.number: one.share.of for one in found.tried}
    assert found.answer == 5
    assert found.likely == (5,)
    assert fights[5] == 1000 > fights[8] == fights[2]


def test_a_number_that_may_be_as_near_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = even(monkeypatch, {0: 1.0, 1: 0.8, 2: 0.52, 3: 0.485})
    assert found.likely == (2, 3)


def test_where_no_number_comes_near_nothing_is_likely_and_it_tips(monkeypatch: pytest.MonkeyPatch) -> None:
    found = even(monkeypatch, {0: 1.0, 1: 0.95, 2: 0.02})
    assert (found.answer, found.likely) == (1, ())
    assert found.tips is not None
    assert [one.number for one in found.tips] == [1, 2]
    assert even(monkeypatch, {0: 1.0, 1: 0.56, 2: 0.2}).tips is None


def test_a_target_that_cannot_be_and_a_fight_that_is_over_are_refused() -> None:
    game, table = example("cities-without-number")
    pike = table.who("pike")
    for target in (0.0, 1.0, float("nan")):
        with pytest.raises(FirefightError, match="give a share between 0 and 1"):
            balance(game, table, pike, target)
    for side, left in (("gang", "The crew"), ("crew", "Moloch's gang")):
        over = table
        for one in [one.id for one in table.combatants.values() if one.side == side]:
            over = over.change(one, marks=(Mark("dead"),))
        with pytest.raises(FirefightError, match=f"only one side is standing, {left}; "):
            balance(game, over, pike, workers=1)


def test_a_fight_that_is_lost_as_it_is_needs_nobody_more(monkeypatch: pytest.MonkeyPatch) -> None:
    assert even(monkeypatch, {0: 0.2}).answer == 0


def test_opponents_who_never_matter_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = even(monkeypatch, dict.fromkeys(range(200), 0.99))
    assert (found.answer, found.partial) == (None, False)


def test_a_crew_with_nobody_to_fight_gets_its_first_opponents() -> None:
    game, table = example("cities-without-number")
    for who in ("moloch", "pike", "dregs"):
        table = table.change(who, here=False)
    one = combatants(game, Person(ready="blademaster", side="gang"))[0]
    found = balance(game, table, one, 0.5, 40, "s", 1)
    assert found.tried[0].share.value == 1.0
    assert found.answer


def test_balance_answers_at_the_command_line(tmp_path: Path) -> None:
    asked = ("balance", small(tmp_path), "--add", "ganger", "-n", 40, "--workers", 1, "--limit", 5)
    assert "Ganger joins The gang." in run(*asked).output
    read = json.loads(run(*asked, "--json").output)
    assert str(read["answer"]) in read["tried"]
    assert set(read["likely"]) == {int(n) for n, one in read["tried"].items() if one["interval"][0] <= 0.5 <= one["interval"][1]}
    assert read["fights"] == sum(one["of"] for one in read["tried"].values())


TRIED = (balancing.Tried(2, balancing.Share(300, 500)), balancing.Tried(3, balancing.Share(240, 500)))


@pytest.mark.parametrize(
    ("found", "answer", "doubt"),
    [
        (Balance(0.5, 3, TRIED, (2, 3)), "3 more Pike: then the crew wins 48 % (43 to 53 %), which comes nearest to 50 %.",
         "It may as well be 2: more fights (-n) would tell."),
        (Balance(0.5, 3, TRIED, (3,)), "3 more Pike: then the crew wins 48 % (43 to 53 %), which comes nearest to 50 %.", ""),
        (Balance(0.5, 1, (balancing.Tried(1, balancing.Share(380, 400)), balancing.Tried(2, balancing.Share(0, 40)))),
         "No number makes it 50 %: it tips between 1 and 2 more Pike; with 1 the crew wins 95.0 % (92.4 to 96.8 %), "
         "with 2 under 7.3 %.", ""),
        (Balance(0.5, None, TRIED), "Even 64 more do not bring the crew down to 50 %.", ""),
        (Balance(0.5, 2, TRIED, (2,), True), "2 more Pike: then the crew wins 60 % (55 to 65 %), which comes nearest to 50 %.",
         "Stopped early: that is the best so far."),
        (Balance(0.5, 0, (balancing.Tried(0, balancing.Share(80, 400)),), (0,)),
         "None: as it is, the crew wins 20 % (16 to 25 %), less than 50 % already.", ""),
    ],
)  # fmt: skip
def test_an_answer_says_how_sure_it_is(found: Balance, answer: str, doubt: str) -> None:
    _, table = example("cities-without-number")
    assert told.answer(found, table.who("pike")) == answer
    assert told.uncertainty(found) == doubt


def test_unknown_opponents_and_the_side_of_the_crew_are_told(tmp_path: Path) -> None:
    path = small(tmp_path)
    assert "did you mean 'ganger'?" in run("balance", path, "--add", "gangr").output
    for side in ("crewx", ""):
        told = run("balance", path, "--add", "ganger", "--side", side).output
        assert f"there is no side '{side}' here: there are gang." in told
    assert "is the side of the crew" in run("balance", path, "--add", "ganger", "--side", "crew").output
