"""The charts of the operational game: combat, fire, ground. [1.4, 3.1.11, 5.5.1, 6.4.2, 8.2.6]"""

from __future__ import annotations

from fractions import Fraction

from balka.core.scene.charts import Chart
from balka.systems.wb95.catalogue import COLUMNS, MP, Catalogue, Ground

FIRE = {
    "artillery_fire": ("Artillery fire", "kursk-6.4.2-c"), "air_attack": ("Air attack", "kursk-8.2.6-a"),
    "bomber_attack": ("Bomber attack", "kursk-8.2.6-a"), "attack_on_objects": ("Attacks on objects", "kursk-8.2.8-a"),
}  # fmt: skip
MODES = {"base": "", "add": "added to clear ground", "road": "along it", "side": "to cross it"}
NAMES = {"main": "main road", "secondary": "secondary road", "river": "river or stream", "doniec": "Doniec"}
CLASSES = ("trucked", "mechanized", "foot")


def charts(printed: Catalogue) -> tuple[Chart, ...]:
    fire = [_fire(printed, key, *FIRE[key]) for key in FIRE if key in printed.fire]
    return (_combat(printed), _ground(printed), *fire)


def _combat(printed: Catalogue) -> Chart:
    return Chart(
        title="Combat table", rule="kursk-c1-1.4cr-a", columns=("2d6", *COLUMNS),
        rows=tuple((str(roll), *printed.combat[roll]) for roll in sorted(printed.combat)),
        note="Attacker, then defender. −1: a step lost. A2, D2: back 2 hexes. D alone: disorganised. *: a test.",
    )  # fmt: skip


def _fire(printed: Catalogue, key: str, title: str, rule: str) -> Chart:
    rolls = tuple(str(roll) for roll in range(2, 13))
    return Chart(
        title=title, rule=rule, columns=("Strength", *rolls),
        rows=tuple((band, *cells) for band, cells in printed.fire[key].items()),
    )  # fmt: skip


def _ground(printed: Catalogue) -> Chart:
    return Chart(
        title="Ground", rule="kursk-3.1.11-a", columns=("Ground", *map(str.capitalize, CLASSES), "Shifts to the left"),
        rows=tuple(_row(name, ground) for name, ground in printed.terrain.items()),
        note="Movement points by class. River shifts count if more than half of the strength attacks across it.",
    )  # fmt: skip


def _row(name: str, ground: Ground) -> tuple[str, ...]:
    how = MODES[ground.mode]
    title = NAMES.get(name, name).capitalize() + (f", {how}" if how else "")
    return (title, *(_points(ground.costs.get(each)) for each in CLASSES), str(ground.defence or "–"))


def _points(sixths: int | None) -> str:
    """Points as printed: 1, 1.5, 1/3; nothing where the class may not enter."""
    if sixths is None:
        return "closed"
    points = Fraction(sixths, MP)
    return f"{float(points):g}" if points >= 1 or not points else str(points)
