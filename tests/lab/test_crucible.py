"""Crucibles: small boards with everything on them, the same for the same seed, played soundly by all bots.

How many games are played here is set by BALKA_CRUCIBLE_GAMES, for long runs.
"""

from __future__ import annotations

import os

import pytest

from balka.cli import main as cli
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lab.clerk.famous_divisions import GdClerk
from balka.lab.crucible import CRUCIBLE, DRAWN
from balka.lab.selfplay import Plan, find, recorded, selfplay
from balka.lab.shrink import Rerun, problem, shortest, shortest_fault

GAMES = int(os.environ.get("BALKA_CRUCIBLE_GAMES", "3"))


@pytest.mark.parametrize("key", DRAWN)
def test_the_same_seed_draws_the_same_board(key: str) -> None:
    one, again, other = (CRUCIBLE.drawn(key, seed) for seed in ("4", "4", "5"))
    assert one.to_json() == again.to_json()
    assert one.to_json() != other.to_json()


def ground(state: State) -> set[str]:
    """The kinds of terrain, roads and hexsides of a board."""
    board = state.setting.board
    return {*board.terrain, *(f.kind for f in board.features), *(road.kind for road in board.links)}


@pytest.mark.parametrize(("key", "kinds"), [("sos", 8), ("atb", 9), ("kursk", 13), ("gd", 18)])
def test_all_sorts_of_ground_lie_on_the_boards(key: str, kinds: int) -> None:
    assert len(set().union(*(ground(CRUCIBLE.drawn(key, str(seed))) for seed in range(12)))) >= kinds


@pytest.mark.parametrize("bot", ["random", "mischief"])
@pytest.mark.parametrize("key", DRAWN)
def test_bots_play_crucibles_soundly(key: str, bot: str) -> None:
    report = selfplay(Plan(scenario=f"crucible/{key}", bots=(bot,), games=GAMES, seed=21, audit=True, every=0))
    assert report.violations == []
    assert report.finished == GAMES


@pytest.mark.parametrize("key", DRAWN)
def test_a_crucible_stands_up_to_the_whole_audit(key: str) -> None:
    plan = Plan(scenario=f"crucible/{key}", bots=("random",), seed=41, audit=True, every=40, most=60)
    assert selfplay(plan).violations == []


def test_what_is_no_crucible_is_said() -> None:
    with pytest.raises(BalkaError, match="there is no crucible/chess"):
        find("crucible/chess", {})
    with pytest.raises(BalkaError, match="there is no crucible 'chess'"):
        CRUCIBLE.start("chess")


def test_a_crucible_is_played_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", "crucible/gd", "--games", "1", "--audit", "--every", "0", "--bots", "mischief"]
    assert cli.main(words) == 0
    assert "crucible/gd" in capsys.readouterr().out


# -- the shortest way to a fault


def test_whatever_is_not_needed_is_dropped() -> None:
    said = [("a", str(n)) for n in range(40)]
    assert shortest(said, lambda left: ("a", "7") in left and ("a", "31") in left) == [("a", "7"), ("a", "31")]


def test_a_recorded_game_is_replayed_to_where_it_ended() -> None:
    plan = Plan(scenario="crucible/kursk", bots=("random",), seed=3, audit=True, every=0, most=25)
    start, said = recorded(plan, 0)
    replay = Rerun(start).through(said)
    assert replay.audit.violations == []
    assert len(replay.said) >= 25


def test_a_sound_game_has_no_shortest_fault() -> None:
    start, said = recorded(Plan(scenario="crucible/gd", bots=("random",), seed=3, most=10), 0)
    assert shortest_fault(start, said) == ("", [])


def test_a_fault_put_in_is_reached_by_few_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where halting is held to be forbidden, the way to the first halt is short."""

    def nobody_halts(self: GdClerk, page: object) -> object:
        if getattr(page, "verb", "") == "halt":
            yield "a party halts"

    monkeypatch.setattr(GdClerk, "riders", nobody_halts)
    start, said = recorded(Plan(scenario="crucible/gd", bots=("random",), seed=3, most=80), 0)
    fault, kept = shortest_fault(start, said)
    assert fault == "a party halts"
    assert len(kept) < len(said) / 2
    assert Rerun(start).through(kept).audit.violations
    assert problem("x, step 3, after 'a: b': what is wrong") == "what is wrong"
