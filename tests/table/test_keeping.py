"""A game that was kept goes on as if it had never stopped."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec import inspect
from tests.table.camp import GAME as CAMP

import balka
from balka.core.drawing import drawn
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lab.bench import starts
from balka.table import keeping, scenes
from balka.table.dice import SeededDice
from balka.table.orders import Order
from balka.table.table import Table

SCENARIOS = ("sos/courier", "sos/ravines", "atb/partisans", "atb/mtsensk", "kursk/prokhorovka", "gd/slice")


def played(key: str, choices: int, seed: int) -> Table:
    table, rng = Table(starts([key])[key], dice=SeededDice(seed)), Random(seed)
    for _ in range(choices):
        while table.due is not None:
            table.go_on()
        if table.over:
            break
        seat = table.state.asks[0].seat
        table.choose(seat, table.state.text(drawn(table.view(seat), seat, rng.randrange)))
    while table.play.draft.said and not table.over:
        if table.due is not None:
            table.go_on()
        else:
            seat = table.state.asks[0].seat
            table.choose(seat, table.state.text(drawn(table.view(seat), seat, rng.randrange)))
    return table


@pytest.mark.parametrize("key", SCENARIOS)
def test_every_fact_heard_and_all_else_comes_back_as_it_was(key: str) -> None:
    table = played(key, 150, 4)
    seat = table.seats[0]
    table.orders = {seat: (Order("any", "pass"),)}
    table.dice_from = 2
    again = Table(table.start, dice=table.dice)
    again.come_back(State.from_json(table.start.setting, table.state.to_json()), table.kept())
    assert again.play.heard == table.play.heard and sum(map(len, table.play.heard.values())) > 50
    assert again.state.hash == table.state.hash
    for name in ("told_by", "answers", "thrown", "rolls", "early", "closed", "decided"):
        assert getattr(again.play, name) == getattr(table.play, name), name
    assert (again.orders, again.dice_from) == (table.orders, 2)
    assert again.record() == table.record()
    assert msgspec.json.encode(scenes.scene(again, seat)) == msgspec.json.encode(scenes.scene(table, seat))


def _structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    if isinstance(kind, inspect.StructType):
        yield kind
        for field in kind.fields:
            yield from _structs(field.type)
    inner = [getattr(kind, name, None) for name in ("item_type", "key_type", "value_type")]
    for part in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ()), *filter(None, inner)):
        yield from _structs(part)


def test_every_fact_names_the_very_types_of_its_fields() -> None:
    """A field typed by a base would come back as the base, and what it told would be lost."""
    balka.all_games()
    for event in keeping._kinds().values():
        for field in inspect.type_info(event).fields:  # type: ignore[attr-defined]
            for kind in _structs(field.type):
                assert not kind.cls.__subclasses__(), (event, field.name)


def test_a_draft_is_kept_with_what_can_be_taken_back() -> None:
    table = Table(CAMP.start("raids"))
    table.choose("red", "put tent-1 A01")
    table.choose("red", "put tent-2 B01")
    again = Table(CAMP.start("raids"))
    again.come_back(table.play.draft.base, table.kept())
    assert again.state.hash == table.state.hash
    assert again.play.draft.choices_of("red") == table.play.draft.choices_of("red")
    again.undo("red")
    again.undo("red")
    assert again.state.hash == again.start.hash


def test_what_is_not_understood_any_more_says_so() -> None:
    table = Table(CAMP.start("raids"))
    for text in (b"", b"{}", table.kept().replace(b'"facts":[', b'"facts":[["no.such.fact",{}],')):
        with pytest.raises(BalkaError, match="not understood"):
            table.come_back(table.state, text)
