"""Who is due in Cities Without Number: the order of sides, surprise, newcomers, and the edges of a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from firefight.ask import Ask
from firefight.effects import effects
from firefight.events import Event, Flagged, Followed, Marked, Released, Scored, SideScored, Told, Unmarked, Used
from firefight.games.cities_without_number.instants import last_chance
from firefight.games.cities_without_number.sheet import conscious, modifier, sheet
from firefight.marks import UNTIL_ROUND_END
from firefight.table import Combatant, Mark, Table
from firefight.timeline import Act, Deed, Due, Key, Slot, Turn, missed

Score = tuple[int, ...]
FIRST, MAIN = 0, 1
DYING_ROUNDS = 6


def dues(table: Table) -> list[Due]:
    """A turn a round for everybody, at the place of the side, or of his own.

    CWN-SEQ-01 CWN-TIME-04 CWN-INIT-01 CWN-INIT-02 CWN-INIT-03 CWN-INIT-05
    """
    with_pc = {one.side for one in table.fighters() if one.pc}
    return [Due(place(table, one, one.side not in with_pc), one.id) for one in table.fighters()]


def place(table: Table, one: Combatant, npc_side: bool) -> Key:
    """The key of a turn: those ahead of everyone, then high to low, PCs before others, then as the tie was settled.

    Individuals who are still tied share a turn, in which they agree who begins. CWN-INIT-01 CWN-INIT-03 CWN-INIT-05
    """
    if is_ahead(table, one):
        return (FIRST, *by_score(one.score, not one.pc), "")
    if table.timeline.round == 0:
        return (MAIN, one.value("free round") or (99 if one.has("surprised") else 50), npc_side, (), one.side)
    if is_individual(table):
        return (MAIN, *by_score(one.score, not one.pc), "")
    return (MAIN, *by_score(side_score(table, one.side), npc_side), one.side)


def by_score(score: Score, npc: bool) -> tuple[int, bool, Score]:
    """The part of a key that comes from a roll."""
    return -score[0] if score else 0, npc, tuple(-roll for roll in score[1:])


def side_score(table: Table, side: str) -> Score:
    """What a side has rolled; nothing before it has."""
    return table.sides[side].score if side in table.sides else ()


def is_individual(table: Table) -> bool:
    """Whether everybody rolls for himself. CWN-INIT-03"""
    return table.options["initiative_mode"] == "individual"


def is_ahead(table: Table, one: Combatant) -> bool:
    """Whether somebody goes before everyone, in a turn of his own. CWN-INIT-05"""
    always = table.options["surprise_immune_acts_first"] == "every_round"
    surprise = table.timeline.round == 0
    return sheet(one).automatic_initiative or (sheet(one).immune_to_surprise and (surprise or always))


def is_pc_side(table: Table, side: str) -> bool:
    """Whether a side has at least one PC in it. CWN-INIT-01"""
    return any(one.pc for one in table.fighters() if one.side == side)


def able(table: Table, who: str) -> bool:
    """Whether somebody can act at all. The surprised cannot, though a house rule may let them answer. CWN-INIT-04"""
    one, top = table.who(who), table.timeline.top
    answers = isinstance(top, Turn) and bool(top.window) and table.options["surprised_instants"] != "none"
    return conscious(one) and (answers or not one.has("surprised"))


def together(table: Table, slot: Slot) -> bool:
    """What is declared in one window happens at the same time; the turns themselves are one after another. CWN-INST-03"""
    return slot.key[:1] == ("window",)


def opening(table: Table, slot: Slot) -> Act | None:
    """Turns open by themselves."""
    return None


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


# ------------------------------------------------------------------ initiative


def ahead(table: Table) -> list[Combatant]:
    """Everybody who goes before everyone; alone, he needs no roll. CWN-INIT-05"""
    found = [one for one in table.fighters() if is_ahead(table, one)]
    return found if len(found) > 1 else []


def unrolled_people(table: Table) -> list[Combatant]:
    """Those who need a number of their own and have none. CWN-INIT-03 CWN-INIT-05"""
    individual = table.timeline.round > 0 and is_individual(table)
    rest = [one for one in table.fighters() if not is_ahead(table, one)] if individual else []
    return [one for one in (*ahead(table), *rest) if not one.score]


def unrolled_sides(table: Table) -> list[str]:
    """The sides that have no number yet and need one. CWN-INIT-01"""
    if table.timeline.round == 0 or is_individual(table):
        return []
    sides = dict.fromkeys(one.side for one in table.fighters() if not is_ahead(table, one))
    return [side for side in sides if not side_score(table, side)]


def unrolled(table: Table) -> bool:
    """Whether anybody still needs a number."""
    return bool(unrolled_people(table) or unrolled_sides(table))


def initiative(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever has no number gets one. Nothing is rolled twice. CWN-INIT-01 CWN-INIT-02 CWN-INIT-03 CWN-INIT-05"""
    people, new_sides = unrolled_people(ask.table), unrolled_sides(ask.table)
    for one in people:
        yield from placed(ask.table, one, roll(ask, "own initiative", one.id, [one] if one.pc else [], one.id))
    yield from sides(ask, new_sides)
    granted = [f"gm initiative {who}" for who in (*(one.id for one in people), *new_sides)]
    yield from (Flagged(flag, 0) for flag in granted if flag in ask.table.flags)


