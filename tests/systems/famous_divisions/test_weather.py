"""Evening, night and weather. [13.0-14.1]"""

from __future__ import annotations

import pytest
from tests.systems.famous_divisions.kit import on

from balka.core.proof import rule
from balka.systems.famous_divisions.movement import allowance
from balka.systems.famous_divisions.sequence import roll_weather
from balka.systems.famous_divisions.tables import EFFECTS, WEATHER, weather_of
from balka.systems.famous_divisions.weather import weather_name

WALKER, TRUCK = "1-1rif", "at-1rif"  # 4 and 6 points


def points(one: str, **more: str) -> int:
    game = on("a\n", a=one, **more)
    return allowance(game.state, game.unit(one)).value


@rule("gd-14.0-b", "gd-14.0-c", "gd-14.0-d", "gd-14.0-e", "gd-14.0-f", "gd-14.0-g")
def test_the_die_names_the_weather() -> None:
    assert [weather_of(die, 0) for die in range(1, 7)] == list(WEATHER)
    assert WEATHER == ("Sunny", "Cloudy", "Foggy", "Rainy", "Stormy", "Snowy")


@rule("gd-14.0-a", "gd-14.1-g")
def test_one_die_a_turn_with_the_track_s_modifier() -> None:
    game = on("a\n", a=WALKER, book={"weather_modifier": -1}, weather="Snowy").run(roll_weather)
    assert (game.asked, game.kind) == ("chance", "weather")
    assert game.play("d6 3").state.tracks.weather == "Cloudy"
    assert (weather_of(1, -1), weather_of(6, 2)) == ("Sunny", "Snowy")


@rule("gd-14.0-b")
def test_the_sun_is_called_clear_when_it_is_down() -> None:
    assert weather_name(on("a\n", a=WALKER, turn="Evening").state) == "Clear"
    assert weather_name(on("a\n", a=WALKER, turn="Night").state) == "Clear"
    assert weather_name(on("a\n", a=WALKER, turn="Day").state) == "Sunny"


@pytest.mark.parametrize(
    ("weather", "half"),
    [("Sunny", False), ("Cloudy", False), ("Foggy", False), ("Rainy", True), ("Stormy", True), ("Snowy", True)],
)
@rule("gd-14.1-a", "gd-14.1-d", "gd-14.1-e", "gd-14.1-f")
def test_bad_weather_halves_movement(weather: str, *, half: bool) -> None:
    assert points("schwr-1gr", weather=weather) == (5 if half else 10)
    assert points("spg-at", weather=weather) == (5 if half else 9), "rounded up"


@rule("gd-13.2-b", "gd-13.0-a")
def test_night_halves_movement_on_top_of_the_weather() -> None:
    assert points("spg-at", turn="Night") == 5
    assert points("spg-at", turn="Night", weather="Rainy") == 3


@rule("gd-13.1-a")
def test_evening_does_not_slow_anybody() -> None:
    assert points("spg-at", turn="Evening") == 9


@rule("gd-14.1-a", "gd-14.1-b", "gd-14.1-c", "gd-14.1-d", "gd-14.1-e", "gd-14.1-f")
def test_the_table_of_effects() -> None:
    facts = {name: (e.attack, e.direct_fire, e.direct_die, e.pontoons, e.aircraft) for name, e in EFFECTS.items()}
    assert facts == {
        "Sunny": (0, True, 0, True, True), "Cloudy": (0, True, 0, True, False), "Foggy": (0, False, 0, True, False),
        "Rainy": (1, True, 0, True, False), "Stormy": (2, False, 0, False, False), "Snowy": (3, True, 1, False, False),
    }  # fmt: skip


def test_night_lets_a_walker_go_two_hexes() -> None:
    game = on("a\n.\n.\n.\n", a=f"{WALKER} hq-1rif", turn="Night").activate("1rif").play(f"take {WALKER}")
    assert game.offers("to A03")
    assert not game.offers("to A04")
