"""Bots by name, bots from outside the package, and what they say of themselves."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import cast

import pytest

import balka
from balka.bots.base import BOTS, Bot, answered, bot, names, opponents
from balka.cli.main import main
from balka.cli.play import outside_bots, read_seats
from balka.core.chance import draw
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.system import system_of
from balka.table.table import Table

TEXTS = Path(__file__).parents[2] / "web" / "src" / "texts" / "lobby.ts"
OWN = """
class Last:
    title = "Computer, contrary"
    about = "Says the last thing on the list."

    def choose(self, view, seat, rng):
        return list(view.choices((), seat))[-1]
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A bot in a file of the working folder."""
    name = f"contrary_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{name}.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return f"{name}:Last"


def test_the_usual_opponent_stands_first_and_the_careless_one_last() -> None:
    for game in balka.all_games():
        offered = opponents(system_of(game))
        assert (offered[0].key, offered[-1].key) == ("regular", "random")
        assert not {"greedy", "greedy-1", "mischief"} & {one.key for one in offered}
        assert {one.key for one in offered} <= set(names()) == set(BOTS)
        assert all(one.title and one.about for one in offered)


def test_a_bot_is_called_the_same_in_the_browser() -> None:
    text = TEXTS.read_text(encoding="utf-8")
    for one in [*opponents(system_of(balka.game("kursk"))), *opponents(system_of(balka.game("sos")))]:
        found = re.search(rf'"bot\.{one.key}": \["([^"]+)"', text)
        note = re.search(rf'"bot\.{one.key}Note": \[\s*"([^"]+)"', text)
        assert found and note and (found[1], note[1]) == (one.title, one.about)


def test_a_bot_from_outside_plays(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "kursk/slice", "--bots", f"{own},random", "--games", "1"]) == 0
    assert f"won by {own}" in capsys.readouterr().out


def test_a_bot_from_outside_takes_a_seat_it_is_given(own: str) -> None:
    start = balka.game("kursk").start("slice")
    seats = read_seats(f"german={own}", start.setting.seats, start.setting.system)
    table = Table(start, seats, outside_bots(f"german={own}"))
    table.run()
    assert table.state.asks[0].seat == "soviet" and table.players["german"] == own


def test_a_table_takes_no_class_it_was_not_given(own: str) -> None:
    """A place named over the network must never be imported."""
    with pytest.raises(BalkaError, match="There is no bot called"):
        Table(balka.game("kursk").start("slice"), {"german": own})


@pytest.mark.parametrize("name", ["gredy", "balka.bots.nothing:Bot", "nowhere_at_all:Bot", "balka.bots.greedy:Nobody"])
def test_a_bot_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(BalkaError, match=r"there is no bot .*one of regular, veteran.*, or package.module:Class"):
        bot(name)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("class Hawk: ...", "mine:Hwk", "as mine has no class Hwk; did you mean Hawk?"),
        ("", "mine:Hawk", "as mine has no class Hawk; it has none"),
        ("", "thine:Hawk", "as there is no module thine in this folder and none is installed"),
        ("class Hawk: ...", "mine:Hawk", "the bot 'mine:Hawk' has no method choose"),
        ("class Hawk:\n    def __init__(self, depth): ...", "mine:Hawk", "the bot 'mine:Hawk' cannot be made: "),
    ],
)
def test_what_is_wrong_with_a_bot_of_ones_own_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, name: str, words: str
) -> None:
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    with pytest.raises(BalkaError) as told:
        bot(name)
    assert words in str(told.value)


def test_a_bot_draws_chance_for_a_world_it_makes_up() -> None:
    rng, state = random.Random(3), balka.game("kursk").start("slice")
    general = bot("random")
    while state.asks[0].seat != CHANCE:
        seat = state.asks[0].seat
        state = state.apply(general.choose(state.view(seat), seat, rng), seat).state
    assert draw(state, rng) in [outcome for outcome, _ in state.odds()]


@pytest.mark.parametrize("said", [None, "ready"])
def test_a_bot_that_says_no_choice_is_told_so(said: object) -> None:
    class Mute:
        def choose(self, view: object, seat: str, rng: object) -> object:
            return said

    start = balka.game("kursk").start("slice")
    seat = start.asks[0].seat
    with pytest.raises(BalkaError, match=r"Mute answered .*, which is no choice.*one of the choices listed"):
        answered(cast(Bot, Mute()), start.view(seat), seat, random.Random(1))
