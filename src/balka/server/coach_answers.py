"""What the coach answers, as types."""

from __future__ import annotations

from balka.core.scene.figures import Sent


class AdviceReason(Sent, frozen=True, kw_only=True):
    """What speaks for a choice, or against it where the gain is below nought."""

    text: str
    gain: float


class AdvisedChoice(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A choice with the sentence that says it, its words, the chance of winning after it, what it gains over waiting
    with the standard error of that, and the counters and hexes it is about."""

    text: str
    words: list[str]
    after: float
    gain: float
    error: float
    reasons: list[AdviceReason]
    units: list[str]
    hexes: list[str]


class Advice(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A hint, the best choice first. Without `figures` only the order says which is better; `clear` says that the best
    is better than the next by more than twice its error; `waiting` is the chance of winning for whoever passes."""

    choices: list[AdvisedChoice]
    figures: bool
    clear: bool
    waiting: float


class JudgedMoment(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """What changed the chance of winning most: by luck or by a side's choice, by how much for the first side, the
    picture of the replay before it, the turn, and the counters and hexes it is about."""

    step: int
    who: str
    amount: float
    text: str
    label: str
    units: list[str]
    hexes: list[str]


class JudgedChoice(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A choice of a game that is over: its words, and the counters and hexes it is about."""

    words: list[str]
    units: list[str]
    hexes: list[str]


class JudgedMistake(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A choice that cost its side more than five of a hundred games, what it was and what was better. `choice` says
    the better one, for whoever plays on with it from the picture before."""

    step: int
    side: str
    label: str
    played: JudgedChoice
    better: JudgedChoice
    choice: str
    loss: float
    error: float
    reasons: list[AdviceReason]


class JudgedChange(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """What an answer did to the chance of the first side: by luck, by a side's choice, or by nobody."""

    step: int
    who: str
    amount: float


class ChanceAt(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """The chance of the first side at a picture of the replay."""

    step: int
    chance: float


class Judgement(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A game that is over, judged for the first side: its chance over time, what choices and dice did to it (`sums` add
    up to the whole way, and are known to within `errors`), turning points and mistakes. Nothing of it where no position
    of a game has a value."""

    side: str
    chances: list[ChanceAt]
    changes: list[JudgedChange]
    sums: dict[str, float]
    errors: dict[str, float]
    moments: list[JudgedMoment]
    mistakes: list[JudgedMistake]
