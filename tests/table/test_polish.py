"""Kursk in Polish: whatever a seat is told in a game that bots play, and every reason for a no that is in the rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import balka
from balka.core.errors import BalkaError
from balka.core.scene.nodes import Node
from balka.core.telling import PROSE, Teller, teller
from balka.core.tongues import SLOT, rows, tongue
from balka.systems import wb95
from balka.table import scenes
from balka.table.dice import SeededDice
from balka.table.table import Table

WORD = re.compile(r"[a-z]{3,}")
RULES = Path(wb95.__file__).parent
SAID = ("Refusal", "Bar", "Todo", "BriefLine", "Window", "LegendLine")
SPEAKS = ("say", "prompt")
# the sevens are parts of sentences, met in games
PIECED = {"7 begins 7", "7 may enter", "7 moved 7", "7 rolls 7 against 7: 7", "7: 7 shifts for the 7 side"}


def english_only() -> set[str]:
    """Words of the English sentences that no Polish one has."""
    found = [(english, other) for _, english, other in rows("pl", "kursk") if not english.startswith("@")]
    others = {word for _, other in found for word in WORD.findall(SLOT.sub(lambda slot: slot[3], other).lower())}
    return {word for english, _ in found for word in WORD.findall(SLOT.sub("", english).lower())} - others


def prose(value: Any, key: str = "") -> Iterator[str]:
    """The words for people in a message."""
    if isinstance(value, str) and key in PROSE:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from prose(item, key)
    elif isinstance(value, dict):
        hidden = {"note"} if "corners" in value else {"text"} if {"token", "checks", "slot"} & value.keys() else set()
        hidden |= {"shortcuts"}
        for name, item in value.items():
            yield from prose(item, name) if name not in hidden else ()


class Reader:
    """Reads all that is told to both seats in Polish, and keeps what is not."""

    def __init__(self, table: Table, seed: int) -> None:
        spoken = teller("pl", "kursk")
        assert isinstance(spoken, Teller)
        self.teller, self.table, self.rng = spoken, table, Random(seed)
        self.foreign = english_only()
        catalogue = table.state.setting.catalogue
        self.names = {word for counter in catalogue.counters.values() for word in (*counter.name.lower().split(),)}
        self.left: set[str] = set()
        self.read = 0

    def hear(self, message: object) -> None:
        for text in prose(msgspec.json.decode(self.teller.json(msgspec.json.encode(message)))):
            self.read += 1
            if self.foreign & set(WORD.findall(text.lower())) - self.names:
                self.left.add(text)

    def look(self, seat: str) -> None:
        """The scene, and what some choices and counters answer when they are asked about."""
        for viewer in self.table.seats:
            self.hear(scenes.scene(self.table, viewer, max(0, len(self.table.log(viewer)) - 40)))
        scene = scenes.scene(self.table, seat, len(self.table.log(seat)))
        said = [node.text for node in leaves(scene.choices)]
        for text in self.rng.sample(said, min(3, len(said))):
            self.hear(scenes.quote(self.table, seat, text))
        counters = [counter.id for stack in scene.stacks for counter in stack.counters]
        for unit in self.rng.sample(counters, 3):
            place = self.rng.choice(self.table.state.setting.board.labels)
            with suppress(BalkaError):
                self.hear(scenes.values(self.table, seat, unit))
            self.hear(scenes.why_idle(self.table, seat, unit))
            self.hear(scenes.why_there(self.table, seat, unit, place))


def leaves(nodes: list[Node]) -> Iterator[Node]:
    for node in nodes:
        if node.text:
            yield node
        yield from leaves(node.children)


def played(scenario: str, days: int, every: int) -> Reader:
    """A game between bots, read by a Pole at every so many decisions."""
    game, found = balka.scenario(scenario)
    start = game.start(found.key, {})
    bots = dict.fromkeys(start.setting.seats, "greedy")
    table = Table(start, bots, dice=SeededDice(5), rng=Random(5))
    reader, number = Reader(table, 5), 0
    while not table.over and table.state.turn <= days:
        due = table.due
        assert due is not None
        number += due.kind == "bot"
        if due.kind == "bot" and number % every == 0:
            table.players = {**bots, due.seat: "human"}
            table.give_orders(due.seat, ())  # what is due is looked up anew
            reader.look(due.seat)
            table.players = bots
            table._due = None
        table.go_on()
    return reader


@pytest.mark.parametrize(
    ("scenario", "days", "every"),
    [("kursk/slice", 4, 2), ("kursk/prokhorovka", 2, 12), ("kursk/kursk", 1, 14), ("kursk/prokhorovka-15", 1, 20)],
)
def test_nobody_is_told_anything_in_english_who_wants_polish(scenario: str, days: int, every: int):
    reader = played(scenario, days, every)
    assert reader.read > 3000
    assert sorted(reader.left) == []


def sentences(tree: ast.Module) -> Iterator[str]:
    """What the rules say to people: reasons, things to do, log lines, prompts, each fact in them a seven."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAID:
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from texts(argument)
        elif isinstance(node, ast.FunctionDef) and node.name in SPEAKS:
            for statement in ast.walk(node):
                if isinstance(statement, ast.Return) and statement.value is not None:
                    yield from texts(statement.value)


def texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        yield re.sub(r"\{\w+\}", "7", node.value)
    elif isinstance(node, ast.JoinedStr):
        pieces = [str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values]
        text = "".join(pieces)
        if WORD.search(text) and not re.search(r"[a-z7]7", text):  # what is pieced together is met in games
            yield text


def test_every_sentence_of_the_rules_has_polish_words():
    polish = tongue("pl", "kursk")
    assert polish is not None
    files = [path for path in RULES.rglob("*.py") if "describing" not in path.parts and "audit" not in path.parts]
    said = {text for path in files for text in sentences(ast.parse(path.read_text()))}
    assert len(said) > 180
    assert sorted(text for text in said - PIECED if polish.find(text) is None) == []


def test_what_the_title_says_of_its_scenarios_is_there_in_polish():
    polish = tongue("pl", "kursk")
    assert polish is not None
    game = balka.game("kursk")
    told = [game.blurb, *(text for each in game.scenarios() for text in (each.title, each.teaches, each.situation))]
    told += [each.length for each in game.scenarios()]
    told += [option.title for each in game.scenarios() for option in each.options]
    assert sorted({text for text in told if polish.find(text) is None}) == []
