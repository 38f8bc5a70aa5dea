"""A rule cites the row of each book it stands in, and a game shows those of its own. [docs/rules.md]"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

import balka
from balka.core.choices import IllegalChoiceError, slot_kinds
from balka.core.citing import own_row, own_rows
from balka.core.drawing import drawn
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.games import ledger
from balka.systems.heroes.events.cards import CardPlayed
from balka.table import scenes
from balka.table.table import Table

PACKAGE = Path(balka.__file__).parent
ROOMS = (PACKAGE / "systems" / "heroes", PACKAGE / "referee" / "heroes")
CITATION = re.compile(r"(?:sos|atb)-[\w.-]+(?: (?:sos|atb)-[\w.-]+)*")
NAMES = ("sos-00", "atb-table-foot-", "atb-table-veh-", "atb-table-foot-open-road-")
"""what looks like a row and is none: the id of a described position, and how the rows of a table begin"""


@cache
def citations() -> dict[str, str]:
    """Every citation in the code of the tactical games, with where it stands."""
    found: dict[str, str] = {}
    for room in ROOMS:
        for path in sorted(room.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITATION.fullmatch(node.value):
                    found[node.value] = str(path.relative_to(PACKAGE))
    return {text: where for text, where in found.items() if text not in NAMES}


def test_every_row_cited_stands_in_the_ledger_of_its_own_title():
    rows = [(row, where) for text, where in citations().items() for row in text.split()]
    assert len(rows) > 600
    assert [(row, where) for row, where in rows if row not in ledger(row.partition("-")[0])] == []


def test_a_citation_names_one_row_of_a_title_at_most():
    titles = {text: [row.partition("-")[0] for row in text.split()] for text in citations()}
    assert [text for text, named in titles.items() if len(set(named)) < len(named)] == []


@pytest.mark.parametrize(("edition", "other"), [("second_edition", "sos"), ("third_edition", "atb")])
def test_what_only_one_edition_plays_cites_its_own_book(edition: str, other: str):
    own = [text for text, where in citations().items() if edition in Path(where).parts]
    assert own and [text for text in own if f"{other}-" in text] == []


def test_a_game_shows_its_own_row_and_nothing_where_its_book_has_none():
    both, one = "sos-6.6-b atb-7.7.2-a", "sos-7.8-d"
    assert (own_row(both, "sos"), own_row(both, "atb")) == ("sos-6.6-b", "atb-7.7.2-a")
    assert (own_row(one, "sos"), own_row(one, "atb"), own_row("", "atb")) == ("sos-7.8-d", "", "")
    assert own_rows((one, "sos-4.6-a atb-5.3-a", "sos-4.6-b atb-5.3-a"), "atb") == ["atb-5.3-a"]


@pytest.mark.parametrize("card", ["02", "09", "12", "GRENADES", "TELLERMINE", "OBA_SOV", "EVENT"])
def test_a_card_is_cited_by_its_own_row(card: str):
    """The numbers of cards differ between the titles: the row is made from the card."""
    setting = balka.game("atb").start("partisans").setting
    (row,) = CardPlayed("german", card).line(setting).rules
    assert row in ledger("atb") and card.partition("_")[0].lower() in row


# -- what is seen at a table


def rows_in(shown: Any) -> Iterator[str]:
    """Every row in what is shown, however deep."""
    wire = to_builtins(shown)
    if isinstance(wire, dict):
        for key, value in wire.items():
            if key in ("rule", "rules") and value:
                yield from [value] if isinstance(value, str) else value
            else:
                yield from rows_in(value)
    elif isinstance(wire, list):
        for item in wire:
            yield from rows_in(item)


def seen(table: Table, seat: str, text: str) -> Iterator[str]:
    """Every row that a seat is shown before it says something: the scene, the quote, figures, overlays."""
    view = table.view(seat)
    units = [unit.id for unit in view.position.units.values() if unit.hex >= 0][:3]
    for wire in (scenes.scene(table, seat), scenes.quote(table, seat, text)):
        yield from rows_in(wire)
    for unit in units:
        place = view.setting.board.labels[view.position.units[unit].hex]
        yield from rows_in(scenes.values(table, seat, unit))
        yield from rows_in(scenes.why_idle(table, seat, unit))
        yield from rows_in(scenes.why_there(table, seat, unit, place))
        yield from rows_in(scenes.overlay(table, seat, "fire", {"unit": unit}))
        yield from rows_in(scenes.overlay(table, seat, "sight", {"hex": place, "to": view.setting.board.labels[0]}))


def refused(state: State, seat: str, rng: random.Random) -> Iterator[str]:
    """The rows by which sentences that cannot be said now are refused."""
    units = [unit.id for unit in state.position.units.values()]
    labels = state.setting.board.labels
    words = {"UnitId": units, "Hex": labels, "Facing": ["N", "S"], "Card": ["02", "12"], "Number": ["1", "3"]}
    for forms in state.setting.grammar.verbs.values():
        kinds = [getattr(kind, "__name__", "") for kind in slot_kinds(forms[0])]
        if all(kind in words for kind in kinds):
            said = " ".join([forms[0].verb, *(rng.choice(words[kind]) for kind in kinds)])
            refusal = state.why_not(said, seat)
            if refusal is not None:
                yield refusal.rule


@pytest.mark.parametrize(
    ("game", "scenario"), [("atb", "partisans"), ("atb", "mir"), ("atb", "stalin"), ("sos", "wings"), ("sos", "iron")]
)
def test_no_message_of_a_game_cites_another_title(game: str, scenario: str):
    table, rng = Table(balka.game(game).start(scenario), rng=random.Random(1)), random.Random(scenario)
    table.run("no bots")
    told: set[str] = set()
    for number in range(120):
        asks = [ask for ask in table.state.asks if ask.seat != CHANCE]
        if table.over or not asks:
            break
        seat = asks[0].seat
        text = table.state.text(drawn(table.view(seat), seat, rng.randrange))
        if number % 6 == 0:
            told.update(seen(table, seat, text), refused(table.state, seat, rng))
        table.choose(seat, text)
        table.run("no bots")
    for seat in table.players:
        told.update(rows_in(scenes.log_lines(table, seat)))
    told.discard("")
    assert len(told) > 40
    assert [row for row in sorted(told) if not row.startswith(f"{game}-") or row not in ledger(game)] == []


@pytest.mark.parametrize("game", ["sos", "atb"])
def test_an_answer_that_is_refused_cites_the_game_it_was_given_in(game: str):
    """What an error says is what a question about it would."""
    table = Table(balka.game(game).start(balka.game(game).scenarios()[0].key), rng=random.Random(1))
    table.run("no bots")
    seat = table.state.asks[0].seat
    unit = next(iter(table.state.position.units))
    with pytest.raises(IllegalChoiceError) as problem:
        table.choose(seat, f"stall {unit}" if game == "sos" else f"rally {unit}")
    assert problem.value.refusal.rule in ledger(game)
