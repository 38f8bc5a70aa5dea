"""What is said of an attack before it is fought holds when it is rolled: the column, the dice, what may still come."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.famous_divisions.kit import Game, on

import balka
from balka.core.checks import Forecast
from balka.core.frames import Roll
from balka.core.proof import rule
from balka.games.grossdeutschland import title
from balka.systems.famous_divisions.attack_outlook import forecast
from balka.systems.famous_divisions.combat import Battle
from balka.systems.famous_divisions.strength import attack_check
from balka.systems.famous_divisions.tables import COLUMNS
from balka.table.dice import LiveDice
from balka.table.table import Table

ATTACKS = 8


def fought() -> list[tuple[Forecast, Roll]]:
    """What the attacker was shown last before each attack of a game between bots, and the roll that came of it."""
    game, scenario = balka.scenario("gd/lutchessa")
    state = game.start(scenario.key, {})
    table = Table(state, dict.fromkeys(state.setting.seats, "greedy"), dice=LiveDice(bytes(32)), rng=Random(3))
    found: list[tuple[Forecast, Roll]] = []
    told: Forecast | None = None
    while len(found) < ATTACKS and not table.over:
        top = table.state.stack[-1]
        if isinstance(top, Battle) and top.fight.attackers:
            told = forecast(table.view(table.state.setting.seat_of[top.side]), top.fight)
        if isinstance(top, Roll) and top.why == "attack" and told is not None:
            found.append((told, top))
            told = None
        table.go_on()
    return found


@pytest.fixture(scope="module")
def attacks() -> list[tuple[Forecast, Roll]]:
    return fought()


def test_every_column_and_every_change_of_the_dice_was_in_what_was_shown(attacks: list[tuple[Forecast, Roll]]):
    assert len(attacks) == ATTACKS
    for told, roll in attacks:
        assert roll.check is not None
        column = COLUMNS.index(roll.check.reader.removeprefix("crt "))
        assert told.outlook.low <= column <= told.outlook.high
        low, high = told.check.tally.spread
        assert low <= roll.check.tally.value <= high


def test_every_result_that_can_come_was_in_the_list_with_a_chance_in_its_span(attacks: list[tuple[Forecast, Roll]]):
    for told, roll in attacks:
        assert roll.check is not None
        spans = {band.name: (band.low, band.high) for band in told.odds()}
        for band in roll.check.odds():
            low, high = spans[band.name]
            assert low <= band.low <= high


def test_what_is_said_to_come_on_any_roll_is_certain_and_what_never_comes_has_no_chance(
    attacks: list[tuple[Forecast, Roll]],
):
    answers = [answer for told, _ in attacks for answer in told.outlook.answers]
    assert any(0 < answer.now < 1 for answer in answers)
    for answer in answers:
        assert (answer.rolls == "on any roll", answer.rolls == "never") == (answer.now == 1, answer.now == 0)


@rule("gd-10.3-g", "gd-10.3-h")
@pytest.mark.parametrize(("colours", "low", "high"), [(("blue",), -8, 0), (("red",), 0, 8), ((), 0, 0)])
def test_the_dice_may_change_by_the_chits_that_are_left_and_by_nothing_else(
    colours: tuple[str, ...], low: int, high: int
) -> None:
    document = {
        "board": {"picture": "a\nx\n", "legend": {}}, "battalion": "2gr",
        "stacks": {"a": "5k-2gr hq-2gr", "x": "1-1rif hq-1rif"},
        "cups": {side: {colour: int(colour in colours) for colour in ("blue", "red", "black")}
                 for side in ("german", "soviet")},
    }  # fmt: skip
    found = title.positions().read(document)
    game = Game(found.state, found.ground.marks).play("fight", "attack A02", "join 5k-2gr")
    view = game.state.view("german")
    fight = view.stack[-1].fight  # type: ignore[attr-defined]
    stands, told = attack_check(view, fight), forecast(view, fight)
    assert told.check.tally.spread == (stands.tally.value + low, stands.tally.value + high)
    assert (told.check == stands) == (not colours), "nothing is added where nothing is drawn"


def test_the_answers_are_the_chances_of_the_check_as_it_stands(attacks: list[tuple[Forecast, Roll]]):
    told, _ = attacks[0]
    outlook = told.outlook
    assert sum(part.now for part in outlook.bar) == pytest.approx(1)
    hurt, driven, own = outlook.answers
    assert hurt.now <= driven.now
    bar = {part.name: part.now for part in outlook.bar}
    assert driven.now == pytest.approx(bar.get("he falls back", 0) + bar.get("he loses steps", 0))
    assert own.now == pytest.approx(bar.get("you lose steps", 0))


def test_chits_to_be_drawn_are_named_with_their_span_and_rule(attacks: list[tuple[Forecast, Roll]]):
    told = [item for forecast_, _ in attacks for item in forecast_.outlook.may]
    assert any("event chit of the German side" in item.text and item.rule == "gd-10.3-f" for item in told)
    assert any(item.rule == "gd-10.2-b" for item in told), "and guns that may be added"


@rule("gd-10.2-b")
def test_only_guns_make_the_column_worse_than_it_stands() -> None:
    def worst(**guns: str) -> list[str]:
        game = on("a\nx\n.\n.\n", a="1-1rif hq-1rif", x="1k-1gr", **guns).activate("1rif").play("fight", "attack A02")
        ends = game.state.quote("join 1-1rif").forecasts[0].outlook.ends
        return [end.why for end in ends if end.name == "worst"]

    assert worst(A04="ig-2gr hq-2gr") == ["he adds his guns"]
    assert worst() == []


@rule("gd-10.1-c")
def test_every_column_between_the_worst_and_the_best_may_be_read() -> None:
    game = on("a\nx\n", a="1-1rif hq-1rif", x="hq-1gr flak-2gr", forts=["bunker A02 S"]).activate("1rif")
    told = game.play("fight", "attack A02").state.quote("join 1-1rif").forecasts[0]
    assert told.outlook.low < told.outlook.high, "nobody knows who is in the bunker"
    columns = COLUMNS[told.outlook.low : told.outlook.high + 1]
    assert {told.check.reader, *told.also} == {f"crt {column}" for column in columns}
