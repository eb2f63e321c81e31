"""Running a scenario: each step as a command, then everything that must hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from firefight import orders
from firefight.commands import Do, Reply, Rewind
from firefight.encounter import session as new_session
from firefight.engine import AlreadyDone, Impossible
from firefight.errors import FirefightError
from firefight.scenario.compare import differences
from firefight.scenario.dice import StepDice
from firefight.scenario.difference import Difference, said
from firefight.scenario.facts import Expect
from firefight.scenario.looking import apart, looked, same, shown, viewer
from firefight.scenario.steps import Does, NoteLine, Replies, Scenario, Step
from firefight.session import Session
from firefight.table import Table
from firefight.timeline import Act, Note, Question, Value
from firefight.view import GM, Viewer


class Played(NamedTuple):
    """A step that was played, and what is not as expected after it."""

    step: Step
    session: Session
    differences: tuple[Difference, ...]


class Stuck(Exception):
    """A step went wrong in a way that makes the rest meaningless."""

    def __init__(self, what: str, expected: str, got: str, *at: str) -> None:
        self.difference = Difference(what, expected, got, at)


def play(scenario: Scenario) -> Iterator[Played]:
    """Plays step after step; it ends early after one that went wrong altogether."""
    playing = Playing(scenario)
    for step in scenario.steps:
        try:
            yield Played(step, playing.session, tuple(playing.step(step)))
        except Stuck as stuck:
            yield Played(step, playing.session, (stuck.difference,))
            return


class Playing:
    """A scenario in play: its table, its dice, what was saved, the tokens of last time."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.dice = StepDice(scenario.dice)
        self.session = new_session(scenario.encounter, b"scenario", self.dice)
        self.saved: dict[str, tuple[int, Table]] = {}
        self.tokens: dict[str, str] = {}

    def step(self, step: Step) -> Iterator[Difference]:
        """Plays one step and compares. Raises Stuck."""
        before, lines = self.session.table, len(self.session.history)
        self.dice.load(step.what.rolls)
        self.outcome(step, self.carried_out(step))
        self.settled(step)
        if step.what.save:
            self.saved[step.what.save] = (self.session.history.at, self.session.table)
        yield from self.compared(step, before, range(lines + 1, len(self.session.history) + 1))

    # ------------------------------------------------------------------ doing

    def carried_out(self, step: Step) -> FirefightError | None:
        """The commands of a step; what they were refused with, if they were. Nothing may have changed then."""
        before, lines = self.session.table, len(self.session.history)
        try:
            self.commands(step)
        except FirefightError as error:
            if len(self.session.history) == lines and self.session.table is not before:
                raise Stuck("the refused step", "nothing changed", "the table changed") from None
            return error
        return None

    def commands(self, step: Step) -> None:
        """Gives every command of a step, answering what comes up."""
        what, left = step.what, answers_of(step)
        by, key = viewer(what.by), what.key
        match what:
            case Does():
                for who in (what.who,) if isinstance(what.who, str) else what.who:
                    self.session.do(self.deed(what, "" if who == "gm" else who), by, key)
                    self.answered(left, by)
            case Replies():
                self.session.do(self.reply(what), by, key)
            case _ if step.order:
                self.session.do(self.order(step), by, key)
            case _:
                pass
        self.answered(left, by)
        if rest := [label for label, values in left.items() if values]:
            asked = said([question.label for question in self.session.questions()])
            raise Stuck("answers", "used", f"nobody asked for {', '.join(map(repr, rest))}; open are {asked}", "answers")

    def deed(self, what: Does, who: str) -> Do:
        """The command of a step in which somebody acts."""
        notes = tuple(
            Note(label, one.value, one.reason) if isinstance(one, NoteLine) else Note(label, one)
            for label, one in what.notes.items()
        )
        token = self.token(f"do {who}", self.session.token(who), what.stale)
        return Do(who, Act(what.does, what.picks), token, what.force, notes)

    def reply(self, what: Replies) -> Reply:
        """The command of a step in which somebody answers."""
        line = what.reply
        asked = [one for one in self.session.questions() if one.label == line.label and line.who in (None, one.who)]
        who = asked[0].who if asked else (line.who or "")
        now = self.session.question_token(asked[0]) if asked else ""
        return Reply(line.label, line.value, who, self.token(f"reply {line.label}", now, what.stale))

    def order(self, step: Step) -> Any:
        """The command of a GM's order."""
        if step.order == "goto" and step.asked.get("to"):
            return Rewind("goto", self.saved[step.asked["to"]][0])
        command = orders.command(step.order, self.session.game, self.session.table, self.beside(step))
        if isinstance(command, Rewind):
            return msgspec.structs.replace(command, token=self.token("rewind", self.session.moment, step.what.stale))
        return command

    def beside(self, step: Step) -> Mapping[str, Any]:
        """The parameters of an order; the file of a map is one beside the scenario."""
        if step.order != "map" or not step.asked.get("file"):
            return step.asked
        return {**step.asked, "file": str(Path(self.scenario.file).parent / step.asked["file"])}

    def token(self, moment: str, now: str, stale: bool) -> str:
        """The token of now, or for a stale step the one of last time."""
        if stale and moment not in self.tokens:
            raise Stuck("stale", "a step like it before", "none")
        if not stale:
            self.tokens[moment] = now
        return self.tokens[moment]

    def answered(self, left: dict[str, list[Value]], by: Viewer) -> None:
        """Gives the answers a step has, as long as somebody asks for one of them."""
        while question := next((one for one in self.session.questions() if left.get(one.label)), None):
            value = left[question.label].pop(0)
            reply = Reply(question.label, value, question.who, self.session.question_token(question))
            self.session.do(reply, self.answering(question, by))

    def answering(self, question: Question, by: Viewer) -> Viewer:
        """Who gives an answer: the one who acts if it is his to give, else the GM."""
        return by if by.owns(self.session.table.combatants.get(question.who)) else GM

    # ------------------------------------------------------------------ judging

    def outcome(self, step: Step, error: FirefightError | None) -> None:
        """Whether the step was done, or refused, as it should be. Raises Stuck."""
        expect = step.what.expect
        refused = step.what.refused if isinstance(step.what, Does) else None
        if refused is not None:
            return judged("refused", refused, error)
        if step.what.stale:
            return None if isinstance(error, AlreadyDone) else stuck("the stale step", "already done", error)
        if expect.error is not None:
            return None if error is not None and expect.error in str(error) else stuck("error", said(expect.error), error)
        if error is not None:
            stuck("the step", "done", error)

    def settled(self, step: Step) -> None:
        """Whether dice and answers were just those that were needed. Raises Stuck."""
        if self.dice.missing:
            more = f" and {len(self.dice.missing) - 8} more" if len(self.dice.missing) > 8 else ""
            raise Stuck("rolls", "all that are needed", f"none for {', '.join(self.dice.missing[:8])}{more}", "rolls")
        if unused := self.dice.unused():
            raise Stuck("rolls", "used", f"not needed: {', '.join(map(repr, unused))}", "rolls")
        open_ = [question for question in self.session.questions()]
        if open_ and step.what.expect.asked is None and not self.answers_next(step):
            told = "; ".join(described(question) for question in open_)
            raise Stuck("questions", "answered, or listed in expect.asked", told)

    def answers_next(self, step: Step) -> bool:
        """Whether the next step answers."""
        following = self.scenario.steps[step.number : step.number + 1]
        return bool(following) and isinstance(following[0].what, Replies)

    # ------------------------------------------------------------------ comparing

    def compared(self, step: Step, before: Table, numbers: range) -> Iterator[Difference]:
        """Everything that is not as expected after a step."""
        expect, session = step.what.expect, self.session
        found = [*differences(expect, shown(session, GM, numbers)), *self.kept(expect, before)]
        for name, seen in (expect.views or {}).items():
            views = looked(session, viewer(name), numbers, seen)
            found += [one._replace(what=f"{name} sees: {one.what}", at=("views", name, *one.at)) for one in views]
        carried = {rule for number in numbers for event in session.history.batches[number - 1].events for rule in event.rules}
        missing = [rule for rule in expect.rules or () if rule not in carried]
        found += [Difference("rules", rule, said(sorted(carried)), ("rules",)) for rule in missing]
        yield from (one._replace(at=("expect", *one.at)) for one in found)

    def kept(self, expect: Expect, before: Table) -> Iterator[Difference]:
        """Whether the table is byte for byte what it was before, or when it was saved."""
        now = self.session.table
        if expect.unchanged is not None and same(before, now) != expect.unchanged:
            expected = "unchanged" if expect.unchanged else "changed"
            yield Difference("the table", expected, apart(before, now) if expect.unchanged else "unchanged", ("unchanged",))
        if expect.same_as is not None and not same(saved := self.saved[expect.same_as][1], now):
            yield Difference("the table", f"the same as '{expect.same_as}'", apart(saved, now), ("same_as",))


def answers_of(step: Step) -> dict[str, list[Value]]:
    """The answers of a step by label, each label's in turn. A list of numbers is one answer: the faces of some dice."""

    def several(value: Any) -> list[Value]:
        faces = isinstance(value, tuple) and all(isinstance(one, int) for one in value)
        return list(value) if isinstance(value, tuple) and not faces else [value]

    return {label: several(value) for label, value in step.what.answers.items()}


def judged(what: str, rules: tuple[str, ...], error: FirefightError | None) -> None:
    """Whether a step was refused with exactly these rules. Raises Stuck where it was not refused at all."""
    if not isinstance(error, Impossible):
        return stuck(what, said(rules), error)
    got = tuple(sorted({reason.rule for reason in error.reasons if reason.rule}))
    if got != tuple(sorted(set(rules))):
        raise Stuck(what, said(rules), f"{said(got)}: {error}")


def stuck(what: str, expected: str, error: FirefightError | None) -> None:
    """Raises Stuck with what happened instead."""
    raise Stuck(what, expected, str(error) if error else "it was done")


def described(question: Question) -> str:
    """A question in words."""
    options = f", one of {', '.join(question.options)}" if question.options else ""
    return f"'{question.label}' to {question.who or 'gm'} ({question.kind}{options})"
