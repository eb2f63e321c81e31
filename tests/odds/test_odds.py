"""What odds say of a menu, and when they say nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from firefight import odds
from firefight.chance import Way, answered, chained
from firefight.chance import odds as weighed
from firefight.dice import TooMany, branches
from firefight.games import game
from firefight.games.cities_without_number.sheet import Sheet, Weapon
from firefight.odds.reference import NoOdds, by_branching
from firefight.proposed import Undecided
from firefight.table import Mark, Table
from firefight.timeline import Act, Turn
from tests.odds.helpers import act, fight_of, person

CWN, RED, SR4 = game("cities-without-number"), game("cyberpunk-red"), game("shadowrun-4")
ARMS = (Weapon("bat", "melee", "1d4"), Weapon("gun", "ranged", "1d6"))


def fight(**thug: int) -> Table:
    """Ana with a bat and a gun, a thug, and a friend of hers."""
    numbers = Sheet(weapons=ARMS, attack=1)
    return fight_of(CWN, *(person(CWN, id, numbers) for id in ("ana", "bo")), person(CWN, "thug", Sheet(**thug)))


# ------------------------------------------------------------------ a whole menu


def test_a_panel_has_every_line_with_dice_against_everybody() -> None:
    table = fight()
    offers = CWN.menu(table, "ana")
    panel = odds.panel(CWN, table, "ana", offers)
    attacks = {(offers[line.offer].fixed["weapon"], line.target) for line in panel if offers[line.offer].verb == "attack"}
    assert attacks == {(weapon, target) for weapon in ("bat", "gun", "fists") for target in ("bo", "thug")}
    for line, found in panel.items():
        offer = offers[line.offer]
        picks = {"target": line.target} if line.target else {}
        assert found == odds.of(CWN, table, "ana", Act(offer.verb, {**offer.fixed, **picks}))
        assert found.price == offer.price


def test_lines_that_cannot_be_chosen_have_no_entry() -> None:
    table = fight()
    refused = {number for number, offer in enumerate(CWN.menu(table, "ana")) if offer.reasons}
    assert refused
    assert not refused & {line.offer for line in odds.panel(CWN, table, "ana", CWN.menu(table, "ana"))}


def test_moving_has_no_odds() -> None:
    table = fight()
    assert odds.of(CWN, table, "ana", Act("go prone")) is None
    with pytest.raises(NoOdds, match="nothing is rolled for 'go prone'"):
        odds.exact(CWN, table, "ana", Act("go prone"))


def test_what_is_on_no_menu_has_no_odds() -> None:
    with pytest.raises(NoOdds, match="'juggle' is not on the menu"):
        odds.exact(CWN, fight(), "ana", Act("juggle"))


def test_what_the_gm_decides_has_no_odds() -> None:
    table = fight_of(SR4, *(person(SR4, id, SR4.sheet(gear=("spanner",) if id == "x" else ())) for id in ("ana", "thug")))
    noted = table.change("ana", sheet=replace(table.who("ana").sheet, gear=(weapon_without_numbers(),)))
    assert odds.of(SR4, noted, "ana", act("attack", weapon="what is at hand")) is None
    with pytest.raises(Undecided, match="the GM's to say"):
        odds.exact(SR4, noted, "ana", act("attack", weapon="what is at hand"))


def weapon_without_numbers() -> object:
    from firefight.games.shadowrun_4.sheet import Weapon as Gun

    return Gun("what is at hand")


# ------------------------------------------------------------------ the reference


def test_the_table_is_left_as_it_was() -> None:
    table = fight()
    copy = replace(table)
    by_branching(CWN, table, "ana", act("attack", weapon="bat", meant="lethal"))
    assert table == copy


def test_dice_by_hand_do_not_stop_it() -> None:
    table = fight()
    by_hand = replace(table.change("ana", marks=(*table.who("ana").marks, Mark("dice by hand"))), flags={"dice by hand": 1})
    deed = act("attack", weapon="bat", meant="lethal")
    assert by_branching(CWN, by_hand, "ana", deed) == by_branching(CWN, table, "ana", deed)


def test_windows_stay_shut() -> None:
    asked = replace(fight(), options={**fight().options, "windows": "everybody"})
    deed = act("attack", weapon="bat", meant="lethal")
    assert by_branching(CWN, asked, "ana", deed) == by_branching(CWN, fight(), "ana", deed)


def test_what_is_declared_in_a_shared_slot_is_counted_at_once() -> None:
    numbers = SR4.sheet(agility=3, skills={"unarmed": 2}, rolls=False)
    table = fight_of(SR4, *(person(SR4, id, numbers) for id in ("ana", "bo", "thug")))
    top = table.timeline.top
    assert isinstance(top, Turn) and top.together
    found = odds.of(SR4, table, "ana", act("attack", weapon="unarmed"))
    assert found is not None and found.chance


def test_one_attack_of_several_is_counted() -> None:
    """CWN-ATK-07"""
    once, thrice = fight(), fight()
    thrice = thrice.change("ana", sheet=replace(thrice.who("ana").sheet, attacks=3))
    deed = act("attack", weapon="bat", meant="lethal")
    assert by_branching(CWN, thrice, "ana", deed) == by_branching(CWN, once, "ana", deed)


def test_too_many_branches_are_refused_with_a_reason() -> None:
    with pytest.raises(TooMany, match="more than 50 ways for these dice to fall"):
        by_branching(CWN, fight(), "ana", act("attack", weapon="bat", meant="lethal"), 50)


def test_every_branch_is_weighed_by_how_often_it_falls() -> None:
    found = dict[tuple[int, ...], Fraction]()
    for weight, faces in branches(lambda source: source.faces("", "three", 3, 2)):
        found[faces] = weight
    assert found == {(1, 1, 1): Fraction(1, 8), (1, 1, 2): Fraction(3, 8), (1, 2, 2): Fraction(3, 8), (2, 2, 2): Fraction(1, 8)}


def test_faces_that_are_alike_are_gone_through_once() -> None:
    alike = ((6, 1, 1), (6, 2, 3), (6, 5, 2))
    ways = list(branches(lambda source: source.faces("", "pool", 4, 6), alike))
    assert len(ways) == 15 and sum(weight for weight, _ in ways) == 1
    ones = sum(weight for weight, faces in ways if faces.count(1) == 1)
    assert ones == Fraction(4 * 5**3, 6**4)


# ------------------------------------------------------------------ in words


def test_odds_in_words() -> None:
    ways = {Way(True, 5, "S", True, ("glitch",)): 10, Way(True, 4, "S"): 43, Way(False): 47}
    assert odds.describe(weighed("attack", ways)) == "53%, typically 4 S, drops 10%, glitch 10%"


def test_a_miss_that_hurts_and_a_hit_that_does_not_are_told_by_the_chance_to_hurt() -> None:
    def said(*ways: Way) -> str:
        return odds.describe(weighed("attack", dict.fromkeys(ways, 1)))

    assert said(Way(True, 4, "hp"), Way(False, 1, "hp")) == "50%, hurts 100%, typically 1 hp"
    assert said(Way(True, 4, "hp"), Way(True)) == "100%, hurts 50%, typically 4 hp"
    assert said(Way(True), Way(False)) == "50%, no harm"


def test_half_of_all_harm_is_no_more_than_what_is_typical() -> None:
    found = weighed("attack", {Way(True, 1, "hp"): 4, Way(True, 2, "hp"): 3, Way(True, 9, "hp"): 3, Way(True): 90})
    assert (found.harm, found.hurts) == (2, Fraction(1, 10))


def test_only_the_best_other_defence_is_shown_and_none_that_does_not_help() -> None:
    plain, worse, better, best = (weighed("attack", {Way(True): n, Way(False): 10 - n}) for n in (5, 7, 4, 2))
    assert answered(plain, {"duck": better, "dodge": best}).answers == {"dodge": Fraction(1, 5)}
    assert not answered(plain, {"stand": worse}).answers


def test_a_guess_has_a_sign_at_every_number() -> None:
    found = replace(weighed("attack", {Way(True, 4, "S", None, ("glitch",)): 9, Way(False): 1}), guessed=True)
    assert odds.describe(found) == "~90%, typically ~4 S, glitch ~90%"


def test_what_is_possible_is_never_said_to_be_impossible() -> None:
    assert odds.percent(Fraction(1, 1000)) == "under 1%" and odds.percent(Fraction(999, 1000)) == "over 99%"
    assert (odds.percent(Fraction()), odds.percent(Fraction(1))) == ("0%", "100%")


def test_the_expected_loss_is_the_mean_of_the_damage() -> None:
    found = weighed("attack", {Way(True, 6, "hp"): 1, Way(False): 2})
    assert found.expected == 2 and sum(found.damage.values()) == 1


def test_a_chain_of_nothing_is_nothing() -> None:
    assert chained({}, lambda _: {0: 1}) == {}


def test_nobody_goes_first_where_nobody_is() -> None:
    table = fight()
    assert odds.initiative(CWN, replace(table, combatants={}, timeline=replace(table.timeline, running=False))) is None
