"""Every mistake in a referee file is told with its line, what is wrong and what would be right."""

import json

import pytest

from balka.cli.main import main
from balka.core.describing.document import Mistakes
from balka.games import TITLES
from balka.referee import referee_text
from balka.referee.adapters import MODULES

POSITION = """\
game: sos
month: July
board:
  picture: |
    .  .  .  .
    a  .  x  .
  legend: {W: woods}
units:
  gren-01: {type: Panzer Grenadier, at: a, facing: NE}
  rif-01: {type: Rifles '41, at: x, facing: SW}
caps: {german: 2}
questions:
  - spent_chance: 3
"""


def mistakes(text):
    with pytest.raises(Mistakes) as problem:
        referee_text(text, "table.yaml")
    return [(found.line, found.wrong, found.right) for found in problem.value.mistakes]


def changed(old, new):
    assert old in POSITION
    return mistakes(POSITION.replace(old, new))


WRONG = [
    ("game: sos", "game: chess", 1, "there is no game 'chess'", "sos"),
    ("month: July", "month: Juli", 2, "'Juli' is not known", "did you mean July"),
    ("month: July", "moon: full", 2, "the file has no 'moon'", "did you mean month?"),
    ("month: July", "month: July\nmonth: June", 3, "month stands here twice", "give it once"),
    ("month: July", "month:\n  - July", 3, "month must be a word", "after the colon"),
    ("{W: woods}", "{W: wods}", 7, "there is no terrain 'wods'", "did you mean woods?"),
    ("{W: woods}", "{.: woods}", 7, "cannot explain '.'", "use letters"),
    (".  x  .", ".  x:Q  .", 6, "the legend has no 'Q'", "one of ., W"),
    (".  x  .", ".  x  q", 4, "'q' in D02 is neither in the legend nor a place", "add it to the legend"),
    ("a  .  x", "a  x  x", 10, "'x' is drawn in B02, C02", "by its label"),
    ("  legend: {W: woods}", "  roads: [[A01, C01]]", 7, "A01 and C01 are not neighbours", "next to A01 lie"),
    ("  legend: {W: woods}", "  roads: [[A01]]", 7, "at least two hexes", "[A01, B01, C01]"),
    ("  legend: {W: woods}", "  hexsides: [{between: [A01, B01], kind: moat}]", 7, "'moat' is not known", "wall"),
    ("  legend: {W: woods}", "  hexes: {A01: open}", 4, "a picture or a list of hexes", "give one of"),
    ("month: July", "map: 7", 1, "an ad-hoc board or on printed maps", "`board:` or `map:`"),
    ("Panzer Grenadier", "Panzer Grenadeer", 9, "no unit type 'Panzer Grenadeer'", "Panzer Grenadier Squad"),
    ("Rifles '41", "Rifles", 10, "'Rifles' may be several unit types", "Rifles '43 Squad (sov_rifles_43)"),
    ("rif-01:", "Rif_01:", 10, "'Rif_01' cannot name a unit", "small letters"),
    ("at: x,", "at: Q77,", 10, "no hex 'Q77'", "labels look like A01"),
    ("at: x,", "", 10, "rif-01 stands nowhere", "at: B02"),
    ("facing: SW", "facing: W", 10, "'W' is no side", "N NE SE S SW NW"),
    (", facing: SW", "", 10, "rif-01 faces nowhere", "facing: NE"),
    ("facing: SW", "facing: SW, spent: perhaps", 10, "neither true nor false", "true or false"),
    ("facing: SW", "facing: SW, hit: panicked", 10, "no soft Hit Marker 'panicked'", "pinned"),
    ("facing: SW", "facing: SW, colour: red", 10, "rif-01 has no 'colour'", "one of type"),
    ("facing: SW", "facing: SW, waiting: {entry: A01}", 10, "cannot wait and stand on the map", "`waiting:`"),
    ("at: x, facing: SW", "waiting: {entry: A01}, hidden: true", 10, "rif-01 is not on the map", "`hidden:`"),
    ("at: x, facing: SW", "at: off, dug_in: true", 10, "rif-01 is not on the map", "`dug_in:`"),
    ("type: Rifles '41", "side: soviet", 10, "rif-01 has no type", "`figures:`"),
    ("type: Rifles '41", "side: soviet, figures: {range: 3}", 10, "figures lacks attack_cost", "it takes"),
    ("{german: 2}", "{german: lots, roman: 1}", 11, "'lots' is not a number from 0 to 30", "for example 0"),
    ("{german: 2}", "{german: 2, roman: 1}", 11, "caps has no 'roman'", "german, soviet"),
    ("caps: {german: 2}", "hands: {german: [99]}", 11, "there is no card '99'", "adrenaline"),
    ("caps: {german: 2}", "options: {corn: purple}", 11, "'purple' is not known", "rulebook, manual"),
    ("caps: {german: 2}", "control: {Q01: german}", 11, "no hex 'Q01'", "did you mean A01"),
    (
        "caps: {german: 2}",
        "works: {A01: {kind: trench, side: german, hidden: true}}",
        11,
        "only Mines are hidden",
        "out",
    ),
    ("caps: {german: 2}", "victory: [{rule: fame}]", 11, "victory: Invalid value 'fame'", "vp_per_unit_destroyed"),
    ("caps: {german: 2}", "victory: [{rule: score_card, card: 18, hexes: [A01], value: 1}]", 11, "cannot score", "vp_"),
    (
        "caps: {german: 2}",
        "victory: [{rule: vp_control_end_of_mission, hex: Q01, value: 1}]",
        11,
        "no hex 'Q01'",
        "A01",
    ),
    ("rif-01:", "all:", 10, "'all' cannot name a unit", "small letters"),
    ("- spent_chance: 3", "- spentchance: 3", 13, "no question 'spentchance'", "spent_chance"),
    ("- spent_chance: 3", "- spent_chance: 3\n    turn: roman", 14, "'roman' is not known", "german, soviet"),
    ("- spent_chance: 3", "- turn: german", 13, "each entry asks one question", "legal_choices"),
    ("- spent_chance: 3", "- spent_chance: -1", 13, "not a number from 0 to 30", "for example 0"),
    ("- spent_chance: 3", "- dr: {target: rif-02, from: A01}", 13, "no unit 'rif-02'", "rif-01"),
    ("- spent_chance: 3", "- dr: {target: rif-01}", 13, "dr lacks from", "target, from"),
    ("- spent_chance: 3", "- action_cost: zap rif-01", 13, "there is no verb 'zap'", "one of"),
    ("- spent_chance: 3", "- action_cost: fyre rif-01", 13, "there is no verb 'fyre'", "did you mean fire"),
    ("- spent_chance: 3", "- action_cost: move rif-01 C01", 13, "wrong number of words", "move <unit> <to> <facing>"),
    ("- spent_chance: 3", "- action_cost: stall rif-09", 13, "there is no unit 'rif-09'", "rif-01"),
    ("- spent_chance: 3", "- legal_choices: nobody", 13, "no unit or word 'nobody'", "all"),
    ("- spent_chance: 3", "- play: [fire gren-01 C02, caps 0, 2d6 0 7]", 13, "2d6 cannot show 0 7", ""),
    ("- spent_chance: 3", "- play: ['roman: pass']", 13, "nobody here is called 'roman'", "german, soviet, chance"),
    ("questions:\n  - spent_chance: 3", "month: May\nquestions: []", 12, "month stands here twice", "give it once"),
    ("questions:\n  - spent_chance: 3", "", 1, "the file lacks questions", "it takes"),
]


