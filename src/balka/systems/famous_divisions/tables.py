"""The printed tables: combat results, weather, fortifications, replacements. [4.1, 10.1, 13.0, 14.0, 15.0]"""

from __future__ import annotations

from msgspec import Struct

from balka.core.checks import Check, register_reader
from balka.systems.famous_divisions.terrain import Cost, read_cost

# -- Combat Results Table [10.1]

CRT_TEXT = """
        1-4  1-3  1-2  1-1  2-1  3-1  4-1  5-1
   2    DC   DC   DD   DE   DE   DE   DE   DE
   3    DR   DC   DC   DD   DE   DE   DE   DE
   4    -    DR   DC   DC   DD   DE   DE   DE
   5    AR   -    DR   DC   DC   DD   DE   DE
   6    AC   AR   -    DR   DC   DC   DD   DE
   7    AC   AC   AR   -    DR   DC   DC   DD
   8    AD   AC   AC   AR   -    DR   DC   DC
   9    AP   AD   AC   AC   AR   -    DR   DC
  10    AP   AP   AD   AC   AC   AR   -    DR
  11    AE   AP   AP   AD   AC   AC   AR   -
  12    AE   AE   AP   AP   AD   AC   AC   AR
"""


def _read_crt(text: str) -> tuple[tuple[str, ...], dict[int, tuple[str, ...]]]:
    lines = [line.split() for line in text.strip().splitlines()]
    return tuple(lines[0]), {int(row[0]): tuple(row[1:]) for row in lines[1:]}


COLUMNS, CRT = _read_crt(CRT_TEXT)
RESULTS = ("DE", "DD", "DC", "DR", "-", "AR", "AC", "AD", "AP", "AE")
IN_WORDS = {  # [10.4]
    "DE": "DE, all defenders eliminated", "DD": "DD, a defender eliminated", "DC": "DC, a defender depleted",
    "DR": "DR, the defenders retreat", "-": "No effect", "AR": "AR, the attackers retreat",
    "AC": "AC, an attacker depleted", "AD": "AD, an attacker eliminated", "AP": "AP, half the attackers eliminated",
    "AE": "AE, all attackers eliminated",
}  # fmt: skip


def odds_column(attack: int, defence: int) -> str:
    """The column of a ratio: fractions favour the defender, 5-1 and 1-4 are the ends. [10.1-d, f, g, ruling Q-odds]"""
    if defence <= 0:
        return COLUMNS[-1]
    if attack >= defence:
        return f"{min(attack // defence, 5)}-1"
    return f"1-{min(-(-defence // attack), 4)}"


def result(column: str, total: int) -> str:
    """The cell of a column and a modified dice total, which counts as 2 to 12. [10.1-q, r]"""
    return CRT[min(max(total, 2), 12)][COLUMNS.index(column)]


def _crt_reader(column: str) -> None:
    register_reader(f"crt {column}", lambda faces, modifier: result(column, sum(faces) + modifier), RESULTS, IN_WORDS)


for _column in COLUMNS:
    _crt_reader(_column)

# -- Ranged fire [10.7, 11.2, 11.3]

DIRECT_RANGES = range(1, 7)
DIRECT_PENALTIES = range(4)


def direct_reader(distance: int, penalty: int) -> str:
    """The name of the reader for a shot over a distance with so much off each die."""
    return f"direct {distance} {penalty}"


def _direct(distance: int, penalty: int) -> None:
    def read(faces: tuple[int, ...], need: int) -> str:
        """Each die must beat the distance; their total then decides between a pin and casualties. [11.3-f, l, n]"""
        dice = [face - penalty for face in faces]
        if min(dice) <= distance:
            return "miss"
        return "casualty" if sum(dice) >= need else "pin"

    register_reader(direct_reader(distance, penalty), read, ("miss", "pin", "casualty"))


for _distance in DIRECT_RANGES:
    for _penalty in DIRECT_PENALTIES:
        _direct(_distance, _penalty)


def read_barrage(faces: tuple[int, ...], distance: int) -> str:
    """A total above the distance hits; equal dice hurt. [11.2-i, j, l to n]"""
    if sum(faces) <= distance:
        return "miss"
    return {3: "nothing", 2: "one", 1: "two"}[len(set(faces))]


