"""Artillery: strikes that are planned and called. [13.5, 13.6]"""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.heroes.setting import HeroesSetting

SMOKE = "smoke"


def _shells(what: str) -> str:
    """What a strike fires, as it is said."""
    return SMOKE if what == SMOKE else "HE"


class StrikePlanned(Event[HeroesSetting], frozen=True):
    """A player has planned a strike, in secret: the card, the hex, and shells or smoke. [13.5-a]"""

    rules = ("sos-13.5-a atb-12.1-b",)
    force: str
    card: str
    hex: int
    what: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.cards[self.card].name} will fire {_shells(self.what)} at {setting.board.labels[self.hex]}"


class PlansMade(Event[HeroesSetting], frozen=True):
    """A side is done with its plans. [13.5-a]"""

    rules = ("sos-13.5-a atb-12.1-b",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.side_name(self.force)} side has made its artillery plans"


class StrikeOpened(Event[HeroesSetting], frozen=True):
    """The plan of a strike that lands now is read out. [13.6-b]"""

    rules = ("sos-13.6-b atb-12.2-a",)
    force: str
    card: str
    hex: int
    what: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.cards[self.card].name} fires {_shells(self.what)} at {setting.board.labels[self.hex]}"