@pytest.mark.parametrize(("old", "new", "line", "wrong", "right"), WRONG)
def test_a_mistake_is_told_with_line_and_remedy(old, new, line, wrong, right):
    found = changed(old, new)
    assert any(at == line and wrong in said and right in instead for at, said, instead in found), found


@pytest.mark.parametrize("text", ["", "- a\n", "game: [sos\n", "game: sos\n\tmonth: July\n", "just words\n"])
def test_what_is_no_mapping_is_refused(text):
    ((line, wrong, right),) = mistakes(text)
    assert line >= 1 and wrong and right


def test_all_mistakes_are_told_at_once_in_order():
    text = POSITION.replace("July", "Juli").replace("facing: NE", "facing: E").replace("{german: 2}", "{german: x}")
    assert [line for line, _, _ in mistakes(text)] == [2, 9, 11]


def test_the_command_ends_with_2_and_names_the_file(tmp_path, capsys):
    path = tmp_path / "table.yaml"
    path.write_text(POSITION.replace("month: July", "month: Juli"), encoding="utf-8")
    assert main(["referee", str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == "" and f"{path} line 2: month: 'Juli' is not known" in told.err
    assert main(["referee", str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["mistakes"][0]["line"] == 2


def test_a_file_that_is_not_there_or_not_text(tmp_path, capsys):
    assert main(["referee", str(tmp_path / "nowhere.yaml")]) == 2
    path = tmp_path / "noise.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["referee", str(path)]) == 2
    assert "cannot be read" in (told := capsys.readouterr().err) and "not UTF-8" in told


def test_nothing_is_played_while_a_marker_is_unknown():
    text = POSITION.replace("facing: SW", "facing: SW, hit: unknown").replace("- spent_chance: 3", "- play: [pass]")
    assert mistakes(text)[0][1] == "nothing can be played: the Hit Marker of rif-01 is not known"


# -- lines that are refused


def told(question):
    return referee_text(POSITION.replace("- spent_chance: 3", question), "table.yaml").answers


REFUSED = [
    ("[caps 1]", 0, "Nothing is asked that 'caps' would answer", ""),
    ("[fire gren-01 C02, 2d6 1 1]", 1, "No dice are to be rolled now", "german decides"),
    ("[fire gren-01 C02, caps 0, done]", 2, "First comes chance, the attack", "2d6 1 1"),
    ("[fire gren-01 C02, caps 3]", 1, "At most 2 CAPs go into one check", ""),
    ("[fire gren-01 B01]", 0, "no enemy to be seen in B01", ""),
    ("['soviet: pass']", 0, "not for soviet to decide", "german"),
]


@pytest.mark.parametrize(("script", "played", "reason", "instead"), REFUSED)
def test_a_refused_line_is_told_where_play_stops(script, played, reason, instead):
    (answer,) = (asked.answer for asked in told(f"- play: {script}"))
    refused = answer.values["refused"]
    assert refused["line"] == 13 and reason in refused["reason"] and instead in refused["instead"]
    assert len([step for step in answer.values["steps"] if not step["forced"]]) == played
    assert answer.headline.startswith("Stopped: line 13") and answer.values["after"]["units"]["gren-01"]


def test_one_refused_line_leaves_all_other_answers():
    after = (
        "- spent_chance: 3\n  - play: [fire gren-01 B01]\n  - dr: {target: rif-01, from: gren-01}\n    after: [done]"
    )
    first, second, third = told(after)
    assert first.answer.values["value"] == 3 and second.answer.values["refused"]["line"] == 14
    assert third.answer.headline.startswith("Not answered: line 16")


def test_the_command_prints_the_answers_and_ends_with_1_after_a_refused_line(tmp_path, capsys):
    path = tmp_path / "table.yaml"
    path.write_text(POSITION.replace("- spent_chance: 3", "- spent_chance: 3\n  - play: [done]"), encoding="utf-8")
    assert main(["referee", str(path)]) == 1
    shown = capsys.readouterr().out
    assert "1. spent chance: 3" in shown and "line 14, 'done', is refused" in shown


# -- all at once


def test_mistakes_in_questions_are_told_with_those_of_the_position():
    text = (
        POSITION.replace("July", "Juli").replace("{W: woods}", "{W: wods}").replace("Rifles '41", "Riflez")
        .replace("- spent_chance: 3", "- spentchance: 3\n  - hit_number: {attacker: gren-02, taget: rif-01}\n"
                 "  - play: [dance rif-01, 2d6 0 7]\n    turn: roman\n  - quote: fire gren-01 Q77")
    )  # fmt: skip
    found = mistakes(text)
    assert [line for line, _, _ in found] == [2, 7, 10, 13, 14, 14, 15, 15, 16, 17]
    assert any("'taget'" in wrong for _, wrong, _ in found) and any("target" in wrong for _, wrong, _ in found)


def test_a_ground_that_cannot_be_read_hides_no_other_mistake():
    text = (
        POSITION.replace("  picture: |", "  pictur: |").replace("facing: NE", "facing: E").replace("spent_c", "spend_c")
    )
    found = mistakes(text)
    assert [line for line, _, _ in found] == [4, 5, 9, 13] or [line for line, _, _ in found] == [4, 4, 9, 13]


def test_a_unit_that_the_file_names_is_known_though_it_cannot_be_read():
    text = POSITION.replace("Rifles '41", "Riflez").replace("spent_chance: 3", "dr: {target: rif-01, from: gren-01}")
    ((line, wrong, _),) = mistakes(text)
    assert line == 10 and "Riflez" in wrong


# -- marks


def test_marks_stand_for_hexes_in_sentences():
    (asked,) = told("- play: [fire gren-01 x, caps 0, 2d6 1 1]")
    assert asked.answer.values["steps"][0]["said"] == "fire gren-01 C02"
    quoted, allowed, cost = told(
        "- quote: fire gren-01 x\n  - why_not: fire gren-01 a\n  - action_cost: fire gren-01 x"
    )
    assert quoted.answer.values["allowed"] and not allowed.answer.values["allowed"] and cost.answer.values["value"] == 3


def test_a_mark_is_used_where_only_a_sentence_names_it():
    text = POSITION.replace("at: x", "at: C02").replace("- spent_chance: 3", "- why_not: fire gren-01 x")
    assert referee_text(text).answers[0].answer.values["allowed"]


def test_a_game_without_a_referee_is_told_so(monkeypatch):
    monkeypatch.setitem(TITLES, "chess", "chess")
    ((line, wrong, right),) = mistakes(POSITION.replace("game: sos", "game: chess"))
    assert (line, wrong) == (1, "the referee does not know 'chess'") and ", ".join(MODULES) in right


# -- chance


def test_at_a_chance_node_the_draw_that_is_due_is_named():
    after = "\n    after: [fire gren-01 x, caps 0{}]"
    dice, draw = told(
        "- legal_choices: all" + after.format("") + "\n  - legal_choices: all" + after.format(", 2d6 4 4")
    )
    assert dice.answer.values["due"] == "roll 2d6" and dice.answer.values["choices"] == []
    assert draw.answer.values["due"] == "draw soft" and "draw soft soft_pinned" in draw.answer.values["outcomes"]


@pytest.mark.parametrize("said", ["soft_pinned", "pinned", "Pinned"])
def test_a_marker_is_drawn_by_its_name_or_by_its_id(said):
    (asked,) = told(f"- play: [fire gren-01 x, caps 0, 2d6 4 4, draw soft {said}]")
    assert asked.answer.values["after"]["units"]["rif-01"]["hit"] == "soft_pinned"


def test_who_says_a_sentence_may_stand_in_front_of_it():
    (own, other, cost) = told(
        "- why_not: 'german: fire gren-01 x'\n  - why_not: 'soviet: pass'\n  - quote: 'german: fire gren-01 x'"
    )
    assert own.answer.values["allowed"] and cost.answer.values["allowed"]
    assert not other.answer.values["allowed"] and other.answer.values["rule"] == "sos-2.0-c"
    assert "nobody here is called 'roman'" in changed("- spent_chance: 3", "- why_not: 'roman: pass'")[0][1]
