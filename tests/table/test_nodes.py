"""The list of choices as a tree: one word a level, tied to what is clicked, sent no deeper than it pays."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.camp import menu

from balka.core.errors import BalkaError
from balka.core.scene.nodes import Anchor
from balka.table.nodes import Tree

WAYS = ("words", "whole", "late")


def tree_of(*said: str, way: str = "words") -> list[dict[str, Any]]:
    tree = Tree(menu(*said, way=way), "red")
    return tree.wire(tree.roots())


def walk(nodes: list[dict[str, Any]], *tokens: str) -> dict[str, Any]:
    """The node at a path of tokens."""
    *above, last = tokens
    for token in above:
        nodes = next(node for node in nodes if node.token == token).children
    return next(node for node in nodes if node.token == last)


@pytest.mark.parametrize("way", WAYS)
def test_the_tree_is_the_same_whichever_way_a_frame_grows(way: str):
    said = ("turn tent-1 A01 N", "turn tent-1 A01 NE", "take B01", "hold")
    assert tree_of(*said, way=way) == tree_of(*said)


@pytest.mark.parametrize("way", WAYS)
def test_a_subject_is_narrowed_by_counter_verb_hex_and_facing(way: str):
    nodes = tree_of("turn tent-1 A01 N", "turn tent-1 A01 NE", way=way)
    assert walk(nodes, "tent-1").anchor == Anchor(kind="counter", id="tent-1")
    assert walk(nodes, "tent-1", "turn").anchor == Anchor(kind="button")
    assert walk(nodes, "tent-1", "turn", "A01").anchor == Anchor(kind="hex", id="A01")
    leaf = walk(nodes, "tent-1", "turn", "A01", "NE")
    assert leaf.anchor == Anchor(kind="facing", id="NE", side="NE", hex="A01")
    assert (leaf.text, leaf.final) == ("turn tent-1 A01 NE", "no")
    assert not leaf.children


def test_a_word_that_is_a_sentence_by_itself_is_a_leaf():
    (node,) = tree_of("hold")
    assert (node.token, node.label, node.text) == ("hold", "hold", "hold")


def test_a_verb_may_take_a_hex_or_a_counter():
    nodes = tree_of("take A01", "take tent-2")
    assert walk(nodes, "take", "A01").anchor.kind == "hex"
    assert walk(nodes, "take", "tent-2").anchor.kind == "counter"


@pytest.mark.parametrize("way", WAYS)
def test_a_sentence_that_begins_longer_ones_stands_among_them(way: str):
    nodes = tree_of("take A01", "take A01 3", way=way)
    inner = walk(nodes, "take", "A01")
    assert not inner.text
    assert [(child.token, child.label, child.text) for child in inner.children] == [
        ("", "take A01", "take A01"),
        ("3", "3", "take A01 3"),
    ]


def test_cards_hexsides_and_paths_have_their_anchors():
    nodes = tree_of("play 06", "bridge A01/B01", "go A01>B01", "go B01>C01", "go D01>C01")
    assert walk(nodes, "play", "06").anchor == Anchor(kind="card", id="06")
    assert walk(nodes, "bridge", "A01/B01").anchor == Anchor(kind="hexside", id="A01/B01", a="A01", b="B01")
    assert walk(nodes, "go", "A01>B01").anchor == Anchor(kind="hex", id="B01")
    assert walk(nodes, "go", "B01>C01").anchor == Anchor(kind="button"), "two paths end in C01"


def test_said_ends_and_the_systems_own_looks_are_shown():
    nodes = tree_of("ready", "fire big", "fire small")
    assert walk(nodes, "ready").tone == "end"
    assert (walk(nodes, "fire", "big").tone, walk(nodes, "fire", "big").badge) == ("fire", "72 %")
    assert walk(nodes, "fire", "big").final == "yes"


def test_beyond_the_budget_whole_levels_are_left_to_be_asked_for():
    tree = Tree(menu(*(f"turn tent-{n} {x}01 {side}" for n in range(9) for x in "ABCD" for side in ("N", "S"))), "red")
    nodes = tree.wire(tree.roots(), budget=30)
    assert all(node.children[0].more and not node.children[0].children for node in nodes)
    whole = tree.wire(tree.roots(), budget=400)
    asked = tree.wire(tree.find(["tent-3", "turn"]))
    assert asked == whole[3].children[0].children


def test_asking_below_a_path_that_is_not_there_is_refused():
    tree = Tree(menu("turn tent-1 A01 N"), "red")
    with pytest.raises(BalkaError, match="tent-1 jump"):
        tree.find(["tent-1", "jump", "A01"])
