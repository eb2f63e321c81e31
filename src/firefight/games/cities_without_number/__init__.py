"""Cities Without Number: the game object and its table options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from firefight.events import Adjusted, Closed, Event, FightBegan, FightEnded, Marked, PoolSet, Refreshed, Ticked
from firefight.game import Setting
from firefight.games.cities_without_number import actions, gm, time, timing
from firefight.games.cities_without_number.budget import budget
from firefight.games.cities_without_number.menu import menu
from firefight.games.cities_without_number.sheet import Sheet, pools, public
from firefight.table import Table

FOLLOWS: dict[type[Event], Callable[[Table, Any], Iterable[Event]]] = {
    Adjusted: timing.after_hurt, PoolSet: timing.after_hurt, Marked: timing.after_marked, Closed: gm.hand_over,
    FightBegan: time.after_begun, FightEnded: time.after_ended, Ticked: time.after_ticked, Refreshed: time.after_refreshed,
}  # fmt: skip


def follows(table: Table, event: Event) -> Iterable[Event]:
    """What follows by itself from an event."""
    following = FOLLOWS.get(type(event))
    return following(table, event) if following else ()


class CitiesWithoutNumber:
    """Cities Without Number's combat: sides take turns, members in any order, Instants at any time. CWN-SEQ-01 CWN-TIME-04"""

    id = "cities-without-number"
    title = "Cities Without Number"
    sheet = Sheet
    seconds = time.SECONDS
    free_round = True
    square = 1.0
    settings = (
        Setting("windows", ("concerned", "everybody", "never"), "concerned",
                "Before and after the dice the table stops for the concerned (the target, whoever holds an action against the "
                "other side, fitting powers), for all who could act, or never; who watches is always asked, who waives never.",
                ("CWN-INST-02",)),
        Setting("rounding", ("down", "up"), "down", "Halves are rounded down, or up.", ("CWN-GEN-02",)),
        Setting("scene_refresh_anchor", ("since_last_refresh", "fixed_marks"), "since_last_refresh",
                "On a mission scenes refresh ten minutes after the last refresh, or at minutes 10, 20, 30 ...", ("CWN-TIME-03",)),
        Setting("refresh_on_fight_start", ("no", "yes"), "no",
                "On a mission the start of a fight refreshes the scene as its end does.", ("CWN-TIME-03",)),
        Setting("fight_minutes", ("1", "by_rounds"), "1",
                "A fight costs one mission minute, or one for every ten rounds begun.", ("CWN-TIME-05",)),
        Setting("marginal_inside_cap", ("no", "yes"), "no",
                "The penalty of a skill that hardly fits counts within the limit of situational modifiers.", ("CWN-SKILL-04",)),
        Setting("aid_vs_opposed", ("opponent_total", "difficulty_8"), "opponent_total",
                "Who helps in an opposed check rolls against the opponent's total, or against 8.", ("CWN-SKILL-08",)),
        Setting("same_kind_tie", ("resister_wins", "reroll"), "resister_wins",
                "Two PCs or two NPCs who tie: the one who resists wins, or both roll again.", ("CWN-SKILL-09",)),
        Setting("interleave_turns", ("no", "yes"), "no",
                "Members of a side may begin their turns before another has finished his.", ("CWN-SEQ-02",)),
        Setting("morale_prompt", ("on_losses", "off"), "on_losses",
                "The GM is offered a Morale check when a group has new losses, or never.", ("CWN-SEQ-03",)),
        Setting("turn_start", ("side_slot", "own_activation"), "side_slot",
                "'Until your next turn' ends as the side's turn begins, or as one begins oneself within it.", ("CWN-SEQ-04",)),
        Setting("end_of_round_order",
                ("grapple,countdown,expiry", "grapple,expiry,countdown", "countdown,grapple,expiry",
                 "countdown,expiry,grapple", "expiry,grapple,countdown", "expiry,countdown,grapple"),
                "grapple,countdown,expiry", "What comes first at the end of a round.", ("CWN-SEQ-05",)),
        Setting("side_tie", ("roll_off", "gm_order"), "roll_off",
                "Tied sides of one kind roll off, or the GM puts them in order.", ("CWN-INIT-01",)),
        Setting("initiative_mode", ("side", "individual"), "side",
                "Sides roll for initiative, or everybody for himself.", ("CWN-INIT-03",)),
        Setting("surprised_instants", ("none", "cost_free_only", "all"), "none",
                "The surprised have no Instants, only those that do not cost the Main Action, or all.", ("CWN-INIT-04",)),
        Setting("surprise_immune_acts_first", ("surprise_round_only", "every_round"), "surprise_round_only",
                "Who is immune to surprise goes ahead of everyone in a surprise round alone, or always.", ("CWN-INIT-05",)),
        Setting("budget_refresh", ("round_start", "own_turn"), "round_start",
                "Actions come back with the round, or with one's own turn.", ("CWN-ACT-01",)),
        Setting("split_move", ("no", "yes"), "no", "A Move may be split around other actions.", ("CWN-ACT-02",)),
        Setting("instant_after_roll", ("allowed", "before_roll_only"), "allowed",
                "Snap Attack, Total Defense and held actions may answer the dice, or only the declaration.", ("CWN-INST-02",)),
        Setting("instant_attack_order", ("first_in_window_a", "always_simultaneous"), "first_in_window_a",
                "An attack that answers a declaration can prevent the deed, or the deed happens all the same.", ("CWN-INST-04",)),
        Setting("hold_window", ("before_or_after_roll", "before_roll"), "before_or_after_roll",
                "A held action may answer the dice, or only the declaration.", ("CWN-ACT-19",)),
    )  # fmt: skip

    pools = staticmethod(pools)
    public = staticmethod(public)
    dues = staticmethod(timing.dues)
    able = staticmethod(timing.able)
    together = staticmethod(timing.together)
    beginning = staticmethod(timing.beginning)
    opening = staticmethod(timing.opening)
    closing = staticmethod(timing.closing)
    joined = staticmethod(timing.joined)
    follows = staticmethod(follows)
    menu = staticmethod(menu)
    budget = staticmethod(budget)
    costs = staticmethod(actions.costs)
    resolve = staticmethod(actions.resolve)


GAME = CitiesWithoutNumber()
