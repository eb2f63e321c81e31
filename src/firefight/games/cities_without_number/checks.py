"""Saving throws and skill checks: what is added, who helps, who wins, and what the GM makes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple

from firefight.ask import Ask, whole
from firefight.dice import TWO_D6
from firefight.errors import FirefightError
from firefight.events import Event, Marked, Told, Unmarked
from firefight.games.cities_without_number import rules
from firefight.games.cities_without_number.budget import pays_late
from firefight.games.cities_without_number.harm import hurt
from firefight.games.cities_without_number.instants import Pending, answered, windows
from firefight.games.cities_without_number.sheet import ATTRIBUTES, level, modifier, save_target, secret, sheet, written_out
from firefight.marks import UNTIL_SCENE_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed, Value

Values = dict[str, Value]

CONSEQUENCES = ("beyond them", "bad luck", "done at a price")
DIFFICULTIES = {
    6: "fairly simple, but more than everyday work",
    8: "a real challenge for a professional",
    10: "only a skilled expert",
    12: "reliably only a true master",
    14: "a true master, and hardly",
}
EASIEST = 6


class Approach(NamedTuple):
    """How somebody tries something: attribute and skill, for an ordinary NPC how good he should be at it."""

    attribute: str
    skill: str
    fit: str = "good"

    @property
    def text(self) -> str:
        """As players write it: Dex/Sneak."""
        return f"{self.attribute}/{self.skill}"


# ------------------------------------------------------------------ saving throws


def save(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A saving throw of the kind the GM names; where there is damage, a success halves it. CWN-SAVE-02 CWN-GEN-02"""
    who = deed.act.text("who")
    good = (yield from saving(deed, ask, who, deed.act.text("kind"), deed.act.number("bonus"))).good
    damage = deed.act.number("damage")
    if damage:
        due = rules.halved(damage, ask.table.options["rounding"] == "up") if good else damage
        yield hurt(deed, who, due, deed.act.text("of", "other"))


class Saved(NamedTuple):
    """What came of a saving throw: whether it was made, the die, and all that was added to it."""

    good: bool
    die: int
    plus: int


def saving(deed: Deed, ask: Ask, who: str, kind: str, bonus: int, *because: str) -> Generator[Event, None, Saved]:
    """One saving throw, with the window after its die; `because` are the rules that call for it. CWN-SAVE-01 CWN-INST-02"""
    target = ask.number("target", save_target(ask.table.who(who), kind))
    die = ask.die(f"save {who}", 20, who)
    windows(
        ask, f"after {who}", lambda table: Pending("after", "save", who, "", rules.saved(die, bonus + added(deed, who), target))
    )
    plus = bonus + added(deed, who)
    good = rules.saved(die, plus, target)
    values: Values = {"kind": kind, "die": die, "total": die + plus, "target": target}
    yield Told(
        "save_made" if good else "save_failed",
        who,
        values,
        secret=secret(ask.table.who(who), "die", "total", "target"),
        rules=("CWN-SAVE-01", *because),
    )
    return Saved(good, die, plus)


def added(deed: Deed, who: str) -> int:
    """Points that powers of this one have added to his roll. CWN-INST-02"""
    return sum(whole(note.label, note.value) for note in deed.notes if note.label == f"added by {who}")


# ------------------------------------------------------------------ one roll


def bonus(one: Combatant, how: Approach) -> int:
    """What somebody adds to the dice; an ordinary NPC his one modifier, nothing, or -1. CWN-SKILL-03 CWN-SKILL-07"""
    if written_out(one):
        return rules.check_bonus(level(one, how.skill), modifier(one, how.attribute))
    return {"good": sheet(one).skill_modifier, "bad": -1}.get(how.fit, 0)


def thrown(ask: Ask, who: str, n: int = 1) -> int:
    """The sum of somebody's two dice; `n` tells a further roll of the same deed from the first."""
    label = f"check {who}" if n == 1 else f"check {who} tie {n}"
    return sum(ask.throw_for(who, {label: TWO_D6})[0])


def summed(text: str) -> int:
    """The sum of modifiers written as "+2, -1". Raises FirefightError for anything else."""
    parts = [part for part in re.split(r"[,\s]+", text.strip()) if part]
    if bad := [part for part in parts if not re.fullmatch(r"[+-]?\d{1,2}", part)]:
        raise FirefightError(f"'{bad[0]}' is no modifier; write for instance '+2, -1'")
    return sum(map(int, parts))


def circumstances(deed: Deed, table: Table, prefix: str = "") -> int:
    """What the GM has said about the situation, limited, with gear on top. CWN-SKILL-04 CWN-SKILL-06"""
    act = deed.act
    inside = table.is_on("marginal_inside_cap")
    situation = summed(act.text(f"{prefix}situation"))
    lifted = act.text("limit") == "lifted"
    return rules.circumstances(situation, act.number(f"{prefix}stretch"), lifted, inside) + act.number(f"{prefix}gear")


# ------------------------------------------------------------------ checks


