"""What people settle among themselves at a table: draws, final choices taken back, breaks, and ends before the end."""

from __future__ import annotations

from random import Random

import pytest
from tests.table.camp import BLUE, GAME, RED

from balka.core import records
from balka.core.drawing import drawn
from balka.core.errors import BalkaError
from balka.core.records import EarlyEnd, RecordError
from balka.core.state import WATCHER, State
from balka.lab.bench import starts
from balka.table import plays
from balka.table.dice import GivenDice, SeededDice
from balka.table.history import whole
from balka.table.table import Entry, Table

PITCH = ("put tent-1 A01", "put tent-2 B01", "put tent-3 C01", "ready")


class Kept:
    """A table with all that was written down at it."""

    def __init__(self, *dice: str, **players: str) -> None:
        self.entries: list[Entry] = []
        self.dice = dice
        self.players = players
        self.table = Table(GAME.start("raids"), players, dice=GivenDice(dice), journal=self.entries.append)

    def say(self, seat: str, *texts: str) -> Kept:
        for text in texts:
            self.table.choose(seat, text)
            self.table.run("no bots")
        return self

    def again(self) -> Table:
        """The same table made anew from its entries."""
        made = Table(GAME.start("raids"), self.players, dice=GivenDice(self.dice))
        made.restore(self.entries)
        return made

    def brought_back(self) -> Table:
        """The same table as it was kept."""
        made = Table(GAME.start("raids"), self.players, dice=GivenDice(self.dice))
        base = self.table.play.draft.base
        made.come_back(State.from_json(base.setting, base.to_json()), self.table.kept())
        return made

    def must_come_back(self) -> None:
        for made in (self.again(), self.brought_back()):
            for name in ("proposals", "adjourned", "players", "over"):
                assert getattr(made, name) == getattr(self.table, name), name
            assert (made.state.hash, made.play.heard) == (self.table.state.hash, self.table.play.heard)
            assert made.record() == self.table.record()
            assert made.verdict() == self.table.verdict()


def pitched(*dice: str, **players: str) -> Kept:
    return Kept(*dice, **players).say(RED, *PITCH)


# -- draws


def test_a_draw_needs_both_and_the_record_tells_it():
    kept = pitched()
    kept.table.ask_for(RED, "draw")
    assert not kept.table.over
    kept.must_come_back()
    kept.table.agree(BLUE, "draw")
    verdict = kept.table.verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.text) == ("", "The sides agreed on a draw.")
    kept.must_come_back()
    text = kept.table.record()
    assert "\ndraw agreed\nend " in text
    read = records.read(text)
    assert (read.early, read.resigned) == (EarlyEnd("draw"), "")
    loaded = Table(GAME.start("raids"), dice=GivenDice(()))
    loaded.load(read)
    assert loaded.verdict() == verdict
    assert whole(kept.table.start, kept.table.play.all_answers, read.early).log[-1] == plays.DrawAgreed()


def test_whoever_answers_an_offer_with_an_offer_accepts_it():
    kept = pitched()
    kept.table.ask_for(RED, "draw")
    kept.table.ask_for(BLUE, "draw")
    assert kept.table.over


def test_an_offer_lapses_with_the_next_own_final_choice_only():
    kept = pitched()
    kept.table.ask_for(RED, "draw")
    kept.say(RED, "hold")
    assert kept.table.proposals == {}
    kept.table.ask_for(RED, "draw")
    kept.say(BLUE, "hold")
    assert kept.table.proposals["draw"].seat == RED
    kept.must_come_back()


def test_a_declined_offer_cannot_be_made_again_at_once():
    kept = pitched()
    kept.table.ask_for(RED, "draw")
    kept.table.decline(BLUE, "draw")
    kept.must_come_back()
    with pytest.raises(BalkaError) as refused:
        kept.table.ask_for(RED, "draw")
    assert refused.value.instead == "you may ask again after your next final choice"
    with pytest.raises(BalkaError, match="Nobody waits"):
        kept.table.agree(BLUE, "draw")
    kept.say(RED, "hold")
    kept.table.ask_for(RED, "draw")


def test_one_may_take_back_what_one_has_asked_for():
    kept = pitched()
    kept.table.ask_for(RED, "draw")
    kept.table.decline(RED, "draw")
    assert kept.table.proposals == {}
    kept.must_come_back()


def test_nobody_agrees_with_himself_or_to_nothing():
    kept = pitched()
    with pytest.raises(BalkaError, match="Nobody waits"):
        kept.table.agree(BLUE, "draw")
    with pytest.raises(BalkaError, match="Nobody waits"):
        kept.table.decline(BLUE, "draw")
    kept.table.ask_for(RED, "draw")
    with pytest.raises(BalkaError, match="Nobody waits"):
        kept.table.agree(RED, "draw")
    with pytest.raises(BalkaError, match="already"):
        kept.table.ask_for(RED, "draw")


def test_against_a_bot_there_is_nobody_to_ask():
    kept = pitched(blue="random")
    with pytest.raises(BalkaError, match="no other person"):
        kept.table.ask_for(RED, "draw")
    with pytest.raises(BalkaError, match="random plays the blue side"):
        kept.table.agree(BLUE, "draw")


# -- a final choice taken back


def test_a_final_choice_is_a_draft_again_when_the_other_agrees():
    kept = Kept("2d6 3 4").say(RED, *PITCH[:3])
    before, heard = kept.table.state.hash, kept.table.play.log_for(RED)
    kept.say(RED, "ready").say(RED, "hold")
    kept.table.ask_for(RED, "back")
    kept.must_come_back()
    kept.table.agree(BLUE, "back")
    assert kept.table.asked(RED)
    assert kept.table.play.all_answers[-1].text == "put tent-3 C01"
    kept.must_come_back()
    assert kept.table.play.log_for(RED)[: len(heard)] == heard
    kept.say(RED, "fire small")
    assert before != kept.table.state.hash


