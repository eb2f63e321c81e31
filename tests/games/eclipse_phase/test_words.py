"""The words of the game, its ready-made people, its table options, and what a stranger may know."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from string import Formatter

import pytest

from firefight.encounter.people import Person, combatants, ready_made
from firefight.games.eclipse_phase import GAME, gm, spending
from firefight.games.eclipse_phase.delays import DELAYS, standing
from firefight.games.eclipse_phase.share import ACTIONS
from firefight.games.eclipse_phase.sheet import Sheet, bonus, public
from firefight.words import words
from tests.games.eclipse_phase.helpers import Fight

ROOM = files("firefight.games.eclipse_phase")
SENTENCES = tomllib.loads((ROOM / "words.toml").read_text("utf-8"))
SOURCE = "\n".join(file.read_text("utf-8") for file in ROOM.iterdir() if file.name.endswith(".py"))
MORE = {"movement", "move", "automatic", "drop prone", "step in", "wait on", "be ready", "go first", "buy extra"}
OF_THE_GM = {verb for verbs, _ in gm.LINES for verb in verbs}
VERBS = {*ACTIONS, *DELAYS, *spending.VERBS, *MORE, *OF_THE_GM}


def gaps(sentence: str) -> set[str]:
    """What is filled into a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_both_languages_say_the_same_things_with_the_same_gaps() -> None:
    english, portuguese = (
        {key: said for key, said in SENTENCES[one].items() if isinstance(said, str)} for one in ("en", "pt-BR")
    )
    assert english.keys() - portuguese.keys() == set()
    assert portuguese.keys() - english.keys() == {"mark_out"}
    assert {key for key in english if gaps(english[key]) != gaps(portuguese[key])} == set()


def test_every_reason_verb_and_telling_has_its_words() -> None:
    reasons = set(re.findall(r'Reason\(\s*"(\w+)"', SOURCE)) | {
        "big_spent",
        "quick_spent",
        "paid_with_vigor",
        "paid_with_insight",
    }
    told = set(re.findall(r'Told\(\s*"(\w+)"', SOURCE)) | {"interrupted_out", "interrupted_anew", "interrupted_lost"}
    told |= {f"test_{critical}{how}" for critical in ("", "critical_") for how in ("success", "failure")}
    told |= {"hits", "hits_critically", "misses", "ambush_works", "ambush_seen", "task_done", "task_failed"}
    assert {f"why_{reason}" for reason in reasons} | {f"verb_{verb}" for verb in VERBS} | told <= SENTENCES["en"].keys()


def test_portuguese_uses_the_terms_of_the_book() -> None:
    say = words(GAME.id, "pt-BR")
    assert say("why_paid_with_insight").startswith("Inspiração")
    assert "Turno de ação" in say("round_began", round=1)


@pytest.mark.parametrize("id", ready_made(GAME.id))
def test_ready_made_people_can_fight(id: str) -> None:
    (one,) = combatants(GAME, Person(ready=id))
    assert isinstance(one.sheet, Sheet) and one.pool("durability") > 0 and one.name


def test_table_options_have_a_sentence_and_a_default_among_their_values() -> None:
    assert len(GAME.settings) == 16
    assert all(setting.default in setting.values and setting.sentence and setting.rules for setting in GAME.settings)


def test_a_stranger_is_known_by_his_total_not_by_what_it_is_made_of() -> None:
    fight = Fight({"a": 13}, a={"reflexes": 25}).marks("a", "initiative psi", 1)
    table = fight.session.table
    known = public(table.who("a"))
    assert known.sheet == Sheet() and not known.pools and not known.has("initiative bonus")
    assert known.score == table.who("a").score
    seen = table.change("a", sheet=known.sheet, pools=known.pools, marks=known.marks)
    assert standing(seen, "a")[0] == standing(table, "a")[0] == 14
    assert bonus(seen, seen.who("a")) == 7
