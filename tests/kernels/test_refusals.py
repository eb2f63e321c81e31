"""What a kernel does not know it leaves to the engine, and says in one sentence what it was."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from firefight.errors import FirefightError
from firefight.games import game
from firefight.games.shadowrun_4.sheet import Weapon
from firefight.sim import compile, simulate
from firefight.sim.balance import balance
from firefight.sim.kernels import KERNELS, Outside, kernel
from firefight.sim.variations import sensitivity
from firefight.table import Mark, Table
from tests.kernels import encounters
from tests.kernels.reading import LIMIT, SEED, STAND_UP

CITIES, RED, ECLIPSE, SHADOWRUN = "cities-without-number", "cyberpunk-red", "eclipse-phase", "shadowrun-4"


def why(name: str, table: Table) -> str:
    """Why an encounter is outside a kernel."""
    known = kernel(name)
    assert known
    with pytest.raises(Outside) as refusal:
        known.plan(table, LIMIT)
    return str(refusal.value)


def duel(name: str, **sheet: Any) -> Table:
    """One against one; the sheet of the first is changed."""
    table = encounters.table(name, Random(0), most=1)
    one = next(iter(table.combatants.values()))
    return table.change(one.id, name="Suture", sheet=replace(one.sheet, **sheet), marks=())


@pytest.mark.parametrize("name", KERNELS)
def test_a_special_state_is_refused(name: str) -> None:
    table = duel(name)
    who = next(iter(table.combatants))
    assert why(name, table.change(who, marks=(Mark("prone"),))) == "Suture is in a special state: prone"


@pytest.mark.parametrize("name", KERNELS)
def test_three_sides_are_refused(name: str) -> None:
    table = duel(name)
    third = replace(next(iter(table.combatants.values())), id="third", side="third")
    assert why(name, replace(table, combatants={**table.combatants, "third": third})) == "there are 3 sides, not two"


@pytest.mark.parametrize(
    ("name", "sheet", "sentence"),
    [
        (CITIES, {"kind": "drone"}, "Suture is a machine"),
        (CITIES, {"automatic_initiative": True}, "Suture acts before everybody"),
        (RED, {"kind": "net"}, "Suture is no human being"),
        (RED, {"skills": {}, "gear": ()}, "what Suture does with the bare hands is the GM's to say"),
        (ECLIPSE, {"gear": ()}, "what Suture does with the what is at hand is the GM's to say"),
        (ECLIPSE, {"durability": 99}, "Suture is hurt already"),
        (SHADOWRUN, {"rolls": False}, "Suture has no numbers for an Initiative Test"),
        (SHADOWRUN, {"body": -1}, "Suture has a Body below 0"),
        (SHADOWRUN, {"gear": ("stun bolt",)}, "what Suture does with the stun bolt is the GM's to say"),
        (SHADOWRUN, {"gear": (Weapon("gun"), Weapon("gun", damage=4))}, "Suture has more than one gun"),
        (SHADOWRUN, {"gear": (Weapon("gun", damage=4, modes=("BF",), ammo=2),)}, "there are too few rounds in the gun of Suture"),
        (SHADOWRUN, {"agility": 32}, "somebody may throw more than 31 dice"),
    ],
)
def test_what_somebody_is_or_has(name: str, sheet: dict[str, Any], sentence: str) -> None:
    assert why(name, duel(name, **sheet)) == sentence


def test_a_table_option_that_a_kernel_does_not_know() -> None:
    table = duel(CITIES)
    changed = replace(table, options={**table.options, "initiative_mode": "individual"})
    assert why(CITIES, changed) == "the table option 'initiative_mode' is 'individual'"


def test_somebody_who_is_hurt_in_shadowrun_is_refused() -> None:
    table = duel(SHADOWRUN)
    one = next(iter(table.combatants.values()))
    track, pool = next(iter(one.pools.items()))
    assert why(SHADOWRUN, table.change(one.id, pools={**one.pools, track: pool.at(1)})) == "Suture is hurt already"


@pytest.mark.parametrize(("option", "value"), [("tie_rule", "tie-break"), ("simple_declaration", "one-by-one")])
def test_scores_that_are_parted_and_actions_one_by_one_are_refused(option: str, value: str) -> None:
    table = duel(SHADOWRUN)
    changed = replace(table, options={**table.options, option: value})
    assert why(SHADOWRUN, changed) == f"the table option '{option}' is '{value}'"


# ------------------------------------------------------------------ what simulate makes of it


def test_another_policy_is_played_by_the_engine_which_the_forecast_says() -> None:
    found = simulate(game(RED), duel(RED), 2, SEED, 1)
    assert (found.engine, found.because) == ("reference", "Suture does not play by the policy 'stand-up'")


def test_where_the_kernel_is_insisted_on_the_reason_is_an_error() -> None:
    with pytest.raises(FirefightError, match="not a fight for a kernel: Suture is a machine"):
        simulate(game(CITIES), duel(CITIES, kind="drone"), 2, SEED, 1, STAND_UP, engine="compiled")


def test_without_numba_insisting_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile, "is_installed", lambda: False)
    with pytest.raises(FirefightError, match=r"pip install firefight\[fast\]"):
        simulate(game(CITIES), encounters.table(CITIES, Random(0)), 2, SEED, 1, STAND_UP, engine="compiled")


def test_a_kernel_that_plays_another_fight_than_the_engine_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    known: Any = kernel(CITIES)
    plan = known.plan

    def wrong(table: Table, limit: int) -> Any:
        made = plan(table, limit)
        return made._replace(sides=made.sides[::-1])

    monkeypatch.setattr(known, "plan", wrong)
    found = simulate(game(CITIES), encounters.table(CITIES, Random(1)), 2, "another", 1, STAND_UP)
    assert (found.engine, found.because) == ("reference", "the engine plays fight 1 in another way than the kernel")


def test_who_plays_is_the_same_question_for_a_balance() -> None:
    table = encounters.table(CITIES, Random(2))
    asked = (game(CITIES), table, next(reversed(table.combatants.values())), 0.5, 80, SEED, 1, STAND_UP)
    ours, theirs = balance(*asked), balance(*asked, engine="reference")
    assert (ours.engine, theirs.engine) == ("kernel", "reference")
    assert ours.tried == theirs.tried


def test_variations_that_are_none_for_a_kernel_are_played_by_the_engine_even_where_the_kernel_was_insisted_on() -> None:
    table = duel(CITIES)
    found = simulate(game(CITIES), table, 2, SEED, 1, STAND_UP, limit=3)
    changed = sensitivity(game(CITIES), table, found, 1, 1, STAND_UP, 3, engine="compiled")
    assert "the crew plays carefully" in {one.label for one in changed}
