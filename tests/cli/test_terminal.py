"""The terminal: a game played by typed lines, told in plain text."""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path

import pytest
from tests.table.camp import BOARD, GAME, menu

from balka.cli.main import main
from balka.cli.sentences import expand
from balka.cli.terminal import Terminal
from balka.cli.textmap import TextMap
from balka.core.errors import BalkaError
from balka.core.records import final, read
from balka.games.grossdeutschland.title import GAME as GROSSDEUTSCHLAND
from balka.table.dice import GivenDice, SeededDice
from balka.table.nodes import Tree
from balka.table.table import Table

PITCH = "put tent-1 A01; put tent-2 B01; put tent-3 C01; ready"


def session(*lines: str, dice: tuple[str, ...] = (), **players: str) -> tuple[str, Table]:
    """What is said while some lines are typed."""
    given = GivenDice(dice) if dice else SeededDice(1)
    table = Table(GAME.start("raids"), players, dice=given, rng=random.Random(1))
    said = io.StringIO()
    assert Terminal(table, io.StringIO("\n".join(lines) + "\n"), said).run() == 0
    return said.getvalue(), table


def test_a_whole_game_is_played_by_typed_sentences():
    said, table = session(PITCH, "fire big", "hold", "quit", dice=("2d6 3 5",) * 3, blue="random")
    assert "You put tent-1 at A01." in said
    assert "red rolled 8." in said
    assert "The game is over. The raids are over." in said
    assert table.over


def test_the_prompt_what_is_owed_and_the_choices_are_told():
    said, _ = session("quit", blue="random")
    assert "Red: Put out your tents." in said
    assert "To do: tent-1 has no place [camp-1]" in said
    assert "1. put tent-1 A01" in said
    assert said.endswith("Good-bye.\n")


def test_numbers_pick_from_the_list():
    _, table = session("1", "quit", blue="random")
    assert table.state.position.tents == {"tent-1": 0}


def test_long_lists_are_narrowed_by_number():
    said, table = session("put tent-1 A01", "2", "3", "quit", blue="random")
    assert re.search(r"2\. put tent-2 C01|2\. tent-3", said)
    assert len(table.state.position.tents) >= 1


def test_the_list_can_be_asked_for_by_a_verb():
    said, _ = session("choices put", "choices burn", "quit", blue="random")
    assert "  1. put tent-1 A01" in said and "No: Nothing can be chosen at 'burn'." in said


def test_capitals_and_beginnings_of_names_will_do():
    _, table = session("PUT TENT-1 a01", "tent-2 put b01", "quit", blue="random")
    assert table.state.position.tents == {"tent-1": 0, "tent-2": 1}


def test_a_beginning_that_could_be_several_is_refused():
    said, table = session("put tent A01", "quit", blue="random")
    assert "'tent' could be tent-1, tent-2." in said
    assert table.state.position.tents == {}


def test_a_refusal_gives_reason_rule_and_what_would_do():
    said, _ = session("put tent-1 A01", "put tent-2 A01", "dance", "put tent-1", "7777", "quit", blue="random")
    assert "No: Another tent stands there. [camp-1] Choose an empty hex." in said
    assert "No: there is no verb 'dance'" in said
    assert "No: 'put tent-1' has the wrong number of words" in said
    assert "No: There is no number 7777 on the list." in said


def test_joined_sentences_stop_at_the_first_refusal():
    said, table = session("put tent-1 A01; put tent-2 A01; put tent-2 C01", "quit", blue="random")
    assert table.state.position.tents == {"tent-1": 0}
    assert "Another tent" in said


def test_why_and_quote_explain_a_sentence():
    said, _ = session("why put tent-3 A01", "why put tent-1 A01", "why", PITCH, "quote fire big", "quit", blue="random")
    assert "No: That is not one of the choices now." in said
    assert "That is allowed." in said
    assert "No: Which sentence?" in said
    assert "+6 gun [camp-2]" in said
    assert "Yes: 13/18, 72%" in said
    assert "It cannot be taken back." in said


def test_undo_and_taking_back_one():
    said, table = session(
        "put tent-1 A01", "put tent-2 B01", "put tent-3 C01", "draft", "back 2", "undo", "draft", "back 9", "quit",
        blue="random",
    )  # fmt: skip
    assert "2. put tent-2 B01" in said
    assert "Taken back, the rest stands." in said
    assert table.state.position.tents == {"tent-1": 0}
    assert "No: There is no choice number 8" in said


def test_map_units_and_hexes_are_told_in_words():
    said, _ = session("put tent-1 B01", "map", "units", "units blue", "look b01", "look Z99", "quit", blue="random")
    assert re.search(r"A01\.\s+C01\.\s+E01\.", said)
    assert "B01.R1" in said
    assert "tent-1 Tent at B01." in said
    assert "There is no unit 'blue'." in said
    assert "B01: open." in said
    assert "Next to it: SE C01, SW A01." in said
    assert "No: There is no hex 'Z99'." in said


