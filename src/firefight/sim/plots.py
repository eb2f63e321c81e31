"""A forecast as a picture that explains itself, PNG or SVG. Only this module needs matplotlib, and only when it draws.

Every side has its colour, the same in all parts of the picture. The same forecast gives the same file, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import Any

from firefight.bots import STEADY
from firefight.errors import FirefightError
from firefight.sim.result import Result, spread
from firefight.sim.variations import Changed

KINDS = (".png", ".svg")
COLOURS = ("#1f6f8b", "#b8452f", "#5f7f1f", "#7a559a", "#96701a")
"""One for each side; white can be read on all of them."""
INK, FAINT, OTHER = "#333333", "#dddddd", "#8a8a8a"
NAME, COLUMNS, SHOWN = 26, 14, 10
"""Letters of a name, rounds that have a column, things that could be different."""
COUNTING = "hit points count down, a track of damage counts up"
STYLE = {
    "font.size": 9, "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.titlepad": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": OTHER, "axes.labelcolor": INK, "text.color": INK,
    "xtick.color": INK, "ytick.color": INK, "axes.axisbelow": True, "grid.color": FAINT, "text.parse_math": False,
    "svg.fonttype": "none", "svg.hashsalt": "firefight",
}  # fmt: skip


def check(path: str) -> None:
    """Raises FirefightError for a picture that could not be drawn: before any fight is played for it."""
    if Path(path).suffix.lower() not in KINDS:
        raise FirefightError(f"'{path}' is no picture that can be drawn; end its name in {' or '.join(KINDS)}")
    if not Path(path).parent.is_dir():
        raise FirefightError(f"the folder of '{path}' is not there; make it, or draw somewhere else")
    with styled():
        pass


@contextmanager
def styled() -> Iterator[Any]:
    """Matplotlib's figures, in the style of these pictures. Raises FirefightError where matplotlib is missing."""
    try:
        library, figures = import_module("matplotlib"), import_module("matplotlib.figure")
    except ImportError:
        raise FirefightError("pictures need the library matplotlib: pip install 'firefight[plots]'") from None
    with library.rc_context(STYLE):
        yield figures


def draw(path: str, found: Result, title: str, changed: Sequence[Changed] = ()) -> None:
    """Draws how the fights end, how long they take, who is down by which round, how they stand, and what would change it."""
    head, foot = heading(found, title), footing(found)
    with styled() as figures:
        rows = [2.6, 1.6 + 0.3 * len(found.people), *([1.4 + 0.3 * len(changed[:SHOWN])] if changed else [])]
        figure = figures.Figure(figsize=(12, 1.2 + sum(rows)), layout="constrained", facecolor="white")
        figure.get_layout_engine().set(h_pad=0.12, w_pad=0.12, hspace=0.04, wspace=0.04)
        figure.suptitle(fill(head, 90), x=0.012, ha="left", fontsize=14, fontweight="bold")
        figure.supxlabel(fill(foot, 170), x=0.012, ha="left", fontsize=8)
        parts = [["ends", "rounds"], ["falls", "left"], *([["changed", "changed"]] if changed else [])]
        places = figure.subplot_mosaic(parts, height_ratios=rows)
        ends(places["ends"], found)
        rounds(places["rounds"], found)
        falls(places["falls"], found)
        left(places["left"], found)
        if changed:
            differences(places["changed"], changed[:SHOWN])
        figure.savefig(path, dpi=130, metadata=about(path, head, foot))


def about(path: str, head: str, foot: str) -> dict[str, str | None]:
    """What the file says of itself; nothing that is another thing tomorrow."""
    told: dict[str, str | None] = {"Title": head, "Description": foot}
    return {**told, "Date": None, "Creator": "firefight"} if path.lower().endswith(".svg") else {**told, "Software": "firefight"}


# ------------------------------------------------------------------ in words


def heading(found: Result, title: str) -> str:
    """What was played, how often."""
    some = f"{found.played:,} fights" if not found.is_partial else f"{found.played:,} of {found.asked:,} fights"
    return f"{plain(title)}: {some} from round {found.begins} on"


def footing(found: Result) -> str:
    """Who played how, and what the picture cannot show."""
    names = {id: one.name for id, one in found.people.items()} | {id: name or id for id, name in found.sides.items()}
    asked = (found.policies or {"": STEADY.name}).items()
    who = "; ".join(f"{plain(names.get(id, 'everybody'))}: {policy}" for id, policy in asked)
    unsaid = " Attacks that only the GM could decide did nothing." if found.tally.unsaid else ""
    stopped = " Stopped before all were played." if found.is_partial else ""
    return (
        f"Played by bots ({who}), at most {found.limit} rounds each, seed '{plain(found.seed)}'.{unsaid}{stopped} "
        "In brackets, and as thin lines on bars: where the truth lies, 95 times in 100."
    )


def plain(text: str) -> str:
    """A text without what cannot be drawn on one line."""
    return "".join(letter for letter in text if letter.isprintable())


def short(name: str) -> str:
    """A name that leaves room for the picture."""
    name = plain(name)
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"


def colours(found: Result) -> dict[str, str]:
    """The colour of each side."""
    return {side: COLOURS[number % len(COLOURS)] for number, side in enumerate(found.sides)}


# ------------------------------------------------------------------ the parts


def ends(axes: Any, found: Result) -> None:
    """How the fights end: a bar for each end, with its interval, and its share in words."""
    shares, own = found.ends(), colours(found)
    for place, (end, share) in enumerate(shares.items()):
        low, high = share.interval
        axes.barh(place, 100 * share.value, 0.62, color=own.get(end, OTHER))
        axes.plot([100 * low, 100 * high], [place, place], color=INK, lw=1.2, marker="|", ms=7)
    labels = [f"{short(found.sides.get(end) or end)}\n{share}" for end, share in shares.items()]
    axes.set_yticks(range(len(labels)), labels)
    axes.set_xlim(0, 100)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.set_title("Who wins")
    axes.set_xlabel("per cent of the fights")


