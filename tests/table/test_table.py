"""The table: drafts and undo, forced answers, bots, orders, who hears what and when, and coming back."""

from __future__ import annotations

import random

import pytest
from tests.table.camp import BLUE, GAME, RED, TENTS, menu
from tests.toy.ford import GAME as FORD
from tests.toy.words import GUARD, SMUGGLER

from balka.core.choices import Choice, IllegalChoiceError
from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.records import read
from balka.core.state import WATCHER, State
from balka.table.dice import GivenDice, SeededDice
from balka.table.orders import Order, read_order
from balka.table.table import Due, Entry, Table

PITCH = ("put tent-1 A01", "put tent-2 B01", "put tent-3 C01")


def table_of(*dice: str, **players: str) -> Table:
    table = Table(GAME.start("raids"), players, dice=GivenDice(dice))
    table.run("no bots")
    return table


def say(table: Table, seat: str, *texts: str) -> Table:
    for text in texts:
        table.choose(seat, text)
        table.run("no bots")
    return table


def heard(table: Table, seat: str) -> list[str]:
    return [event.say(table.start.setting) for event in table.log(seat)]


# -- drafts and undo


def test_others_see_a_draft_only_at_the_next_barrier():
    table = say(table_of(), RED, *PITCH[:2])
    assert heard(table, RED) == ["You put tent-1 at A01.", "You put tent-2 at B01."]
    assert heard(table, BLUE) == heard(table, WATCHER) == []
    assert table.view(BLUE).stack == table.start.view(BLUE).stack
    say(table, RED, PITCH[2], "ready")
    assert heard(table, BLUE) == heard(table, WATCHER) == ["A tent."] * 3
    assert heard(table, RED)[2] == "You put tent-3 at C01."


class Listener:
    """Says the first thing listed and keeps what it had been told by then."""

    def __init__(self) -> None:
        self.log: list[str] = []

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        self.log = [event.say(view.setting) for event in view.heard]
        return next(view.choices((), seat))


def test_a_bot_is_handed_what_its_seat_has_heard_and_no_more():
    bot = Listener()
    table = Table(GAME.start("raids"), {BLUE: "listener"}, {"listener": bot}, GivenDice(()))
    table.run("no bots")
    say(table, RED, *PITCH, "ready", "hold")
    table.think(BLUE)
    assert bot.log == heard(table, BLUE)
    assert bot.log[:3] == ["A tent."] * 3


def test_undo_goes_back_one_choice_at_a_time_to_the_barrier():
    table = say(table_of(), RED, *PITCH[:2])
    table.undo(RED)
    assert table.state.position.tents == {"tent-1": 0}
    table.undo(RED)
    assert table.state.hash == table.start.hash
    assert heard(table, RED) == []
    with pytest.raises(BalkaError, match="Nothing can be taken back"):
        table.undo(RED)


def test_said_and_undone_leaves_no_trace_in_the_record():
    straight = say(table_of(), RED, *PITCH, "ready")
    wavering = say(table_of(), RED, "put tent-1 F01", "put tent-3 E01")
    wavering.undo(RED)
    wavering.undo(RED)
    say(wavering, RED, *PITCH, "ready")
    assert wavering.record() == straight.record()


def test_one_choice_from_the_middle_is_taken_back_and_the_rest_stands():
    table = say(table_of(), RED, *PITCH)
    table.take_back(RED, 1)
    assert table.state.position.tents == {"tent-1": 0, "tent-3": 2}
    say(table, RED, "put tent-2 F01")
    assert table.state.position.tents == {"tent-1": 0, "tent-2": 5, "tent-3": 2}


def test_what_hangs_on_a_choice_keeps_it_from_being_taken_back_alone():
    table = say(table_of(), RED, *PITCH)
    with pytest.raises(BalkaError, match="does not stand without it"):
        table.take_back(RED, 0)
    assert len(table.state.position.tents) == 3


@pytest.mark.parametrize("index", [-1, 1, 99])
def test_a_choice_that_was_not_made_cannot_be_taken_back(index: int):
    table = say(table_of(), RED, PITCH[0])
    with pytest.raises(BalkaError, match=f"no choice number {index}"):
        table.take_back(RED, index)


def test_saying_the_end_is_left_to_a_person_who_can_still_take_back():
    table = say(table_of(), RED, *PITCH)
    assert table.due is None
    assert [table.state.text(choice) for choice in table.state.choices(seat=RED)] == ["ready"]
    say(table, RED, "ready")
    with pytest.raises(BalkaError, match="The end was said"):
        table.undo(RED)


def test_undo_never_crosses_dice():
    table = say(table_of("2d6 3 5"), RED, *PITCH, "ready", "fire big")
    assert heard(table, RED)[-1] == "red rolled 8."
    with pytest.raises(BalkaError, match="The dice have fallen"):
        table.undo(RED)


def test_undo_never_crosses_another_seats_being_asked():
    table = say(table_of(), RED, *PITCH, "ready", "hold")
    assert table.asked(BLUE)
    with pytest.raises(BalkaError, match="Another seat has been asked"):
        table.undo(RED)


