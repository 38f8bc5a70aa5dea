"""Rules are cited as a reader finds them in print."""

from __future__ import annotations

import pytest

from balka.games import TITLES, ledger
from balka.games.printed import label


@pytest.mark.parametrize(
    ("rule_id", "printed"),
    [("sos-6.5-a", "6.5"), ("sos-card-06-b", "Card 06"), ("sos-m1-a", "Mission 1"), ("sos-ov-a", "Overview"),
     ("kursk-ct-2", "Combat table"), ("kursk-c4-4.1.1-a", "4.1.1"), ("kursk-scK-time-a", "Scenario"),
     ("kursk-5.1.4-a", "5.1.4"), ("camp-4", "4")],
)  # fmt: skip
def test_a_rule_is_cited_by_its_number_or_the_name_of_its_part(rule_id: str, printed: str):
    assert label(rule_id) == printed


@pytest.mark.parametrize("game", TITLES)
def test_no_citation_shows_an_id(game: str):
    labels = {label(row.id) for row in ledger(game)}
    assert all(labels) and not [text for text in labels if text.startswith(f"{game}-") or text[0].islower()]
