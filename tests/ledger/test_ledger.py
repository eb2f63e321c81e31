"""Reading the ledgers, and finding what cites and tests a rule."""

from pathlib import Path

import pytest

from firefight.ledger import FILES, ID, Evidence, find, games, ledgers, rules, status
from firefight.ledger.coverage import citations, mentions, scenario_files

RULE = rules()[0]
OTHER = rules()[1]
HERE = Path(__file__).parent


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_ids_are_unique_and_well_formed() -> None:
    ids = [rule.id for rule in rules()]
    assert len(ids) == len(set(ids)) == 382
    assert all(ID.fullmatch(key) for key in ids)


def test_the_four_games_are_named_by_their_ids() -> None:
    assert list(games()) == ["cyberpunk-red", "eclipse-phase", "shadowrun-4", "cities-without-number"]


def test_ledgers_of_the_tests_are_those_of_the_package() -> None:
    packaged = Path(__file__).parents[2] / "src/firefight/ledger"
    assert [(HERE / name).resolve() for name in FILES] == [packaged / name for name in FILES]


def test_every_rule_named_by_gaps_options_and_charts_exists() -> None:
    known = {rule.id for rule in rules()}
    for ledger in ledgers():
        named = [key for gap in ledger.gaps for key in gap.needed_for]
        named += [key for part in (*ledger.options, *ledger.charts) for key in part.rules]
        assert set(named) <= known


def test_default_of_an_option_is_one_of_its_values() -> None:
    assert [option for ledger in ledgers() for option in ledger.options if option.default not in option.values] == []


def test_find_takes_an_id_or_a_chapter_in_any_case() -> None:
    assert find(RULE.id.lower()) == (RULE,)
    assert find(RULE.chapter_id) == tuple(rule for rule in rules() if rule.chapter_id == RULE.chapter_id)


@pytest.mark.parametrize("name", ["", "CPR-H", "CPR-HOLD-", "CPR-HOLD-0", "hold"])
def test_find_does_not_guess(name: str) -> None:
    assert find(name) == ()


@pytest.mark.parametrize(("by", "expected"), [("engine", "enforced"), ("gm", "prompted"), ("player", "prompted")])
def test_status_follows_who_decides(by: str, expected: str) -> None:
    rule = next(rule for rule in rules() if rule.by == by)
    assert status(rule, Evidence(cited_by=("module:function",))) == expected


def test_a_rule_only_tested_is_not_yet_enforced() -> None:
    assert status(RULE, Evidence(tests=("tests/test_x.py::test_y",))) == "not yet"


def test_docstrings_cite_and_nothing_else_does(tmp_path: Path) -> None:
    source = f'''"""Module. {RULE.id}"""
# {OTHER.id}
text = "{OTHER.id}"
class Turn:
    def act(self):
        """Does it. {RULE.id}"""
async def later():
    """Chapter {RULE.chapter_id}, {OTHER.id}9."""
'''
    put(tmp_path / "pkg/timing.py", source)
    put(tmp_path / "pkg/__init__.py", f'"""Package. {OTHER.id}"""')
    assert list(citations(tmp_path)) == [
        (OTHER.id, "pkg"),
        (RULE.id, "pkg.timing"),
        (RULE.id, "pkg.timing:Turn.act"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        'def test_it():\n    """{id}"""',
        "def test_it():\n    assert True  # {id}",
        "# {id}\ndef test_it(): ...",
        '@pytest.mark.parametrize("key", ["{id}"])\ndef test_it(key): ...',
        'CASES = ["{id}"]\n@pytest.mark.parametrize("key", CASES)\ndef test_it(key): ...',
    ],
)
def test_a_test_names_a_rule_in_any_part_of_it(tmp_path: Path, source: str) -> None:
    put(tmp_path / "tests/test_a.py", source.replace("{id}", RULE.id))
    assert list(mentions(tmp_path / "tests", tmp_path)) == [(RULE.id, "tests/test_a.py::test_it")]


def test_a_helper_or_an_unused_constant_is_no_test(tmp_path: Path) -> None:
    put(
        tmp_path / "tests/test_a.py",
        f'"""{RULE.id}"""\nUNUSED = "{RULE.id}"\ndef helper(): "{RULE.id}"\ndef test_it(): ...',
    )
    assert list(mentions(tmp_path / "tests", tmp_path)) == []


def test_methods_and_scenarios_count_as_tests(tmp_path: Path) -> None:
    put(tmp_path / "tests/test_a.py", f'class TestHold:\n    def test_it(self): "{RULE.id}"')
    put(tmp_path / "tests/hold.toml", f"# {RULE.id}")
    places = [place for _, place in mentions(tmp_path / "tests", tmp_path)]
    assert places == ["tests/test_a.py::TestHold::test_it", "tests/hold.toml"]


def test_linked_ledgers_are_no_scenarios() -> None:
    assert scenario_files(HERE) == []
