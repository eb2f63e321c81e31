"""How somebody answers what he is asked. The GM takes what is proposed."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from firefight.bots.condition import per_cent, spends
from firefight.bots.policies import Policy
from firefight.commands import Reply
from firefight.dice import dice
from firefight.errors import FirefightError
from firefight.game import Game
from firefight.table import Combatant, Table
from firefight.timeline import Deed, Question, Value

NEVER = ("no", "0", "never")


def asked(deed: Deed, who: str) -> Question:
    """The question that somebody is asked."""
    for question in deed.asked:
        if question.who == who:
            return question
    raise FirefightError(f"'{who}' is not asked anything now; there is nothing to decide")


def answer(game: Game, table: Table, question: Question, policy: Policy, random: Random) -> Reply:
    """An answer: dice are thrown, the GM takes what is proposed, a choice is the proposed one or a better one."""
    if question.kind == "dice":
        wanted = dice(question.spec)
        faces: Value = tuple(random.randint(1, wanted.sides) for _ in range(wanted.n))
    elif question.who and question.kind == "choice":
        dodging = None if policy.stands else is_worth_dodging(game, table, question)
        faces = chosen(game, table.who(question.who), question, policy, dodging)
    else:
        faces = proposed(question)
    return Reply(question.label, faces, question.who)


def proposed(question: Question) -> Value:
    """What is proposed; of several options without a proposal, the first."""
    fits = not question.options or str(question.default) in question.options
    return question.default if fits and question.default != "" else next(iter(question.options), question.default)


def is_worth_dodging(game: Game, table: Table, question: Question) -> bool | None:
    """Whether it is better to dodge than to stand, by the rule of the attack; None where that is no question, or nobody knows."""
    deed = table.timeline.top
    if not isinstance(deed, Deed) or not {"dodge", "stand"} <= set(question.options):
        return None
    with suppress(FirefightError, LookupError):
        found = game.chances.by_rule(table, deed.who, deed.act)
        if found and found.chance is not None:
            return "dodge" in found.answers
    return None


def chosen(game: Game, one: Combatant, question: Question, policy: Policy, dodging: bool | None = None) -> str:
    """One of the options: an active defence and points for whoever wants them, else what is proposed.

    `dodging`: whether that makes him harder to hit; where nobody knows, he dodges when he would look for cover.
    """
    options, default = question.options, str(proposed(question))
    if policy.stands:
        return default
    if "dodge" in options and "stand" in options:
        wary = per_cent(game, one) <= max(policy.cover, policy.guard)
        return "dodge" if (wary if dodging is None else dodging) else "stand"
    if "before" in options and default == "wait":
        return "before"
    if per_cent(game, one) <= policy.guard and (full := [option for option in options if option.startswith("full ")]):
        return full[0]
    if default in ("no", "0") and spends(game, one, policy):
        return options[min(2, len(options) - 1)] if default == "0" else next((o for o in options if o not in NEVER), default)
    return default