def test_log_tracks_hand_rule_and_help_answer():
    said, _ = session("help", "put tent-1 A01", "log", "tracks", "hand", "bags", "rule sos-2.2-a", "rule x", "quit",
                      blue="random")  # fmt: skip
    assert "Verbs of this game: bridge, fire" in said
    assert said.count("You put tent-1 at A01.") == 2
    assert "There are no tracks." in said
    assert "sos-2.2-a (" in said


def test_standing_orders_are_given_and_dropped():
    said, _ = session("order raid: hold", "order nonsense", "orders", "orders clear", "quit", blue="random")
    assert "raid: hold" in said
    assert "no standing order" in said
    assert "You have no standing orders." in said


def test_two_people_at_one_screen_are_parted_by_a_curtain():
    said, table = session(PITCH, "hold", "", "hold", "", "quit")
    after = said.split("It is for blue to decide.")[1]
    assert "\n" * 50 in said
    assert "Blue, press Enter when you are at the screen." in after
    assert "A tent." in after
    assert "You put tent-1" not in after.split("It is for red to decide.")[0]
    assert table.asked("red")


def test_a_saved_game_is_taken_up_again(tmp_path: Path):
    file = tmp_path / "game.txt"
    said, table = session(PITCH, f"save {file}", "save", "save /nowhere/at/all", "quit", blue="random")
    assert "It tells everything" in said
    assert "No: Where to?" in said
    assert "cannot be written" in said
    assert final(read(file.read_text()), GAME).hash == table.state.hash


def test_resigning_is_asked_twice():
    said, table = session("resign", "no", "resign", "yes", "save", "pass", "quit", blue="random")
    assert table.over
    assert "The game is over. The Red side resigned." in said
    assert "Left to do: save" in said


def test_the_end_of_the_lines_is_good_bye():
    said, table = session("put tent-1 A01", blue="random")
    assert said.endswith("Good-bye.\n")
    assert not table.over


# -- typed words


def test_a_name_of_a_unit_is_told_from_a_hex_by_its_letters():
    tree = Tree(menu("take A01", "take tent-2", "take tent-3"), "red")
    assert expand("take a01", tree, ()) == "take a01"
    assert expand("take tent-2", tree, ()) == "take tent-2"
    assert expand("Take TENT-3", tree, ()) == "take tent-3"
    with pytest.raises(BalkaError, match="tent-2, tent-3"):
        expand("take tent", tree, ())


def test_units_that_cannot_act_are_found_for_questions():
    tree = Tree(menu("turn tent-1 A01 N"), "red")
    assert expand("turn mort A01 N", tree, ("mortar-01", "tent-1")) == "turn mortar-01 A01 N"


def test_the_map_knows_the_way_round_a_hex():
    drawn = TextMap(BOARD.to_wire())
    assert drawn.neighbours("C01") == ["NE D01", "NW B01"]
    assert drawn.find("c01") == "C01"
    assert drawn.find("X01") is None


# -- the real game


def test_mission_1_is_played_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    asked = ["map", "units german", "look H07", "choices gren-01", "why fire gren-01 H07"]
    lines = [*asked, "figures", "figures rif-04", "figures tiger-01", "pass", *["1"] * 40, "quit"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["play", "sos/courier", "--terminal", "--seats", "german=human,soviet=random"]) == 0
    said = capsys.readouterr().out
    assert "The Courier's Satchel" in said
    assert "H07: building stone" in said
    assert re.search(r"No: .*\[sos-", said)
    assert "Front Defense 13 (printed 12):" in said and "+1 Wood Buildings [sos-6.4-b]" in said
    assert "only into H07" in said and "Of which unit?" in said and "There is no unit 'tiger-01' to be seen." in said
    assert said.count("\n> ") > 10


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["chess/mate"], "there is no scenario 'chess/mate'"),
        (["sos/courier", "--seats", "german"], "'german' is no seat"),
        (["sos/courier", "--seats", "italian=human"], "no seat 'italian'"),
        (["sos/courier", "--seats", "german=genius"], "no bot called 'genius'"),
        (["sos/courier", "--options", "moon=full"], "moon"),
        (["sos/courier", "--options", "moon"], "'moon' is no option"),
        (["--load", "/nowhere/at/all"], "cannot be read"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]):
    assert main(["play", *words, "--terminal"]) == 2
    assert reason in capsys.readouterr().err


def test_the_rest_of_a_set_up_is_placed_and_taken_back():
    table = Table(GROSSDEUTSCHLAND.start("lutchessa"), {"soviet": "random"}, dice=SeededDice(1))
    said = io.StringIO()
    lines = io.StringIO("place\nundo\nplace\nready\nquit\n")
    assert Terminal(table, lines, said).run() == 0
    assert said.getvalue().count("place sets up what is left for you.") == 2, "at first, and after it was taken back"
    assert table.state.asks[0].kind != "setup"


def test_nothing_is_placed_where_the_table_does_not_know_how():
    said, table = session("place", "quit")
    assert "There is nothing the table could place for you." in said and table.state == table.start
