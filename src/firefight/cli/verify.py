"""`firefight verify`: derive every die of a log again from the revealed seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import click
from msgspec import Struct

from firefight.ask import faces_of
from firefight.cli.files import read
from firefight.commands import Reply
from firefight.dice import Faces, Keyed, commitment, dice, purpose
from firefight.events import Answered, FightBegan, FightEnded, Founded, TableClosed, Told
from firefight.history import Batch, History
from firefight.language.plain import plain
from firefight.view import is_dice

NARRATIVE = "narrative"
GIVEN = "seed_given"
"""The key of the log line which says that somebody knew the seed before the dice fell."""


class Throw(NamedTuple):
    """Faces in a log: the line they stand in, the deed and label they belong to, and whether a person typed them in.

    `taken_over`: they fell in a forecast that was taken over as a table.
    """

    line: int
    deed: str
    label: str
    spec: str
    faces: Faces
    by_hand: bool
    replied: bool
    taken_over: bool = False

    @property
    def place(self) -> str:
        """Where the throw stands, in words."""
        return f"line {self.line}, '{self.label}'"


class Sealed(Struct):
    """What a log holds for one seed: the seal shown beforehand, the seed shown afterwards, and the dice between."""

    purpose: str
    seals: dict[str, int]
    seeds: dict[str, int]
    throws: list[Throw]

    @property
    def name(self) -> str:
        """What the seed is for, in words."""
        return "Outside fights" if self.purpose == NARRATIVE else f"Fight {self.purpose}"


class Finding(NamedTuple):
    """One line of the verdict."""

    sentence: str
    fault: bool = False


@click.command("verify")
@click.argument("file", metavar="FILE.fight|LOG.json")
@click.option("--table", default="", help="Which table, where the file holds several.")
def command(file: str, table: str) -> None:
    """Derive every die of a log again from the revealed seed.

    A fight's seed is sealed when it begins and revealed when it ends. Says for each fight what is proved, what was
    typed in by hand and what is sealed still; ends with 1 if a face or a seed is not what it should be.
    """
    found = list(verdict(read(file, table).history()))
    for finding in found:
        click.echo(plain(finding.sentence))
    if any(finding.fault for finding in found):
        raise SystemExit(1)


def verdict(history: History) -> Iterator[Finding]:
    """Everything that can be said of the dice of a log, faults included. Pure."""
    if given(history):
        yield Finding("The seed was given beforehand: whoever gave it could know the dice.")
    for sealed in collected(history):
        yield from of_seed(sealed)


def given(history: History) -> bool:
    """Whether the log says that its seed was given."""
    return any(isinstance(event, Told) and event.key_ == GIVEN for batch in history.batches for event in batch.events)


def collected(history: History) -> list[Sealed]:
    """The seals, seeds and throws of a log, for each seed of its own: the fights in order, then what lies outside them."""
    found: dict[str, Sealed] = {}

    def of(name: str) -> Sealed:
        return found.setdefault(name, Sealed(name, {}, {}, []))

    for line, batch in enumerate(history.batches, 1):
        for _, event, after in history.steps(line):
            match event:
                case Founded() if event.commitment:
                    of(NARRATIVE).seals.setdefault(event.commitment, line)
                case FightBegan() if event.commitment:
                    of(str(after.timeline.fight)).seals.setdefault(event.commitment, line)
                case FightEnded() if event.seed:
                    of(str(after.timeline.fight)).seeds.setdefault(event.seed, line)
                case TableClosed() if event.seed:
                    of(NARRATIVE).seeds.setdefault(event.seed, line)
                case Answered():
                    for throw in throws(line, batch, event):
                        of(purpose(throw.deed)).throws.append(throw)
                case _:
                    pass
    return sorted(found.values(), key=lambda one: (one.purpose == NARRATIVE, int(one.purpose) if one.purpose.isdigit() else 0))


def throws(line: int, batch: Batch, event: Answered) -> Iterator[Throw]:
    """The faces in an event. Whoever typed some in did so by a command of this line."""
    command = batch.command
    for answer in event.answers:
        if is_dice(answer):
            faces = faces_of(answer.value)
            said = isinstance(command, Reply) and command.label == answer.label and faces_of(command.value) == faces
            yield Throw(line, event.deed, answer.label, answer.spec, faces, answer.by == "hand", said, answer.by == "forecast")


# ------------------------------------------------------------------ the verdict on one seed


def of_seed(sealed: Sealed) -> Iterator[Finding]:
    """What can be said of the dice of one seed."""
    rolled = [throw for throw in sealed.throws if not throw.by_hand and not throw.taken_over]
    if sealed.seeds:
        yield from revealed(sealed, rolled)
    elif rolled or sealed.purpose != NARRATIVE:
        yield still_sealed(sealed, rolled)
    elsewhere = [throw for throw in sealed.throws if throw.taken_over]
    if elsewhere:
        yield Finding(f"{sealed.name}: {count(elsewhere)} of a forecast that was taken over: nothing is proved of them.")
    typed = [throw for throw in sealed.throws if throw.by_hand]
    if typed:
        yield Finding(f"{sealed.name}: {count(typed)} typed in by hand: {listed(typed)}.")
    for throw in typed:
        if not throw.replied:
            yield Finding(
                f"{sealed.name}: {throw.place}: said to be typed in, but nobody typed {shown(throw.faces)} there.", True
            )


def revealed(sealed: Sealed, rolled: list[Throw]) -> Iterator[Finding]:
    """Seal, seed and dice held against each other, fault by fault; one sentence where all is well."""
    faults = [Finding(f"{sealed.name}: {fault}", True) for fault in (*seed_faults(sealed), *dice_faults(sealed, rolled))]
    yield from faults
    if faults:
        return
    if not rolled:
        yield Finding(
            f"{sealed.name}: no dice fell; the seed revealed in {lines(sealed.seeds)} is the one sealed in {lines(sealed.seals)}."
        )
        return
    places = f"the seed revealed in {lines(sealed.seeds)} gives every face, and is the one sealed in {lines(sealed.seals)}"
    yield Finding(f"{sealed.name}: {count(rolled)} proved: {places}.")
    known = min(sealed.seeds.values())
    late = [throw for throw in rolled if throw.line > known]
    if late:
        yield Finding(f"{sealed.name}: {count(late)} of these fell after the seed was known: {listed(late)}.")


def seed_faults(sealed: Sealed) -> Iterator[str]:
    """What is wrong with the seed itself."""
    for seed, line in sealed.seeds.items():
        try:
            seal = commitment(bytes.fromhex(seed))
        except ValueError:
            yield f"line {line}: the seed is not one; it was changed."
            continue
        if not sealed.seals:
            yield f"line {line}: the seed was never sealed, so it proves nothing."
        elif set(sealed.seals) != {seal}:
            yield f"line {line}: the seed is not the one sealed in {lines(sealed.seals)}; one of them was changed."


def dice_faults(sealed: Sealed, rolled: list[Throw]) -> Iterator[str]:
    """Every throw that the seed does not give, by line and label."""
    for seed in sealed.seeds:
        try:
            keyed = Keyed(bytes.fromhex(seed))
        except ValueError:
            continue
        for throw in rolled:
            asked = dice(throw.spec)
            due = keyed.faces(throw.deed, throw.label, asked.n, asked.sides)
            if due != throw.faces:
                yield f"{throw.place}: the log says {shown(throw.faces)}, the seed gives {shown(due)}."


def still_sealed(sealed: Sealed, rolled: list[Throw]) -> Finding:
    """What is said while the seed is secret."""
    when = "the table is closed" if sealed.purpose == NARRATIVE else "the fight ends"
    if not sealed.seals:
        return Finding(f"{sealed.name}: {count(rolled)} not sealed: nothing can be proved of them.")
    seal = next(iter(sealed.seals))[:16]
    return Finding(f"{sealed.name}: {count(rolled)} sealed still, as {seal}; the seed is revealed when {when}.")


def tally(history: History) -> tuple[list[Throw], list[Throw]]:
    """The throws of a log that its revealed seeds give, and all others."""
    proved: list[Throw] = []
    others: list[Throw] = []
    for sealed in collected(history):
        seeds = [Keyed(bytes.fromhex(seed)) for seed in sealed.seeds if commitment(bytes.fromhex(seed)) in sealed.seals]
        for throw in sealed.throws:
            asked = dice(throw.spec)
            given = any(seed.faces(throw.deed, throw.label, asked.n, asked.sides) == throw.faces for seed in seeds)
            (proved if given and not throw.by_hand else others).append(throw)
    return proved, others


# ------------------------------------------------------------------ words


def count(some: list[Throw]) -> str:
    """How many dice, with the verb: "3 dice are"."""
    n = sum(len(throw.faces) for throw in some)
    return f"{n} {'die is' if n == 1 else 'dice are'}"


def listed(some: list[Throw]) -> str:
    """Some throws by label and line; the first few where there are many."""
    told = [f"'{throw.label}' {shown(throw.faces)} (line {throw.line})" for throw in some[:6]]
    return ", ".join((*told, f"and {len(some) - 6} throws more")[: 7 if len(some) > 6 else len(told)])


def shown(faces: Faces) -> str:
    """Faces as one reads them: 3+5."""
    return "+".join(map(str, faces)) or "nothing"


def lines(found: dict[str, int]) -> str:
    """The lines where something stands."""
    return "line " + ", ".join(map(str, found.values()))
