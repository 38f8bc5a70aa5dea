"""The first greedy bot never changes: what is measured against it today can be compared with yesterday's figures."""

from __future__ import annotations

import hashlib

import pytest

from balka.lab.selfplay import Plan, recorded

SAID = [("sos/farm", 589, "c7d0b5065628f563"), ("atb/partisans", 242, "f41763269149ce50")]


@pytest.mark.parametrize(("scenario", "answers", "mark"), SAID)
def test_the_first_greedy_bot_says_what_it_always_said(scenario: str, answers: int, mark: str) -> None:
    _, said = recorded(Plan(scenario=scenario, bots=("greedy-1",), seed=11), 0)
    assert (len(said), hashlib.sha256(repr(said).encode()).hexdigest()[:16]) == (answers, mark)
