"""The documents: examples run as they stand, rule ids exist, links lead somewhere."""

from __future__ import annotations

import doctest
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

import balka.games
import balka.games.grossdeutschland.tables
import balka.games.kursk_1943.tables
from balka.games import grossdeutschland, kursk_1943
from balka.systems.heroes.play.edition import Chapter

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
RULE_ID = re.compile(rf"\b(?:{'|'.join(balka.games.TITLES)})-[A-Za-z0-9.]+(?:-[A-Za-z0-9]+)*-[a-z]\b")
LEDGER_ROW = re.compile(r"^(\S+)\t\S+\t\w+\t", re.MULTILINE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")


def test_the_examples_of_the_readme_run() -> None:
    """What the README shows at the prompt is what the prompt answers."""
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0


def told(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("facts", [kursk_1943.tables.Facts, grossdeutschland.tables.Facts])
def test_every_key_of_a_scenario_is_in_the_tables(facts: type) -> None:
    words = set(re.findall(r"[a-z_0-9]+", told("scenarios.md")))
    assert [name for name in facts.__struct_fields__ if name not in words] == []


def test_every_hook_of_a_chapter_is_in_its_table() -> None:
    table = told("rules.md").partition("## The hooks of a chapter")[2]
    named = set(re.findall(r"`(\w+)`", table))
    groups = [default for default in Chapter.__struct_defaults__ if isinstance(default, Struct)]
    hooks = [*Chapter.__struct_fields__[1:], *(hook for group in groups for hook in group.__struct_fields__)]
    assert groups and [name for name in hooks if name not in named] == []


def test_the_example_of_a_bot_plays() -> None:
    code = re.search(r"```python\n(.*?)```", told("bots.md"), re.DOTALL)
    assert code
    names: dict[str, Any] = {}
    exec(code[1], names)
    state = balka.game("kursk").start("slice")
    seat = state.asks[0].seat
    assert names["Idler"]().choose(state.view(seat), seat, random.Random(1)) in list(state.choices((), seat))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_rule_a_document_names_exists(document: Path) -> None:
    """In a ledger of the games, or in one that the document itself writes."""
    text = document.read_text(encoding="utf-8")
    for rule_id in set(RULE_ID.findall(text)) - set(LEDGER_ROW.findall(text)):
        balka.games.find_rule(rule_id)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_to_a_file(document: Path) -> None:
    targets = set(LINK.findall(COMMENT.sub("", document.read_text(encoding="utf-8"))))
    assert [target for target in targets if not (document.parent / target).exists()] == []
