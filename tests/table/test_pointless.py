"""A question that no answer could serve is answered by the table."""

from __future__ import annotations

from msgspec import structs

import balka
from balka.core.checks import Check, Tally, add
from balka.core.state import Hand, State
from balka.systems.heroes.dice import ATTACK
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.rolls import Rolling


def rolled(*faces: int) -> Rolling:
    """A shot of the Soviet side that needs 8."""
    return Rolling("soviet", "shot", Check("shot", "2d6", Tally("need", (add(8, "need"),)), ATTACK), faces=faces)


def holding(*cards: str) -> State:
    """The first Mission at its start, with these cards in the Soviet hand."""
    state = balka.game("sos").start("courier")
    return structs.replace(state, hands={**state.hands, "soviet": Hand(cards)})


def test_a_roll_that_no_card_can_better_is_kept_and_any_other_is_asked_about() -> None:
    state = holding("13")
    assert rolled(6, 6).pointless(state, "soviet") == verbs.Keep(), "destroyed already"
    assert rolled(1, 2).pointless(state, "soviet") == verbs.Keep(), "Luck adds 2, and 5 is no 8"
    assert rolled(3, 4).pointless(state, "soviet") is None, "7 and 2 would hit"
    assert rolled(4, 6).pointless(state, "soviet") is None, "10 and 2 would destroy"
    assert rolled(2, 2).pointless(holding("13", "13"), "soviet") is None, "4 and twice 2 would hit"


def test_a_bare_total_is_for_its_owner_to_judge() -> None:
    """Whether 12 or 14 is better is not known from the total, and Luck may lead beyond two dice."""
    state = balka.game("atb").start("mtsensk")
    total = Check("fires into A01", "2d6", Tally("need", (add(0, "need"),)), "sum")
    assert Rolling("german_2", "attack", total, faces=(6, 6)).pointless(state, "german_2") is None
