"""Cyberpunk RED: the game object and its table options."""

from __future__ import annotations

from firefight.game import SUMMED, Setting
from firefight.games.cyberpunk_red import actions, initiative, timing
from firefight.games.cyberpunk_red.budget import budget, costs
from firefight.games.cyberpunk_red.chances import CHANCES
from firefight.games.cyberpunk_red.gear import public
from firefight.games.cyberpunk_red.menu import menu
from firefight.games.cyberpunk_red.sheet import Sheet, pools


class CyberpunkRed:
    """Cyberpunk RED's combat: an Initiative Queue, a Move Action and an Action each Turn, Holds, attacks and wounds.

    A fight is Combat Time, everything else Roleplaying Time; a Round takes three seconds, however many take part. Metres
    and yards are the same and written m/yds; a square of a map is 2 of them. CPR-TIME-01 CPR-TIME-02 CPR-SCN-05 CPR-SCN-06
    """

    id = "cyberpunk-red"
    title = "Cyberpunk RED"
    sheet = Sheet
    seconds = 3
    free_round = False
    square = 2.0
    chances = CHANCES
    health = ("hp",)
    faces = SUMMED
    protection = (("sp body", 4), ("sp head", 4))
    settings = (
        Setting(
            "partial_cover", ("not-blocked", "blocked"), "not-blocked",
            "Only what hides a target altogether blocks, or whatever hides it in part as well.", ("CPR-SCN-02",),
        ),
        Setting(
            "facing", ("off", "on"), "off",
            "Nobody minds which way people face, or only what lies before one's shoulders can be acted on.", ("CPR-SCN-03",),
        ),
        Setting(
            "figurative_tie", ("dead-heat", "gm"), "dead-heat",
            "Two who are equally fast end in a dead heat, or the GM decides.", ("CPR-MOV-03",),
        ),
        Setting(
            "tie_reroll", ("order-only", "replace"), "order-only",
            "A tie roll settles the order alone, or becomes the new number.", ("CPR-INIT-03",),
        ),
        Setting(
            "initiative_criticals", ("true", "false"), "true",
            "A 10 or a 1 on the initiative die brings a second die.", ("CPR-INIT-07",),
        ),
        Setting(
            "initiative_wound_penalty", ("false", "true"), "false",
            "Wounds lower the initiative roll.", ("CPR-INIT-08",),
        ),
        Setting(
            "run_needs_move_first", ("false", "true"), "false",
            "Run is open only to those who have begun to move.", ("CPR-ACT-07",),
        ),
        Setting(
            "task_gap", ("pause", "reset", "gm"), "pause",
            "A Turn without paying keeps the progress of a task, loses it, or the GM decides.", ("CPR-ACT-13", "CPR-ACT-15"),
        ),
        Setting(
            "hold_names_target", ("true", "false"), "true",
            "Whoever holds an Action names its target, too.", ("CPR-HOLD-01", "CPR-HOLD-02"),
        ),
        Setting("hold_run", ("false", "true"), "false", "Run may be held.", ("CPR-HOLD-05",)),
        Setting(
            "hold_number_timing", ("before", "after"), "before",
            "A Hold on a number comes up before, or after, the Turns at that number.", ("CPR-HOLD-06",),
        ),
        Setting(
            "hold_event_timing", ("after-event", "before-event", "gm"), "after-event",
            "A Hold on a happening comes up after it, before it, or the GM decides.", ("CPR-HOLD-07",),
        ),
        Setting(
            "check_tie_succeeds", ("false", "true"), "false",
            "A Check that just meets its DV succeeds.", ("CPR-RES-01",),
        ),
        Setting(
            "luck_prompts", ("false", "true"), "false",
            "Whoever is opposed is asked for Luck before each roll.", ("CPR-RES-05",),
        ),
    )  # fmt: skip

    pools = staticmethod(pools)
    public = staticmethod(public)
    dues = staticmethod(timing.dues)
    able = staticmethod(timing.able)
    together = staticmethod(timing.together)
    beginning = staticmethod(timing.beginning)
    opening = staticmethod(timing.opening)
    closing = staticmethod(timing.closing)
    joined = staticmethod(initiative.joined)
    follows = staticmethod(actions.follows)
    menu = staticmethod(menu)
    budget = staticmethod(budget)
    costs = staticmethod(costs)
    resolve = staticmethod(actions.resolve)


GAME = CyberpunkRed()
