"""What an agent sees and says, in arrays of fixed size, alike for all games."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

ACTIONS = 1024
COUNTERS, LAYERS, TRACKS, HANDS = 512, 256, 16, 8

COUNTER = (
    "here", "own", "enemy", "on_map", "x", "y", "facing", "unknown", "symbol", "states", "marks",
    "attack_cost", "move_cost", "fp_red", "fp_blue", "range", "def_front", "def_flank",
    "strength", "defence", "movement", "steps",
)  # fmt: skip
"""What a row of `counters` holds; first what all games have, then the figures printed on a counter, a tenth each."""

LAYER = ("here", "own", "enemy", "kind", "x", "y")
HAND = ("here", "own", "known", "unseen")
WORD = ("here", "verb", "counter", "hex", "facing", "other", "whole", "code", "row", "x", "y")
"""What a row of `words` holds: what kind of word it is, whether it ends the sentence, and what it names."""

Array = NDArray[np.float32]
Mask = NDArray[np.int8]
Seen = dict[str, Array]


def layout(actions: int) -> dict[str, tuple[int, ...]]:
    """The parts of an observation in their order, with their shapes."""
    return {
        "counters": (COUNTERS, len(COUNTER)),
        "layers": (LAYERS, len(LAYER)),
        "tracks": (TRACKS,),
        "hands": (HANDS, len(HAND)),
        "question": (3,),
        "words": (actions, len(WORD)),
    }


def flat(seen: Seen, actions: int) -> Array:
    """The parts of an observation one after the other, as learning programs want it."""
    return np.concatenate([seen[name].reshape(-1) for name in layout(actions)])


def parts(observation: Array, actions: int = ACTIONS) -> Seen:
    """The parts of an observation by name: tables of counters, layers, tracks and hands, question and words."""
    found, at = {}, 0
    for name, shape in layout(actions).items():
        size = int(np.prod(shape))
        found[name] = observation[at : at + size].reshape(shape)
        at += size
    return found


def observation_space(actions: int) -> spaces.Dict:
    """A long row of numbers, and which actions can be said."""
    size = sum(int(np.prod(shape)) for shape in layout(actions).values())
    seen = spaces.Box(-10.0, 100.0, (size,), np.float32)
    return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
