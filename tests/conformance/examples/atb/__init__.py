"""The worked examples of the rulebook, played through the engine and compared with every figure they state."""

from __future__ import annotations

from typing import Any

from tests.conformance.examples.atb import acting, driving, fighting, hiding, shelling, together, works
from tests.conformance.examples.atb.figures import wrong_figures

Example = dict[str, Any]

CHAPTERS = (acting, fighting, together, hiding, shelling, driving, works)
SCENES = {name: scene for chapter in CHAPTERS for name, scene in chapter.SCENES.items()}
TOLD_IN_WORDS = ("note",)
"""what is remarked on an example's text, not said by it"""


def run(example: Example) -> list[str]:
    """What comes out differently from the text; nothing when all is as it says."""
    found = SCENES[example["id"]](example)
    return [*wrong_figures(example), *_different(example["expected"], found)]


def knows(example: Example) -> bool:
    """Can this example be played?"""
    return example["id"] in SCENES


def _different(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Each stated figure beside what was found."""
    return [
        f"{key}: the text says {told!r}, the engine {found.get(key, 'nothing')!r}"
        for key, told in expected.items()
        if key not in TOLD_IN_WORDS and found.get(key) != told
    ]
