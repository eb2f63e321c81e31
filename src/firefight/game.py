"""What every game fulfils, and what its menu is made of. Games know this module; the engine knows no game."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from firefight.ask import Ask
from firefight.chance import Odds, RollOff
from firefight.dice import Alike
from firefight.events import Event
from firefight.table import Combatant, Pool, Table
from firefight.timeline import Act, Deed, Due, Key, Pick, Slot, slots

PASS = Act("pass")
Faces = Mapping[int, Mapping[int, str]]
"""By a die's sides, the faces that count for themselves: "hit" or "one"."""
SUMMED: Faces = {}
"""The faces of dice that are added up, or compared as they are."""


class Setting(Struct, frozen=True):
    """A house rule: its values, the default, one plain sentence, and the rules it touches."""

    name: str
    values: tuple[str, ...]
    default: str
    sentence: str
    rules: tuple[str, ...] = ()


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why something is not possible: a key of the words (`why_...`), the rule that decides, values for the sentence."""

    key: str
    rule: str = ""
    values: Mapping[str, Pick] = {}


class Choice(Struct, frozen=True, omit_defaults=True):
    """One value of a pick, with all the reasons that rule it out."""

    value: Pick
    reasons: tuple[Reason, ...] = ()
    label: str = ""


class Choices(Struct, frozen=True, omit_defaults=True):
    """One pick of an offer: a short list with a default, a number within bounds, free text, or text where a number counts.

    Picks are independent: any combination of choices without reasons is legal. `barred` are patterns that rule a text out,
    each with its reason; `choices` beside free text are suggestions.
    """

    pick: str
    choices: tuple[Choice, ...] = ()
    default: Pick = ""
    kind: str = "one"
    least: int = 0
    most: int = 0
    reason: Reason | None = None
    barred: tuple[tuple[str, Reason], ...] = ()

    def refusals(self, value: Pick) -> tuple[Reason, ...]:
        """All reasons against this value."""
        if self.kind == "number":
            if not isinstance(value, int) or isinstance(value, bool):
                return (Reason("no_number", values={"pick": self.pick}),)
            fits = self.least <= value <= self.most
            return () if fits else (self.reason or Reason("out_of_bounds", values={"least": self.least, "most": self.most}),)
        if self.kind in ("text", "text or number") and not str(value).strip():
            return (Reason("no_text", values={"pick": self.pick}),)
        if self.kind in ("text", "any", "text or number"):
            number = whole_number(value) if self.kind == "text or number" else None
            late = () if number is None or number <= self.most else (self.reason or Reason("out_of_bounds"),)
            return (*late, *(reason for words, reason in self.barred if re.search(words, str(value), re.IGNORECASE)))
        for choice in self.choices:
            if choice.value == value:
                return choice.reasons
        rule = self.reason.rule if self.reason else ""
        return (Reason("no_such_choice", rule, {"pick": self.pick, "value": value}),)

    def why_none(self) -> tuple[Reason, ...]:
        """What speaks against the default where something speaks against every choice; empty where one is left."""
        return self.refusals(self.default) if all(choice.reasons for choice in self.choices) else ()


def whole_number(value: Pick) -> int | None:
    """The whole number a text is, sign included; None for any other text."""
    return int(str(value)) if re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", str(value)) else None


class Offer(Struct, frozen=True, omit_defaults=True):
    """One line of a menu: a verb (with what is fixed about it), its picks, its price, and all the reasons against it."""

    verb: str
    picks: tuple[Choices, ...] = ()
    price: str = ""
    fixed: Mapping[str, Pick] = {}
    reasons: tuple[Reason, ...] = ()
    rule: str = ""

    def fits(self, act: Act) -> bool:
        """Whether the act asks for this line."""
        return act.verb == self.verb and all(act.picks.get(name, value) == value for name, value in self.fixed.items())

    def filled(self, act: Act) -> Act:
        """The act with everything that is fixed or left to its default written in."""
        defaults = {pick.pick: pick.default for pick in self.picks}
        return Act(act.verb, {**defaults, **self.fixed, **act.picks})

    def refusals(self, act: Act) -> tuple[Reason, ...]:
        """All reasons against the act as it stands: the line's own, then those of its picks."""
        of_picks = [reason for pick in self.picks for reason in pick.refusals(act.picks.get(pick.pick, ""))]
        asked = {pick.pick for pick in self.picks} | self.fixed.keys()
        strange = [Reason("no_such_pick", values={"pick": pick}) for pick in act.picks if pick not in asked]
        return (*self.reasons, *of_picks, *strange)


Lines = Sequence[tuple[Collection[str], Callable[..., Iterable[Offer]]]]
"""What makes the lines of which verbs, in the order of the menu."""


def listed(lines: Lines, verb: str, *about: Any) -> Iterator[Offer]:
    """The lines of a menu about somebody, all or at least those of one verb: what makes only others is not called."""
    for verbs, made in lines:
        if not verb or verb in verbs:
            yield from made(*about)


class Budget(Struct, frozen=True, omit_defaults=True):
    """What is left to spend of one kind: "Action 1 of 1", "metres 7 of 12"."""

    name: str
    left: int
    most: int


