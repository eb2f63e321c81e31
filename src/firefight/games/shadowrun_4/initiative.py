"""The Initiative Test, what changes a score in mid-turn, ties that are rolled off, and newcomers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from firefight.ask import Ask
from firefight.events import Event, Followed, Marked, Scored, Told, Used
from firefight.games.shadowrun_4 import rules
from firefight.games.shadowrun_4.edge import Test, afterwards, paid, roll
from firefight.games.shadowrun_4.order import (
    CRITICAL,
    GLITCH,
    PASSES,
    attribute,
    key,
    names,
    passes,
    running_pass,
    standing,
)
from firefight.games.shadowrun_4.sheet import sheet
from firefight.games.shadowrun_4.wounds import wound_modifier
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Slot

TIE_DICE = 4


class Outcome(NamedTuple):
    """What an Initiative Test gave: the score, the mark of a glitch or "", and the test itself where one was rolled."""

    score: tuple[int, ...]
    misfortune: str = ""
    test: Test | None = None


def initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Everybody without a score of this Combat Turn gets one; one that is known beforehand stands.

    SR4-INIT-01 SR4-INIT-05 SR4-TURN-04
    """
    fresh = ask.table.timeline.round == 1 or (deed.act.verb == "join" and not deed.act.picks["anew"])
    outcomes = {one.id: Outcome(one.score) if fresh and one.score else rolled_by(ask, one) for one in untested(ask.table)}
    for who, found in sorted(outcomes.items(), key=lambda pair: pair[1].score, reverse=True):
        one = ask.table.who(who)
        yield Scored(who, found.score, rules=("SR4-INIT-05",))
        yield Marked(who, Mark("standing", UNTIL_ROUND_END, standing(one), quiet=True))
        if found.misfortune:
            yield Marked(who, Mark(found.misfortune, UNTIL_ROUND_END), rules=("SR4-INIT-07",))
        yield from paid(found.test, "initiative") if found.test else ()
        yield from capped(one) if fresh else ()
    if deed.act.verb == "join":
        yield Followed(Act("fall in", {"who": deed.act.text("who")}), f"{deed.id}/place")


def untested(table: Table) -> list[Combatant]:
    """Those in the fight who have no score of this Combat Turn; the dead and those who have left get none."""
    return [one for one in table.fighters() if one.here and not one.has("dead") and not one.has("standing")]


def rolled_by(ask: Ask, one: Combatant) -> Outcome:
    """One Initiative Test; the GM names the score of a participant without numbers.

    SR4-INIT-01 SR4-INIT-05 SR4-INIT-07 SR4-EDGE-03
    """
    if not sheet(one).rolls:
        return Outcome((ask.amount(f"initiative {one.id}", attribute(one), one.name),))
    wounds = wound_modifier(one)
    pool = rules.initiative_dice(attribute(one), wounds)
    test = afterwards(ask, roll(ask, one.id, f"initiative {one.id}", pool, "initiative"))
    dice_only = ask.table.options["wounds_at_test"] == "dice-only"
    score = ask.number(f"initiative score {one.id}", rules.initiative_score(attribute(one), wounds, test.hits, dice_only))
    return Outcome((score,), CRITICAL if test.is_critical else GLITCH if test.is_glitch else "", test)


def capped(one: Combatant) -> Iterator[Event]:
    """Says that somebody has more passes than anybody can use. SR4-PASS-04"""
    asked = sheet(one).passes + sheet(one).bonus_passes + one.value("more passes")
    if asked > PASSES:
        yield Told("passes_capped", one.id, {"passes": asked, "most": PASSES}, rules=("SR4-PASS-04",), secret=("passes",))


# ------------------------------------------------------------------ in mid-turn


def rescored(table: Table, who: str, reason: str, rule: str) -> Iterator[Event]:
    """A score moves at once with what it rests on, without a new test. SR4-INIT-03 SR4-INIT-06 SR4-INIT-08 SR4-PASS-05"""
    one = table.who(who)
    then, now = one.mark("standing"), standing(one)
    if then is None or then.value == now or not one.score:
        return
    yield Marked(who, Mark("standing", UNTIL_ROUND_END, now, quiet=True))
    yield Scored(who, (rules.rescored(one.score[0], then.value, now), *one.score[1:]), reason, rules=(rule,))


def joined(table: Table, who: str, anew: bool = False) -> Iterable[Event]:
    """A newcomer tests on joining; `anew` is for one who comes back with a score of an earlier Combat Turn. SR4-INIT-01"""
    yield Followed(Act("join", {"who": who, "anew": anew}), f"{table.timeline.fight}.{table.timeline.round}/join {who}")


def fall_in(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A newcomer has missed the passes gone by, and the running one if his score has been reached in it. SR4-INIT-01"""
    who, running = deed.act.text("who"), running_pass(ask.table)
    gone = [number for number in range(1, running + 1) if gone_by(ask.table, ask.table.who(who), number)]
    yield from (Used(who, f"pass {number}") for number in gone)
    if ask.table.who(who).score and not set(passes(ask.table.who(who))) - set(gone):
        yield Told("waits_for_next_turn", who, rules=("SR4-INIT-01",))


def gone_by(table: Table, one: Combatant, number: int) -> bool:
    """Whether a newcomer is too late for a pass, or has none there; as fast as a phase that has begun is too late."""
    has_one = bool(one.score) and number in passes(one)
    return not has_one or key(table, one, number) <= table.timeline.reached


# ------------------------------------------------------------------ ties, by house rule


def undecided(table: Table, slot: Slot) -> tuple[str, ...]:
    """Those in one place who still lack the die that parts them; members of a squad share theirs on purpose. SR4-INIT-04"""
    if table.options["tie_rule"] == "same-time":
        return ()
    leaders = dict.fromkeys(table.who(who).squad or who for who, _ in slot.dues)
    without = tuple(who for who in leaders if not table.who(who).has("tie die"))
    return without if len(leaders) > 1 else ()


def break_tie(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A die for everybody in the tie, and another for those who are equal still. SR4-INIT-04"""
    tied = names(deed.act)
    rolled = dict.fromkeys(tied, 0)
    for throw in range(1, TIE_DICE + 1):
        equal = [who for who in tied if list(rolled.values()).count(rolled[who]) > 1]
        faces = {who: ask.die(f"tie {throw} {who}", 6, who) for who in equal}
        rolled = {who: 10 * value + faces.get(who, 0) for who, value in rolled.items()}
    for who, value in rolled.items():
        yield Marked(who, Mark("tie die", UNTIL_ROUND_END, value, quiet=True))
        yield Told("tie_die", who, {"die": int(str(value)[0])}, rules=("SR4-INIT-04",))