def test_the_log_of_the_others_forgets_what_was_taken_back():
    kept = Kept().say(RED, *PITCH[:3])
    kept.table.choose(RED, "ready")
    assert len(kept.table.log(BLUE)) == 3
    kept.table.ask_for(RED, "back")
    kept.table.agree(BLUE, "back")
    assert kept.table.log(BLUE) == kept.table.log(WATCHER) == ()
    assert len(kept.table.play.draft.choices_of(RED)) == 3, "and red may take back the rest by himself"
    kept.must_come_back()


def test_what_was_rolled_or_answered_cannot_be_taken_back():
    kept = pitched("2d6 3 4")
    kept.say(RED, "fire big")
    with pytest.raises(BalkaError, match="dice were rolled"):
        kept.table.ask_for(RED, "back")
    other = pitched().say(RED, "hold").say(BLUE, "hold")
    with pytest.raises(BalkaError, match="somebody else has decided"):
        other.table.ask_for(RED, "back")
    with pytest.raises(BalkaError, match="cannot be taken back"):
        pitched().table.ask_for(BLUE, "back")


def test_asking_for_a_choice_back_lapses_when_the_other_decides_instead():
    kept = pitched().say(RED, "hold")
    kept.table.ask_for(RED, "back")
    kept.say(BLUE, "hold")
    assert kept.table.proposals == {}
    with pytest.raises(BalkaError, match="Nobody waits"):
        kept.table.agree(BLUE, "back")
    kept.must_come_back()


@pytest.mark.parametrize("key", ["sos/courier", "atb/partisans", "kursk/prokhorovka", "gd/slice"])
def test_in_every_game_what_is_taken_back_leaves_no_trace(key: str):
    """Wherever a choice could be taken back by agreement, the game goes on from there as if it had not been made."""
    table, rng, taken, asked = Table(starts([key])[key], dice=SeededDice(3)), Random(3), 0, 0
    for _ in range(400):
        while table.due is not None:
            table.go_on()
        if table.over or taken == 2:
            break
        seat = table.state.asks[0].seat
        back = table.play.reopening
        if back is not None and back.seat != seat and not table.play.draft.said and asked < 30:
            asked += 1
            taken += take_back(table, back.seat, seat)
        seat = table.state.asks[0].seat
        table.choose(seat, table.state.text(drawn(table.view(seat), seat, rng.randrange)))
    assert taken, "some choice of this game can be taken back"


def take_back(table: Table, asker: str, other: str) -> bool:
    """Take the last choice back where that is possible, then say it again: all comes out the same."""
    back = table.play.reopening
    assert back is not None
    state, logs, answers = table.state.hash, dict(table.play.heard), table.play.all_answers
    try:
        table.ask_for(asker, "back")
    except BalkaError as refused:
        assert "learned something" in refused.message
        return False
    table.agree(other, "back")
    assert table.asked(asker)
    assert not table.play.draft.said or table.play.draft.said[-1].choice != back.choice
    table.choose(asker, table.state.text(back.choice))
    table.settle()
    assert (table.state.hash, table.play.heard, table.play.all_answers) == (state, logs, answers)
    return True


# -- breaks, ends, bots that take over


def test_an_adjourned_game_waits_until_both_go_on():
    kept = pitched()
    kept.table.ask_for(BLUE, "adjourn")
    kept.table.agree(RED, "adjourn")
    assert kept.table.adjourned
    kept.must_come_back()
    with pytest.raises(BalkaError, match="adjourned"):
        kept.table.choose(RED, "hold")
    with pytest.raises(BalkaError, match="adjourned"):
        kept.table.ask_for(RED, "adjourn")
    kept.table.ask_for(RED, "resume")
    kept.table.agree(BLUE, "resume")
    kept.say(RED, "hold")
    kept.must_come_back()
    with pytest.raises(BalkaError, match="not adjourned"):
        kept.table.ask_for(RED, "resume")


def test_time_that_ran_out_loses_the_game():
    kept = pitched()
    kept.table.lose_on_time(RED)
    verdict = kept.table.verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.text) == (BLUE, "The Red side ran out of time.")
    assert records.read(kept.table.record()).early == EarlyEnd("time", RED)
    kept.must_come_back()


def test_a_bot_goes_on_for_a_person():
    kept = pitched("2d6 3 4", "2d6 3 4", "2d6 3 4", "2d6 3 4").say(RED, "hold")
    kept.table.ask_for(RED, "draw")
    kept.table.let_sit(BLUE, "random")
    assert kept.table.people == (RED,)
    kept.must_come_back()
    due = kept.table.due
    assert due is not None
    assert (due.kind, due.seat) == ("bot", BLUE)
    kept.table.run()
    with pytest.raises(BalkaError, match="random plays the blue side"):
        kept.table.choose(BLUE, "hold")
    with pytest.raises(BalkaError, match="no bot called"):
        kept.table.let_sit(RED, "nobody")


def test_a_record_that_says_a_strange_end_is_refused():
    kept = pitched()
    kept.table.lose_on_time(RED)
    text = kept.table.record()
    for wrong, why in (("time green", "nobody called 'green'"), ("draw red", "says nothing")):
        with pytest.raises(RecordError, match=why):
            records.final(records.read(text.replace("time red", wrong)), GAME)
