"""One fight played to its end from any table: the engine itself, bots in everybody's place, dice of the forecast's own.

Fight number k of a seed is the same fight on every machine, whatever runs beside it. Its dice come from another key than
the table's, so a forecast tells what may happen and never what will.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b, sha256
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from firefight.bots import POLICIES, STEADY, Policy, decide, flees, is_held, policy, standing
from firefight.commands import AnyCommand, Begin, Do, Order, Reply
from firefight.dice import Keyed
from firefight.engine import awaited, perform
from firefight.errors import FirefightError
from firefight.events import Changed, Event, RoundBegan
from firefight.game import Game
from firefight.sim.kernels import kernel
from firefight.sim.stream import Stream
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Question, Turn

ROUNDS, MOST_ROUNDS, MOST_FIGHTS = 50, 1_000, 1_000_000_000
"""The rounds after which a fight counts as undecided, if nobody says otherwise; more rounds, and fights, are refused."""
COMMANDS = 10_000
CIVIL = ("bystanders", "civilians", "neutral")
"""Sides that take no part in a fight unless a policy says they do."""
Policies = Mapping[str, Policy]
Asked = Mapping[str, Policy | str]
"""Policies as they may be asked for: themselves, or their names."""
Keep = Callable[[AnyCommand, Sequence[Event]], None]


class Outcome(Struct, frozen=True, omit_defaults=True):
    """How one fight ended. Rounds are those of the fight, counted from its own first one.

    `winner` is a side; "" if it was `undecided` at the limit, or if nobody is left. `fell` and `fled`: who, in which
    round. `pools`: what is left, by who and pool. `unsaid`: who attacked with what only a GM could tell the effect of ("vex:
    pistol"); it did nothing.
    """

    number: int
    winner: str = ""
    undecided: bool = False
    rounds: int = 0
    fell: Mapping[str, int] = {}
    fled: Mapping[str, int] = {}
    pools: Mapping[str, Mapping[str, int]] = {}
    unsaid: tuple[str, ...] = ()


def play(
    game: Game,
    table: Table,
    number: int = 1,
    seed: str = "",
    policies: Asked | None = None,
    limit: int = ROUNDS,
    before: Sequence[AnyCommand] = (),
    keep: Keep | None = None,
) -> Outcome:
    """Plays fight `number` of a seed from a table to its end, or for `limit` rounds more.

    `policies` by id or side, "" for everybody else. `before` are commands carried out first. `keep` is shown each
    command and its events. Raises FirefightError where there are no two sides to fight, and for numbers that cannot be.
    """
    require_within("number", number, 0, 2 * MOST_FIGHTS)
    require_within("limit", limit, 1, MOST_ROUNDS)
    fight = Fight(game, table, number, seed, named(policies), keep)
    for command in before:
        fight.carry_out(command)
    return fight.played(limit)


def require_within(name: str, value: int, least: int, most: int) -> None:
    """Raises FirefightError for a number that cannot be asked for."""
    if not isinstance(value, int) or not least <= value <= most:
        raise FirefightError(f"{name} cannot be {value!r}; give a whole number from {least:,} to {most:,}")


def require_table(table: object) -> None:
    """Raises FirefightError for what is no table."""
    if not isinstance(table, Table):
        raise FirefightError(f"a forecast wants a Table, not a {type(table).__name__}; of a session give session.table")


def named(asked: Asked | None) -> Policies:
    """Policies by themselves, for those given by name. Raises FirefightError for what is neither."""
    found = {who: policy(one) if isinstance(one, str) else one for who, one in (asked or {}).items()}
    for who, one in found.items():
        if not isinstance(one, Policy):
            raise FirefightError(f"the policy of '{who or 'everybody'}' is {one!r}; give a Policy, or the name of one")
    return found


def forecast_key(seed: str, number: int) -> bytes:
    """The key of one fight's dice: another one for each number, and never that of a table."""
    return blake2b(f"{number}".encode(), key=sha256(seed.encode()).digest(), digest_size=32, person=b"forecast").digest()


class Fight:
    """A fight while it is played."""

    def __init__(self, game: Game, table: Table, number: int, seed: str, policies: Policies, keep: Keep | None = None) -> None:
        require_table(table)
        key = forecast_key(seed, number)
        self.game, self.table, self.number, self.policies, self.keep = game, dice_by_itself(table), number, policies, keep
        self.source, self.random = dice_of(game, self.table, number, seed, policies) or Keyed(key), Random(key)
        self.apart = frozenset(one.id for one in table.combatants.values() if is_apart(one, policies))
        self.fell: dict[str, int] = {}
        self.fled: dict[str, int] = {}
        self.ends: list[tuple[int, frozenset[str]]] = []
        self.unsaid: set[str] = set()

    def carry_out(self, command: AnyCommand) -> None:
        """Carries out a command, and writes down who has fallen by it."""
        before, run = self.table, perform(self.game, self.table, command, self.source, idle=1)
        self.table = run.table
        self.note_rounds(before, run.events)
        if self.keep:
            self.keep(command, run.events)

    def played(self, limit: int) -> Outcome:
        """The fight to its end."""
        self.require_two_sides()
        if not self.table.timeline.running:
            self.carry_out(Begin())
        last, up = max(1, self.table.timeline.round) + limit, self.up()
        most = max(COMMANDS, limit * COMMANDS // ROUNDS)
        for _ in range(most):
            if not isinstance(self.table.timeline.top, Deed):  # a fight does not end in the middle of a deed
                up = self.counted(up)
                left = self.sides(up)
                if len(left) < 2 or self.table.timeline.round >= last:
                    return self.outcome(left)
            self.carry_out(self.next_command())
        raise RuntimeError(f"fight {self.number} does not come to an end; {most} commands were given")

    def require_two_sides(self) -> None:
        """Raises FirefightError where no two sides are standing that fight, and says why."""
        if len(self.sides(self.up())) < 2:
            raise FirefightError(self.why_not())

    def why_not(self) -> str:
        """Why there are no two sides to fight, and what to do about it."""
        here = [one.id for one in self.people()]
        everybody = {self.table.who(who).side for who in here}
        sides, left = self.sides(here), self.sides(self.up())
        if not here:
            return "nobody is here; put somebody on each of two sides"
        if len(sides) > 1:
            standing = f"only one side is standing, {self.names(left)}" if left else "nobody is standing"
            others = self.names(sides - left)
            return f"{standing}; forecast from an earlier moment, or first get somebody of {others} up again"
        if len(everybody) > 1:
            apart = self.names(everybody - sides)
            return f"without those who take no part ({apart}) there are no two sides; give them a policy that fights, like steady"
        return f"everybody here is on one side, {self.names(everybody)}; put somebody on another side"

    def names(self, sides: Iterable[str]) -> str:
        """Sides by their names."""
        known = self.table.sides
        return ", ".join(sorted((side in known and known[side].name) or side for side in sides))

    def sides(self, up: Iterable[str]) -> set[str]:
        """The sides of those who are standing, without those who take no part."""
        return {self.table.who(who).side for who in up if who not in self.apart}

    def people(self) -> Iterable[Combatant]:
        """Those in the fight; before it begins, everybody here."""
        return self.table.fighters() if self.table.timeline.running else self.table.present()

    def up(self) -> list[str]:
        """Those in the fight who are standing."""
        return [one.id for one in self.people() if standing(self.game, self.table, one)]

    def counted(self, before: list[str]) -> list[str]:
        """Those who are standing now; whoever is not any more has fallen, in the round whose end he has not seen."""
        up, round = self.up(), self.table.timeline.round
        for who in before:
            if who not in up and who not in self.fled:
                self.fell[who] = next((ended for ended, saw in self.ends if who not in saw), round)
        for who in up:
            self.fell.pop(who, None)
        self.ends.clear()
        return up

    def note_rounds(self, table: Table, events: Sequence[Event]) -> None:
        """Writes down who saw the end of each round that has ended among these events."""
        if self.table.timeline.round == table.timeline.round or not table.timeline.running:
            return
        for event in events:
            if isinstance(event, RoundBegan):
                up = frozenset(one.id for one in table.fighters() if standing(self.game, table, one))
                self.ends.append((table.timeline.round, up))
            table = event.apply(table)

    # ------------------------------------------------------------------ deciding

    def next_command(self) -> AnyCommand:
        """What comes next: an answer, somebody's deed, or that he leaves."""
        top = self.table.timeline.top
        if isinstance(top, Deed):
            return self.answered(top, top.asked[0])
        waiting = awaited(self.game, self.table)
        if not isinstance(top, Turn) or not waiting:
            return Order(())  # a round in which nobody can do anything goes by
        one = self.table.who(waiting[0])
        if one.hidden and self.table.timeline.deeds.get(one.id):
            return Order((Changed(one.id, hidden=False),))
        policy = policy_of(one, self.policies)
        command = decide(self.game, self.table, one.id, policy, self.random, self.apart)
        if isinstance(command, Do) and command.act.verb == "pass" and not top.window and self.gets_away(one, policy):
            self.fled[one.id] = self.table.timeline.round
            return Order((Changed(one.id, here=False),), "flees")
        return command

    def answered(self, deed: Deed, question: Question) -> Reply:
        """The answer to a question; where only a GM could say what an attack does, nothing happens."""
        if question.kind == "effect":
            self.unsaid.add(f"{deed.who}: {deed.act.text('weapon', deed.act.verb)}")
        one = self.table.combatants.get(question.who)
        reply = decide(self.game, self.table, question.who, policy_of(one, self.policies) if one else STEADY, self.random)
        assert isinstance(reply, Reply)
        return reply

    def gets_away(self, one: Combatant, policy: Policy) -> bool:
        """Whether somebody who has spent his turn on running has left the fight."""
        return flees(self.game, self.table, one, policy) and not is_held(one)

    def outcome(self, left: set[str]) -> Outcome:
        """How it ended, with these sides left."""
        pools = {one.id: {name: pool.now for name, pool in one.pools.items()} for one in self.table.combatants.values()}
        winner, rounds = "".join(left) if len(left) == 1 else "", self.table.timeline.round
        return Outcome(self.number, winner, len(left) > 1, rounds, self.fell, self.fled, pools, tuple(sorted(self.unsaid)))


def dice_of(game: Game, table: Table, number: int, seed: str, policies: Policies) -> Stream | None:
    """The dice of a stand-up fight, which its kernel throws as well; None where somebody plays in another way."""
    known = kernel(game.id)
    if known is None or not all(policy_of(one, policies).stands for one in table.present()):
        return None
    return Stream(seed, number, known.ROLES, known.JOINED)


def policy_of(one: Combatant, policies: Policies) -> Policy:
    """The policy somebody decides by: his own, his side's, everybody's; steady, or a bystander's, where none is given."""
    ready = POLICIES["bystander"] if one.side in CIVIL else STEADY
    return policies.get(one.id) or policies.get(one.side) or (policies.get("", ready) if one.side not in CIVIL else ready)


def is_apart(one: Combatant, policies: Policies) -> bool:
    """Whether somebody takes no part: of a civil side, with no policy that fights."""
    return one.side in CIVIL and not policy_of(one, policies).fights


def dice_by_itself(table: Table) -> Table:
    """The table with no dice to be typed in by hand."""
    flags = {name: value for name, value in table.flags.items() if name != "dice by hand"}
    table = replace(table, flags=flags) if len(flags) != len(table.flags) else table
    for one in table.combatants.values():
        if one.has("dice by hand"):
            table = table.change(one.id, marks=tuple(mark for mark in one.marks if mark.name != "dice by hand"))
    return table
