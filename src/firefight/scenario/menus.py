"""What is offered to somebody, and what is refused with which rule ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firefight.engine import considered
from firefight.game import Offer
from firefight.scenario.difference import Difference, Found, Shown, each, said
from firefight.scenario.facts import ActSeen
from firefight.table import Combatant
from firefight.timeline import Act


@each("offered")
def offered(expected: tuple[str | ActSeen, ...], one: Combatant, shown: Shown) -> Found:
    """What must be possible, among others."""
    for wanted in expected:
        reasons = against(wanted, one, shown)
        if reasons is None:
            verbs = tuple(dict.fromkeys(offer.verb for offer in shown.game.menu(shown.table, one.id)))
            yield Difference(f"offered to {one.id}", named(wanted), f"not on the menu: {said(verbs)}")
        elif reasons:
            yield Difference(f"offered to {one.id}", named(wanted), f"refused: {', '.join(reasons)}")


def refused(expected: Mapping[str, Any], shown: Shown) -> Found:
    """What is not possible, with exactly these rule ids."""
    for who, wanted in expected.items():
        one = shown.one(who)
        acts = wanted if isinstance(wanted, tuple) else tuple(ActSeen(verb, {}, ids) for verb, ids in wanted.items())
        for act in acts:
            reasons = against(act, one, shown) if one else ("nobody of that id",)
            got = "not on the menu" if reasons is None else "possible" if not reasons else rule_ids(reasons)
            want: Any = tuple(sorted(act.rules))
            if got != want and not (got == "not on the menu" and not want):
                yield Difference(f"refused to {who}, {named(act)}", said(want), got if isinstance(got, str) else said(got))


def rule_ids(reasons: tuple[str, ...]) -> tuple[str, ...]:
    """The rule ids among reasons, sorted."""
    return tuple(sorted({reason.split()[0] for reason in reasons if "-" in reason.split()[0]}))


def named(wanted: str | ActSeen) -> str:
    """A line of a menu in words."""
    return wanted if isinstance(wanted, str) else wanted.does + (f" {said(wanted.picks)}" if wanted.picks else "")


def against(wanted: str | ActSeen, one: Combatant, shown: Shown) -> tuple[str, ...] | None:
    """All that speaks against an act, as "RULE key"; () if it is possible, None if there is no such line.

    Without picks: possible if any line of the verb is, with some choice of each of its picks.
    """
    offers = shown.game.menu(shown.table, one.id)
    act = Act(wanted) if isinstance(wanted, str) else Act(wanted.does, wanted.picks)
    lines = [offer for offer in offers if offer.fits(act)]
    if not lines:
        return None
    if act.picks:
        reasons = considered(offers, act)[2]
    else:
        reasons = min((of_line(line) for line in lines), key=len)
    return tuple(f"{reason.rule} {reason.key}".strip() for reason in reasons)


def of_line(offer: Offer) -> tuple[Any, ...]:
    """What speaks against a line whatever is picked: its own reasons, and those of picks without a possible choice."""
    closed = [pick for pick in offer.picks if pick.choices and all(choice.reasons for choice in pick.choices)]
    return (*offer.reasons, *(reason for pick in closed for choice in pick.choices[:1] for reason in choice.reasons))