def placed(table: Table, one: Combatant, rolled: int) -> Iterator[Event]:
    """Somebody's own number; a place that has gone by is for the next round. CWN-INIT-02 CWN-INIT-03"""
    rule = "CWN-INIT-05" if is_ahead(table, one) else "CWN-INIT-03"
    yield Scored(one.id, (rolled,), rules=(rule,))
    stage = FIRST if is_ahead(table, one) else MAIN
    due = Due((stage, *by_score((rolled,), not one.pc), ""), one.id)
    if missed([due], one.id, table.timeline.reached) and (one.id, "turn") not in table.timeline.done:
        yield from late(one.id)


def roll(ask: Ask, role: str, who: str, best_of: Sequence[Combatant], thrower: str) -> int:
    """1d8, the best Dexterity modifier where PCs are concerned, and what the GM has granted or taken. CWN-INIT-01"""
    die = ask.die(f"{role} {who}", 8, thrower)
    dexterity = max((modifier(one, "Dex") for one in best_of), default=0)
    granted = ask.table.flags.get(f"gm initiative {who}", 0)
    return ask.number(f"{role} total {who}", die + dexterity + granted)


def sides(ask: Ask, new: Sequence[str]) -> Iterator[Event]:
    """Each side rolls once; PC sides win ties, tied ones of a kind roll off or are put in order. CWN-INIT-01"""
    old = {side: side_score(ask.table, side) for side in ask.table.sides if side_score(ask.table, side)}
    rolled = {side: (side_roll(ask, side),) for side in new}
    scores = apart(ask, {**old, **rolled})
    yield from (SideScored(side, score, rules=("CWN-INIT-01",)) for side, score in scores.items() if old.get(side) != score)


def side_roll(ask: Ask, side: str) -> int:
    """A side's roll: its best member able to act throws, with his modifier if it is a PC side. CWN-INIT-01"""
    members = [one for one in ask.table.fighters() if one.side == side and one.here]
    fit = [one for one in members if able(ask.table, one.id)] or members
    pcs = is_pc_side(ask.table, side)
    best = max(fit, key=lambda one: modifier(one, "Dex"), default=None)
    return roll(ask, "initiative", side, fit if pcs else [], best.id if best and pcs else "")


def apart(ask: Ask, scores: Mapping[str, Score]) -> dict[str, Score]:
    """Tied sides of a kind until all are apart, by a roll-off or as the GM puts them. CWN-INIT-01"""
    scores = dict(scores)
    for n in range(1, 100):
        tied = shared(ask.table, scores)
        if not tied:
            break
        firsts = preferred(ask, scores, tied, n) if ask.table.options["side_tie"] == "gm_order" else None
        for side in tied:
            number = int(side in firsts) if firsts is not None else ask.die(f"tie {n} {side}", 8, "")
            scores[side] = (*scores[side], number)
    return scores


