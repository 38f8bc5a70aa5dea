"""Which row of a title's ledger is about a card."""

from __future__ import annotations

from balka.systems.heroes.setting import HeroesSetting

SOLE_ROW = ("22", "23", "24", "V02", "V03", "V04", "V05", "V08", "V09", "V10", "W05", "W07")


def card_rule(setting: HeroesSetting, card: str, row: str = "b") -> str:
    """The row of the title's own ledger about a card: by its number, or by its name where it has none.

    A card of a pack cites that of the card it is played like.
    """
    card = setting.model(card)
    name = card.partition("_")[0]
    if not name.isalpha():
        return f"{setting.game}-card-{card}-{'a' if card in SOLE_ROW else row}"
    weapon = setting.cards[card].family == "weapon"
    return f"{setting.game}-card-weapon-{name.lower()}-{row}" if weapon else f"{setting.game}-card-event-a"
