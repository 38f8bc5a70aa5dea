"""The documents: examples run as they stand, rule ids exist, links lead somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import balka.games

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
RULE_ID = re.compile(rf"\b(?:{'|'.join(balka.games.TITLES)})-[A-Za-z0-9.]+(?:-[A-Za-z0-9]+)*-[a-z]\b")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")


def test_the_examples_of_the_readme_run() -> None:
    """What the README shows at the prompt is what the prompt answers."""
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_rule_a_document_names_exists(document: Path) -> None:
    for rule_id in RULE_ID.findall(document.read_text(encoding="utf-8")):
        balka.games.find_rule(rule_id)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file(document: Path) -> None:
    targets = set(LINK.findall(COMMENT.sub("", document.read_text(encoding="utf-8"))))
    assert [target for target in targets if not (document.parent / target).exists()] == []
