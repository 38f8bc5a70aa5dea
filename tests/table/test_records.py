"""Records: readable, replayed to the same hash, and every fault named with its line."""

from __future__ import annotations

import random

import pytest
from msgspec import structs
from tests.table.camp import GAME, Camp
from tests.toy.ford import GAME as FORD

from balka.core import records
from balka.core.records import RecordError, read
from balka.core.state import Setting
from balka.table.dice import GivenDice, SeededDice
from balka.table.table import Table

PITCH = ("put tent-1 A01", "put tent-2 B01", "put tent-3 C01", "ready")


def a_record() -> str:
    """Red pitches and fires, both hold after that."""
    table = Table(GAME.start("raids", {"light": "full"}), dice=GivenDice(["2d6 3 5"]))
    for seat, text in [*(("red", t) for t in PITCH), ("red", "fire big"), ("blue", "hold"), ("red", "hold")]:
        table.choose(seat, text)
        table.run()
    table.choose("blue", "hold")
    return table.record()


WHOLE = a_record()


def refused(text: str, game: object = GAME) -> RecordError:
    with pytest.raises(RecordError) as caught:
        records.final(read(text), game)  # type: ignore[arg-type]
    return caught.value


def line_of(text: str, row: str) -> int:
    return text.splitlines().index(row) + 1


def test_a_record_reads_like_the_game():
    body = WHOLE.partition("\n\n")[2].splitlines()
    said = [row for row in body if not row.startswith(("check", "end"))]
    assert said == [
        "red: put tent-1 A01", "red: put tent-2 B01", "red: put tent-3 C01",
        "red: fire big", "chance: 2d6 3 5", "blue: hold", "red: hold", "blue: hold",
    ]  # fmt: skip


def test_an_answer_without_an_alternative_is_not_written():
    assert "ready" not in WHOLE


def test_the_header_tells_what_was_played():
    header = read(WHOLE).header
    assert (header.game, header.scenario, header.data) == ("camp", "raids", "cafe")
    assert header.options == {"light": "full"}
    assert header.seats == {"red": ("red",), "blue": ("blue",)}
    assert header.players == {"red": "human", "blue": "human"}


def test_there_is_a_checksum_at_each_turn_and_one_at_the_end():
    marks = [line.mark for line in read(WHOLE).lines if line.mark]
    assert marks == ["check", "check", "end"]


def test_a_record_replays_to_the_same_state():
    record = read(WHOLE)
    assert records.final(record, GAME).hash == record.lines[-1].text
    assert records.final(record, GAME).over


def test_a_replay_gives_every_step_with_its_line_and_forced_answers_without():
    moments = list(records.replay(read(WHOLE), GAME))
    assert [moment.text for moment in moments if moment.line is None] == ["ready"]
    assert moments[0].line is not None
    assert moments[0].line.number == line_of(WHOLE, "red: put tent-1 A01")


def test_comments_and_blank_lines_and_windows_line_ends_do_not_matter():
    text = WHOLE.replace("red: fire big", "# a bold shot\n\nred: FIRE BIG").replace("\n", "\r\n")
    assert records.final(read(text), GAME).hash == read(WHOLE).lines[-1].text


@pytest.mark.parametrize("seed", range(20))
def test_random_games_of_the_ford_replay(seed: int):
    """Plans made together, cards, secret rolls and windows included."""
    table = Table(FORD.start("crossing"), {"guard": "random", "smuggler": "random"}, dice=SeededDice(seed),
                  rng=random.Random(seed))  # fmt: skip
    table.run()
    text = table.record()
    assert records.final(read(text), FORD).hash == table.state.hash
    assert table.over


def test_answers_given_together_are_written_in_the_order_of_the_seats():
    def record(order: list[tuple[str, str]]) -> str:
        table = Table(FORD.start("crossing"), dice=SeededDice(1))
        for seat, text in order:
            table.choose(seat, text)
            table.run()
        return table.record()

    first = [("guard", "put patrol B1"), ("guard", "put pit D1"), ("smuggler", "put goal E1")]
    last = [("smuggler", "put goal E1"), ("guard", "put patrol B1"), ("guard", "put pit D1")]
    assert record(first).replace("dice:", "") == record(last).replace("dice:", "")


# -- what is wrong with it


def test_a_choice_that_is_not_legal_is_refused_with_line_rule_and_reason():
    text = WHOLE.replace("red: put tent-2 B01", "red: put tent-2 A01")
    problem = refused(text)
    assert problem.line == line_of(text, "red: put tent-2 A01")
    assert "Another tent stands there. [camp-1]" in problem.reason


def test_a_choice_altered_into_another_legal_one_fails_its_checksum():
    text = WHOLE.replace("red: put tent-2 B01", "red: put tent-2 D01")
    problem = refused(text)
    assert problem.line == next(n for n, row in enumerate(text.splitlines(), 1) if row.startswith("check"))
    assert "wrong checksum" in problem.reason
    assert "altered" in str(problem)


def test_an_unknown_verb_names_its_line():
    text = WHOLE.replace("red: fire big", "red: dance big")
    problem = refused(text)
    assert problem.line == line_of(text, "red: dance big")
    assert "there is no verb 'dance'" in str(problem)


