"""Several sentences in one go, looking ahead, and what a person is spared saying."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.wb95.kit import on

import balka
from balka.core.choices import IllegalChoiceError
from balka.core.errors import BalkaError
from balka.core.scene.nodes import Node
from balka.table import scenes
from balka.table.dice import LiveDice
from balka.table.peeking import Peek, sentences
from balka.table.table import Entry, Table

FIELD = "x . y\na+b . c\n. . ."
UNITS = {"a": "g inf 4", "b": "g inf 5", "c": "g inf 6", "x": "s inf 4", "y": "s inf 4"}

TWO = "x . . . y\na+b . . . c\n. . . . ."
APART = {"a": "g inf 4", "b": "g inf 5", "c": "g inf 6", "x": "s inf 4", "y": "s inf 4"}


def table(phase: str, picture: str = FIELD, **units: str) -> tuple[Table, list[Entry]]:
    state = on(picture, phase, **(units or UNITS)).state
    written: list[Entry] = []
    people = dict.fromkeys(state.setting.seats, "human")
    return Table(state, people, dice=LiveDice(bytes(32)), rng=Random(1), journal=written.append), written


def marching() -> tuple[Table, list[Entry]]:
    """Three units with room to move."""
    return table("move", ". . . .\na . b .\n. . . .\n. . c .", a="g inf 4", b="g inf 5", c="g inf 6")


def node(nodes: list[Node], *words: str) -> Node:
    """The node at the end of some words, asked for as the browser does."""
    found = next(each for each in nodes if each.token == words[0])
    return node(found.children, *words[1:]) if len(words) > 1 else found


def grown(at: Table, *words: str) -> list[Node]:
    return scenes.grow(at, "german", list(words))


def test_a_unit_shows_at_once_where_it_can_go_and_picking_it_says_nothing():
    at, written = marching()
    picked = node(scenes.scene(at, "german").choices, "a", "take")
    assert picked.through and picked.more and not picked.text
    reach = {each.token: each for each in grown(at, "a", "take")}
    assert node(list(reach.values()), "A01").children[0].text == "take a; to A01"
    assert written == []


def test_a_series_is_one_undo_and_each_sentence_can_be_taken_back_by_itself():
    at, written = marching()
    at.choose("german", "take a; to A01")
    assert [(entry.kind, entry.text) for entry in written] == [("person", "take a"), ("also", "to A01")]
    assert scenes.scene(at, "german").undo.choices == ["take a", "to A01"]  # type: ignore[union-attr]
    at.take_back("german", 1)
    assert scenes.scene(at, "german").undo.choices == ["take a"]  # type: ignore[union-attr]
    at.choose("german", "to A01")
    at.undo("german")
    at.undo("german")
    assert not at.play.draft.choices_of("german")


def test_the_next_counter_ends_the_last_ones_move():
    at, _ = marching()
    at.choose("german", "take a; to A01")
    reach = grown(at, "b", "take")
    text = node(reach, "C01").children[0].text
    assert text == "halt; take b; to C01"
    at.choose("german", text)
    at.undo("german")
    assert [at.state.text(choice) for choice in at.play.draft.choices_of("german")] == ["take a", "to A01"]


def test_the_phase_can_be_ended_from_the_middle_of_a_march():
    at, _ = marching()
    at.choose("german", "take a; to A01")
    assert node(scenes.scene(at, "german").choices, "end").text == "halt; end"


def test_a_series_with_a_sentence_that_is_not_allowed_says_nothing_at_all():
    at, written = marching()
    before = at.state.hash
    with pytest.raises(IllegalChoiceError):
        at.choose("german", "take a; to D01; to A01; to D04")
    assert at.state.hash == before and written == []


def test_the_price_and_the_way_of_a_march_are_told_before_it_is_begun():
    at, _ = marching()
    quote = scenes.quote(at, "german", "take a; to A01")
    assert quote.way[0] == "A02" and quote.way[-1] == "A01" and quote.price.endswith("points")


def test_nothing_is_looked_at_behind_what_cannot_be_taken_back():
    at, _ = table("combat")
    at.choose("german", "attack A01; join a")
    with pytest.raises(BalkaError):
        Peek(at.state, "german").past([at.state.parse("fight")])  # type: ignore[list-item]


def test_whoever_must_join_is_in_and_the_journal_brings_back_the_same_table():
    at, written = table("combat", TWO, **APART)
    at.choose("german", "attack A01")
    at.say_owed("german")
    top = at.state.stack[-1]
    assert set(top.battle.joined) == {"a", "b"}  # type: ignore[attr-defined]
    again, _ = table("combat", TWO, **APART)
    again.restore(written)
    assert again.state.hash == at.state.hash
    at.undo("german")
    assert not at.play.draft.choices_of("german"), "the attack and who had to join are one undo"


def test_all_beside_and_all_guns_are_ordinary_choices_one_after_the_other():
    at, _ = table(
        "combat", ". x . . . y\na b g . . c\n. h . . . .\n. . . . . .", a="g inf 4", b="g inf 5", x="s inf 4",
        g="g art 5/3 cel=1", h="g art 5/3 cel=1", y="s inf 4", c="g inf 4",
    )  # fmt: skip
    at.choose("german", "attack B01; join b")
    names = {shortcut.label: shortcut.text for shortcut in scenes.scene(at, "german").ask.shortcuts}  # type: ignore[union-attr]
    assert sorted(sentences(names["All guns in range"])) == ["gun g", "gun h"]
    at.choose("german", names["All guns in range"])
    battle = at.state.stack[-1].battle  # type: ignore[attr-defined]
    assert set(battle.guns) == {"g", "h"}
    at.take_back("german", 2)
    assert len(at.state.stack[-1].battle.guns) == 1  # type: ignore[attr-defined]


def test_every_shortcut_and_every_sentence_ahead_is_allowed_in_a_real_game():
    game, found = balka.scenario("kursk/slice")
    state = game.start(found.key, {})
    at = Table(state, dict.fromkeys(state.setting.seats, "human"), dice=LiveDice(bytes(32)), rng=Random(4))
    rng, tried = Random(7), 0
    while tried < 60 and not at.over:
        at.run()
        seat = at.state.asks[0].seat
        scene = scenes.scene(at, seat)
        leaves = list(_texts(at, seat, scene.choices, [])) + [each.text for each in scene.ask.shortcuts]  # type: ignore[union-attr]
        at.choose(seat, rng.choice(leaves))
        at.say_owed(seat)
        tried += 1
    assert tried == 60


def _texts(at: Table, seat: str, nodes: list[Node], path: list[str]) -> list[str]:
    found = []
    for each in nodes:
        here = [*path, each.token]
        if each.text:
            found.append(each.text)
        elif each.more and len(here) < 4:
            found += _texts(at, seat, scenes.grow(at, seat, here), here)
        else:
            found += _texts(at, seat, each.children, here)
    return found
