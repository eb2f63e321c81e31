"""Eclipse Phase, second edition: the game object and its table options."""

from __future__ import annotations

from firefight.game import SUMMED, Setting
from firefight.games.eclipse_phase import actions, places, timing
from firefight.games.eclipse_phase.chances import CHANCES
from firefight.games.eclipse_phase.menu import menu
from firefight.games.eclipse_phase.share import budget
from firefight.games.eclipse_phase.sheet import Sheet, able, pools, public

TRUE = ("true", "false")


class EclipsePhase:
    """Eclipse Phase's action turn: one initiative roll for the whole fight, going first, delaying, extra actions."""

    id = "eclipse-phase"
    title = "Eclipse Phase 2e"
    sheet = Sheet
    seconds = 3
    free_round = False
    square = 1.0
    health = ("durability",)
    faces = SUMMED
    protection = (("energy", 4), ("kinetic", 4))
    chances = CHANCES
    settings = (
        Setting(
            "rounding", ("nearest", "down", "up"), "nearest", "How the fifth of the two aptitudes is rounded.", ("EP-INIT-03",)
        ),
        Setting(
            "wound_moves",
            ("now", "next-turn", "never"),
            "now",
            "A changed modifier moves its bearer in the order now, from the next turn on, or not before the next fight.",
            ("EP-INIT-05",),
        ),
        Setting(
            "tie_rule",
            ("simultaneous", "ref", "roll-off"),
            "simultaneous",
            "Tied characters act at the same time, or the higher REF goes first, or they roll off.",
            ("EP-INIT-08",),
        ),
        Setting(
            "insight_restriction",
            ("whole-turn", "own-slot"),
            "whole-turn",
            "Going first by Insight keeps to the mind for the whole turn, or in the early turn alone.",
            ("EP-FIRST-02",),
        ),
        Setting(
            "first_covers_extras",
            TRUE,
            "true",
            "Who goes first is also first among the extra actions.",
            ("EP-FIRST-03", "EP-EXTRA-03"),
        ),
        Setting(
            "first_when",
            ("turn-start", "any-time"),
            "turn-start",
            "Going first is paid for before anybody acts in the turn, or at any time in it.",
            ("EP-FIRST-05",),
        ),
        Setting(
            "delay_lock",
            ("free", "locked"),
            "free",
            "Who delays may act at another moment than the one announced, or at that one only.",
            ("EP-DELAY-01",),
        ),
        Setting(
            "interrupted_declaration",
            ("binding-if-possible", "free", "lost"),
            "binding-if-possible",
            "An interrupted action stands unless it has become impossible, may be declared anew, or is lost when impossible.",
            ("EP-DELAY-02",),
        ),
        Setting(
            "delay_place",
            ("position", "tie"),
            "position",
            "A delayed action gives a place right beside somebody, or one tied with him.",
            ("EP-DELAY-04",),
        ),
        Setting(
            "late_delay_extras",
            TRUE,
            "true",
            "Who delays past the end of a turn may buy extra actions in the next one.",
            ("EP-DELAY-05",),
        ),
        Setting(
            "delay_compare",
            ("roll", "place"),
            "roll",
            "Between those who delay, the Initiative roll decides, or the place they have now.",
            ("EP-DELAY-06",),
        ),
        Setting(
            "extra_rounds",
            ("all-at-once", "one-by-one"),
            "all-at-once",
            "Each takes all his extra actions in one go, or everybody's first ones come before the second ones.",
            ("EP-EXTRA-03",),
        ),
        Setting(
            "extra_when",
            ("before-end", "own-slot"),
            "before-end",
            "Extra actions are bought any time before they begin, or in one's own turn only.",
            ("EP-EXTRA-05",),
        ),
        Setting(
            "pool_prompts",
            ("ask", "always", "never"),
            "ask",
            "Player characters with points are asked after a test they have lost, after every test, or not at all.",
            ("EP-POOL-01",),
        ),
        Setting(
            "modifiers",
            ("proposed", "asked"),
            "proposed",
            "Modifiers of an attack are those proposed, or the GM is asked for further ones each time.",
            ("EP-CMB-01",),
        ),
        Setting(
            "deadlock",
            ("deadlock", "roll", "skill"),
            "deadlock",
            "An opposed test that nobody wins is a deadlock, or the higher roll or the higher skill is ahead; attacks miss.",
            ("EP-TEST-04",),
        ),
    )

    pools = staticmethod(pools)
    public = staticmethod(public)
    dues = staticmethod(places.dues)
    able = staticmethod(able)
    together = staticmethod(timing.together)
    beginning = staticmethod(timing.beginning)
    opening = staticmethod(timing.opening)
    closing = staticmethod(timing.closing)
    joined = staticmethod(timing.joined)
    follows = staticmethod(timing.follows)
    menu = staticmethod(menu)
    budget = staticmethod(budget)
    costs = staticmethod(actions.costs)
    resolve = staticmethod(actions.resolve)


GAME = EclipsePhase()