def test_an_answer_out_of_turn_is_refused():
    assert "It is not for blue" in refused(WHOLE.replace("red: fire big", "blue: fire big")).reason


def test_an_outcome_that_cannot_come_up_is_refused():
    text = WHOLE.replace("2d6 3 5", "2d6 3 9")
    assert refused(text).line == line_of(text, "chance: 2d6 3 9")


def test_a_choice_where_dice_should_fall_is_refused():
    problem = refused(WHOLE.replace("chance: 2d6 3 5\n", ""))
    assert "It is not for blue" in problem.reason


def test_a_record_of_other_data_is_refused_at_its_header():
    class Other(Camp):
        digest = "beef"

    problem = refused(WHOLE, Other())
    assert problem.line == line_of(WHOLE, "data: cafe")
    assert "other data" in problem.reason


def test_a_wrong_last_hash_is_refused():
    last = WHOLE.splitlines()[-1]
    problem = refused(WHOLE.replace(last, "end 0000000000000000"))
    assert problem.line == len(WHOLE.splitlines())


def test_another_rules_version_is_named_when_the_hash_is_wrong():
    text = WHOLE.replace("rules: 1", "rules: 9").replace("red: put tent-2 B01", "red: put tent-2 D01")
    assert "made under version 9 of these rules, which are now at 1: a rule has changed" in str(refused(text))


def test_a_line_refused_under_another_version_of_the_rules_says_so():
    text = WHOLE.replace("rules: 1", "rules: 9").replace("red: fire big", "red: fire bigger")
    assert "a rule has changed" in str(refused(text.replace("fire bigger", "put tent-1 D01")))
    assert "a rule has changed" not in str(refused(text.replace("rules: 9", "rules: 1")))


def test_an_option_added_later_does_not_break_a_record_in_which_nobody_chose_it():
    class Later(Camp):
        def setting(self, options: dict[str, str]) -> Setting:
            setting = super().setting({**options, "mud": "none"})
            return structs.replace(setting, standard={**setting.standard, "mud": "none"})

    assert records.final(read(WHOLE), Later()).hash == records.final(read(WHOLE), GAME).hash


def test_an_option_away_from_its_default_is_part_of_the_game():
    light, usual = (GAME.start("raids", options) for options in ({"light": "full"}, {}))
    assert light.hash != usual.hash
    assert usual.hash == GAME.start("raids", {"light": "new"}).hash


def test_the_turns_that_fit_are_kept_and_the_rest_is_named():
    answers, problem = records.as_far_as_it_fits(read(WHOLE), GAME)
    assert (len(answers), problem) == (8, None)
    broken = WHOLE.replace("red: hold", "red: ready")
    answers, problem = records.as_far_as_it_fits(read(broken), GAME)
    assert problem is not None
    assert problem.line == line_of(broken, "red: ready")
    assert [answer.text for answer in answers][-3:] == ["fire big", "2d6 3 5", "hold"]
    assert len(answers) == 6


@pytest.mark.parametrize("keep", range(1, len(WHOLE.splitlines())))
def test_a_truncated_record_is_refused_wherever_it_breaks_off(keep: int):
    text = "\n".join(WHOLE.splitlines()[:keep]) + "\n"
    assert refused(text).line >= keep


@pytest.mark.parametrize(
    ("old", "new", "after", "reason"),
    [
        ("balka record 1", "balka record 9", 0, "this is no record"),
        ("scenario: raids", "scenario: siege", 0, "there is no scenario"),
        ("option light: full", "option light:", 0, "no line of a header"),
        ("option light: full", "option light: full\noption light: new", 1, "twice"),
        ("game: camp", "game: camp\ngame: camp", 1, "game stands twice"),
        ("game: camp", "mood: grim", 0, "a header has no 'mood'"),
        ("game: camp", "game camp", 0, "no line of a header"),
        ("red: fire big", "red fire big", 0, "no line of a record"),
        ("red: fire big", "green: fire big", 0, "nobody called 'green'"),
    ],
)
def test_what_cannot_be_read_names_its_line(old: str, new: str, after: int, reason: str):
    problem = refused(WHOLE.replace(old, new, 1))
    assert reason in str(problem)
    assert problem.line == line_of(WHOLE, old) + after


def test_an_option_the_scenario_does_not_have_is_refused_where_the_scenario_is_named():
    problem = refused(WHOLE.replace("option light: full", "option light: dim"))
    assert "no such option" in problem.reason
    assert problem.line == line_of(WHOLE, "scenario: raids")


def test_a_resignation_is_kept_and_names_a_seat():
    table = Table(GAME.start("raids"))
    table.resign("blue")
    text = table.record()
    assert read(text).resigned == "blue"
    assert records.final(read(text), GAME).hash == table.state.hash
    assert "nobody called 'green'" in refused(text.replace("resign blue", "resign green")).reason


def test_a_missing_part_of_the_header_is_named():
    problem = refused(WHOLE.replace("data: cafe\n", ""))
    assert "does not say the data" in problem.reason


def test_nothing_may_follow_the_end():
    problem = refused(WHOLE + "red: hold\n")
    assert problem.line == len(WHOLE.splitlines()) + 1
    assert "after its end" in problem.reason


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "\x00\x01", "balka record 1"])
def test_what_is_no_record_at_all_is_refused(text: str):
    assert refused(text).line >= 1
