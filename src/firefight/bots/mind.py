"""What somebody decides by, and how a line of his menu becomes an act."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from firefight.bots.condition import spends
from firefight.bots.policies import Policy
from firefight.game import Choices, Game, Offer
from firefight.table import Combatant, Table
from firefight.timeline import Act, Pick


class Mind(NamedTuple):
    """What somebody decides by: the table as he knows it, himself, his policy, whom he leaves alone, lines he has read."""

    game: Game
    table: Table
    one: Combatant
    policy: Policy
    spared: Collection[str]
    read: dict[str, tuple[Offer, ...]]

    def lines(self, verb: str) -> tuple[Offer, ...]:
        """The lines of a verb; they are read once, and no others with them."""
        if verb not in self.read:
            self.read[verb] = tuple(line for line in self.game.menu(self.table, self.one.id, verb) if line.verb == verb)
        return self.read[verb]

    def legal(self, *verbs: str) -> Iterator[Offer]:
        """The lines of these verbs that nothing speaks against, verb by verb."""
        return (line for verb in verbs for line in self.lines(verb) if not line.reasons)


def filled(mind: Mind, line: Offer, picks: dict[str, Pick]) -> Act | None:
    """A line with all its picks: those given, points of Luck, else what is proposed; None where that is not legal."""
    luck = next((pick for pick in line.picks if pick.pick == "luck"), None)
    if luck and luck.most and spends(mind.game, mind.one, mind.policy):
        picks["luck"] = min(2, luck.most)
    fits = {name: value for name, value in picks.items() if any(pick.pick == name for pick in line.picks)}
    act = line.filled(Act(line.verb, fits))
    return None if line.refusals(act) else act


def plain(mind: Mind, *verbs: str) -> Iterator[Act]:
    """The lines of these verbs with what they propose."""
    for line in mind.legal(*verbs):
        yield from one_act(mind, line)


def one_act(mind: Mind, line: Offer) -> Iterator[Act]:
    """A line with what it proposes, the first suggestion where it wants a word; nothing where that is not legal."""
    words = {pick.pick: suggested(pick) for pick in line.picks if pick.default == "" and pick.kind == "text"}
    act = filled(mind, line, {name: word for name, word in words.items() if word != ""})
    if act:
        yield act


def suggested(pick: Choices) -> Pick:
    """The first legal suggestion of a pick; "" where it has none."""
    return next((choice.value for choice in pick.choices if not choice.reasons), "")
