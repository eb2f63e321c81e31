"""Shadowrun, 4th edition: the game object and its table options."""

from __future__ import annotations

from firefight.game import Setting
from firefight.games.shadowrun_4 import actions, rules, timing
from firefight.games.shadowrun_4.chances import CHANCES
from firefight.games.shadowrun_4.consequences import follows
from firefight.games.shadowrun_4.initiative import joined
from firefight.games.shadowrun_4.menu import budget, menu
from firefight.games.shadowrun_4.order import dues
from firefight.games.shadowrun_4.sheet import Sheet, pools, public

FACES = {6: {1: "one", **{face: "hit" for face in range(1, 7) if rules.is_hit(face)}}}
"""How the faces of a pool count. SR4-DICE-01"""


class Shadowrun4:
    """A Combat Turn of 3 seconds: an Initiative Test, up to four passes, delayed and Free Actions. SR4-TURN-01"""

    id = "shadowrun-4"
    title = "Shadowrun, 4th edition"
    sheet = Sheet
    seconds = 3
    free_round = False
    square = 1.0
    health = ("physical", "stun", "damage")
    faces = FACES
    protection = (("ballistic", 2), ("impact", 2))
    chances = CHANCES
    settings = (
        Setting(
            "tie_rule",
            ("same-time", "tie-break"),
            "same-time",
            "Equal scores act at the same time, or Edge, Initiative attribute, Reaction and a die part them.",
            ("SR4-INIT-04",),
        ),
        Setting(
            "wounds_at_test",
            ("attribute", "dice-only"),
            "attribute",
            "Wounds lower the Initiative attribute, dice and score alike, or the dice of the test alone.",
            ("SR4-INIT-06",),
        ),
        Setting(
            "free_actions",
            ("per-phase", "per-turn", "per-pass"),
            "per-phase",
            "Every own Action Phase brings a Free Action, or there is one a Combat Turn, or one to be used in its pass.",
            ("SR4-FREE-01",),
        ),
        Setting(
            "delay_after_last",
            ("true", "false"),
            "true",
            "Whoever still delays when the last phase is over may act then.",
            ("SR4-DELAY-02",),
        ),
        Setting(
            "delay_hears_declaration",
            ("false", "true"),
            "false",
            "Whoever delays decides after hearing what the acting one declares, not before.",
            ("SR4-DELAY-01",),
        ),
        Setting(
            "simple_declaration",
            ("together", "one-by-one"),
            "together",
            "Both Simple Actions are declared before the first is resolved, or one after the other.",
            ("SR4-PHASE-01", "SR4-PHASE-02"),
        ),
        Setting(
            "stun_overflow",
            ("1:1", "2:1"),
            "1:1",
            "Stun beyond its track becomes Physical damage box for box, or two for one.",
            ("SR4-CM-02",),
        ),
        Setting(
            "full_defense_block",
            ("true", "false"),
            "true",
            "Full Defense makes a block stronger, too, not only a parry or a dodge.",
            ("SR4-MEL-03",),
        ),
        Setting(
            "knockdown",
            ("greater", "equal"),
            "greater",
            "An attack floors its target with more boxes than Body, or with as many.",
            ("SR4-CM-03",),
        ),
        Setting(
            "recoil",
            ("cumulative", "per-attack"),
            "cumulative",
            "Recoil builds up over an Action Phase, or each attack has only its own.",
            ("SR4-RCL-01",),
        ),
        Setting(
            "defense_prompts",
            ("players", "everybody", "nobody"),
            "players",
            "Who is asked how he defends; everybody else does it in the best way.",
            ("SR4-MEL-02", "SR4-DEF-02"),
        ),
        Setting(
            "edge_prompts",
            ("ask", "never"),
            "ask",
            "Players are asked for Edge when a roll of theirs has failed or glitched, or never.",
            ("SR4-EDGE-03",),
        ),
        Setting(
            "modifiers",
            ("proposed", "asked"),
            "proposed",
            "What the situation is worth is proposed and may be overruled, or the GM is asked for more at each attack.",
            ("SR4-RNG-01", "SR4-ATK-01"),
        ),
    )

    pools = staticmethod(pools)
    public = staticmethod(public)
    dues = staticmethod(dues)
    able = staticmethod(timing.able)
    together = staticmethod(timing.together)
    beginning = staticmethod(timing.beginning)
    opening = staticmethod(timing.opening)
    closing = staticmethod(timing.closing)
    joined = staticmethod(joined)
    follows = staticmethod(follows)
    menu = staticmethod(menu)
    budget = staticmethod(budget)
    costs = staticmethod(actions.costs)
    resolve = staticmethod(actions.resolve)


GAME = Shadowrun4()