def check(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A check the GM has opened; easier than the easiest he is asked whether a roll is needed at all.

    CWN-SKILL-01 CWN-SKILL-02 CWN-SKILL-05
    """
    who, difficulty = deed.act.text("who"), deed.act.number("difficulty")
    if difficulty < EASIEST and ask.ruling("no check is needed", ("no roll", "roll"), "no roll") == "no roll":
        yield Told("succeeds_without_roll", who, rules=("CWN-SKILL-05",))
        return
    how = approach(deed, ask, who)
    yield from attempted(deed, ask, who, how, difficulty, circumstances(deed, ask.table))


def attempted(deed: Deed, ask: Ask, who: str, how: Approach, difficulty: int, more: int) -> Iterator[Event]:
    """The outcome of a check; the GM picks what a failure means. CWN-SKILL-02"""
    total = yield from totalled(deed, ask, who, how, difficulty, more)
    if rules.succeeds(total, difficulty):
        yield outcome(ask.table, who, how, total, difficulty)
        return
    consequence = ask.ruling("consequence", CONSEQUENCES, CONSEQUENCES[0], f"{ask.table.who(who).name} fails")
    yield outcome(ask.table, who, how, total, difficulty, consequence)


def passing(
    deed: Deed, ask: Ask, who: str, how: Approach, difficulty: int, more: int, failed: str, *because: str
) -> Generator[Event, None, bool]:
    """Whether somebody makes a check whose failure means no more than these words say. CWN-SKILL-02"""
    total = yield from totalled(deed, ask, who, how, difficulty, more)
    yield outcome(ask.table, who, how, total, difficulty, failed, *because)
    return rules.succeeds(total, difficulty)


def totalled(deed: Deed, ask: Ask, who: str, how: Approach, difficulty: int, more: int) -> Generator[Event, None, int]:
    """Help, dice and windows of a check, and what they come to. CWN-SKILL-06 CWN-SKILL-08 CWN-INST-02"""
    helped = yield from aided(ask, who, lambda one, total: rules.succeeds(total, difficulty))
    plain = bonus(ask.table.who(who), how) + more + helped
    dice = thrown(ask, who)
    windows(
        ask,
        f"after {who}",
        lambda table: Pending("after", "check", who, "", rules.succeeds(dice + plain + added(deed, who), difficulty)),
    )
    return dice + ask.number("modifier", plain + added(deed, who))


def outcome(table: Table, who: str, how: Approach, total: int, difficulty: int, failed: str = "", *because: str) -> Told:
    """What a check has come to, told; `failed` is what a failure means, `because` the rules that call for it."""
    good = rules.succeeds(total, difficulty)
    values: Values = {"how": how.text, "total": total, "difficulty": difficulty, **({} if good else {"consequence": failed})}
    hidden = secret(table.who(who), "total", "difficulty")
    return Told("check_made" if good else "check_failed", who, values, secret=hidden, rules=("CWN-SKILL-02", *because))


def approach(deed: Deed, ask: Ask, who: str) -> Approach:
    """What the GM has named; where two ways would fit, the player's choice, the better one first. CWN-SKILL-04"""
    act, one = deed.act, ask.table.who(who)
    first = Approach(act.text("attribute"), act.text("skill"), act.text("fit", "good"))
    second = Approach(act.text("or attribute") or first.attribute, act.text("or skill") or first.skill, first.fit)
    if second == first:
        return first
    ways = {way.text: way for way in (first, second)}
    best = max(ways.values(), key=lambda way: bonus(one, way))
    return ways[ask.choose("approach", who, tuple(ways), best.text)]


# ------------------------------------------------------------------ help


def aided(ask: Ask, who: str, good: Callable[[Combatant, int], bool]) -> Generator[Event, None, int]:
    """What those who help bring: 1 if any of them succeeds, whatever their number. CWN-SKILL-08"""
    helpers = [(one, mark) for one in ask.table.present() for mark in one.marks if (mark.name, mark.by) == ("helps", who)]
    made = [good(one, help_total(ask, one, mark)) for one, mark in helpers]
    for (one, _), well in zip(helpers, made, strict=True):
        yield Told("help_made" if well else "help_failed", one.id, {"ally": who}, about=(who,), rules=("CWN-SKILL-08",))
        yield Unmarked(one.id, "helps", who, quiet=True)
    return int(any(made))


def help_total(ask: Ask, one: Combatant, mark: Mark) -> int:
    """One helper's roll: an ordinary check, which nobody helps with. CWN-SKILL-08"""
    attribute, _, skill = mark.note.partition("/")
    dice = sum(ask.throw_for(one.id, {f"help {one.id}": TWO_D6})[0])
    return dice + ask.number(f"help modifier {one.id}", bonus(one, Approach(attribute, skill)))


def aid(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Somebody helps with an ally's next check, if the GM finds it plausible and names the attribute.

    CWN-SKILL-08 CWN-INST-02
    """
    if not (yield from answered(deed, ask)):
        return
    how, ally, skill = deed.act.text("how"), deed.act.text("ally"), deed.act.text("skill")
    about = f"{ask.table.who(deed.who).name} helps {ask.table.who(ally).name} with {skill}: {how}"
    said = ask.ruling("help", (*ATTRIBUTES, "not plausible"), best_attribute(ask.table.who(deed.who)), about)
    if said == "not plausible":
        yield Told("help_refused", deed.who, {"ally": ally}, about=(ally,), rules=("CWN-SKILL-08",))
        return
    if ask.table.timeline.running:
        yield from pays_late(ask.table, deed.who, "main")
    yield Marked(deed.who, Mark("helps", UNTIL_SCENE_END, by=ally, note=f"{said}/{skill}"))


def best_attribute(one: Combatant) -> str:
    """The attribute with the highest modifier."""
    return max(ATTRIBUTES, key=lambda attribute: modifier(one, attribute))


# ------------------------------------------------------------------ one against another


class Part(NamedTuple):
    """One of the two in an opposed check, and what the situation adds for him."""

    who: str
    how: Approach
    more: int


def part(deed: Deed, table: Table, role: str) -> Part:
    """One of the two as the GM has described him."""
    act = deed.act
    how = Approach(act.text(f"{role} attribute"), act.text(f"{role} skill"), act.text(f"{role} fit", "good"))
    return Part(act.text(role), how, circumstances(deed, table, f"{role} "))


def opposed_check(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Two against each other, the active one against the one who resists. CWN-SKILL-09"""
    active, resisting = part(deed, ask.table, "active"), part(deed, ask.table, "resisting")
    won = yield from contest(deed, ask, active, resisting)
    winner, loser = (active, resisting) if won else (resisting, active)
    values: Values = {"loser": loser.who, "how": winner.how.text}
    yield Told("opposed_won", winner.who, values, about=(loser.who,), rules=("CWN-SKILL-09",))


def surprise_check(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whether an ambush works: the GM then says who is surprised as the fight begins. CWN-INIT-04 CWN-SKILL-09"""
    ambusher, target = deed.act.text("ambusher"), deed.act.text("target")
    more = summed(deed.act.text("situation"))
    sneaking, watching = Part(ambusher, Approach("Dex", "Sneak"), more), Part(target, Approach("Wis", "Notice"), 0)
    won = yield from contest(deed, ask, sneaking, watching)
    key = "ambush_works" if won else "ambush_seen"
    yield Told(key, ambusher, {"target": target}, about=(target,), rules=("CWN-INIT-04",))


def contest(deed: Deed, ask: Ask, active: Part, resisting: Part) -> Generator[Event, None, bool]:
    """Whether the active one wins. Ties of two of a kind go to the one who resists, or are rolled again. CWN-SKILL-09"""
    kinds = ask.table.who(active.who).pc, ask.table.who(resisting.who).pc
    helped = (0, 0)
    for n in range(1, 100):
        if n == 1:
            totals = yield from first_rolls(deed, ask, active, resisting)
            helped = totals[2:]
        else:
            totals = (rolled(ask, active, n) + helped[0], rolled(ask, resisting, n) + helped[1], *helped)
        result = rules.contest(totals[0], totals[1], *kinds)
        yield compared(active, resisting, totals)
        if result or ask.table.options["same_kind_tie"] == "resister_wins":
            break
    return result > 0


def rolled(ask: Ask, one: Part, n: int = 1) -> int:
    """One roll of an opposed check."""
    more = bonus(ask.table.who(one.who), one.how) + one.more
    return thrown(ask, one.who, n) + ask.number(f"modifier {one.who}" + (f" tie {n}" if n > 1 else ""), more)


def compared(active: Part, resisting: Part, totals: tuple[int, int, int, int]) -> Told:
    """Both totals, for the GM."""
    values: Values = {"other": resisting.who, "total": totals[0], "against": totals[1]}
    return Told("opposed_totals", active.who, values, about=(resisting.who,), gm=True)


def first_rolls(deed: Deed, ask: Ask, active: Part, resisting: Part) -> Generator[Event, None, tuple[int, int, int, int]]:
    """Both first totals with all help, and the help alone. The one who is helped rolls after his opponent.

    CWN-SKILL-08 CWN-INST-02
    """
    against = rolled(ask, resisting)
    helps_active = yield from aided(ask, active.who, beats(ask.table, resisting.who, against))
    total = rolled(ask, active) + helps_active
    helps_resisting = yield from aided(ask, resisting.who, beats(ask.table, active.who, total))
    against += helps_resisting
    windows(ask, f"after {active.who}", lambda table: Pending("after", "check", active.who))
    windows(ask, f"after {resisting.who}", lambda table: Pending("after", "check", resisting.who))
    return total + added(deed, active.who), against + added(deed, resisting.who), helps_active, helps_resisting


def beats(table: Table, opponent: str, against: int) -> Callable[[Combatant, int], bool]:
    """How a helper's total is judged in an opposed check: like the check itself, or against 8 by house rule.

    CWN-SKILL-08 CWN-SKILL-09
    """
    if table.options["aid_vs_opposed"] == "difficulty_8":
        return lambda one, total: rules.succeeds(total, 8)
    other = table.who(opponent)
    return lambda one, total: rules.contest(total, against, one.pc, other.pc) > 0
