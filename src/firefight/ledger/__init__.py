"""The rule ledgers: every rule of the four games in our own words, with worked cases, and what enforces it."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

ID = re.compile(r"\b(?:CPR|EP|SR4|CWN)-[A-Z]+-\d\d\b")
"""What counts as naming a rule. A chapter or a range of rules does not."""

FILES = (
    "cyberpunk-red.toml",
    "eclipse-phase.toml",
    "shadowrun-4.toml",
    "cities-without-number-combat.toml",
    "cities-without-number-aftermath.toml",
)

Status = Literal["enforced", "prompted", "not yet"]
STATUSES: tuple[Status, ...] = ("enforced", "prompted", "not yet")


class Rule(msgspec.Struct, frozen=True):
    """One rule. `by` is who decides it: "engine", "gm" or "player"; `source` is "seed" (stated there) or "common"."""

    id: str
    game: str
    chapter: str
    title: str
    text: str
    by: str
    source: str
    cases: tuple[str, ...]

    @property
    def chapter_id(self) -> str:
        """The id without its number, such as `CPR-HOLD`."""
        return self.id.rpartition("-")[0]


class Gap(msgspec.Struct, frozen=True):
    """What the source leaves out, the rules that need it, and what we do instead."""

    what: str
    needed_for: tuple[str, ...]
    default: str


class Option(msgspec.Struct, frozen=True):
    """A setting of a table that decides between two readings of a rule."""

    name: str
    values: tuple[str, ...]
    default: str
    rules: tuple[str, ...]


class Term(msgspec.Struct, frozen=True):
    """A word of the game in English and Brazilian Portuguese."""

    pt: str
    en: str
    note: str = ""


class Chart(msgspec.Struct, frozen=True):
    """A table printed in the source: rows of cells under named columns."""

    name: str
    rules: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float, ...], ...]


class Ledger(msgspec.Struct, frozen=True):
    """One ledger file."""

    game: str
    title: str
    rules: tuple[Rule, ...]
    gaps: tuple[Gap, ...] = ()
    options: tuple[Option, ...] = ()
    terms: tuple[Term, ...] = ()
    charts: tuple[Chart, ...] = ()


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a rule is implemented ("module:function") and where it is tested ("path::name")."""

    cited_by: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


@cache
def ledgers() -> tuple[Ledger, ...]:
    """The ledger files in order: Cyberpunk RED, Eclipse Phase, Shadowrun, Cities Without Number (two)."""
    return tuple(_read(name) for name in FILES)


@cache
def rules() -> tuple[Rule, ...]:
    """Every rule in file order."""
    return tuple(rule for ledger in ledgers() for rule in ledger.rules)


def games() -> dict[str, str]:
    """The titles of the games by game id."""
    return {ledger.game: ledger.title.partition(":")[0] for ledger in ledgers()}


def find(prefix: str) -> tuple[Rule, ...]:
    """The rule with this id, or all rules of a chapter such as `CPR-HOLD`, in any case; empty when there is none."""
    wanted = prefix.upper()
    return tuple(rule for rule in rules() if rule.id == wanted or rule.id.startswith(wanted + "-"))


def evidence(rule: Rule) -> Evidence:
    """What enforces and tests this rule, as it was when the package was made."""
    return _evidence().get(rule.id, Evidence())


def status(rule: Rule, proof: Evidence) -> Status:
    """Enforced or prompted (a choice or ruling is asked) once a docstring cites the rule, else not yet."""
    if not proof.cited_by:
        return "not yet"
    return "enforced" if rule.by == "engine" else "prompted"


@cache
def _evidence() -> dict[str, Evidence]:
    stored = files(__name__).joinpath("coverage.json").read_bytes()
    return msgspec.json.decode(stored, type=dict[str, Evidence])


def _read(name: str) -> Ledger:
    raw = tomllib.loads(files(__name__).joinpath(name).read_text(encoding="utf-8"))
    game = raw["system"]
    plain = {
        "game": game,
        "title": raw["title"],
        "rules": [{**rule, "game": game} for rule in raw["rule"]],
        "gaps": raw.get("gap", []),
        "options": raw.get("option", []),
        "terms": raw.get("term", []),
        "charts": raw.get("table", []),
    }
    return msgspec.convert(plain, Ledger)
