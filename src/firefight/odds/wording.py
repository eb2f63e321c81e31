"""Odds in words: "91%, 54% against dodge, hurts 76%, typically 4 hp, drops 3%", in the language of whoever reads them.

Numbers that rest on somebody whom the one who asks does not know have a ~ before them.
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files

from firefight.chance import First, Odds
from firefight.words import Words

LEAST = Fraction(1, 100)
"""What happens more rarely besides is hardly worth a word."""
CLEARLY, SHARE = Fraction(1, 20), Fraction(1, 5)
"""From this on the chance to hurt is another than that to hit: a twentieth, or a fifth of it."""
ABOUT = "~"
BOUNDS = {"under 1%": "odds_under", "over 99%": "odds_over_99"}
"""Chances that are no number."""


def describe(found: Odds, words: Words | None = None) -> str:
    """The odds in words: "53%, typically 5 S, drops 12%, glitch 2%"; what is hardly worth a word is left out."""
    say = words or english()
    drop = drops(found, say) if found.drops else ""
    return ", ".join(filter(None, (chance(found, say), against(found, say), harm(found, say), drop, besides(found, say))))


@cache
def english() -> Words:
    """The words that all games share."""
    sentences = tomllib.loads((files("firefight") / "words.toml").read_text("utf-8"))["en"]
    return Words({key: said for key, said in sentences.items() if isinstance(said, str)})


def chance(found: Odds, say: Words) -> str:
    """The chance of success: "53%"; "" where that is no question."""
    return "" if found.chance is None else told(found, found.chance, say)


def against(found: Odds, say: Words) -> str:
    """What the chance comes to where the target defends itself in another way: "27% against dodge"."""
    answers = found.answers.items()
    return ", ".join(say("odds_against", chance=told(found, share, say), way=say.word("value", way)) for way, share in answers)


def harm(found: Odds, say: Words) -> str:
    """What the target loses where it loses anything: "typically 5 S"; how often it does, where that is another chance."""
    if not found.damage:
        return ""
    if not found.hurts:
        return say("odds_no_harm")
    amount = f"{ABOUT if found.guessed else ''}{found.harm} {say.word('pool', found.unit)}".strip()
    typically = say("odds_typically", amount=amount)
    return f"{hurts(found, say)}, {typically}" if hurts_otherwise(found) else typically


def hurts(found: Odds, say: Words) -> str:
    """The chance of any harm at all: "hurts 76%"."""
    return say("odds_hurts", chance=told(found, found.hurts, say))


def hurts_otherwise(found: Odds) -> bool:
    """Whether the chance to hurt is clearly another than that to hit: armour holds, or a miss hurts as well."""
    usual = Fraction(1) if found.chance is None else found.chance
    return abs(found.hurts - usual) >= min(CLEARLY, usual * SHARE) and found.hurts != usual


def drops(found: Odds, say: Words) -> str:
    """The chance that the target cannot go on: "drops 12%", "drops ?" where nobody who asks can know."""
    if not found.damage or found.drops == 0:
        return ""
    return say("odds_drops", chance="?" if found.drops is None else told(found, found.drops, say))


def besides(found: Odds, say: Words) -> str:
    """What else can happen, in words: "glitch 2%"; less than one in a hundred is left out."""
    named = ((name, share) for name, share in found.also.items() if share >= LEAST)
    return ", ".join(f"{say.word('value', name)} {told(found, share, say)}" for name, share in named)


def told(found: Odds | First, share: Fraction, say: Words) -> str:
    """One of the chances in whole hundredths, with a ~ where it rests on numbers that are not known."""
    shown = percent(share)
    return f"{ABOUT if found.guessed else ''}{say(BOUNDS[shown]) if shown in BOUNDS else shown}"


def percent(chance: Fraction) -> str:
    """A chance in whole hundredths; what is possible is never 0%, what is not certain never 100%."""
    shown = int(chance * 100 + Fraction(1, 2))
    if chance > 0 and shown == 0:
        return "under 1%"
    return "over 99%" if chance < 1 and shown == 100 else f"{shown}%"
