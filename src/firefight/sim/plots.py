"""A forecast as a picture that explains itself, PNG or SVG. Only this module needs matplotlib, and only when it draws."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from firefight.bots import STEADY
from firefight.errors import FirefightError
from firefight.sim.result import Result, Share
from firefight.sim.variations import Changed

KINDS = (".png", ".svg")
COLOURS = ("#2a7f9e", "#c2553d", "#7a9a3a", "#8d6cab", "#b58a2b", "#777777")


def check(path: str) -> None:
    """Raises FirefightError for a picture that could not be drawn: before any fight is played for it."""
    if Path(path).suffix.lower() not in KINDS:
        raise FirefightError(f"{path} is no picture that can be drawn; end its name in {' or '.join(KINDS)}")
    figure_of(1, 1)


def figure_of(width: float, height: float) -> Any:
    """An empty figure, in inches. Raises FirefightError where matplotlib is missing."""
    try:
        return import_module("matplotlib.figure").Figure(figsize=(width, height), layout="constrained")
    except ImportError:
        raise FirefightError("pictures need the library matplotlib: pip install 'firefight[plots]'") from None


def draw(path: str, found: Result, title: str, changed: Sequence[Changed] = ()) -> None:
    """Draws how the fights end, how long they take, who is down by which round, and what would change it."""
    figure = figure_of(11, 8.5)
    figure.suptitle(f"{title}: {found.played:,} fights from round {found.begins} on (seed '{found.seed}')", fontweight="bold")
    places = figure.subplots(2, 2)
    ends(places[0][0], found)
    rounds(places[0][1], found)
    falls(places[1][0], found)
    if changed:
        differences(places[1][1], changed)
    else:
        left(places[1][1], found)
    who = "; ".join(
        f"{found.sides.get(id, id) or 'everybody'}: {name}" for id, name in (found.policies or {"": STEADY.name}).items()
    )
    figure.supxlabel(f"Played by bots ({who}), at most {found.limit} rounds each. {caveats(found)}", fontsize=8)
    figure.savefig(path, dpi=130)


def caveats(found: Result) -> str:
    """What the picture cannot show."""
    unsaid = "Attacks that only the GM could decide did nothing. " if found.tally.unsaid else ""
    return unsaid + (f"Stopped before all of {found.asked:,} were played." if found.is_partial else "")


def whole_numbers(axis: Any) -> None:
    """An axis of rounds has no halves."""
    axis.get_major_locator().set_params(integer=True)


def ends(axes: Any, found: Result) -> None:
    """How the fights end, with the interval of each share."""
    shares = found.ends()
    labels = [found.label(end) for end in shares]
    bars(axes, labels, list(shares.values()))
    axes.set_title("How it ends (bars: 95 % sure to lie there)")
    axes.set_xlabel("per cent of the fights")


def bars(axes: Any, labels: list[str], shares: list[Share]) -> None:
    """Shares as bars across, each with its interval and in words."""
    values = [100 * share.value for share in shares]
    reach = [[max(0.0, value - 100 * share.interval[0]) for value, share in zip(values, shares, strict=True)],
             [max(0.0, 100 * share.interval[1] - value) for value, share in zip(values, shares, strict=True)]]  # fmt: skip
    axes.barh(labels, values, xerr=reach, color=COLOURS[: len(labels)], ecolor="#333333", capsize=3)
    for place, share in enumerate(shares):
        axes.text(min(100 * share.interval[1] + 2, 60), place + 0.28, str(share), fontsize=8, va="center")
    axes.set_xlim(0, 100)
    axes.invert_yaxis()


def rounds(axes: Any, found: Result) -> None:
    """How many rounds the fights take that are decided."""
    lengths = {round - found.begins + 1: times for round, times in found.tally.rounds.items()}
    axes.bar(list(lengths), [100 * times / max(found.played, 1) for times in lengths.values()], color=COLOURS[0])
    whole_numbers(axes.xaxis)
    axes.set_title("How long it takes")
    axes.set_xlabel("rounds from now")
    axes.set_ylabel("per cent of the fights")


def falls(axes: Any, found: Result) -> None:
    """How likely everybody is to be down, round by round."""
    last = max((round for counts in found.tally.fell.values() for round in counts), default=found.begins)
    span = list(range(found.begins, last + 1))
    styles = {side: style for side, style in zip(found.sides, ("-", "--", ":", "-."), strict=False)}
    for number, (who, one) in enumerate(found.people.items()):
        counts = found.tally.fell.get(who, {})
        down = [100 * sum(times for at, times in counts.items() if at <= round) / max(found.played, 1) for round in span]
        axes.plot(span, down, styles.get(one.side, "-"), marker=".", label=one.name, color=COLOURS[number % len(COLOURS)])
    whole_numbers(axes.xaxis)
    axes.set_title("Who is down by which round")
    axes.set_xlabel("round of the fight")
    axes.set_ylabel("per cent of the fights")
    axes.set_ylim(0, 100)
    axes.legend(fontsize=7, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.13))


def left(axes: Any, found: Result) -> None:
    """How everybody stands at the end in the pool of his health, against how he stands now."""
    names, middles, now = [], [], []
    for who, one in found.people.items():
        pool = next(iter(one.pools), "")
        spread = found.left(who, pool)
        if spread:
            names.append(f"{one.name} ({pool})")
            middles.append((spread.low, spread.mean, spread.high))
            now.append(one.pools[pool])
    places = list(range(len(names)))
    axes.hlines(places, [low for low, _, _ in middles], [high for _, _, high in middles], color=COLOURS[0], lw=4, alpha=0.5)
    axes.plot([mean for _, mean, _ in middles], places, "o", color=COLOURS[0], label="at the end: mean, and 8 in 10 fights")
    axes.plot(now, places, "|", color="#333333", ms=12, label="now")
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_title("Health at the end (a track counts up, hit points down)")
    axes.legend(fontsize=7, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.06))


def differences(axes: Any, changed: Sequence[Changed]) -> None:
    """What would change how often the crew wins, with the interval of each difference."""
    shown = changed[:8]
    values = [100 * one.difference.value for one in shown]
    lows, highs = zip(*(one.difference.interval for one in shown), strict=True)
    reach = [[value - 100 * low for value, low in zip(values, lows, strict=True)],
             [100 * high - value for value, high in zip(values, highs, strict=True)]]  # fmt: skip
    axes.barh([one.label for one in shown], values, xerr=reach, color=COLOURS[0], ecolor="#333333", capsize=3)
    axes.axvline(0, color="#333333", lw=0.8)
    axes.invert_yaxis()
    axes.set_title("What would change how often the crew wins")
    axes.set_xlabel("points of per cent more or less (bars: 95 % sure)")
