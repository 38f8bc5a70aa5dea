"""What a question refuses, play refuses too, and for the same reason: both ask one function."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path as FilePath
from typing import Any

import pytest

from balka.core.choices import Card, Facing, Hex, Hexside, Number, Path, Signed, UnitId, slot_kinds
from balka.core.describing.document import Desk, parse_document
from balka.core.frames import CHANCE
from balka.core.proof import rule
from balka.games import find_rule
from balka.referee import referee_text
from balka.referee.adapters import find_adapter

FILES = sorted((FilePath(__file__).parents[2] / "docs" / "referee").glob("*.yaml"))

KURSK = """\
game: kursk
phase: combat
board:
  picture: |
    y  x  .  .
    .  a  b  .
    .  g  .  .
units:
  a: g arm 8
  b: g inf 4
  g: g art 6/3
  x: s inf 4
  y: s inf 4
"""


def asked(text: str, *questions: str) -> list[dict[str, Any]]:
    lines = "".join(f"  - {question}\n" for question in questions)
    return [one.answer.values for one in referee_text(f"{text}questions:\n{lines}").answers]


# -- Kursk

ATTACKS = [
    ("{target: x, units: a}", "attack x; join a; fight"),
    ("{target: y, units: a}", "attack y; join a; fight"),
    ("{target: [x, y], units: a}", "attack x; join a; also y; fight"),
    ("{target: x, units: [a, b], guns: g}", "attack x; join a; join b; gun g; fight"),
    ("{target: x, units: [a, b], air: air-1}", "attack x; join a; join b; air air-1"),
    ("{target: x, units: [a, b], shifts: 1}", "attack x; join a; join b; cm 1"),
    ("{target: x, units: [a, b], full: a}", "attack x; join a; join b; full a"),
    ("{target: x, units: [a, b, g]}", "attack x; join a; join b; join g"),
]
GROUNDS = {
    "as it is": "",
    "b free": "b: g inf 4 dug",
    "y gone": "y: {is: s inf 4, at: A03}",
    "a hungry": "a: g arm 8 oos=1",
    "limbered": "g: g art 6/3 transport",
}


@pytest.mark.parametrize("change", GROUNDS.values(), ids=list(GROUNDS))
@pytest.mark.parametrize(("attack", "said"), ATTACKS)
def test_an_attack_is_allowed_exactly_where_it_can_be_played(attack, said, change):
    text = KURSK
    if change:
        name = change.split(":")[0]
        text = "".join(f"  {change}\n" if line.startswith(f"  {name}:") else f"{line}\n" for line in text.splitlines())
    if "A03" in change:
        text, attack, said = (
            one.replace("y  x", ".  x").replace("attack y", "attack A03") for one in (text, attack, said)
        )
    question, play = asked(text, f"attack: {attack}", f"why_not: {said}")
    assert question["allowed"] == play["allowed"], (question, play)


@rule("kursk-5.1.3-a")
def test_an_attack_that_leaves_a_debt_behind_is_refused_by_name():
    (found,) = asked(KURSK, "attack: {target: x, units: a}")
    assert (found["allowed"], found["rule"]) == (False, "kursk-5.1.3-a") and found["reason"].startswith("b would")


@rule("kursk-8.2.2-a")
def test_aircraft_must_fly_support_over_the_target():
    flight = "flights: [{counter: air-1, side: german, mission: support, hex: B01}]\n"
    question = "attack: {target: x, units: [a, b], air: air-1}"
    (without,), (there,) = asked(KURSK, question), asked(KURSK + flight, question)
    assert without["rule"] != "" and not without["allowed"]
    assert there["attack"] == without["attack"] and "kursk-8.2.2" not in there["rule"]


@rule("kursk-6.5.7-a")
def test_a_barrage_needs_ammunition_for_every_gun():
    text = KURSK.replace("    .  g  .  .", "    .  .  .  .\n    .  g+h  .  .").replace(
        "  x: s", "  h: g art 6/3\n  x: s"
    )
    question = "shelling: {target: x, guns: [g, h], barrage: true}"
    (none,), (enough,) = asked(text, question), asked(text + "ammo: {german: 2}\n", question)
    assert none["rule"] == "kursk-6.5.7-a" and enough["allowed"]


@rule("kursk-6.2.3-a")
def test_a_march_is_refused_for_the_reason_play_gives():
    text = KURSK.replace("phase: combat", "phase: move")
    march, take = asked(text, "move: {units: g, to: A03}", "why_not: take g")
    assert march["rule"] == take["rule"] == "kursk-6.2.3-a"


# -- Grossdeutschland

GD = """\
game: gd
board:
  picture: |
    .  .  .  .  .  .  .  .  .  .
    h  .  .  .  .  .  .  .  f  x
stacks:
  h: hq-2gr
  x: t34.1-2tk
  f: FIRER
