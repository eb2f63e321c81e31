"""What the lines of the menu share: prices, reasons, and whom one can pick."""

from __future__ import annotations

from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.shadowrun_4.gear import Weapon
from firefight.games.shadowrun_4.surprise import is_surprised_by
from firefight.games.shadowrun_4.wounds import is_up
from firefight.scene import is_next_to, sees
from firefight.table import Combatant, Table

SIMPLE, COMPLEX, FREE_ACTION, EDGE = "Simple Action", "Complex Action", "Free Action", "1 Edge"


def reasons(*found: tuple[bool, str, str]) -> tuple[Reason, ...]:
    """The reasons that hold: each a condition, its key and its rule."""
    return tuple(Reason(key, rule) for holds, key, rule in found if holds)


def with_reasons(line: Offer, more: tuple[Reason, ...]) -> Offer:
    """A line with further reasons against it."""
    return line if not more else Offer(line.verb, line.picks, line.price, line.fixed, (*more, *line.reasons), line.rule)


def targets(table: Table, one: Combatant, weapon: Weapon) -> Choices:
    """Everybody else who is here, enemies first, those who are down last, each with what speaks against him.

    By default the first against whom nothing does. SR4-SURP-01
    """
    others = sorted(
        (other for other in table.present() if other.id != one.id),
        key=lambda other: (other.side == one.side, not is_up(other)),
    )
    choices = tuple(Choice(other.id, (*surprised_by(one, other), *why_not_at(table, one, other, weapon))) for other in others)
    legal = [choice.value for choice in choices if not choice.reasons]
    return Choices("target", choices, (legal or [other.id for other in others] or [""])[0])


def surprised_by(one: Combatant, other: Combatant) -> tuple[Reason, ...]:
    """Nobody acts against those who have surprised him. SR4-SURP-01"""
    return reasons((is_surprised_by(one, other), "surprised_by", "SR4-SURP-01"))


def why_not_at(table: Table, one: Combatant, other: Combatant, weapon: Weapon) -> tuple[Reason, ...]:
    """On a map nobody strikes who is not next to him, walls counted, and nobody shoots whom he does not see. SR4-MEL-01"""
    if weapon.melee:
        return reasons((is_next_to(table, one, other) is False, "out_of_reach", "SR4-MEL-01"))
    return reasons((sees(table, one, other) is False, "out_of_sight", ""))


def comrades_first(table: Table, one: Combatant) -> Choices:
    """Everybody who is here, oneself too: those of one's side who are down first."""
    people = sorted(table.present(), key=lambda other: (other.side != one.side, is_up(other), other.id == one.id))
    return Choices("target", tuple(Choice(other.id) for other in people), people[0].id if people else "")
