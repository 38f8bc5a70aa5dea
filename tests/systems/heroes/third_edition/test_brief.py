"""What a player is told before the first Turn."""

import pytest

import balka
from balka.core.scene.display import BriefLine
from balka.systems.heroes.data.mission_data import (
    ExitVp,
    ScoreCard,
    VpControlEndOfMission,
    VpPerUnitDestroyed,
    VpUnitValue,
)
from balka.systems.heroes.show.brief import SENTENCES, brief, in_rounds


@pytest.fixture(scope="module")
def setting():
    return balka.game("sos").start("courier", {}).setting


def test_the_courier_s_brief_tells_the_story_the_end_and_what_scores(setting):
    story, end, kills, satchel = brief(setting)
    assert story.text == setting.mission.situation.strip()
    lasts = (
        "The Mission lasts 5 Rounds; the side with the VP Advantage at its end wins, and the marker starts at Soviet 1."
    )
    assert end == BriefLine(lasts, "sos-9.3-a")
    assert kills.text == "Each unit destroyed gives the other side 1 VP."
    assert "H07 or H08" in satchel.text
    assert "Rounds 2 to 5" in satchel.text


@pytest.mark.parametrize(("rule", "sentence"), [
    (VpPerUnitDestroyed(2, "german"), "Each unit destroyed gives the German side 2 VP."),
    (VpUnitValue("sov_mmg_maxim", 3), "Each MMG Maxim Squad destroyed is worth 3 VP instead."),
    (VpControlEndOfMission("7-H07", 2, "german"),
     "The German side, if it holds H07 at the end of the Mission, scores 2 VP."),
    (VpControlEndOfMission("7-H07", 1), "Whichever side holds H07 at the end of the Mission scores 1 VP."),
    (ExitVp("german", ("7-R01", "7-R02", "7-R03"), 1, rounds=(4, 5)),
     "The German side scores 1 VP for each unit that leaves the map from R01, R02 or R03 in Rounds 4 and 5."),
    (ScoreCard("50", ("7-H07", "7-H08"), 1),
     "When card 50 is drawn, H07 and H08 give 1 VP each to whoever holds them."),
])  # fmt: skip
def test_each_kind_of_scoring_has_its_sentence(setting, rule, sentence):
    assert SENTENCES[type(rule)](setting, rule) == sentence


@pytest.mark.parametrize(
    ("rounds", "words"), [((3,), "Round 3"), ((1, 4), "Rounds 1 and 4"), ((2, 3, 4), "Rounds 2 to 4")]
)
def test_rounds_in_words(rounds, words):
    assert in_rounds(rounds) == words
