"""Every mistake in a referee file is told with its line, what is wrong and what would be right."""

import json

import pytest

from balka.cli.main import main
from balka.referee import referee_text
from balka.referee.document import Mistakes

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
    ("Panzer Grenadier", "Panzer Grenadeer", 9, "no unit type 'Panzer Grenadeer'", "panzer grenadier squad"),
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
    ("type: Rifles '41", "side: soviet", 10, "rif-01 has no type", "`figures:`"),
    ("type: Rifles '41", "side: soviet, figures: {range: 3}", 10, "figures lacks attack_cost", "it takes"),
    ("{german: 2}", "{german: lots, roman: 1}", 11, "'lots' is not a number from 0 to 30", "for example 0"),
    ("{german: 2}", "{german: 2, roman: 1}", 11, "caps has no 'roman'", "german, soviet"),
    ("caps: {german: 2}", "hands: {german: [99]}", 11, "there is no card '99'", "adrenaline"),
    ("caps: {german: 2}", "options: {corn: purple}", 11, "'purple' is not known", "rulebook, manual"),
    ("caps: {german: 2}", "control: {Q01: german}", 11, "no hex 'Q01'", "did you mean A01"),
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
    ("- spent_chance: 3", "- action_cost: dance rif-01", 13, "there is no verb 'dance'", "one of"),
    ("- spent_chance: 3", "- action_cost: move rif-01 C01", 13, "wrong number of words", "move <unit> <to> <facing>"),
    ("- spent_chance: 3", "- action_cost: stall rif-09", 13, "there is no unit 'rif-09'", "rif-01"),
    ("- spent_chance: 3", "- legal_choices: nobody", 13, "no unit or word 'nobody'", "all"),
    ("- spent_chance: 3", "- play: [caps 1]", 13, "'caps 1': Nothing is asked that 'caps' would answer", ""),
    ("- spent_chance: 3", "- play: [fire gren-01 C02, 2d6 1 1]", 13, "no dice are to be rolled now", "german decides"),
    ("- spent_chance: 3", "- play: [fire gren-01 C02, caps 0, done]", 13, "first comes chance, the attack", "2d6 1 1"),
    ("- spent_chance: 3", "- play: [fire gren-01 C02, caps 0, 2d6 0 7]", 13, "2d6 cannot show 0 7", ""),
    ("- spent_chance: 3", "- play: [fire gren-01 C02, caps 3]", 13, "At most 2 CAPs go into one check", ""),
    ("- spent_chance: 3", "- play: [fire gren-01 B01]", 13, "no enemy to be seen in B01", ""),
    ("- spent_chance: 3", "- play: ['roman: pass']", 13, "nobody here is called 'roman'", "german, soviet, chance"),
    ("- spent_chance: 3", "- play: ['soviet: pass']", 13, "not for soviet to decide", "german"),
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