class Chances(NamedTuple):
    """What a game has to say about its odds; all of it may be left out.

    `by_rule` gives the odds of a common act by enumerating its rule, None where the deed has to be run on branching dice.
    `said` is how an event is read there: "good", "bad", or the name of what happened besides, a glitch; it is given
    the doer. `units` are the pools damage goes to, each with a short word; where it `counts_up` they are filled by it.
    `is_down` tells who cannot go on. `places` are the
    keys everybody can roll for his place in the queue, by id, or by side where sides roll; those who cannot act are not among
    them. `off` tells how ties for the front are parted. `alike` are faces that no rule of the game tells apart.
    """

    by_rule: Callable[[Table, str, Act], Odds | None] = lambda table, who, act: None
    said: Callable[[Event, str], Iterable[str]] = lambda event, who: ()
    units: Mapping[str, str] = {}
    counts_up: bool = False
    is_down: Callable[[Table, str], bool] = lambda table, who: False
    places: Callable[[Table], Mapping[str, Mapping[Key, Fraction]]] = lambda table: {}
    alike: Alike = ()
    off: Callable[[Table], RollOff] = lambda table: RollOff()


class Game(Protocol):
    """A game: who is due, what they may do, what comes of it. Every method is pure.

    `sheet` is the type of its sheets, `seconds` the length of a round, `free_round` whether surprise is a round of its own,
    `square` the metres of one square of a map that does not say, `health` the pools that tell how well somebody stands, `faces`
    how those of its dice count, `protection` the fields and pools that keep harm away, with what a better piece adds, `chances`
    what it has to say about odds.
    """

    id: str
    title: str
    settings: tuple[Setting, ...]
    sheet: type[Struct]
    seconds: int
    free_round: bool
    square: float
    health: tuple[str, ...]
    faces: Faces
    protection: tuple[tuple[str, int], ...]
    chances: Chances

    def pools(self, sheet: Any) -> Mapping[str, Pool]:
        """The pools a combatant of this sheet starts with, full."""
        ...

    def dues(self, table: Table) -> list[Due]:
        """Everybody in the fight, able or not, those who have left included; keys of one shape."""
        ...

    def able(self, table: Table, who: str) -> bool:
        """Whether somebody can act at all."""
        ...

    def together(self, table: Table, slot: Slot) -> bool:
        """Whether what the members of a slot declare is collected and lands at once."""
        ...

    def beginning(self, table: Table) -> Sequence[Act]:
        """Deeds of the table that begin the round, in order: initiative, who goes first."""
        ...

    def opening(self, table: Table, slot: Slot) -> Act | None:
        """A deed of the table that opens the slot (its effects must), or None to open it at once."""
        ...

    def closing(self, table: Table) -> Sequence[Act]:
        """Deeds of the table that end the round, in order. The verb "expiry" ends what lasts until the round's end."""
        ...

    def menu(self, table: Table, who: str, verb: str = "") -> tuple[Offer, ...]:
        """What somebody may do now, and why not what he may not. Never empty while he is awaited.

        `verb` is the only one asked about, to check an act: lines of other verbs may then be left out.
        """
        ...

    def budget(self, table: Table, who: str) -> tuple[Budget, ...]:
        """What somebody has left to spend this turn or round, as his menu counts it."""
        ...

    def costs(self, table: Table, who: str, act: Act) -> Iterable[Event]:
        """What declaring costs, paid at once."""
        ...

    def resolve(self, deed: Deed, ask: Ask) -> Iterable[Event]:
        """What comes of a deed: a straight line that asks through `ask` and returns events."""
        ...

    def joined(self, table: Table, who: str) -> Iterable[Event]:
        """What follows when somebody comes into a running fight: his roll for a place in the order."""
        ...

    def follows(self, table: Table, event: Event) -> Iterable[Event]:
        """What follows by itself from an event, on the table after it: a full track, minutes gone by, a fight's end."""
        ...

    def public(self, one: Combatant) -> Combatant:
        """A combatant as somebody sees him who knows no secrets: unknown numbers are the public guess."""
        ...


def queue(game: Game, table: Table) -> list[Slot]:
    """The slots still to come this round. Members of a squad share the place of the one they follow."""
    return slots(placed(game, table), table.timeline.done)


def placed(game: Game, table: Table) -> list[Due]:
    """All dues of the round, squads at the place of the one they follow."""
    dues = game.dues(table)
    if not any(one.squad for one in table.fighters()):
        return dues
    keys = {(due.who, due.tag): due.key for due in dues}
    return [due._replace(key=leading(table, due, keys)) for due in dues]


def leading(table: Table, due: Due, keys: Mapping[tuple[str, str], Key]) -> Key:
    """The place of the last one on the way up from somebody to his leader who is due for the same; else his own."""
    places = [keys[who, due.tag] for who in followed(table, due.who) if (who, due.tag) in keys]
    return places[-1]


def followed(table: Table, who: str) -> list[str]:
    """Somebody and all he follows, the nearest first: whose squad he is in, whose that one is in, and so on."""
    found = [who]
    while (squad := table.combatants[found[-1]].squad) in table.combatants and squad not in found:
        found.append(squad)
    return found


def houserules(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    """Every option of the game: those given, else the default."""
    return {setting.name: options.get(setting.name, setting.default) for setting in game.settings}
