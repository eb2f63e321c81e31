"""Comparing what a scenario expects with what a table shows: one short function per fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firefight.scenario import maps, menus, people, turns
from firefight.scenario.difference import Difference, Found, Shown, differ, said
from firefight.scenario.facts import ClockSeen, Facts


def differences(facts: Facts, shown: Shown) -> Found:
    """Every fact that does not hold."""
    for name, compare in COMPARE.items():
        expected = getattr(facts, name)
        if expected is not None:
            yield from (one._replace(at=(name,)) for one in compare(expected, shown))


def mode(expected: str, shown: Shown) -> Found:
    """Combat or narrative."""
    yield from differ("mode", expected, shown.table.mode)


def clock(expected: ClockSeen, shown: Shown) -> Found:
    """The clock, as far as it is written."""
    now = shown.table.clock
    got = {
        "minute": now.minute, "scene": now.scene, "title": now.title, "refreshed": now.refreshed, "seconds": now.seconds,
        "mission": -1 if now.mission is None else now.mission_minute, "reading": now.reading,
        "reminders": tuple(one.text for one in now.reminders),
    }  # fmt: skip
    for name in expected.__struct_fields__:
        if getattr(expected, name) is not None:
            yield from differ(f"clock, {name}", getattr(expected, name), got[name])


def flags(expected: Mapping[str, int], shown: Shown) -> Found:
    """Numbers of the table itself; 0 for one that is not there."""
    for name, value in expected.items():
        yield from differ(f"flag {name}", value, shown.table.flags.get(name, 0))


def options(expected: Mapping[str, Any], shown: Shown) -> Found:
    """House rules in force."""
    for name, value in expected.items():
        plain = str(value).lower() if isinstance(value, bool) else str(value)
        yield from differ(f"option {name}", plain, shown.table.options.get(name))


def log(expected: tuple[str, ...], shown: Shown) -> Found:
    """Texts that some line of the step must hold."""
    for text in expected:
        if not any(text in line for line in shown.told):
            yield Difference("log", said(text), said(shown.told))


def no_log(expected: tuple[str, ...], shown: Shown) -> Found:
    """Texts that no line of the step may hold."""
    for text in expected:
        for line in shown.told:
            if text in line:
                yield Difference("log", f"not {said(text)}", said(line))


COMPARE: dict[str, Callable[[Any, Shown], Found]] = {
    "mode": mode, "round": turns.round_, "tag": turns.tag, "acting": turns.acting, "awaited": turns.waiting,
    "stack": turns.stack, "asked": turns.asked, "queue": turns.queued, "due": turns.due, "holds": turns.holds,
    "scores": people.scores, "pools": people.pools, "marks": people.marks, "no_marks": people.no_marks,
    "budgets": people.budgets, "people": people.who_is, "offered": menus.offered, "refused": menus.refused,
    "places": maps.places, "facing": maps.facing, "sees": maps.sees, "cover": maps.cover, "distance": maps.distance,
    "doors": maps.doors, "clock": clock, "flags": flags, "options": options, "log": log, "no_log": no_log,
}  # fmt: skip
