"""A unit in a few words: g or s, its kind, its strength, and what else is true of it.

`6/3` is attack and defence where they differ; then `mp=7`, `cel=2/1` (printed/now), `moves=trucked`, `star=black`,
`limit=11` or `troops=italian`, `of=18` (formation), `army=7GA`, `oos=2`, and marks such as `transport`,
`disorganised`, `dug` (in field works); any other word is a mistake. What is left out is as the rules have it for the
kind, else as on most counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from msgspec import Struct

from balka.core.errors import BalkaError
from balka.systems.wb95.catalogue import CLASSES, Counter, half
from balka.systems.wb95.disorder import LIMITS
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import SIDES as BOTH
from balka.systems.wb95.position import Unit

GERMAN, SOVIET = BOTH
MOVES = {
    "inf": "foot", "cav": "foot", "fu": "foot", "vs": "foot", "rg": "foot", "arm": "mechanized", "ag": "mechanized",
}  # fmt: skip
SIDES = {"g": GERMAN, "s": SOVIET}
DescribedUnit = tuple[Counter, Unit, bool]  # a counter, the unit it is, and whether it stands in field works


def read_unit(name: str, text: str, h: int) -> DescribedUnit:
    """The counter and the unit that a few words describe, and whether it stands in field works."""
    words = _words(name, text)
    counter = _counter(name, words)
    now = words.fields["cel"].partition("/")[2] or counter.cel
    marks = {Mark(word.replace("_", " ")) for word in words.marks if word not in STATES}
    marks |= {Mark.DONE} if Mark.STRATEGIC_MARKER in marks else set()  # taken in place of moving [12.1.4]
    disorder = "combat" if "disorganised" in words.marks else ""
    cel, level = _number(name, "cel", now), _number(name, "oos", words.fields["oos"])
    unit = Unit(name, counter.side, counter.kind, h, cel, 0, level, disorder, tuple(sorted(marks)))
    if not 0 < unit.cel <= counter.cel:
        raise BalkaError(f"{name} has {unit.cel} of {counter.cel} CEL", instead="cel=printed/now, for example cel=2/1")
    return counter, unit, "dug" in words.marks


class Words(Struct, frozen=True):
    """The words of a unit sorted out: side and kind, strength, figures by name, marks."""

    side: str
    kind: str
    strength: str
    fields: dict[str, str]
    marks: tuple[str, ...]


def _words(name: str, text: str) -> Words:
    side, kind, *words = [*text.split(), "", ""][: max(len(text.split()), 2)]
    if side not in SIDES:
        raise BalkaError(f"{name}: {text!r} names no side", instead="g or s first, for example 'g inf 4'")
    if kind not in KINDS:
        raise BalkaError(f"{name}: there is no kind {kind!r}", instead=f"one of {', '.join(KINDS)}")
    marks = tuple(word for word in words if not word[0].isdecimal() and "=" not in word)
    numbers = [word for word in words if word[0].isdecimal()]
    if len(numbers) > 1:
        raise BalkaError(
            f"{name}: {' and '.join(numbers)} are two strengths", instead="attack/defence, for example 6/3"
        )
    strange = [word for word in marks if word not in KNOWN]
    if strange:
        right = "; ".join(meant(word, KNOWN) for word in strange)
        raise BalkaError(f"{name}: there is no word {' or '.join(map(repr, strange))}", instead=right)
    fields = {**usual(side, kind, marks), **_fields(name, (word for word in words if "=" in word))}
    return Words(side, kind, numbers[0] if numbers else fields["strength"], fields, marks)


def usual(side: str, kind: str, marks: Sequence[str]) -> dict[str, str]:
    """What a unit has that the description does not say.

    [kursk-c1-1.2types-d, 5.6.2, 6.1.6, 6.2.1-a, 9.1.2, 9.1.4, 15.2.1, ruling Q7]
    """
    tracked = "selfpropelled" in marks
    limit = LIMITS["volkssturm"] if kind == "vs" else LIMITS["soviet" if side == "s" else "wehrmacht"]
    return {
        "mp": str(POINTS.get(kind, 7)), "cel": "1" if kind == "hq" or (kind == "art" and not tracked) else "2",
        "limit": str(limit), "oos": "0", "strength": "0" if kind == "hq" else "4",
        "moves": "mechanized" if tracked else MOVES.get(kind, "trucked"),
    }  # fmt: skip


def _fields(name: str, words: Iterable[str]) -> dict[str, str]:
    """The words that give a value: known names, and values that can be."""
    values: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key not in FIELDS or not value:
            raise BalkaError(f"{name}: {word!r} says nothing", instead=f"one of {'=, '.join(FIELDS)}= with a value")
        if key in VALUES and value not in VALUES[key]:
            raise BalkaError(f"{name}: {value!r} is not known for {key}=", instead=f"one of {', '.join(VALUES[key])}")
        values[key] = value
    return values


def meant(word: str, known: Sequence[str]) -> str:
    """What was meant, or what there is."""
    close = get_close_matches(word, known, n=2, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else f"one of {', '.join(known)}"


def _counter(name: str, words: Words) -> Counter:
    fields, kind = words.fields, words.kind
    attack, defence = (_number(name, "strength", part) for part in _halves(words.strength))
    cel = _number(name, "cel", fields["cel"].partition("/")[0])
    limit = _limit(name, fields["troops"].replace("_", " ")) if "troops" in fields else fields["limit"]
    return Counter(
        id=name, name=name, side=SIDES[words.side], army=fields.get("army", ""), kind=kind.upper(), size="R",
        formation=fields.get("of", ""), attack=attack, defence=defence, attack_reduced=half(attack) if cel > 1 else 0,
        defence_reduced=half(defence) if cel > 1 else 0, mp=_number(name, "mp", fields["mp"]),
        moves=fields["moves"], cel=cel, star=fields.get("star", ""),
        limit=_number(name, "limit", limit), traits=_traits(kind, words.marks),
    )  # fmt: skip


def _halves(strength: str) -> tuple[str, str]:
    attack, _, defence = strength.partition("/")
    return attack, defence or attack


def _number(name: str, what: str, text: str | int) -> int:
    if not str(text).isdecimal():
        raise BalkaError(f"{name}: {what} {text!r} is not a number")
    return int(text)


TRAITS = ("panther", "ferdinand", "selfpropelled")
STATES = ("dug", "disorganised", *TRAITS)  # words that are no marks of a unit
MARKS = tuple(mark.replace(" ", "_") for mark in Mark if mark is not Mark.SELF_PROPELLED)
KNOWN = (*STATES, *MARKS)
VALUES = {"star": ("black", "white", "yellow", "blue"), "moves": CLASSES}
POINTS = {"inf": 4, "cav": 6, "fu": 3, "vs": 4, "hq": 10, "rg": 0}  # [9.1.2, 15.2.1]; the others as on most counters
KINDS = ("inf", "mot", "arm", "ag", "at", "aa", "art", "cav", "hq", "fu", "rg", "vs", "air")
FIELDS = ("mp", "cel", "moves", "star", "limit", "troops", "of", "army", "oos")


def _limit(name: str, troops: str) -> int:
    if troops not in LIMITS:
        raise BalkaError(f"{name}: there are no troops {troops!r}", instead=f"one of {', '.join(LIMITS)}")
    return LIMITS[troops]


def _traits(kind: str, marks: Sequence[str]) -> frozenset[str]:
    traits = {mark for mark in marks if mark in TRAITS}
    if kind in ("art", "at", "aa") and "selfpropelled" not in marks:
        traits.add("towed")
    return frozenset(traits | ({"fu"} if kind == "fu" else set()))