SCOUT = ("turn tent-1 A01 N", "play 06", "hold")


def test_what_only_its_own_seat_learned_closes_undo_and_shows_the_others_nothing():
    """Shown at once, the turn would tell blue that red learned something by the card."""
    table = say(Table(menu(*SCOUT)), RED, "turn tent-1 A01 N", "play 06")
    assert heard(table, RED) == ["A tent turns.", "You learn something."]
    assert heard(table, BLUE) == heard(table, WATCHER) == []
    assert table.view(BLUE).hash == table.start.view(BLUE).hash
    with pytest.raises(BalkaError, match="Something became known"):
        table.undo(RED)
    say(table, RED, "turn tent-1 A01 N", "turn tent-1 A01 N")
    table.undo(RED)
    assert heard(table, RED) == ["A tent turns.", "You learn something.", "A tent turns."]
    say(table, RED, "hold")
    assert heard(table, BLUE) == ["A tent turns.", "A tent turns."]
    assert table.record().count("turn tent-1") == 2


def test_why_undo_is_closed_is_told_to_the_seat_it_happened_to_only():
    table = say(Table(menu(*SCOUT)), RED, "turn tent-1 A01 N", "play 06")
    assert table.why_closed(RED) == "Something became known."
    assert table.why_closed(BLUE) == "You have chosen nothing yet."


# -- several seats at once


def test_each_may_reopen_his_own_lane_until_the_last_is_ready():
    table = Table(FORD.start("crossing"), dice=SeededDice(3))
    say(table, GUARD, "put patrol B1", "put pit D1")
    say(table, GUARD, "ready")
    assert not table.asked(GUARD)
    table.undo(GUARD)
    table.undo(GUARD)
    assert table.asked(GUARD)
    assert table.play.draft.choices_of(GUARD) == (table.state.parse("put patrol B1"),)


def test_taking_back_in_one_lane_leaves_the_other_alone():
    table = Table(FORD.start("crossing"), dice=SeededDice(3))
    say(table, GUARD, "put patrol B1")
    say(table, SMUGGLER, "put goal E1")
    table.undo(GUARD)
    assert table.play.draft.choices_of(SMUGGLER) == (table.state.parse("put goal E1"),)
    assert table.play.draft.choices_of(GUARD) == ()


def test_a_lane_is_unseen_by_the_other():
    table = Table(FORD.start("crossing"), dice=SeededDice(3))
    before = table.view(SMUGGLER).to_json()
    say(table, GUARD, "put patrol B1")
    assert table.view(SMUGGLER).to_json() == before


def test_answering_first_where_any_may_is_final():
    table = Table(FORD.start("crossing"), dice=SeededDice(3))
    say(table, GUARD, "put patrol B1", "put pit D1", "ready")
    say(table, SMUGGLER, "put goal E1", "ready")
    assert table.asked(GUARD)
    assert table.asked(SMUGGLER)
    say(table, SMUGGLER, "pass")
    with pytest.raises(BalkaError):
        table.undo(SMUGGLER)


# -- who may speak


def test_a_choice_that_is_not_listed_is_refused_and_changes_nothing():
    table = say(table_of(), RED, PITCH[0])
    with pytest.raises(IllegalChoiceError, match="Another tent stands there"):
        table.choose(RED, "put tent-2 A01")
    assert table.state.position.tents == {"tent-1": 0}


def test_nobody_answers_out_of_turn_or_for_another():
    table = table_of(blue="random")
    with pytest.raises(BalkaError, match="random plays the blue side"):
        table.choose(BLUE, "hold")
    with pytest.raises(BalkaError, match="no seat 'green'"):
        table.choose("green", "hold")
    with pytest.raises(IllegalChoiceError, match="not for blue"):
        table_of().choose(BLUE, "hold")


def test_nobody_can_say_what_the_dice_show():
    table = say(table_of("2d6 3 5"), RED, *PITCH, "ready")
    table.choose(RED, "fire big")
    assert table.due == Due("chance", "chance")
    with pytest.raises(BalkaError):
        table.choose(RED, "2d6 6 6")


def test_an_unknown_player_or_seat_is_refused_when_the_table_is_laid():
    with pytest.raises(BalkaError, match="no bot called 'genius'"):
        table_of(red="genius")
    with pytest.raises(BalkaError, match="no seat 'green'"):
        table_of(green="human")


# -- bots, resigning, the end


def test_bots_play_a_whole_game_and_its_record_replays():
    table = Table(GAME.start("raids"), {RED: "random", BLUE: "random"}, dice=SeededDice(5), rng=random.Random(5))
    table.run()
    assert table.over
    assert table.verdict() is not None
    assert read(table.record()).header.players == {RED: "random", BLUE: "random"}


