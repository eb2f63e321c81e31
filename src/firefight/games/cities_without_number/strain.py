"""System Strain: what a body still takes, what it is forced to take, and implants that go in and out.

The pool "strain" holds the whole points of the accumulated part, a quiet mark the rest of it in thousandths; the permanent
part follows from the implants on the sheet. The pool's ceiling is always so high that exactly the whole points go in that
the body still takes. CWN-STRAIN-01 CWN-STRAIN-02
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from firefight.ask import Ask
from firefight.events import Adjusted, Event, Marked, PoolSet, SheetSet, Told, Unmarked
from firefight.game import Choice, Choices, Offer, Reason
from firefight.games.cities_without_number import majors, medic
from firefight.games.cities_without_number import rules_aftermath as rules
from firefight.games.cities_without_number.clinic import Implant, all_implants, looked_up, points, thousandths
from firefight.games.cities_without_number.lasting import HOUR, lasts
from firefight.games.cities_without_number.sheet import implants, permanent, sheet, strain_maximum
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Deed

REST = "part of strain"
NOTHING = "nothing"
ENCHANTED_STRAIN = 2

# ------------------------------------------------------------------ how much there is


def is_tracked(one: Combatant) -> bool:
    """Whether anybody counts the strain of this one. CWN-STRAIN-02"""
    return "strain" in one.pools


def maximum(one: Combatant) -> int:
    """The most there can be, in thousandths. CWN-STRAIN-02"""
    return strain_maximum(sheet(one))


def accumulated(one: Combatant) -> int:
    """The part that rest takes away, in thousandths. CWN-STRAIN-01"""
    return one.pool("strain") * rules.POINT + one.value(REST)


def total(one: Combatant) -> int:
    """Permanent and accumulated strain, in thousandths. CWN-STRAIN-01"""
    return permanent(sheet(one)) + accumulated(one)


def takes(one: Combatant, more: int) -> bool:
    """Whether a body takes so much more of its own will. CWN-STRAIN-04"""
    return not is_tracked(one) or rules.fits(total(one), more, maximum(one))


def why_no_room(one: Combatant, more: int) -> tuple[Reason, ...]:
    """Against what adds strain, as far as one knows. CWN-STRAIN-04"""
    return () if takes(one, more) else (Reason("too_much_strain", "CWN-STRAIN-04"),)


# ------------------------------------------------------------------ how it changes


def changes(one: Combatant, to: int, *because: str) -> Iterator[Event]:
    """The accumulated part becomes so many thousandths, and everybody concerned is told the total. CWN-STRAIN-01"""
    whole, rest = divmod(to, rules.POINT)
    if not is_tracked(one) or to == accumulated(one):
        return
    if rest != one.value(REST):
        yield Marked(one.id, Mark(REST, value=rest, quiet=True)) if rest else Unmarked(one.id, REST, quiet=True)
    if whole != one.pool("strain"):
        yield Adjusted(one.id, "strain", whole - one.pool("strain"), quiet=True, rules=because)
    values: dict[str, Any] = {"total": points(permanent(sheet(one)) + to), "most": points(maximum(one))}
    yield Told("strain_is", one.id, values, secret=("total", "most"), rules=because)


def added(one: Combatant, more: int, *because: str) -> Iterator[Event]:
    """Strain that a body takes of its own will; whoever calls has asked whether it does. CWN-STRAIN-04"""
    yield from changes(one, accumulated(one) + more, *because)


def forced(ask: Ask, one: Combatant, more: int, by: str = "") -> Generator[Event, None, int]:
    """Strain that cannot be declined, and how much of it counts.

    Over the maximum it knocks out for an hour, or longer if the GM says so. CWN-STRAIN-05
    """
    if not is_tracked(one):
        yield Told("strain_untracked", one.id, {"points": points(more)}, gm=True, rules=("CWN-STRAIN-02",))
        return 0
    result = rules.forced(total(one), more, maximum(one), ask.table.options["overflow_total"] == "fill")
    yield from changes(one, accumulated(one) + result.added, "CWN-STRAIN-05")
    if result.out:
        rounds = max(HOUR, 10 * ask.number("minutes unconscious", HOUR // 10))
        yield from lasts(ask.table, one.id, Mark("unconscious", by=by), rounds, "CWN-STRAIN-05")
    return result.added


def fitted(table: Table, who: str) -> Iterable[Event]:
    """The ceiling of the pool after anything that moves it: whole points that still go in. CWN-STRAIN-02 CWN-STRAIN-03"""
    one = table.who(who)
    pool = one.pools.get("strain")
    if pool is None:
        return ()
    room = rules.whole_room(permanent(sheet(one)), accumulated(one), maximum(one))
    return () if pool.most == pool.now + room else (PoolSet(who, "strain", pool.now, pool.now + room, quiet=True),)


def after_changed(table: Table, event: Event) -> Iterable[Event]:
    """Pool, sheet or rest have changed. What the GM sets by hand is whole. CWN-STRAIN-02"""
    who = event.concerns()[0]
    by_hand = isinstance(event, PoolSet) and event.pool == "strain" and not event.quiet
    if by_hand and table.who(who).has(REST):
        return (Unmarked(who, REST, quiet=True),)
    return fitted(table, who)


# ------------------------------------------------------------------ implants that go in and out


def offers(table: Table) -> Iterator[Offer]:
    """What the GM can do to a body: strain of any kind, implants in and out. CWN-STRAIN-03 CWN-STRAIN-05"""
    people = medic.patients(table)
    counted = [Choice(one.id) for one in people if is_tracked(one)]
    if counted:
        kinds = (Choice("forced"), Choice("voluntary"), Choice("less"))
        picks = (medic.picked("who", tuple(counted)), Choices("points", (Choice("1"),), "1", "text"))
        yield Offer("strain", (*picks, Choices("kind", kinds, "forced")), rule="CWN-STRAIN-05")
    for one in people:
        known = [Choice(part.name, why_not_installed(table, one, part)) for part in installable(table, one)]
        yield Offer("install", (medic.picked("implant", tuple(known)),), fixed={"who": one.id}, rule="CWN-STRAIN-03")
        if inside := implants(one):
            out = medic.picked("implant", tuple(Choice(part.name) for part in inside))
            yield Offer("remove", (out,), fixed={"who": one.id}, rule="CWN-STRAIN-03")


def installable(table: Table, one: Combatant) -> tuple[Implant, ...]:
    """What can be put into somebody: his own spare parts, the list, and in a world of magic makeshift enchantments.

    CWN-STRAIN-03 CWN-MAJOR-17
    """
    own = spare(one)
    bought = tuple(part for part in all_implants().values() if part.name not in [mine.name for mine in own])
    magic = tuple(enchanted(part) for part in bought if part.stands_for) if table.is_on("magic") else ()
    return (*own, *bought, *magic)


def spare(one: Combatant) -> tuple[Implant, ...]:
    """The implants somebody owns that are not in a body."""
    return looked_up(sheet(one).spare, all_implants(), Implant)


def enchanted(part: Implant) -> Implant:
    """Makeshift magic in the place of a prosthesis: its price, more strain, bare function. CWN-MAJOR-17"""
    return replace(part, name=f"enchanted {part.name}", strain=ENCHANTED_STRAIN, adds={}, enchanted=True)


def why_not_installed(table: Table, one: Combatant, part: Implant) -> tuple[Reason, ...]:
    """Against an implant for which there is no room. CWN-STRAIN-03 CWN-MAJOR-15"""
    if not is_tracked(one):
        return ()
    only = table.options["install_check"] == "permanent-only"
    held = permanent(sheet(one)), accumulated(one)
    room = rules.installable(*held, part.thousandths, maximum(one), only)
    return () if room else (Reason("no_room_for_implant", "CWN-STRAIN-03"),)


def install(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An implant goes in, stands for what it can, and adds its permanent strain. CWN-STRAIN-03 CWN-MAJOR-15 CWN-MAJOR-17"""
    one, name = ask.table.who(deed.act.text("who")), deed.act.text("implant")
    part = next(part for part in installable(ask.table, one) if part.name == name)
    rest = [other for other in spare(one) if other.name != name]
    new = replace(part, name=another(name, [other.name for other in implants(one)]))
    yield sheet_set(one, "implants", (*implants(one), new))
    if len(rest) < len(spare(one)):
        yield sheet_set(one, "spare", rest)
    rule = "CWN-MAJOR-17" if part.enchanted else "CWN-STRAIN-03"
    yield Told("installed", one.id, {"implant": new.name, "price": part.price, "strain": points(part.thousandths)}, rules=(rule,))
    yield from majors.mended(ask, one, new)