def shared(table: Table, scores: Mapping[str, Score]) -> list[str]:
    """The sides that still share a place with another of their kind. CWN-INIT-01"""
    kind = {side: is_pc_side(table, side) for side in scores}
    return [
        side
        for side, score in scores.items()
        if any(other != side and kind[other] == kind[side] and tie[: len(score)] == score for other, tie in scores.items())
    ]


def preferred(ask: Ask, scores: Mapping[str, Score], tied: Sequence[str], n: int) -> set[str]:
    """Of each group of tied sides the one the GM lets go first. CWN-INIT-01"""
    groups: dict[Score, list[str]] = {}
    for side in tied:
        groups.setdefault(scores[side], []).append(side)
    return {ask.ruling(f"tie {n} {group[0]}", group, group[0], "who goes first") for group in groups.values()}


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
    mates = [other for other in table.fighters() if other.side == one.side and other.id != who and not is_ahead(table, other)]
    to_come = any((mate.id, "turn") not in line.done for mate in mates)
    return not to_come or bool(missed(dues(table), who, line.reached))


def late(who: str) -> Iterator[Event]:
    """Somebody's turn of this round is used up before he came. CWN-INIT-02"""
    yield Used(who, "turn")
    yield Told("waits_for_next_round", who, rules=("CWN-INIT-02",))


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
    """Who is immune, or expects a fight, is not surprised. Where one side is left the GM is told. CWN-INIT-04 CWN-INIT-05"""
    one = table.who(event.who)
    if event.mark.name == "surprised" and (sheet(one).immune_to_surprise or one.has("expects a fight")):
        yield Unmarked(one.id, "surprised", rules=("CWN-INIT-05" if sheet(one).immune_to_surprise else "CWN-INIT-04",))
    if table.timeline.running and not conscious(one) and len(standing(table)) < 2:
        yield Told("one_side_left", rules=("CWN-SEQ-06",), gm=True)


def standing(table: Table) -> set[str]:
    """The sides with anybody left who can act. CWN-SEQ-06"""
    return {one.side for one in table.fighters() if one.here and conscious(one)}


def after_hurt(table: Table, event: Event) -> Iterable[Event]:
    """Nobody stays on his feet without hit points: a PC is Mortally Wounded from this round on, an NPC out of the fight."""
    one = table.who(event.concerns()[0])
    if "hp" not in one.pools or one.pool("hp") > 0 or not conscious(one):
        return ()
    mark = Mark("mortally wounded", value=table.timeline.round) if one.pc else Mark("out")
    return (Marked(one.id, mark),)


# ------------------------------------------------------------------ the end of a round


def lapse(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Held actions that nobody triggered are lost. CWN-ACT-19 CWN-SEQ-05"""
    for hold in ask.table.timeline.held:
        yield Released(hold.who, "lapsed", rules=("CWN-ACT-19",))


def grapple(deed: Deed, ask: Ask) -> Iterator[Event]:
    """Whoever is still held by somebody fit to hold him takes what the GM says. CWN-SEQ-05"""
    for victim in ask.table.fighters():
        for mark in victim.marks:
            holder = ask.table.combatants.get(mark.by)
            if mark.name == "grappled" and (holder is None or conscious(holder)):
                said = ask.effect(f"grapple {victim.id} {mark.by}".strip(), f"{victim.name} is held at the end of the round")
                yield from effects(said, ask.table, victim.id, mark.by)


def countdown(deed: Deed, ask: Ask) -> Iterator[Event]:
    """The dying come a round nearer to death; the round of the fall does not count. CWN-SEQ-05"""
    round = ask.table.timeline.round
    for one in ask.table.fighters():
        mark = one.mark("mortally wounded")
        if mark is None or mark.value >= round or one.has("stable"):
            continue
        left = mark.value + DYING_ROUNDS - round
        yield Told("dying", one.id, {"left": left}) if left > 0 else Marked(one.id, Mark("dead"))


OF_THE_ROUND = {
    "initiative": initiative, "free round": free_round, "last chance": last_chance,
    "lapse": lapse, "grapple": grapple, "countdown": countdown,
}  # fmt: skip