def test_resigning_ends_the_game_for_everybody():
    table = say(table_of(), RED, *PITCH[:1])
    table.resign(RED)
    verdict = table.verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.text) == (BLUE, "The Red side resigned.")
    assert heard(table, WATCHER) == ["A tent.", "The Red side resigns."]
    assert not table.asked(RED)
    with pytest.raises(BalkaError, match="The game is over"):
        table.choose(RED, PITCH[1])
    with pytest.raises(BalkaError, match="The game is over"):
        table.resign(BLUE)


# -- standing orders


def ordered_table(*orders: str) -> Table:
    table = say(table_of("2d6 3 5", "2d6 6 6"), RED, *PITCH, "ready")
    table.give_orders(BLUE, [read_order(order) for order in orders])
    return say(table, RED, "hold")


def test_an_order_is_carried_out_when_its_condition_holds():
    table = ordered_table("reply: fire if yes at least 50%", "reply: hold")
    assert "blue: fire big" in table.record(), "the likelier of two shots is taken"
    assert table.asked(RED)


def test_the_next_order_is_tried_when_the_condition_fails():
    table = ordered_table("reply: fire if yes at least 90%", "reply: hold")
    assert "blue: hold" in table.record()


def test_without_a_fitting_order_the_person_is_asked():
    assert ordered_table("reply: fire if yes at least 90%").asked(BLUE)
    assert ordered_table("raid: hold").asked(BLUE)
    assert ordered_table("reply: fire if glory at least 1%").asked(BLUE)


def test_an_order_may_name_a_unit():
    assert "blue: fire small" in ordered_table("reply: fire small").record()


@pytest.mark.parametrize(
    "text", ["", "reply", "reply:", ": hold", "reply: fire if yes", "reply: fire if yes at least x"]
)
def test_an_order_that_says_nothing_is_refused(text: str):
    with pytest.raises(BalkaError, match="no standing order"):
        read_order(text)


def test_an_order_is_written_as_it_is_read():
    order = read_order("oppfire: fire if casualty at least 25%")
    assert order == Order("oppfire", "fire", "casualty", 0.25)
    assert read_order(order.text()) == order


# -- coming back


def restored(entries: list[Entry], **players: str) -> Table:
    table = Table(GAME.start("raids"), players, dice=GivenDice())
    table.restore(entries)
    return table


def test_a_table_comes_back_from_its_journal_with_drafts_and_undo():
    entries: list[Entry] = []
    table = Table(GAME.start("raids"), dice=GivenDice(["2d6 3 5"]), journal=entries.append)
    say(table, RED, *PITCH)
    table.undo(RED)
    table.take_back(RED, 1)
    again = restored(entries)
    assert again.state.position.tents == {"tent-1": 0}
    assert again.play.draft.choices_of(RED) == table.play.draft.choices_of(RED)
    say(table, RED, "put tent-2 D01", "put tent-3 E01", "ready", "fire big")
    again = restored(entries)
    assert again.record() == table.record()
    assert again.play.heard == table.play.heard
    assert again.play.rolls == 1


def test_orders_and_resignation_come_back():
    entries: list[Entry] = []
    table = Table(GAME.start("raids"), dice=GivenDice(), journal=entries.append)
    table.give_orders(BLUE, [Order("reply", "hold")])
    table.resign(RED)
    again = restored(entries)
    assert again.orders == table.orders
    assert again.over


def test_what_could_not_be_written_down_has_not_happened():
    def full_disk(entry: Entry) -> None:
        raise OSError("no space left")

    table = Table(GAME.start("raids"), journal=full_disk)
    with pytest.raises(OSError, match="no space"):
        table.choose(RED, PITCH[0])
    assert table.state.hash == table.start.hash


def test_a_journal_that_does_not_fit_is_refused_with_the_entry():
    with pytest.raises(BalkaError, match="entry 2 of the journal"):
        restored([Entry("person", RED, PITCH[0]), Entry("person", RED, "put tent-2 A01")])


@pytest.mark.parametrize("seed", range(10))
def test_random_games_of_the_ford_come_back_at_any_moment(seed: int):
    entries: list[Entry] = []
    players = {GUARD: "random", SMUGGLER: "random"}
    table = Table(FORD.start("crossing"), players, dice=SeededDice(seed), journal=entries.append,
                  rng=random.Random(seed))  # fmt: skip
    while table.due is not None:
        table.go_on()
        again = Table(FORD.start("crossing"), players)
        again.restore(entries)
        while table.due is not None and table.due.kind == "forced":
            table.go_on()
        assert again.state.hash == table.state.hash
        assert again.play.heard == table.play.heard


def test_a_table_goes_on_from_a_record():
    table = say(table_of("2d6 3 5"), RED, *PITCH, "ready", "fire big")
    later = Table(GAME.start("raids"), dice=GivenDice(["2d6 1 1"]))
    later.load(read(table.record()))
    later.run("no bots")
    assert later.state.hash == table.state.hash
    assert later.dice_from == 1
    say(later, BLUE, "fire small")
    assert heard(later, WATCHER)[-1] == "blue rolled 2."
    assert len(TENTS) == heard(later, WATCHER).count("A tent.")
