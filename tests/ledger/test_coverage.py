"""The proof that rules are covered: every rule is cited, cited rules are tested, and the written evidence is true."""

from functools import cache
from pathlib import Path

import pytest

from firefight.ledger import ID, Evidence, rules
from firefight.ledger.coverage import as_json, as_markdown, scan, scenario_files

ROOT = Path(__file__).resolve().parents[2]


@cache
def found() -> dict[str, Evidence]:
    return scan(ROOT)


def known() -> set[str]:
    return {rule.id for rule in rules()}


def test_every_cited_rule_is_named_by_a_test() -> None:
    untested = [key for key, proof in found().items() if proof.cited_by and not proof.tests]
    assert not untested, f"cited in a docstring, but no test names them: {', '.join(untested)}"


def test_every_id_in_code_and_tests_exists_in_a_ledger() -> None:
    files = [*ROOT.glob("src/**/*.py"), *ROOT.glob("tests/**/*.py"), *scenario_files(ROOT / "tests")]
    unknown = {
        f"{path.relative_to(ROOT)}: {key}"
        for path in files
        for key in set(ID.findall(path.read_text(encoding="utf-8"))) - known()
    }
    assert not unknown, f"no ledger has these rules: {', '.join(sorted(unknown))}"


@pytest.mark.parametrize(("path", "render"), [("src/firefight/ledger/coverage.json", as_json), ("docs/rules.md", as_markdown)])
def test_written_evidence_is_up_to_date(path, render) -> None:
    stored = (ROOT / path).read_text(encoding="utf-8")
    assert stored == render(found()), f"{path} is out of date: run `make rules`"


def test_no_rule_is_left_out() -> None:
    missing = [rule.id for rule in rules() if not found().get(rule.id, Evidence()).cited_by]
    assert not missing, f"{len(missing)} rules are cited nowhere: {', '.join(missing)}"
