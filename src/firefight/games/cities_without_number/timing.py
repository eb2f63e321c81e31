"""The edges of a round of Cities Without Number: how it begins and ends, newcomers, surprise, who falls out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firefight.ask import Ask
from firefight.effects import effects
from firefight.events import Event, Followed, Marked, Released, Told, Unmarked
from firefight.games.cities_without_number import manoeuvres, swarms
from firefight.games.cities_without_number.dying import countdown
from firefight.games.cities_without_number.initiative import initiative, late, unrolled
from firefight.games.cities_without_number.instants import last_chance
from firefight.games.cities_without_number.order import dues, group, is_ahead, is_individual, members_of
from firefight.games.cities_without_number.sheet import DOWN, can_act, sheet
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, missed


def beginning(table: Table) -> Sequence[Act]:
    """The order of a free round, or initiative, where somebody still needs it; later rounds keep the order.

    CWN-SEQ-01 CWN-INIT-02 CWN-INIT-04
    """
    free = table.timeline.round == 0 and not table.timeline.reached and len(awake_sides(table)) > 1
    return (*([Act("free round")] if free else []), *([Act("initiative")] if unrolled(table) else []))


def closing(table: Table) -> Sequence[Act]:
    """The round's end step by step: last chance, held actions lost, then grapples, countdowns and expiry in the table's order.

    CWN-SEQ-05
    """
    order = table.options["end_of_round_order"].split(",")
    return (Act("last chance"), Act("lapse"), *map(Act, order))


# ------------------------------------------------------------------ newcomers


def joined(table: Table, who: str) -> Iterator[Event]:
    """A new side rolls and acts from the next round on, a new member in his side's next turn. CWN-INIT-02"""
    if comes_late(table, who):
        yield from late(who)
    if unrolled(table):
        yield Followed(Act("initiative"), f"{table.timeline.fight}.{table.timeline.round}/join {who}")


def comes_late(table: Table, who: str) -> bool:
    """Whether a newcomer's turn of this round has gone by; a roll of his own decides that by itself. CWN-INIT-02"""
    one, line = table.who(who), table.timeline
    if is_ahead(table, one) or not line.reached:
        return bool(line.reached)
    if is_individual(table) and line.round:
        return False
    shared = group(table, one)
    mates = [other for other in members_of(table, shared) if other.id != who and not is_ahead(table, other)]
    to_come = any((mate.id, "turn") not in line.done for mate in mates)
    return not to_come or bool(missed(dues(table), who, line.reached))


# ------------------------------------------------------------------ surprise


def awake_sides(table: Table) -> list[str]:
    """The sides with somebody in them who acts in a free round with his side. CWN-INIT-04"""
    acting = (one for one in table.fighters() if not one.has("surprised") and not is_ahead(table, one))
    return list(dict.fromkeys(one.side for one in acting))


def free_round(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Several sides that are not surprised act in the GM's order. CWN-INIT-04"""
    left, order = awake_sides(ask.table), []
    for n in range(1, len(left)):
        order.append(ask.ruling(f"free round {n}", left, left[0], "who acts next in the free round"))
        left.remove(order[-1])
    for number, side in enumerate([*order, *left], 1):
        members = (one for one in ask.table.fighters() if one.side == side)
        yield from (Marked(one.id, Mark("free round", UNTIL_ROUND_END, number, quiet=True)) for one in members)


def after_marked(table: Table, event: Marked) -> Iterator[Event]:
    """Who is immune, or expects a fight, is not surprised. Whoever is down holds and screens nobody any more.

    Where one side is left the GM is told. CWN-INIT-04 CWN-INIT-05 CWN-SCREEN-01 CWN-MAN-03 CWN-SEQ-06
    """
    name = event.mark.name
    if name == "surprised":
        yield from expected(table.who(event.who))
    elif name == "falling" or (name in DOWN and not table.who(event.who).has("falling")):
        yield from let_go(table, event.who)
    if name in DOWN and name != "falling" and table.timeline.running and len(standing(table)) < 2:
        yield Told("one_side_left", rules=("CWN-SEQ-06",), gm=True)


def expected(one: Combatant) -> Iterator[Event]:
    """Surprise does not take in who is immune to it, or expects a fight. CWN-INIT-04 CWN-INIT-05"""
    immune = sheet(one).immune_to_surprise
    if immune or one.has("expects a fight"):
        yield Unmarked(one.id, "surprised", rules=("CWN-INIT-05" if immune else "CWN-INIT-04",))


def let_go(table: Table, who: str) -> Iterator[Event]:
    """Somebody who is down holds nobody any more, and screens nobody. CWN-MAN-03 CWN-SCREEN-01"""
    for other in table.present():
        for mark in other.marks:
            if mark.name == "grappled" and mark.by == who:
                yield Unmarked(other.id, "grappled", who, rules=("CWN-MAN-03",))
    if table.who(who).has("screens"):
        yield Unmarked(who, "screens", rules=("CWN-SCREEN-01",))


def standing(table: Table) -> set[str]:
    """The sides with anybody left who can act. CWN-SEQ-06"""
    return {one.side for one in table.fighters() if one.here and can_act(one)}


# ------------------------------------------------------------------ the end of a round


def lapse(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Held actions that nobody triggered are lost, and swarms that have not struck. CWN-ACT-19 CWN-SWARM-01 CWN-SEQ-05"""
    for hold in ask.table.timeline.held:
        yield Released(hold.who, "lapsed", rules=("CWN-ACT-19",))
    yield from swarms.dissolved(ask.table)


def grapple(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever is still held suffers; where nobody knows who holds him, what the GM says. CWN-SEQ-05 CWN-MAN-05"""
    yield from manoeuvres.crushed(deed, ask)
    for victim in ask.table.fighters():
        if any(mark.name == "grappled" and mark.by not in ask.table.combatants for mark in victim.marks):
            said = ask.effect(f"grapple {victim.id}", f"{victim.name} is held at the end of the round")
            yield from effects(said, ask.table, victim.id)


OF_THE_ROUND = {
    "initiative": initiative, "free round": free_round, "last chance": last_chance,
    "lapse": lapse, "grapple": grapple, "countdown": countdown,
}  # fmt: skip