SHELLING = {"miss": "Miss", "nothing": "No effect", "one": "A casualty", "two": "Two casualties"}
register_reader("barrage", read_barrage, ("miss", "nothing", "one", "two"), SHELLING)
FLAK = {"no": "Missed", "yes": "Driven off"}
register_reader("above", lambda faces, need: "yes" if sum(faces) > need else "no", ("no", "yes"), FLAK)
register_reader("demolition", lambda faces, need: "blown" if faces[0] >= need else "stands", ("stands", "blown"))
REBUILT = {"no": "None", "yes": "A unit may be rebuilt"}
register_reader(
    "replacement", lambda faces, modifier: "yes" if faces[0] + modifier <= 3 else "no", ("no", "yes"), REBUILT
)


def modified(check: Check, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Dice as they count: an attack's total, each die of a shot, one for replacements. [4.1-b, 10.1-q, r, 11.3-g]"""
    reader, *rest = check.reader.split()
    if reader == "crt":
        return (min(max(sum(faces) + check.tally.value, 2), 12),)
    if reader == "direct":
        return tuple(face - int(rest[1]) for face in faces)
    return (faces[0] + check.tally.value,) if reader == "replacement" else faces


# -- Weather and time of day [13.0, 14.0]

PARTS_OF_DAY = ("Morning", "Day", "Evening", "Night")
WEATHER = ("Sunny", "Cloudy", "Foggy", "Rainy", "Stormy", "Snowy")  # die 1 to 6 [14.0-b to g]


class WeatherEffect(Struct, frozen=True):
    """What one kind of weather does for a turn. [14.1]"""

    halves_movement: bool
    attack: int
    direct_fire: bool
    direct_die: int
    pontoons: bool
    aircraft: bool
    replacement: int  # die modifier of 4.1


# [4.1-c to h, 14.1-a to f]
WEATHER_TEXT = """
          half-move  attack  direct-fire  direct-die  pontoons  aircraft  replacement
  Sunny   no         0       yes          0           yes       yes       -1
  Cloudy  no         0       yes          0           yes       no        0
  Foggy   no         0       no           0           yes       no        1
  Rainy   yes        1       yes          0           yes       no        2
  Stormy  yes        2       no           0           no        no        3
  Snowy   yes        3       yes          1           no        no        3
"""


def _read_weather(text: str) -> dict[str, WeatherEffect]:
    found = {}
    for line in text.strip().splitlines()[1:]:
        name, half, attack, fire, die, pontoons, aircraft, replacement = line.split()
        found[name] = WeatherEffect(
            half == "yes", int(attack), fire == "yes", int(die), pontoons == "yes", aircraft == "yes", int(replacement)
        )
    return found


EFFECTS = _read_weather(WEATHER_TEXT)


def weather_of(die: int, modifier: int) -> str:
    """The weather of a die with the turn track's modifier; beyond the table the nearest row. [14.0]"""
    return WEATHER[min(max(die + modifier, 1), 6) - 1]


# -- Fortifications [15.0, 15.2]


class FortRow(Struct, frozen=True):
    """One kind of fortification chit."""

    modifier: int
    costs: dict[str, Cost | None]
    green: int  # green hexsides, counted about its facing


# Dice modifiers and movement costs. [15.0-e to h, 15.2-c to f]
FORT_TEXT = """
                  modifier  leg  tracked  wheeled  green-hexsides
  Trench          1         +1   +1       NA       3
  Minefield       2         +H   +H       +H       6
  Dragons-Teeth   3         +1   NA       NA       3
  Bunker          4         +4   +0       +1       3
"""


def _read_forts(text: str) -> dict[str, FortRow]:
    found = {}
    for line in text.strip().splitlines()[1:]:
        name, modifier, leg, tracked, wheeled, green = line.split()
        costs = {"leg": read_cost(leg), "tracked": read_cost(tracked), "wheeled": read_cost(wheeled)}
        found[name.lower()] = FortRow(int(modifier), costs, int(green))
    return found


FORTS = _read_forts(FORT_TEXT)
