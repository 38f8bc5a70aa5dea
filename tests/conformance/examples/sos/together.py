"""Examples of four players and of Veteran cards, each played on a position of its own. [19.0, card V06]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.conformance.examples.sos.stage import Entry, Example, described, printed_map

from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.core.system import chosen
from balka.games.storms_of_steel.catalogue import title
from balka.systems.heroes.chapters.fire import shot_at
from balka.systems.heroes.chapters.ratings import defence_rating
from balka.systems.heroes.play.setup import first_state, make_setting
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import HeroesState, Unit

FOR_FOUR = "sos/ravines"
QUIET = ("ready", "pass", "done", "keep", "caps 0")
IRON_WILL = "V06"


def _round_end(example: Example) -> list[dict[str, Any]]:
    """The players answer as the text says; the Round must not be over a step too early."""
    state = _until_turn(
        first_state(
            make_setting(THIRD_EDITION, title(), title().mission(FOR_FOUR), chosen(THIRD_EDITION.options, {}), {})
        )
    )
    for seat in ("german_1", "german_2"):  # the Mission gives them the first Turn; the text begins with the Soviets
        state = _act(state, seat)
    found: list[dict[str, Any]] = []
    for action in example["actions"]:
        assert state.tracks.round == 1, "the Round ended before the last pass"
        for seat in (f"{action['side']}_1", f"{action['side']}_2"):
            state = _until_turn(state.apply("pass", seat).state) if action[seat] == "pass" else _act(state, seat)
    found.append({"step": "B", "round_ends": state.tracks.round == 2})
    return found


def _act(state: State, seat: str) -> State:
    """The smallest Action there is."""
    stall = next(choice for choice in state.choices(seat=seat) if choice.verb == "stall")
    return _until_turn(state.apply(stall, seat).state)


def _until_turn(state: State) -> State:
    """Whatever else is asked is answered quietly, the dice with their first outcome."""
    while any(ask.kind != "turn" for ask in state.asks):
        only = forced(state)
        if state.asks[0].seat == CHANCE:
            state = state.apply(state.odds()[0][0]).state
        elif only is not None:
            state = state.apply(only[1], only[0].seat).state
        else:
            state = _quiet(state)
    return state


def _quiet(state: State) -> State:
    seat = state.asks[0].seat
    listed = list(state.choices(seat=seat))
    quiet = [choice for choice in listed if state.text(choice).startswith(QUIET)]
    return state.apply((quiet or listed)[0], seat).state


# -- Iron Will


def _iron_will(example: Example) -> list[dict[str, Any]]:
    return [_marked(row) for row in example["expected"]]


def _marked(row: Entry) -> dict[str, Any]:
    """A squad with the marker steels itself, an enemy in sight."""
    marker = f"soft_{row['marker']}"
    if marker not in title().markers:
        raise LookupError(f"there is no soft Hit Marker {row['marker']!r}")
    state = _steeled(marker)
    verbs = {choice.verb for choice in state.choices(("inf",))}
    rating = defence_rating(state, shot_at(state, state.position.units["rif"], state.position.units["inf"]))
    bare = state.setting.kinds["ger_infantry_43"].front_def
    able = {"move", "fire"} <= verbs
    return {"marker": row["marker"], "may_move_or_fire": able, "dr_bonus": rating.value - bare}


def _steeled(marker: str) -> HeroesState:
    board = printed_map("8")
    start = board.hex("8-J04")
    units = (
        Unit("inf", "ger_infantry_43", "german", "german", start, 3, marker=marker, shown=True),
        Unit("rif", "sov_rifles_41", "soviet", "soviet", board.step(start, 3, 2), 0),
    )
    after = described(board, units, veterans={"german": (IRON_WILL,)}).apply(f"play {IRON_WILL} inf").state
    assert isinstance(after, HeroesState)
    return after


SCENES: dict[str, Callable[[Example], list[dict[str, Any]]]] = {"sos-ex-51": _round_end, "sos-ex-52": _iron_will}