def rounds(axes: Any, found: Result) -> None:
    """How many rounds the fights take that are decided."""
    lengths = {round - found.begins + 1: times for round, times in found.tally.rounds.items()}
    decided, middle = sum(lengths.values()), spread(lengths)
    axes.set_title("How long it takes")
    if middle is None:
        axes.text(0.5, 0.5, "none was decided", transform=axes.transAxes, ha="center", style="italic")
        axes.set_axis_off()
        return
    axes.bar(list(lengths), [100 * times / decided for times in lengths.values()], 0.8, color=OTHER)
    axes.axvline(middle.median, color=INK, lw=1.2, ls=":")
    axes.set_xlim(0.4, max(lengths) + 0.6)
    axes.get_xaxis().get_major_locator().set_params(integer=True)
    axes.grid(axis="y")
    some = "the fights" if decided == found.played else f"the {decided:,} fights that were decided"
    axes.set_xlabel("rounds from now; dotted: half of them are over by then")
    axes.set_ylabel(fill(f"per cent of {some}", 24))


def falls(axes: Any, found: Result) -> None:
    """Who is down by which round: a line of cells for everybody, the darker the more often."""
    own, at = colours(found), columns(found)
    for place, (who, one) in enumerate(found.people.items()):
        told = found.tally.fell.get(who, {})
        for column, round in enumerate(at):
            share = sum(times for fell, times in told.items() if fell <= round) / max(found.played, 1)
            axes.barh(place, 0.94, 0.88, column - 0.47, color=own.get(one.side, OTHER), alpha=0.05 + 0.95 * share, lw=0)
            if share:
                ink = "white" if share > 0.6 else INK
                axes.text(column, place, in_hundred(share), ha="center", va="center", fontsize=8, color=ink)
        if one.down:
            axes.text((len(at) - 1) / 2, place, "down already", ha="center", va="center", fontsize=8, style="italic")
    people_at(axes, found, [short(one.name) for one in found.people.values()])
    axes.set_xticks(range(len(at)), list(map(str, at)))
    axes.set_xlim(-0.5, len(at) - 0.5)
    bare(axes)
    axes.set_title("Who is down by which round")
    axes.set_xlabel("round of the fight; in per cent of the fights, empty: in none of them")


def in_hundred(share: float) -> str:
    """How many of a hundred fights, where it was one at least and not all of them."""
    if share == 1:
        return "all"
    return "<1" if share < 0.005 else ">99" if share >= 0.995 else f"{100 * share:.0f}"


def columns(found: Result) -> list[int]:
    """The rounds that have a column: all in which somebody falls; every second, third and so on where they are many."""
    last = max((round for counts in found.tally.fell.values() for round in counts), default=found.begins)
    step = ceil((last - found.begins + 1) / COLUMNS)
    return list(range(last, found.begins - 1, -step))[::-1]


def left(axes: Any, found: Result) -> None:
    """How everybody stands at the end in the pool of his health, against how he stands now."""
    own, names = colours(found), []
    for place, (who, one) in enumerate(found.people.items()):
        pool = next(iter(one.pools), "")
        names.append(f"{short(one.name)} ({plain(pool)})" if pool else short(one.name))
        if at_last := found.left(who, pool):
            colour = own.get(one.side, OTHER)
            axes.plot([at_last.low, at_last.high], [place, place], color=colour, lw=6, alpha=0.35, solid_capstyle="round")
            axes.plot(one.pools[pool], place, "|", color=INK, ms=13, mew=2)
            axes.plot(at_last.median, place, "o", color=colour, ms=7)
    people_at(axes, found, names)
    axes.margins(x=0.05)
    bare(axes)
    axes.spines["bottom"].set_visible(True)
    axes.grid(axis="x")
    axes.set_title("Health at the end")
    axes.set_xlabel(f"upright: now; dot: the middle one; pale: 8 in 10 fights\n{COUNTING}")


def people_at(axes: Any, found: Result, names: list[str]) -> None:
    """A line for everybody, by name, in the colour of his side."""
    own = colours(found)
    axes.set_yticks(range(len(names)), names)
    for tick, one in zip(axes.get_yticklabels(), found.people.values(), strict=True):
        tick.set_color(own.get(one.side, OTHER))
    axes.set_ylim(len(names) - 0.5, -0.5)


def bare(axes: Any) -> None:
    """No frame, no ticks."""
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0)


def differences(axes: Any, changed: Sequence[Changed]) -> None:
    """What would change how often the crew wins, each with its interval, and in words beside it."""
    for place, one in enumerate(changed):
        low, high = one.difference.interval
        colour = COLOURS[0] if one.difference.value > 0 else COLOURS[1]
        axes.barh(place, 100 * one.difference.value, 0.62, color=colour, alpha=1 if one.difference.is_clear else 0.3)
        axes.plot([100 * low, 100 * high], [place, place], color=INK, lw=1.2, marker="|", ms=7)
        axes.text(1.01, place, str(one.difference), transform=axes.get_yaxis_transform(), va="center")
    axes.axvline(0, color=INK, lw=0.8)
    axes.set_yticks(range(len(changed)), [fill(plain(one.label), NAME) for one in changed])
    axes.set_ylim(len(changed) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.set_title("What would change how often the crew wins")
    axes.set_xlabel("points of per cent more or less; pale: may be chance")
