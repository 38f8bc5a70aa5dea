"""A replay shows a seat what it saw while the game was played and nothing else, and everything once it is over."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.table.camp import GAME as CAMP
from tests.table.test_wavering import start_of

from balka.bots.random import RandomBot
from balka.core.errors import BalkaError
from balka.core.scene.scene import Scene
from balka.core.state import WATCHER
from balka.table import scenes
from balka.table.dice import GivenDice, SeededDice
from balka.table.history import ALL, History, Replay, whole
from balka.table.table import Table

PITCH = ("put tent-1 A01", "put tent-2 B01", "put tent-3 C01", "ready")
GAMES = ["camp", "ford", "sos/courier", "kursk/slice", "gd/slice"]


class Witness:
    """Keeps every picture each seat is shown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen: dict[str, set[bytes]] = {seat: set() for seat in (*table.seats, WATCHER)}
        self.look()

    def look(self) -> None:
        for seat, pictures in self.seen.items():
            pictures.add(picture(scenes.drawn(self.table.view(seat), seat)))

    def run(self) -> None:
        while self.table.due is not None:
            self.table.go_on()
            self.look()


def picture(scene: Scene) -> bytes:
    return msgspec.json.encode([scene.turn, scene.stacks, scene.layers, scene.tracks, scene.hands])


def replay_of(table: Table, seat: str) -> Replay:
    history = History(table.start)
    assert history.follow(table.play.all_answers)
    return history.replay(seat, table.play)


def pictures(replay: Replay) -> list[bytes]:
    return [picture(scenes.drawn(replay.drawn(n), replay.view)) for n in range(len(replay.moments))]


def second_thoughts(table: Table, rng: random.Random) -> None:
    """Somebody chooses, or takes the last thing back."""
    seat = rng.choice([seat for seat in table.people if table.asked(seat)])
    if table.play.draft.choices_of(seat) and rng.random() < 0.25:
        table.undo(seat)
    else:
        choice = RandomBot().choose(table.state.view(seat), seat, rng)
        table.choose(seat, table.state.text(choice))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("key", GAMES)
def test_a_running_game_is_told_to_a_seat_as_it_saw_it_and_no_further(key: str, seed: int):
    _, start = start_of(key)
    rng = random.Random(seed)
    table = Table(start, dice=SeededDice(seed))
    witness = Witness(table)
    witness.run()
    for step in range(50):
        if table.over:
            break
        second_thoughts(table, rng)
        witness.look()
        witness.run()
        if step % 7 == 0:
            told_truly(table, witness)
    told_truly(table, witness)


def told_truly(table: Table, witness: Witness) -> None:
    for seat, seen in witness.seen.items():
        replay = replay_of(table, seat)
        shown = pictures(replay)
        assert set(shown) <= seen, f"{seat} is shown what it never saw"
        assert shown[-1] == picture(scenes.drawn(table.view(seat), seat)), "the last picture is the present"
        assert replay.log == table.log(seat)
        assert replay.actors == table.actors(seat)
        assert len(replay.actors) == len(replay.log)
        heard = [moment.lines for moment in replay.moments]
        assert heard == sorted(heard)
        assert replay.moments[-1].lines <= len(replay.log)


def test_nothing_tells_that_somebody_is_choosing_in_secret():
    """While red pitches its tents, blue's replay has as many steps as if nothing had been chosen."""
    table = Table(CAMP.start("raids"), dice=GivenDice([]))
    before = {seat: len(replay_of(table, seat).moments) for seat in ("red", "blue", WATCHER)}
    for text in PITCH[:3]:
        table.choose("red", text)
    after = {seat: len(replay_of(table, seat).moments) for seat in ("red", "blue", WATCHER)}
    assert after["red"] > before["red"], "red sees its own tents go up one by one"
    assert {**after, "red": 0} == {**before, "red": 0}


def test_a_history_goes_on_from_where_it_was_and_begins_anew_when_something_was_taken_back():
    table = Table(CAMP.start("raids"), dice=GivenDice([]))
    history = History(table.start)
    table.choose("red", PITCH[0])
    assert history.follow(table.play.all_answers)
    table.choose("red", PITCH[1])
    assert history.follow(table.play.all_answers)
    table.undo("red")
    assert not history.follow(table.play.all_answers)


@pytest.mark.parametrize("key", GAMES)
def test_the_whole_truth_ends_where_the_game_ended(key: str):
    _, start = start_of(key)
    table = Table(start, dict.fromkeys(start.setting.seats, "random"), dice=SeededDice(3), rng=random.Random(3))
    table.run()
    replay = whole(start, table.play.all_answers)
    assert replay.view == ALL
    assert replay.moments[-1].state.hash == table.state.hash
    assert replay.moments[-1].answers == len(table.play.all_answers)
    assert [moment.answers for moment in replay.moments] == sorted(moment.answers for moment in replay.moments)
    for seat in table.seats:
        assert set(map(type, table.log(seat))) & set(map(type, replay.log))
    assert scenes.picture(replay, len(replay.moments) - 1).choices == []


def test_secrets_are_told_in_the_whole_truth_only():
    table = Table(CAMP.start("raids"), {"blue": "human", "red": "human"}, dice=GivenDice([]))
    for text in PITCH:
        table.choose("red", text)
    table.run()
    assert scenes.picture(replay_of(table, "blue"), -1 + len(replay_of(table, "blue").moments)).stacks == []
    full = whole(table.start, table.play.all_answers)
    assert len(scenes.picture(full, len(full.moments) - 1).stacks) == 3


def test_every_line_says_whose_doing_it_was():
    table = Table(CAMP.start("raids"), dice=GivenDice(["2d6 3 4", "2d6 1 1"]))
    for seat, text in (*(("red", text) for text in PITCH), ("red", "fire big"), ("blue", "fire small")):
        table.choose(seat, text)
        table.run()
    told = dict(
        zip((event.say(table.start.setting) for event in table.log(WATCHER)), table.actors(WATCHER), strict=True)
    )
    assert (told["red rolled 7."], told["blue rolled 2."]) == ("red", "blue")


def test_a_resignation_is_the_last_picture():
    table = Table(CAMP.start("raids"), dice=GivenDice([]))
    table.resign("red")
    replay = replay_of(table, "blue")
    assert replay.moments[-1].lines == len(replay.log) == 1
    assert whole(table.start, table.play.all_answers, table.play.early).moments[-1].lines == 1


@pytest.mark.parametrize("number", [-1, 99])
def test_a_step_that_is_not_there_is_refused(number: int):
    table = Table(CAMP.start("raids"), dice=GivenDice([]))
    with pytest.raises(BalkaError, match="There is no step"):
        scenes.picture(replay_of(table, "red"), number)
