"""What happens to bodies, as a table would say it: `bring_down(fight, "ana")`, `stabilise(fight, "doc", "ana", (4, 4))`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firefight.events import Ticked, Told
from firefight.games.cities_without_number import strain as room
from firefight.games.cities_without_number.clinic import points
from firefight.table import Combatant
from firefight.timeline import Note, Pick
from tests.games.cities_without_number.helpers import Fight, npc, pc

DAY = 24 * 60
MEDKIT = {"items": ("medkit",)}


def doc(id: str = "doc", side: str = "pcs", heal: int | None = 1, **sheet: Any) -> Combatant:
    """A medic with a medkit; `heal` None for one without training."""
    skills = {"Shoot": 0, "Stab": 0, **({} if heal is None else {"Heal": heal}), **sheet.pop("skills", {})}
    return pc(id, side, **{**MEDKIT, **sheet, "skills": skills})


def fought(*people: Combatant, order: tuple[str, ...] = ("pcs", "gang"), **options: str) -> Fight:
    """A fight that runs."""
    return Fight(*people, order=order, **{"morale_prompt": "off", **options})


def calm(*people: Combatant, **options: str) -> Fight:
    """A table at rest."""
    return Fight(*people, begin=False, **options)


def bring_down(fight: Fight, who: str, rolls: Mapping[str, Any] | None = None, **how: Pick) -> None:
    """Somebody loses his last hit points; `lethal="no"`, `traumatic="yes"` and the like tell how."""
    fight.does("gm", "bring down", rolls, who=who, **how)


def tick(fight: Fight, minutes: int) -> None:
    """Minutes go by."""
    fight.order(Ticked(minutes))


def round_goes_by(fight: Fight) -> None:
    """Everybody who is awaited passes until the next round has come."""
    before = fight.round
    while fight.round == before and fight.awaited:
        fight.done(fight.awaited[0])


def to_round(fight: Fight, number: int) -> None:
    """Everybody passes until a round has come."""
    while fight.round < number:
        round_goes_by(fight)


def waits_for(fight: Fight, who: str) -> None:
    """Everybody before somebody passes."""
    while who not in fight.awaited:
        fight.done(fight.awaited[0])


def stabilise(
    fight: Fight,
    medic: str,
    target: str,
    dice: tuple[int, int],
    notes: tuple[Note, ...] = (),
    more: Mapping[str, Any] | None = None,
    **picks: Pick,
) -> None:
    """An attempt to stop somebody's bleeding with these two dice."""
    fight.does(medic, "stabilise", {f"check {medic}": dice, **(more or {})}, notes, target=target, **picks)


def difficulty(fight: Fight) -> int:
    """The difficulty of the check that the last command has told."""
    told = [
        event for event in fight.session.history.batches[-1].events if isinstance(event, Told) and "difficulty" in event.values
    ]
    return int(str(told[-1].values["difficulty"]))


def strain(fight: Fight, who: str) -> str:
    """Somebody's total of System Strain and its maximum, as people write it."""
    one = fight.table.who(who)
    return f"{points(room.total(one))} of {points(room.maximum(one))}"


__all__ = [
    "DAY", "MEDKIT", "bring_down", "calm", "difficulty", "doc", "fought", "npc", "pc", "round_goes_by", "stabilise", "strain",
    "tick", "to_round", "waits_for",
]  # fmt: skip


# ------------------------------------------------------------------ Major Injuries


def traumatic(fight: Fight, damage: int, more: dict[str, Any] | None = None) -> None:
    """A Traumatic Hit for twice so much."""
    fight.attacks("thug", "ana", "axe", rolls={"attack": 19, "damage": damage, "trauma": 8, **(more or {})})


def injured(result: int, /, *others: Any, **sheet: Any) -> Fight:
    """Ana is down, with this result of the table, outside a fight."""
    house = sheet.pop("house", {})
    fight = calm(pc("ana", **sheet), *others, **house)
    bring_down(fight, "ana", {"save ana": 2, "major injury ana": result}, traumatic="yes")
    return fight


def awake(result: int, /, *others: Any, **sheet: Any) -> Fight:
    """The same, stabilised, and ten minutes later."""
    fight = injured(result, *others, **sheet)
    fight.does("gm", "saved", who="ana", by="luck")
    tick(fight, 10)
    return fight


def states(fight: Fight, who: str = "ana") -> set[str]:
    return {mark.name for mark in fight.table.who(who).marks if not mark.quiet}


def damaged(fight: Fight) -> set[str]:
    """The implants that do not work."""
    return {name.removeprefix("without the use of ") for name in states(fight) if name.startswith("without the use of ")}
