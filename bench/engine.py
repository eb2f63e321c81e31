"""Commands a second, and how "next" grows with the number of people.

A command is all that happens between a person's tap and the table's new state: it is checked against the menu, carried
out with everything that follows from it, and its events and the state at its end are kept, so that it can be undone.
"""

from __future__ import annotations

from collections.abc import Callable

from bench import dnd5e
from bench.fights import attacks, fight, passes, play
from bench.peers import named, peer
from bench.rounds import CPU, Row, alternate, per_second
from firefight.commands import AnyCommand
from firefight.game import Game
from firefight.games import GAMES, game

COMMANDS = 1_500  # in each round
PRESSES = 400  # two rounds of 200 people
ROUNDS = 9


def measure() -> list[Row]:
    """Every game's fight of 4 against 6, then "next" among 200 and among 20."""
    games = [game(id) for id in GAMES]
    return [*(commands(one) for one in games), *(next_press(one) for one in games)]


def commands(game: Game) -> Row:
    """Declare, answer, pass, of everybody in turn, against the turns of the peer's own 4 against 6."""
    script = attacks(fight(game, 4, 6), COMMANDS)
    alternatives = {"ours": pace(game, 4, 6, script)}
    theirs = peer("dnd5e_engine")
    if theirs:
        alternatives["theirs"] = dnd5e.turns_per_second(theirs)
    rounds = alternate(alternatives, ROUNDS)
    return Row(
        name=f"commands, 4 against 6, {game.title}",
        value=rounds.median("ours"),
        unit="commands/s",
        against=f"{named('dnd5e-engine')} ({rounds.median('theirs'):,.0f} turns/s)" if theirs else "dnd5e-engine, not installed",
        ratio=rounds.ratio("ours", "theirs") if theirs else None,
        floor=5,
        target=20,
    )


def next_press(game: Game) -> Row:
    """Passing all round, the change of round included: how much longer one takes among ten times as many."""
    many, few = (passes(fight(game, n // 5, n - n // 5), PRESSES) for n in (200, 20))
    alternatives = {
        "many": inverse(pace(game, 40, 160, many)),
        "few": inverse(pace(game, 4, 16, few)),
    }
    rounds = alternate(alternatives, ROUNDS)
    return Row(
        name=f'"next" among 200, {game.title}',
        value=rounds.median("many") * 1e6,
        unit="us",
        against=f"among 20 ({rounds.median('few') * 1e6:,.0f} us)",
        ratio=rounds.ratio("many", "few"),
        floor=10,
        target=7,
    )


def pace(game: Game, crew: int, gang: int, script: list[AnyCommand]) -> Callable[[], float]:
    """An alternative: commands a second, on a fresh table that is made before the clock runs."""

    def measured() -> float:
        session = fight(game, crew, gang)
        return per_second(lambda: play(session, script), len(script), CPU)()

    return measured


def inverse(figure: Callable[[], float]) -> Callable[[], float]:
    """Seconds each in place of how many a second."""
    return lambda: 1 / figure()
