"""Shoving and grappling: an attack that hurts nobody, then strength against strength.

Whoever is held carries a mark "grappled" for each one who holds him, whose origin that one is; its note is "lethal" where
he means to kill. CWN-MAN-01 CWN-MAN-03
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from firefight import scene, space
from firefight.ask import Ask
from firefight.dice import Dice
from firefight.events import Event, Followed, Marked, Placed, Told, Unmarked
from firefight.games.cities_without_number import attacks, rules
from firefight.games.cities_without_number.aim import house, own_damage
from firefight.games.cities_without_number.contests import best, told, totals, wins
from firefight.games.cities_without_number.gear import dice_of
from firefight.games.cities_without_number.instants import answered
from firefight.games.cities_without_number.reach import engages, held_by, holders, parts
from firefight.games.cities_without_number.sheet import SIZES, UNARMED, secret, sheet, trauma_target
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Pick, Value

PUSHED, CARRIED, THROWN = 3, 3, 2
STRENGTH = {"shove": ("Exert", "Punch"), "grapple": ("Punch",)}


# ------------------------------------------------------------------ strength against strength


def strength(table: Table, one: Combatant, skills: Iterable[str], against: Combatant | None = None) -> int:
    """What somebody adds with his strength; less against what is no ordinary human. CWN-MAN-01 CWN-MAN-03 CWN-MAN-08"""
    size = SIZES[sheet(against).size] if against is not None else 0
    return best(one, ("Str",), skills) + rules.handling(size)


def overpowered(deed: Deed, ask: Ask, victim: Combatant, skills: tuple[str, ...]) -> Generator[Event, None, bool]:
    """Whether the one who acts gets the better of somebody; those who hold him already roll as well.

    CWN-MAN-01 CWN-MAN-03 CWN-MAN-07
    """
    one = ask.table.who(deed.who)
    holding = [other for other in holders(ask.table, victim) if other.id != one.id]
    if len(holding) < 2:
        plus = {one.id: strength(ask.table, one, skills, victim), victim.id: strength(ask.table, victim, skills)}
        return (yield from wins(deed, ask, one.id, victim.id, plus))
    free = yield from shaken_off(deed, ask, victim, [one, *holding], skills)
    return not free


def shaken_off(
    deed: Deed, ask: Ask, victim: Combatant, against: list[Combatant], skills: tuple[str, ...], mover: str = ""
) -> Generator[Event, None, bool]:
    """Whether a victim beats every one of those who hold him, with one roll; a tie with the mover is enough.

    CWN-MAN-03 CWN-MAN-06 CWN-MAN-07 CWN-MAN-08
    """
    plus = {victim.id: strength(ask.table, victim, skills)}
    plus |= {one.id: strength(ask.table, one, skills, victim) for one in against}
    found = yield from compared(deed, ask, victim.id, plus)
    must_exceed = ask.table.options["multi_grapple_ties"] == "must_exceed" and len(against) > 1
    return all(
        not rules.handled(found[one.id], found[victim.id])
        if one.id == mover
        else rules.beats(found[victim.id], found[one.id], victim.pc, one.pc, must_exceed)
        for one in against
    )


def compared(deed: Deed, ask: Ask, active: str, plus: dict[str, int]) -> Generator[Event, None, dict[str, int]]:
    """Everybody's totals, told."""
    found = totals(deed, ask, plus)
    yield told(ask.table, active, found)
    return found


# ------------------------------------------------------------------ shoves


