"""What is wrong in a lesson file is told with its line and with what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from balka.core.errors import BalkaError
from balka.games import title_folder
from balka.lessons import goals, reading, solving

GOOD = (title_folder("sos") / "lessons" / "04-moving.yaml").read_text(encoding="utf-8")

BREAKS = [
    ("seat: german", "seat: finnish", "there is no seat 'finnish'"),
    ("rules: [sos-4.6-b]", "rules: [sos-4.6-zz]", "no rule 'sos-4.6-zz'"),
    ("goal: Bring", "goal: " + "very " * 40 + "Bring", "at most 140"),
    ("hex: C02}}", "hax: C02}}", "at has no 'hax'"),
    ("goal: {at: {unit: inf-01, hex: C02}}", "goal: {stands: {unit: inf-01, hex: C02}}", "has no 'stands'"),
    ("unit: inf-01, hex: C02", "unit: inf-77, hex: C02", "names the unit 'inf-77', which is not there"),
    ("show: [inf-01, C02]", "show: [inf-01, Z99]", "a hint shows 'Z99', which is not there"),
    ("{say: move inf-01 D03 SE, rule: sos-4.5-b}", "{say: move inf-01 C02 SE, rule: sos-4.5-b}", "is allowed"),
    ("rule: sos-4.5-b}", "rule: sos-2.2-a}", "is refused by sos-4.5-b, not by sos-2.2-a"),
    ("solution: [move inf-01 C02 SE, ", "solution: [move inf-01 E05 SE, ", "sentence 1 of the solution"),
    (", pivot inf-01 SE]", "]", "the solution ends before step 3"),
    ("dice: [d10 7, d10 6]", "dice: [d10 7]", "has no dice for the roll"),
    ("dice: [d10 7, d10 6]", "dice: [2d6 1 1, d10 6]", "'spent check' (d10) (for example 'd10 1' or"),
    ("{type: inf, at: a", "{type: zeppelin, at: a", "the box has no unit type 'zeppelin'"),
    ("{type: inf, at: a", "{type: infatry, at: a", "'infatry' (did you mean Infantry"),
    ("hint: Pick the infantry, then Turn, then the south-eastern side.", "", "a step has a hint that always fits"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lessons are read from here."""

    def found(game: str) -> list[Path]:
        return sorted(tmp_path.glob("*.yaml")) if game == "sos" else []

    monkeypatch.setattr(solving, "files", found)
    return tmp_path


@pytest.mark.parametrize(("old", "new", "told"), BREAKS)
def test_a_mistake_is_told(folder, old, new, told):
    assert old in GOOD
    (folder / "04-moving.yaml").write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    found = solving.problems("sos")
    assert any(told in sentence and "04-moving.yaml" in sentence for sentence in found), found


def test_a_good_lesson_has_none(folder):
    (folder / "04-moving.yaml").write_text(GOOD, encoding="utf-8")
    assert solving.problems("sos") == []


def test_the_line_is_named(folder):
    lines = GOOD.splitlines()
    at = lines.index("minutes: 4") + 1
    path = folder / "04-moving.yaml"
    path.write_text(GOOD.replace("minutes: 4", "minutes: many"), encoding="utf-8")
    with pytest.raises(BalkaError, match=f"line {at}: minutes: 'many' is not a number"):
        reading.read_lesson("sos", path)


def test_a_file_is_named_by_place_and_key(folder):
    path = folder / "moving.yaml"
    path.write_text(GOOD, encoding="utf-8")
    with pytest.raises(BalkaError, match=r"04-moving\.yaml"):
        reading.read_lesson("sos", path)


def test_the_lesson_of_the_documents_is_a_good_one(folder):
    text = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
    (folder / "04-wood.yaml").write_text(text.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    assert solving.problems("sos") == []


def test_the_documents_name_every_goal_and_every_field():
    text = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")
    assert [kind for kind in goals.KINDS if f"`{kind}: " not in text] == []
    assert [name for name in reading.FIELDS if f"`{name}`" not in text] == []


BEAR = """
title: Across the field
chapter: "3"
minutes: 4
seat: german
learn:
  - {text: Only to see that a position of the older edition can be described., rules: [atb-0.0-a]}
goal: Bring the infantry into the wood.
position:
  board:
    picture: |
      .  .  .
      a  W  .
      .  .  x
    legend: {W: woods_heavy}
  units:
    grif-01: {type: grif, at: a, facing: NE}
    srif-01: {type: srif, at: x, facing: NW}
steps:
  - {text: Enter the wood., goal: {at: {unit: grif-01, hex: B02}}, hint: Pick the wood., show: [B02]}
solution: [move grif-01 B02 NE, by activate 0]
"""


def test_positions_of_the_older_edition_can_be_described(tmp_path, monkeypatch):
    (tmp_path / "03-field.yaml").write_text(BEAR, encoding="utf-8")
    monkeypatch.setattr(solving, "files", lambda game: sorted(tmp_path.glob("*.yaml")))
    assert solving.problems("atb") == []
