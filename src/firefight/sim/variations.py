"""What would change the outcome most: the same fight with one thing different, each forecast beside the fight as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Event

from msgspec import Struct
from msgspec.structs import replace

from firefight.bots import POLICIES
from firefight.commands import AnyCommand, Order
from firefight.events import Changed as Left
from firefight.events import Joined, PoolSet, SheetSet
from firefight.game import Game
from firefight.sim.engines import AUTO, COMPILED
from firefight.sim.engines import engine as engine_of
from firefight.sim.play import MOST_FIGHTS, ROUNDS, Asked, Policies, require_table, require_within
from firefight.sim.result import Difference, Result
from firefight.sim.work import simulate
from firefight.table import Combatant, Table

LASTING = ("waives",)
LEAST = 200


class Variation(Struct, frozen=True):
    """One thing that is different: in words, what is done before the fight goes on, and policies in place of the others."""

    label: str
    before: tuple[AnyCommand, ...]
    policies: Policies = {}


class Changed(Struct, frozen=True):
    """What a variation does to how often a side wins, against the fight as it is."""

    label: str
    difference: Difference


def crew_of(table: Table) -> str:
    """The side of the player characters; the first side where there are none."""
    people = list(table.present())
    return next((one.side for one in people if one.pc), people[0].side if people else "")


# ------------------------------------------------------------------ what could be different


def variations(game: Game, table: Table) -> list[Variation]:
    """One more and one less of every kind of opponent, one less of the crew, better armour for it, other ways to play."""
    crew = crew_of(table)
    return [*opponents(game, table, crew), *fewer(table, crew), *armored(game, table, crew), *played_otherwise(table, crew)]


def opponents(game: Game, table: Table, crew: str) -> Iterator[Variation]:
    """One more, and one less, of every kind of opponent, as long as one is left."""
    others = [one for one in fighting(table) if one.side != crew]
    for kind in kinds(others):
        yield Variation(f"one more {stem(kind[0])}", (Order((Joined(another(game, table, kind[0])),)),))
        if len(others) > 1:
            yield Variation(f"one {stem(kind[0])} less", (Order((Left(kind[-1].id, here=False),)),))


def fewer(table: Table, crew: str) -> Iterator[Variation]:
    """The crew without each of its members, while somebody is left."""
    members = [one for one in fighting(table) if one.side == crew]
    for one in members if len(members) > 1 else ():
        yield Variation(f"without {one.name}", (Order((Left(one.id, here=False),)),))


def armored(game: Game, table: Table, crew: str) -> Iterator[Variation]:
    """Better armour for the whole crew, as far as the game keeps it in numbers."""
    changes = [event for one in fighting(table) if one.side == crew for event in better_armor(game, one)]
    if changes:
        yield Variation("better armour for the crew", (Order(tuple(changes)),))


def better_armor(game: Game, one: Combatant) -> Iterator[PoolSet | SheetSet]:
    """Somebody's armour, made better: pools with their ceilings, and numbers of the sheet."""
    for name, more in game.protection:
        pool = one.pools.get(name)
        if pool is not None:
            yield PoolSet(one.id, name, pool.now + more, None if pool.most is None else pool.most + more)
        elif hasattr(one.sheet, name):
            yield SheetSet(one.id, name, getattr(one.sheet, name) + more, quiet=True)


def played_otherwise(table: Table, crew: str) -> Iterator[Variation]:
    """The crew playing for safety, the others running when half of them are down."""
    yield Variation("the crew plays carefully", (), {crew: POLICIES["careful"]})
    others = {one.side: POLICIES["mob"] for one in fighting(table) if one.side != crew}
    yield Variation("the others run when half of them are down", (), others)


def fighting(table: Table) -> list[Combatant]:
    """Those who take part: in a running fight those in it, else everybody here."""
    return [one for one in table.present() if one.fighting or not table.timeline.running]


def kinds(people: Iterable[Combatant]) -> list[list[Combatant]]:
    """People of the same side and numbers, together."""
    found: list[list[Combatant]] = []
    for one in people:
        same = next((kind for kind in found if kind[0].sheet == one.sheet and kind[0].side == one.side), None)
        if same is None:
            found.append([one])
        else:
            same.append(one)
    return found


def stem(one: Combatant) -> str:
    """A name without the number of one of several."""
    return one.name.rstrip("0123456789 ") or one.name


def another(game: Game, table: Table, one: Combatant) -> Combatant:
    """One more like this: unhurt, without states, with an id and a name of his own."""
    numbers = (n for n in range(1, len(table.combatants) + 2) if f"{one.id}-more-{n}" not in table.combatants)
    n = next(numbers)
    marks = tuple(mark for mark in one.marks if mark.name in LASTING)
    fresh = Combatant(
        f"{one.id}-more-{n}", f"{stem(one)}, {n} more", one.side, one.sheet, one.owner, one.pc, game.pools(one.sheet)
    )
    return replace(fresh, marks=marks, fighting=table.timeline.running)


# ------------------------------------------------------------------ what that does


def sensitivity(
    game: Game,
    table: Table,
    as_it_is: Result,
    n: int = 0,
    workers: int | None = None,
    policies: Asked | None = None,
    limit: int = ROUNDS,
    progress: Callable[[int, int], None] | None = None,
    cancel: Event | None = None,
    engine: str = "",
) -> list[Changed]:
    """How often the crew wins in each variation against the fight as it is, what changes most first.

    `n` fights each, a quarter of those of `as_it_is` by default, 200 at least. Once `cancel` is set, what is done so far.
    `engine` as in `simulate`, but that nothing is insisted on: a variation may be none for a kernel.
    """
    require_table(table)
    require_within("n", n, 0, MOST_FIGHTS)
    all_of_them, each = variations(game, table), n or max(LEAST, as_it_is.asked // 4)
    crew, stop, found = crew_of(table), cancel or Event(), []
    with engine_of(AUTO if engine == COMPILED else engine, workers) as machine:
        for number, one in enumerate(all_of_them):
            if stop.is_set():
                break
            own = {**(policies or {}), **one.policies}
            other = simulate(game, table, each, as_it_is.seed, None, own, limit, one.before, None, stop, machine)
            if other.played:
                found.append(Changed(one.label, Difference(other.share(crew), as_it_is.share(crew))))
            if progress:
                progress(number + 1, len(all_of_them))
    return sorted(found, key=lambda one: -abs(one.difference.value))