def shove(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A blow that pushes: whoever loses the check is driven back or knocked prone. CWN-MAN-01 CWN-MAN-02 CWN-MAN-07"""
    struck = yield from attacks.rolled(deed, ask)
    if struck is None:
        return
    target = struck.attempt.target
    shock = 0 if struck.blow.hit or ask.table.options["shove_shock"] == "no" else struck.blow.base
    yield from attacks.told(deed, struck, shock)
    yield from engages(ask.table, deed.who, target.id)
    if not struck.blow.hit:
        yield from ([attacks.suffering(deed, struck, struck.blow)] if shock else [])
        return
    if not (yield from overpowered(deed, ask, target, STRENGTH["shove"])):
        yield Told("stands_fast", target.id, {"by": deed.who}, about=(deed.who,), rules=("CWN-MAN-01",))
    elif deed.act.text("effect") == "prone":
        yield Marked(target.id, Mark("prone"), rules=("CWN-MAN-02",))
    else:
        yield Told("pushed", target.id, {"by": deed.who, "metres": PUSHED}, about=(deed.who,), rules=("CWN-MAN-01",))
        yield from driven(ask.table, ask.table.who(deed.who), target, PUSHED)


def driven(table: Table, one: Combatant, target: Combatant, most: int) -> Iterator[Event]:
    """Somebody is driven straight away from another, as far as the way is free. Nobody gets a free attack for it."""
    here = scene.both(table, one, target)
    if here is None:
        if most > int(table.options["melee_reach_m"]):
            yield from parts(one, target)
        return
    ground, at, square = here
    step = ((square[0] > at[0]) - (square[0] < at[0]), (square[1] > at[1]) - (square[1] < at[1]))
    path = [square]
    for _ in range(int(most / ground.metres)):
        onward = (path[-1][0] + step[0], path[-1][1] + step[1])
        if onward in scene.taken(table, target) or not space.can_step(ground, path[-1], onward):
            break
        path.append(onward)
    if len(path) > 1:
        yield Placed(target.id, path[-1])


# ------------------------------------------------------------------ grapples


def grapple(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Bare hands that take hold: whoever loses the check is grappled. CWN-MAN-03 CWN-MAN-07"""
    struck = yield from attacks.rolled(deed, ask)
    if struck is None:
        return
    target = struck.attempt.target
    yield from attacks.told(deed, struck, 0)
    yield from engages(ask.table, deed.who, target.id)
    if not struck.blow.hit:
        return
    if (yield from overpowered(deed, ask, target, STRENGTH["grapple"])):
        note = "lethal" if deed.act.text("meant") == "lethal" else ""
        yield Marked(target.id, Mark("grappled", by=deed.who, note=note), rules=("CWN-MAN-03",))
    else:
        yield Told("stands_fast", target.id, {"by": deed.who}, about=(deed.who,), rules=("CWN-MAN-03",))


def escape(deed: Deed, ask: Ask) -> Iterator[Event]:
    """A victim tears loose from all who hold him, if he beats every one of them. CWN-MAN-03 CWN-MAN-07"""
    if not (yield from answered(deed, ask)):
        return
    victim = ask.table.who(deed.who)
    holding = holders(ask.table, victim)
    if not holding:
        yield from let_loose(victim)
    elif len(holding) == 1:
        plus = {victim.id: strength(ask.table, victim, STRENGTH["grapple"])}
        plus[holding[0].id] = strength(ask.table, holding[0], STRENGTH["grapple"], victim)
        if (yield from wins(deed, ask, victim.id, holding[0].id, plus)):
            yield from let_loose(victim)
    elif (yield from shaken_off(deed, ask, victim, holding, STRENGTH["grapple"])):
        yield from let_loose(victim)


def let_loose(victim: Combatant) -> Iterator[Event]:
    """Nobody holds him any more."""
    if victim.has("grappled"):
        yield Unmarked(victim.id, "grappled", rules=("CWN-MAN-03",))


def release(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever holds somebody lets go of him. CWN-MAN-03"""
    victim = held_by(ask.table, ask.table.who(deed.who))
    if victim is not None:
        yield Unmarked(victim.id, "grappled", deed.who, rules=("CWN-MAN-03",))


def tighten(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever holds somebody says whether he means to kill. CWN-MAN-05"""
    victim = held_by(ask.table, ask.table.who(deed.who))
    if victim is not None:
        note = "lethal" if deed.act.text("meant") == "lethal" else ""
        yield Marked(victim.id, Mark("grappled", by=deed.who, note=note, quiet=False), rules=("CWN-MAN-05",))


def haul(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever holds somebody carries him along or throws him down; if that fails, or is a tie, he is free.

    CWN-MAN-06 CWN-MAN-07
    """
    if not (yield from answered(deed, ask)):
        return
    mover = ask.table.who(deed.who)
    victim = held_by(ask.table, mover)
    if victim is None:
        return
    holding = [mover, *(one for one in holders(ask.table, victim) if one.id != mover.id)]
    if (yield from shaken_off(deed, ask, victim, holding, STRENGTH["grapple"], mover.id)):
        yield from let_loose(victim)
    elif deed.act.text("how") == "throw":
        yield from let_loose(victim)
        yield Marked(victim.id, Mark("prone"), rules=("CWN-MAN-06",))
        yield from driven(ask.table, mover, victim, THROWN)
    else:
        values: dict[str, Value] = {"by": mover.id, "metres": deed.act.text("metres", str(CARRIED))}
        yield Told("carried", victim.id, values, about=(mover.id,), rules=("CWN-MAN-06",))
        yield from carried(deed, ask.table, mover, [victim, *holding[1:]])


def carried(deed: Deed, table: Table, mover: Combatant, along: list[Combatant]) -> Iterator[Event]:
    """On the map all who cling together shift by the same way, where there is room for them. CWN-MAN-06"""
    path = scene.walked(table, mover, deed.act, CARRIED)
    if not path or mover.place is None or table.ground is None:
        return
    shift = (path[-1][0] - mover.place[0], path[-1][1] - mover.place[1])
    yield Placed(mover.id, path[-1])
    for one in along:
        if one.place is not None:
            to = (one.place[0] + shift[0], one.place[1] + shift[1])
            yield from ([Placed(one.id, to)] if table.ground.holds(to) else [])


# ------------------------------------------------------------------ the end of a round


def crushed(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever is still held takes the damage of each holder's bare hands, without a roll to hit. CWN-MAN-05 CWN-SEQ-05"""
    for victim in ask.table.fighters():
        marks = {mark.by: mark for mark in victim.marks if mark.name == "grappled"}
        for one in holders(ask.table, victim):
            yield from squeezed(deed, ask, one, victim, marks[one.id].note == "lethal")


def squeezed(deed: Deed, ask: Ask, one: Combatant, victim: Combatant, lethal: bool) -> Iterator[Event]:
    """The damage of one who holds another, as from a hit. CWN-MAN-05 CWN-TRAUMA-01"""
    labels = f"grapple {victim.id} {one.id}", f"grapple trauma {victim.id} {one.id}"
    wanted: dict[str, Dice] = {labels[0]: dice_of(UNARMED.dice), **({labels[1]: dice_of(UNARMED.trauma)} if lethal else {})}
    faces = [sum(some) for some in ask.throw_for(one.id, wanted)]
    base = ask.number(f"damage {victim.id} {one.id}", max(house(ask.table).least, faces[0] + own_damage(one)))
    traumatic = lethal and faces[1] + sheet(one).trauma >= trauma_target(victim)
    values: dict[str, Value] = {"by": one.id, "damage": base}
    yield Told("squeezed", victim.id, values, secret=secret(one, "damage"), about=(one.id,), rules=("CWN-MAN-05",))
    if base or traumatic:
        picks: dict[str, Pick] = {"target": victim.id, "by": one.id, "base": base, "of": "weapon", "lethal": lethal}
        picks |= {"traumatic": traumatic, "factor": UNARMED.rating}
        yield Followed(Act("suffer", picks), f"{deed.id}/suffer {victim.id} {one.id}")
