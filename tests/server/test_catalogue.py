"""What the lobby is told of scenarios."""

from __future__ import annotations

from msgspec import structs

import balka
from balka.server.catalogue import balance_info
from balka.server.lobby_answers import BalanceInfo, EvenInfo
from balka.table.balance import Balance, Evened

COURIER = next(each for each in balka.game("sos").scenarios() if each.key.endswith("courier"))
EVENED = Evened(options={"handicap": "soviet 1"}, games=30, share=0.516, low=0.35, high=0.68)
FOUND = Balance(bot="veteran", side="german", games=30, share=0.7667, low=0.591, high=0.882, even=EVENED)


def test_how_even_a_scenario_is_comes_in_percents_with_the_handicap_that_evens_it_out() -> None:
    even = EvenInfo(
        options={"handicap": "soviet 1"}, games=30, percent=52, low=35, high=68,
        named="Extra CAPs each Round for the less experienced player: Soviet 1",
    )  # fmt: skip
    assert balance_info(COURIER, FOUND) == BalanceInfo(
        bot="veteran", side="german", games=30, percent=77, low=59, high=88, even=even
    )


def test_of_a_scenario_nobody_measured_nothing_is_told() -> None:
    assert balance_info(COURIER, None) is None


def test_a_handicap_the_rules_no_longer_have_is_not_offered() -> None:
    gone = structs.replace(FOUND, even=structs.replace(EVENED, options={"handicap": "soviet 9"}))
    told = balance_info(COURIER, gone)
    assert told is not None and told.even is None
