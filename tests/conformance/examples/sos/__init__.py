"""The worked examples of the rulebook, played through the engine and compared with every figure they state."""

from __future__ import annotations

from typing import Any

from tests.conformance.examples.sos import (
    driving,
    figures,
    gathering,
    heights,
    illustrations,
    shelling,
    together,
    unseen,
)
from tests.conformance.examples.sos.play import Misplayed, play_out
from tests.conformance.examples.sos.stage import Example, set_stage

PLAYED_CHAPTERS = range(1, 10)
SCENES = {**driving.SCENES, **shelling.SCENES, **together.SCENES,
          **gathering.SCENES, **unseen.SCENES, **heights.SCENES}  # fmt: skip
UNCHECKED = ("step", "note")
DERIVED = "_derived"


def run(example: Example) -> list[str]:
    """What comes out differently from the text; nothing when all is as it says."""
    if example["id"] in SCENES:
        return _different(example, SCENES[example["id"]](example))
    _know_chapter(str(example["section"]))
    if not example["actions"]:
        return _different(example, [illustrations.worked_out(example, row) for row in example["expected"]])
    example = illustrations.points_scored(example)
    stage = set_stage(example)
    try:
        steps = play_out(stage, example["actions"])
    except Misplayed as problem:
        return [*stage.wrong, str(problem)]
    found = [figures.read(stage, steps, row) for row in example["expected"]]
    return [*stage.wrong, *figures.broken_claims(stage, steps), *_different(example, found)]


def knows(example: Example) -> bool:
    """Can this example be played?"""
    return example["id"] in SCENES or _is_played(str(example["section"]))


def _is_played(section: str) -> bool:
    chapter = section.partition(".")[0]
    return chapter.isdigit() and int(chapter) in PLAYED_CHAPTERS


def _know_chapter(section: str) -> None:
    if not _is_played(section):
        raise NotImplementedError(f"section {section}: its chapter cannot be played yet")


def _different(example: Example, found: list[dict[str, Any]]) -> list[str]:
    """Each stated figure beside what was found."""
    return [
        f"step {row.get('step', '-')}, {key}: the text says {told!r}, the engine {values.get(key, 'nothing')!r}"
        for row, values in zip(example["expected"], found, strict=True)
        for key, told in row.items()
        if key not in UNCHECKED and not key.endswith(DERIVED) and values.get(key) != told
    ]
