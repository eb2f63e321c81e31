"""Ten people fighting in PyPI's `dnd5e-engine`: the same 4 against 6, everybody attacks once a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bench.rounds import CPU

TURNS = 200
# Everybody stands beside somebody to hit, and the first hero is the weakest: nobody has to walk, which would cost it more.
HEROES = ((2, 1), (1, 2), (3, 2), (2, 3))
FOES = ((2, 0), (1, 1), (3, 1), (2, 2), (1, 0), (3, 0))
WITHIN_REACH = (0, 1, 2, 3)  # the foe that each hero hits


def turns_per_second(engine: Any) -> Callable[[], float]:
    """An alternative: a fight is begun, and its turns are timed, each with the events it led to taken out."""
    return lambda: float(asyncio.run(turns(engine)))


async def turns(engine: Any) -> float:
    started = await engine.start_combat(
        session_id="bench",
        party=[hero(engine, n, cell) for n, cell in enumerate(HEROES)],
        encounter=[foe(engine, n, cell) for n, cell in enumerate(FOES)],
        grid_scene=engine.GridScene(width=5, height=4),
        rng_seed=1,
    )
    engine.drain_pending_events(started.handle)
    seen: list[Any] = []
    start = CPU()
    for _ in range(TURNS):
        await turn(engine, started.handle)
        seen += engine.drain_pending_events(started.handle)
    passed = CPU() - start
    ended = [event for event in seen if type(event).__name__ == "TurnEnded"]
    if len(ended) != TURNS:
        raise RuntimeError(f"{TURNS} turns were to be played and {len(ended)} were: the comparison no longer holds")
    await engine.end_combat(started.handle)
    return TURNS / passed


async def turn(engine: Any, handle: Any) -> None:
    """One turn: a hero's sword, or whatever a foe does."""
    live = engine.get_live(handle)
    who = live.initiative[live.current_turn_index].entity_id
    if who.startswith("foe"):
        await engine.advance_monster_turn(handle)
    else:
        target = f"foe:{WITHIN_REACH[int(who[-1])]}"
        intent = engine.PlayerIntent(intent_type="attack", target_id=target, weapon_id="longsword")
        await engine.submit_player_intent(handle, who, intent)


def hero(engine: Any, n: int, cell: tuple[int, int]) -> Any:
    return engine.PartyMemberSpec(
        entity_id=f"hero:{n}",
        name=f"Hero {n}",
        initiative=20 - n,
        hp_current=90_000 if n == 0 else 100_000,
        hp_max=100_000,
        ac=15,
        strength=16,
        zone_id=engine.cell_id(*cell),
        equipment=("longsword",),
    )


def foe(engine: Any, n: int, cell: tuple[int, int]) -> Any:
    return engine.EncounterMemberSpec(
        entity_id=f"foe:{n}",
        entity_type="Monster",
        name=f"Thug {n}",
        initiative=10 - n,
        hp_current=100_000,
        hp_max=100_000,
        ac=13,
        attack_bonus=4,
        damage_dice="1d6+2",
        damage_type="slashing",
        zone_id=engine.cell_id(*cell),
    )
