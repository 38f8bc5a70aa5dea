"""Weather, and what evening and night do. [13.0-a, 13.1, 13.2, 14.0, 14.1]"""

from __future__ import annotations

from balka.systems.famous_divisions import wording
from balka.systems.famous_divisions.model import Now
from balka.systems.famous_divisions.tables import EFFECTS, PARTS_OF_DAY, WeatherEffect


def part_of_day(game: Now) -> str:
    """Morning, Day, Evening or Night: four turns a day, about six hours each. [1.0-a, 3.0-a]"""
    return PARTS_OF_DAY[game.turn % 4]


def day(game: Now) -> int:
    """The calendar day of the turn."""
    return game.setting.rulebook.first_day + game.turn // 4


def is_night(game: Now) -> bool:
    return part_of_day(game) == "Night"


def is_evening(game: Now) -> bool:
    """Evening counts in attacks and direct fire alone, not in movement or for event chits. [13.1-a]"""
    return part_of_day(game) == "Evening"


def effect(game: Now) -> WeatherEffect:
    return EFFECTS[game.tracks.weather]


def weather_name(game: Now) -> str:
    """Sunny weather is called Clear when the sun is down. [14.0-b]"""
    weather = game.tracks.weather
    return "Clear" if weather == "Sunny" and part_of_day(game) in ("Evening", "Night") else weather


def turn_name(game: Now) -> str:
    return wording.turn_name(game.setting, day(game), part_of_day(game))


def allows_direct_fire(game: Now) -> bool:
    """No direct fire at night, in fog or in storm. [11.3-b, c, 13.2-d]"""
    return effect(game).direct_fire and not is_night(game)