battalion: 2gr
"""


@rule("gd-6.0-d")
def test_shots_and_barrages_are_refused_out_of_command_as_in_play():
    text = GD.replace("FIRER", "flak-2gr")
    shot, played = asked(text, "direct_fire: {unit: flak-2gr, target: x}", "why_not: fight; fire flak-2gr x")
    assert shot["rule"] == played["rule"] == "gd-6.0-d"
    text = GD.replace("FIRER", "ig-2gr")
    shell, played = asked(text, "barrage: {unit: ig-2gr, target: x}", "why_not: fight; barrage ig-2gr x")
    assert shell["rule"] == played["rule"] == "gd-6.0-d"


@rule("gd-11.3-u")
def test_a_second_shot_is_refused_as_in_play():
    text = GD.replace("    h  .  .  .  .  .  .  .  f  x", "    .  .  .  .  .  .  .  h  f  x")
    text = text.replace("  f: FIRER\n", "") + "units:\n  flak-2gr: {at: f, shot: true}\n"
    shot, played = asked(text, "direct_fire: {unit: flak-2gr, target: x}", "why_not: fight; fire flak-2gr x")
    assert shot["rule"] == played["rule"] == "gd-11.3-u"


# -- Storms of Steel

SOS = """\
game: sos
board:
  picture: |
    a  .  x  .
units:
  inf: {type: ger_infantry_43, at: a, facing: SE}
  rif: {type: sov_rifles_43, at: x, facing: NW}
"""


@rule("sos-16.7-a")
def test_a_plane_that_nobody_has_is_refused_as_in_play():
    question, play = asked(SOS, "hit_number: {attacker: W05, target: rif}", "why_not: plane W05")
    assert question["rule"] == play["rule"] == "sos-16.7-a"
    has = "weapons: {german: [W05]}\nspecial: [{rule: airplane, card: W05, uses: 1, rounds: [1]}]\n"
    question, play = asked(SOS + has, "hit_number: {attacker: W05, target: rif}", "why_not: plane W05")
    assert question["allowed"] and play["allowed"]


@pytest.mark.parametrize("state", ["spent: true", "hit: stunned", "hit: unnerved", "hidden: true", "facing: NW"])
def test_an_attack_by_fire_is_refused_as_in_play(state):
    text = SOS.replace("at: a, facing: SE", f"at: a, {state}" + ("" if "facing" in state else ", facing: SE"))
    question, play = asked(text + "caps: {german: 0, soviet: 0}\n", "hit_number: {attacker: inf, target: rif}",
                           "why_not: fire inf x")  # fmt: skip
    assert question["allowed"] == play["allowed"] and question["rule"] == play["rule"]


# -- every refusal


WORDS = ("move", "he", "2gr", "trench", "support", "german", "ap", "pool", "fire-lane", "mines")


def _filled(kind: Any, state: Any, names: list[str], rng: random.Random) -> str:
    board = state.setting.board
    h = rng.randrange(len(board))
    if kind is Hexside:
        return f"{board.labels[h]}/{board.labels[next(n for n in board.neighbours[h] if n >= 0)]}"
    if kind in (Hex, Path):
        return str(board.labels[h])
    if kind is Facing:
        return rng.choice(board.grid.sides)
    if kind in (Number, Signed):
        return str(rng.randrange(4))
    if kind is Card:
        return rng.choice(sorted(getattr(state.setting, "cards", {"01": 1})))
    return rng.choice(names) if kind is UnitId else rng.choice(WORDS)


def _walk(state: Any, rng: random.Random, steps: int) -> Iterator[Any]:
    """A few moments of play at random."""
    for _ in range(steps):
        if not state.asks:
            return
        yield state
        if state.asks[0].seat == CHANCE:
            state = state.apply(rng.choice(state.odds())[0]).state
        else:
            state = state.apply(rng.choice(list(islice(state.choices(), 40)))).state


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_refusal_cites_a_rule_of_its_own_game(path):
    whole = parse_document(path.read_text(encoding="utf-8"), Desk(path.name))
    game, adapter = find_adapter(whole.pairs()["game"])
    fields = {name: entry for name, entry in whole.pairs().items() if name in adapter.positions.fields}
    case, rng = adapter.read(fields, whole), random.Random(1)
    bare = []
    for state in _walk(case.state, rng, 12):
        for forms in state.setting.grammar.verbs.values():
            for cls in forms:
                said = " ".join(
                    [cls.verb, *(_filled(k, state, sorted(case.known.units), rng) for k in slot_kinds(cls))]
                )
                refusal = state.why_not(said)
                if refusal is not None and state.asks[0].seat != CHANCE:
                    row = refusal.rule
                    bare += [] if row.startswith(f"{game}-") and find_rule(row) else [(said, refusal)]
    assert bare == []
