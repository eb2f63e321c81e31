"""A forecast: many fights from one table, played by an engine and counted. The same numbers whatever the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from threading import Event

from msgspec.structs import replace

from firefight.bots import standing
from firefight.commands import AnyCommand
from firefight.errors import FirefightError
from firefight.game import Game
from firefight.games import game as game_of
from firefight.sim.engines import COMPILED, MOST_IN_CHUNK, REFERENCE, Engine, Job, chunks
from firefight.sim.engines import engine as engine_of
from firefight.sim.kernels import Outside
from firefight.sim.play import MOST_FIGHTS, MOST_ROUNDS, ROUNDS, Asked, Fight, named, require_within
from firefight.sim.result import Result, Somebody, Tally
from firefight.sim.standup import IN_CHUNK, Standing, ready
from firefight.table import Combatant, Table

Progress = Callable[[int, int], None]


def simulate(
    game: Game,
    table: Table,
    n: int = 1000,
    seed: str = "",
    workers: int | None = None,
    policies: Asked | None = None,
    limit: int = ROUNDS,
    before: Sequence[AnyCommand] = (),
    progress: Progress | None = None,
    cancel: Event | None = None,
    engine: str | Engine = "",
    first: int = 1,
) -> Result:
    """Plays `n` fights of a seed from a table, number `first` and those after it, and counts how they end.

    `progress` is told (done, n) as fights come in; once `cancel` is set, those that are played are played to their end, and
    what is done by then is the result. `workers` are processes or threads, one a core by default. `engine`: "auto" ("")
    plays a stand-up fight by its kernel and everything else by the engine itself, which "reference" always does; "compiled"
    insists on the kernel; "dask://HOST:PORT" sends the work to a cluster. Raises FirefightError where there is nothing to
    simulate, nothing to compile, or no cluster, and for numbers that cannot be.
    """
    require_within("n", n, 1, MOST_FIGHTS)
    require_within("first", first, 1, MOST_FIGHTS)
    require_within("limit", limit, 1, MOST_ROUNDS)
    job = Job(game.id, table, seed, named(policies), limit, tuple(before))
    start, total, stop = begun(game, job), Tally(), cancel or Event()
    with engine_of(engine, workers) if isinstance(engine, str) else nullcontext(engine) as asked:
        kernel, why = by_kernel(game, start, job, n, first, asked)
        machine, most = (kernel, IN_CHUNK) if kernel else (asked, MOST_IN_CHUNK)
        for tally in machine.done(job, chunks(first, n, machine.workers, most), stop):
            total.merge(tally)
            if progress:
                progress(total.fights + len(total.faults), n)
    return replace(result(job, n, start, total), engine="kernel" if kernel else "reference", because=why)


def by_kernel(game: Game, start: Table, job: Job, n: int, first: int, asked: Engine) -> tuple[Standing | None, str]:
    """The kernel that plays this fight, and why; or why there is none. Raises FirefightError where one was insisted on."""
    if asked.kernels == REFERENCE:
        return None, "it was asked for"
    try:
        found = ready(game, start, job, first)
        return Standing(found, start, n, asked.workers, asked.kernels == COMPILED), "it is a stand-up fight"
    except Outside as outside:
        if asked.kernels == COMPILED:
            raise FirefightError(f"this is not a fight for a kernel: {outside}; let the engine itself play it") from None
        return None, str(outside)


def begun(game: Game, job: Job) -> Table:
    """The table when the forecast begins, with what is carried out before it. Raises FirefightError where nobody fights."""
    fight = Fight(game, job.table, 0, job.seed, job.policies)
    for command in job.before:
        fight.carry_out(command)
    fight.require_two_sides()
    return fight.table


def result(job: Job, n: int, start: Table, total: Tally) -> Result:
    """The forecast with everything that explains it."""
    fighters = [one for one in start.combatants.values() if one.here and (one.fighting or not start.timeline.running)]
    known = game_of(job.game)
    people = {one.id: Somebody(one.name, one.side, pools(known, one), not standing(known, start, one)) for one in fighters}
    sides = {one.side: start.sides[one.side].name or one.side for one in fighters}
    policies = {who: policy.name for who, policy in job.policies.items()}
    return Result(job.game, job.seed, n, max(1, start.timeline.round), job.limit, sides, people, policies, total)


def pools(game: Game, one: Combatant) -> dict[str, int]:
    """What is in somebody's pools, those of his health first."""
    first = sorted(one.pools, key=lambda name: name not in game.health)
    return {name: one.pools[name].now for name in first}
