"""Claims of tests: seen by Python on the function, and by reading the source without running it."""

from __future__ import annotations

from pathlib import Path

import pytest

from balka.core import proof
from balka.core.proof import rule, rules_of

pytest_plugins = ["pytester"]

CLAIMS = """
from balka.core.proof import rule
import pytest

@rule("sos-1.0-a", "sos-1.0-b")
def test_function(): ...

class TestGroup:
    @rule("sos-1.0-c")
    async def test_method(self): ...

@rule("sos-1.0-d")
def helper(): ...

@rule("sos-1.0-e")
@pytest.mark.skip(reason="later")
def test_skipped(): ...

@pytest.mark.xfail
@rule("sos-1.0-f")
def test_expected_to_fail(): ...

def test_without_claim(): ...
"""


def test_the_decorator_marks_and_keeps_the_function() -> None:
    def original() -> int:
        return 7

    marked = rule("sos-1.0-a")(rule("sos-1.0-b", "sos-1.0-c")(original))
    assert marked is original
    assert rules_of(marked) == ("sos-1.0-b", "sos-1.0-c", "sos-1.0-a")
    assert rules_of(len) == ()


def test_a_claim_of_nothing_is_refused() -> None:
    with pytest.raises(TypeError, match="name the proven rows"):
        rule()
    with pytest.raises(TypeError, match="name the proven rows"):
        rule(test_a_claim_of_nothing_is_refused)  # type: ignore[arg-type]


def test_source_is_read_for_tests_that_run_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_x.py").write_text(CLAIMS)
    (tmp_path / "helpers.py").write_text('@rule("sos-1.0-z")\ndef test_not_collected(): ...\n')
    found = {(claim.rule, claim.test) for claim in proof.claims(tmp_path)}
    assert found == {
        ("sos-1.0-a", "deep/test_x.py::test_function"),
        ("sos-1.0-b", "deep/test_x.py::test_function"),
        ("sos-1.0-c", "deep/test_x.py::TestGroup::test_method"),
    }


def test_computed_ids_are_refused_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("IDS = ['sos-1.0-a']\n@rule(*IDS)\ndef test_it(): ...\n")
    with pytest.raises(proof.UnreadableClaim, match=r"test_x\.py:2: .*written out"):
        proof.claims(tmp_path)


def test_the_index_is_sorted_and_names_each_claim_once() -> None:
    one, two = proof.Claim("b", "t::x", 1), proof.Claim("a", "t::y", 2)
    assert proof.index_text([one, two, one]) == "id\ttest\na\tt::y\nb\tt::x\n"


def test_pytest_shows_the_claim_as_a_mark(pytester: pytest.Pytester) -> None:
    result = run_with_project_conftest(pytester, "sos-6.6-a", "-m", "rule")
    result.assert_outcomes(passed=1)


def test_pytest_refuses_an_id_that_no_ledger_has(pytester: pytest.Pytester) -> None:
    result = run_with_project_conftest(pytester, "sos-6.6-z")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*ERROR collecting test_claims.py*", "test_claim names 'sos-6.6-z': no rule*"])


def run_with_project_conftest(pytester: pytest.Pytester, rule_id: str, *options: str) -> pytest.RunResult:
    conftest = Path(__file__).parents[1] / "conftest.py"
    pytester.makeconftest(conftest.read_text(encoding="utf-8"))
    pytester.makepyfile(
        test_claims=f"from balka.core.proof import rule\n\n@rule({rule_id!r})\ndef test_claim():\n    assert True\n"
    )
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)
