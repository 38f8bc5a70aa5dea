"""The referee files of the documents run as they stand, and answer what the documents say."""

import json
import re
from pathlib import Path

import pytest
import yaml

from balka.cli.main import main
from balka.referee import referee_file, referee_text

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "docs" / "referee").glob("*.yaml"))
GUIDE = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_answers_every_question(path, capsys):
    asked = yaml.safe_load(path.read_text(encoding="utf-8"))["questions"]
    assert main(["referee", str(path), "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["answers"]
    assert [answer["number"] for answer in answers] == list(range(1, len(asked) + 1))
    assert all(
        answer["answer"] and answer["question"] in question for answer, question in zip(answers, asked, strict=True)
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_text_and_json_say_the_same(path, capsys):
    assert main(["referee", str(path)]) == 0
    text = capsys.readouterr().out
    for answer in referee_file(path).answers:
        assert answer.answer.headline in text
        assert all(row.strip() in text for row in answer.answer.working)


def test_the_guide_shows_the_true_answer():
    (position,) = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
    shown = re.search(r"```\n(1\. hit number.*?)```", GUIDE, re.DOTALL)
    assert referee_text(position).answers[0].text() == shown[1].rstrip()


def test_the_guide_names_every_question():
    from balka.referee.common import COMMON
    from balka.referee.heroes.questions import QUESTIONS

    named = set(re.findall(r"^\| ([`a-z_, ]+) \|", GUIDE, re.MULTILINE))
    words = {word for cell in named for word in re.findall(r"`(\w+)`", cell)}
    assert set(COMMON) | set(QUESTIONS) <= words


def answers_of(name):
    return [asked.answer for asked in referee_file(ROOT / "docs" / "referee" / f"{name}.yaml").answers]


def test_the_woods_example_attacks_as_the_rulebook_does():
    """[6.8] DR 14, AR 5, Hit Number 9, 8 with a CAP; 3AP, 1AP with two CAPs."""
    values = [answer.values for answer in answers_of("woods")]
    assert [value["value"] for value in values[:6]] == [14, 5, 9, 8, 3, 1]
    assert (values[4]["spent_chance"], values[5]["exact"]) == (0.5, "1/5")
    after = values[6]["after"]["units"]
    assert (after["rif-01"]["hit"], after["rif-01"]["hit_shown"]) == ("soft_pinned", False)
    assert (after["gren-01"]["spent"], after["gren-01"]["stressed"]) == (False, True)


def test_the_street_example():
    """[5.2, 5.3, 7.8, 7.5]"""
    values = [answer.values for answer in answers_of("streets")]
    assert values[1]["clear"] and values[1]["edge_runs"] == [["B02", "B03"]]
    assert values[2]["targets"] == ["C02"]
    assert values[3]["count"] == len(values[3]["choices"]) == 32
    assert values[8]["value"] == 4
    assert (values[9]["value"], values[9]["low"], values[9]["high"]) == (None, 10, 11)


def test_the_close_combat_example():
    """[6.9, 6.11, 7.1]"""
    played, number, refused = answers_of("close-combat")[1:]
    assert played.values["after"]["destroyed"]["german"] == ["mg34-01"]
    assert played.values["after"]["vp"] == {"side": "soviet", "value": 2}
    assert (number.values["dr"], number.values["ar"], number.values["value"]) == (11, 7, 4)
    assert (refused.values["allowed"], refused.values["rule"]) == (False, "sos-6.11-b")
