"""Numbers with their working as they are sent: tallies, checks, figures of counters, quotes and refusals."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Final = Literal["no", "maybe", "yes"]
"""whether a choice can be taken back: `no` means that it is not final"""


class Sent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all that is sent. A field with a default is left out while it has it; one without is always there."""


class TallyPart(Sent, frozen=True, kw_only=True):
    """One operation of a sum. `text` is its amount as it is written where it is counted in fractions; `running` is the
    sum after it, `running_label` what that sum is called where it is a place on a printed table."""

    op: str
    value: int
    low: int
    high: int
    label: str
    rule: str
    basis: str
    text: str = ""
    running: int | None = None
    running_high: int | None = None
    running_label: str = ""
    where: str = ""
    """of a part that counts only at times: when"""


class Tally(Sent, frozen=True, kw_only=True, tag_field="type", tag="tally"):
    """A sum with its working; low < high where something is unknown to the viewer. `label` is how the sum is called
    where it is a place on a printed table: 3:1."""

    name: str
    value: int
    low: int
    high: int
    parts: list[TallyPart]
    label: str = ""


class Band(Sent, frozen=True, kw_only=True):
    """One result of a check with its chance: `name` as printed, `label` in words."""

    name: str
    label: str
    low: float
    high: float
    exact: str


class End(Sent, frozen=True, kw_only=True):
    """A place on the scale that may come up, and why it would: `at` counts from the first place."""

    name: str
    at: int
    why: str = ""


class Addition(Sent, frozen=True, kw_only=True):
    """Something that is in the sum or may still come into it, in words, with its rule and its amount as written."""

    text: str
    rule: str = ""
    amount: str = ""


class Answer(Sent, frozen=True, kw_only=True):
    """How likely one answer is now, and between which chances it can end. `rolls` says on which sums it comes now."""

    name: str
    now: float
    low: float
    high: float
    rolls: str = ""


class Hint(Sent, frozen=True, kw_only=True):
    """What would help next: the sentence to say for it, the counter it is about, and what it changes."""

    text: str
    say: str
    unit: str = ""
    at: int
    gains: list[str] = []


class Outlook(Sent, frozen=True, kw_only=True):
    """What can still come of a check that is not closed: the places of its scale, if it has one, from `low` to `high`,
    `now` as things stand; what may still be added; the few answers that matter, and the results in one bar."""

    scale: list[str] = []
    low: int = 0
    now: int = 0
    high: int = 0
    ends: list[End] = []
    may: list[Addition] = []
    answers: list[Answer]
    bar: list[Answer]
    dice: list[Addition] = []
    note: Addition | None = None
    hint: Hint | None = None


class Check(Sent, frozen=True, kw_only=True, tag_field="type", tag="check"):
    """Dice read against a number. Of a printed table only the bands that can come up are sent, from the worst to the
    best for whoever rolls. `need_text` is the need as a reader of dice says it: 8+, 8–9+ where something is unknown,
    3:1, or a bare number. `sums`: of common dice each sum with its weight and its band, where the odds are exact."""

    name: str
    dice: str
    tally: Tally
    need: int
    need_high: int
    tallies: list[Tally]
    bands: list[Band]
    reader: str
    need_text: str
    sums: list[tuple[int, int, str]] = []
    outlook: Outlook | None = None


class Reason(Sent, frozen=True, kw_only=True):
    """Why not, by which rule, and what would do."""

    sentence: str
    rule: str = ""
    instead: str = ""


class Why(Sent, frozen=True, kw_only=True):
    """Whether something is allowed, and if not, why."""

    allowed: bool
    reasons: list[Reason]


class Value(Sent, frozen=True, kw_only=True):
    """A figure of a counter now. `slot` is the corner it is printed in, if in any; a relative one is added to something
    else; `sometimes` counts only where it says."""

    key: str
    slot: str = ""
    name: str
    printed: str = ""
    now: str
    relative: bool
    tally: Tally
    sometimes: list[TallyPart]
    barred: Reason | None = None
    note: str = ""


class Quote(Sent, frozen=True, kw_only=True):
    """What a choice would cost and risk."""

    text: str
    cost: Tally | None = None
    checks: list[Check]
    final: Final
    warns: list[str]
    way: list[str] = []
    price: str = ""