def another(name: str, known: Sequence[str]) -> str:
    """A name that nothing in the body has yet."""
    return name if name not in known else next(f"{name} {n}" for n in range(2, 100) if f"{name} {n}" not in known)


def remove(deed: Deed, ask: Ask) -> Iterator[Event]:
    """An implant comes out, damaged if it was, and takes its permanent strain with it. CWN-STRAIN-03"""
    one, name = ask.table.who(deed.act.text("who")), deed.act.text("implant")
    part = next(part for part in implants(one) if part.name == name)
    yield sheet_set(one, "implants", [other for other in implants(one) if other.name != name])
    if not part.enchanted:
        yield sheet_set(one, "spare", (*spare(one), part))
    yield Told("removed", one.id, {"implant": name, "strain": points(part.thousandths)}, rules=("CWN-STRAIN-03",))


def sheet_set(one: Combatant, field: str, things: Iterable[Any]) -> SheetSet:
    """A list of things on a sheet, written as in a file; another line tells it."""
    return SheetSet(one.id, field, tuple(msgspec.json.decode(msgspec.json.encode(list(things)))), quiet=True)


def strain(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Strain as the GM says: forced, taken willingly, or less of it. CWN-STRAIN-04 CWN-STRAIN-05"""
    one, kind = ask.table.who(deed.act.text("who")), deed.act.text("kind")
    more = thousandths(deed.act.text("points"))
    if kind == "forced":
        yield from forced(ask, one, more)
    elif kind == "less":
        yield from changes(one, max(0, accumulated(one) - more), "CWN-STRAIN-01")
    elif takes(one, more):
        yield from added(one, more, "CWN-STRAIN-04")
    else:
        yield Told("no_room", one.id, rules=("CWN-STRAIN-04",))
