"""What would bring an attack to its next column most cheaply, worked out by the sheet that plays. [1.4, 5.2.1]"""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.choices import Choice
from balka.core.scene import figures
from balka.systems.wb95.battle_orders import Join, UseStar, grown
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.orders import Air, Gun
from balka.systems.wb95.outlook import column_now, gains
from balka.systems.wb95.position import WbState, air_strength, name_of, unit_of
from balka.systems.wb95.sheet import Battle, attack_of

Offered = Join | Gun | Air | UseStar


def hint(view: WbState, battle: Battle, choices: Iterable[Choice]) -> figures.Hint | None:
    """The one thing more that reaches a better column with the least strength; None where no single one does."""
    now = column_now(view, battle)
    offered = [choice for choice in choices if isinstance(choice, Join | Gun | Air | UseStar)]
    columns = [(choice, column_now(view, grown(battle, choice))) for choice in offered]
    better = [(choice, column) for choice, column in columns if column > now]
    if not better:
        return None
    choice, column = min(better, key=lambda pair: (_price(view, battle, pair[0]), -pair[1], pair[0].unit))
    changed = gains(view, battle, grown(battle, choice))
    if not changed:
        return None
    return figures.Hint(
        text=_words(view, choice, COLUMNS[column]), say=choice.text(view.setting.board), unit=choice.unit, at=column,
        gains=changed,
    )  # fmt: skip


def _price(view: WbState, battle: Battle, choice: Offered) -> int:
    """The strength it takes; a star takes none."""
    if isinstance(choice, UseStar):
        return 0
    if isinstance(choice, Air):
        return air_strength(view, choice.unit)
    return attack_of(view, unit_of(view, choice.unit), battle.full)


def _words(view: WbState, choice: Offered, column: str) -> str:
    name = name_of(view, choice.unit)
    return f"The star of {name} makes it {column}" if isinstance(choice, UseStar) else f"{name} makes it {column}"
