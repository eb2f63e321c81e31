"""What a hit does: armour, hit points, Critical Injuries; Wound States; Death Saves at the start of a Turn.

Wound States are marks that follow from hit points. Death Saves made are a quiet mark "death saves" that counts them.
"""

from __future__ import annotations

from collections.abc import Iterator

from firefight.ask import Ask
from firefight.dice import Dice
from firefight.events import Adjusted, Event, Followed, Marked, Opened, PoolSet, Told, Unmarked
from firefight.games.cyberpunk_red import arms, rules
from firefight.games.cyberpunk_red.gear import in_hand, moved
from firefight.games.cyberpunk_red.sheet import STATES, is_person, sheet
from firefight.games.cyberpunk_red.timing import able, at_deaths_door, dues
from firefight.table import Combatant, Mark, Pool, Table
from firefight.timeline import Act, Deed, Value, slots

MORTALLY, DEAD, SAVES = STATES[3], "dead", "death saves"
BONUS = 5
"""Hit points a Critical Injury costs besides. CPR-DMG-04"""
BODY, HEAD, LEG, HELD_ITEM = "body", "head", "leg", "held item"

# ------------------------------------------------------------------ Wound States


def states(table: Table, event: Adjusted | PoolSet) -> Iterator[Event]:
    """Hit points have changed: a new Wound State takes the place of the old one. CPR-HP-02"""
    one = table.who(event.who)
    if event.pool != "hp" or not is_person(one):
        return
    hp = one.pools["hp"]
    state = rules.wound_state(hp.now, hp.now if hp.most is None else hp.most)
    yield from (Unmarked(one.id, name, quiet=True) for name in STATES[1:] if one.has(name) and name != STATES[state])
    if state and not one.has(STATES[state]):
        yield Marked(one.id, Mark(STATES[state]), rules=("CPR-HP-02",))
    if state < 3 and one.has(SAVES):
        yield Unmarked(one.id, SAVES, quiet=True)


# ------------------------------------------------------------------ a hit


def suffers(deed: Deed, target: str, hit: rules.Hit, location: str = BODY, sixes: int = 0) -> Followed:
    """What a hit does to somebody, as a deed of the table that follows from another."""
    picks = {"target": target, "by": deed.who, "location": location, "sixes": sixes, **hit._asdict()}
    return Followed(Act("suffer", picks), f"{deed.id}/suffer {target}")


def suffer(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Armour, what gets through, ablation, Critical Injury, what an aimed hit does besides.

    CPR-DMG-01 CPR-DMG-02 CPR-DMG-04 CPR-HP-03 CPR-ATK-05
    """
    pick, target = deed.act, ask.table.who(deed.act.text("target"))
    hit = rules.Hit(*(pick.number(field) for field in rules.Hit._fields))  # type: ignore[arg-type]
    lost, left = rules.through(hit), rules.sp_after(hit)
    where = HEAD if pick.text("location") == HEAD else BODY
    yield damage_told(target, where, hit, lost, left)
    if left != hit.sp and f"sp {where}" in target.pools:
        yield PoolSet(target.id, f"sp {where}", left, rules=("CPR-DMG-02",))
    dying = bool(lost) and target.has(MORTALLY)
    critical = rules.is_critical(pick.number("sixes")) or dying
    injury = injured(ask, target, where) if critical and is_person(target) else ""
    total = lost + (BONUS if injury else 0)
    if total:
        yield Adjusted(target.id, "hp", -total, rules=("CPR-DMG-01", *(("CPR-DMG-04",) if injury else ())))
    if injury:
        yield Marked(target.id, Mark(injury), rules=("CPR-DMG-04",))
    if dying:
        yield Marked(target.id, Mark(SAVES, value=target.value(SAVES) + 1, quiet=True), rules=("CPR-HP-03",))
    yield from besides(ask, target, pick.text("location")) if lost else ()


def damage_told(target: Combatant, where: str, hit: rules.Hit, lost: int, left: int) -> Told:
    """The chain from damage to hit points; what the armour is worth is the GM's to know. CPR-DMG-01 CPR-DMG-03"""
    armored = "damage_doubled" if hit.doubled else "damage_halved" if hit.halved else "damage_plain"
    key = armored if hit.sp else ("damage_bare_doubled" if hit.doubled else "damage_bare")
    values: dict[str, Value] = {"damage": hit.damage, "where": where, "sp": hit.sp, "left": left, "lost": lost}
    used = ("CPR-DMG-03",) if hit.halved and hit.sp else ("CPR-DMG-01",)
    return Told(key, target.id, values, secret=("sp", "left", "lost"), rules=used)


def injured(ask: Ask, target: Combatant, where: str) -> str:
    """The Critical Injury that befalls somebody: rolled on while it is one he has already. CPR-DMG-04"""
    table = arms.injuries(where)
    if all(target.has(name) for name in table.values()):
        return ""
    for n in range(1, 100):
        label = f"injury {target.id}" if n == 1 else f"injury {n} {target.id}"
        (faces,) = ask.throw_for(ask.deed.act.text("by"), {label: Dice(2, 6)})
        if not target.has(table[sum(faces)]):
            return table[sum(faces)]
    return ""


def besides(ask: Ask, target: Combatant, aimed_at: str) -> Iterator[Event]:
    """What an aimed hit that gets through does besides: a leg breaks, something in hand falls. CPR-ATK-05"""
    if aimed_at == LEG and is_person(target) and not target.has("broken leg"):
        yield Marked(target.id, Mark("broken leg"), rules=("CPR-ATK-05",))
    held = in_hand(ask.table, target.id) if aimed_at == HELD_ITEM else ()
    if held:
        names = [one.name for one in held]
        by = ask.deed.act.text("by")
        chosen = ask.choose("held item", by, names, names[0]) if len(held) > 1 and by else names[0]
        yield moved(target.id, held[names.index(chosen)], "floor")
        yield Told("shot_from_hand", target.id, {"item": chosen}, rules=("CPR-ATK-05",))


def sp_of(one: Combatant, location: str) -> int:
    """Stopping power somebody has left at a location. CPR-DMG-01"""
    return one.pools.get(f"sp {HEAD if location == HEAD else BODY}", Pool(0)).now


# ------------------------------------------------------------------ Death Saves


def death_saves(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A Turn of somebody Mortally Wounded begins: he lives and takes it, or dies. No Luck, no second die. CPR-HP-03"""
    slot = slots(dues(ask.table), ask.table.timeline.done)[0]
    dead: list[str] = []
    for who in at_deaths_door(ask.table, slot):
        lives, events = death_save(ask, who)
        dead += [] if lives else [who]
        yield from events
    acting = [who for who, _ in slot.dues if ask.table.who(who).here and able(ask.table, who) and who not in dead]
    yield Opened(slot.dues, slot.key, quiet=not acting)


def death_save(ask: Ask, who: str) -> tuple[bool, list[Event]]:
    """Whether somebody lives, and what comes of it; every save made makes the next one harder. CPR-HP-03"""
    one = ask.table.who(who)
    penalty = ask.number(f"death save penalty {who}", base_penalty(one) + one.value(SAVES))
    die, body = ask.die(f"death save {who}", 10, who), sheet(ask.table, who).body
    lives = rules.survives(die, penalty, body)
    after = Mark(SAVES, value=one.value(SAVES) + 1, quiet=True) if lives else Mark(DEAD)
    values = {"die": die, "penalty": penalty, "body": body}
    told = Told("death_save_made" if lives else "death_save_failed", who, values, secret=() if one.owner else ("body",),
                rules=("CPR-HP-03",))  # fmt: skip
    return lives, [told, Marked(who, after, rules=("CPR-HP-03",))]


def base_penalty(one: Combatant) -> int:
    """What Critical Injuries add to every Death Save. CPR-HP-03"""
    return sum(mark.name in arms.deadly() for mark in one.marks)
