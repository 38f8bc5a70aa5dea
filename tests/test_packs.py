"""A player's own figures and scenarios, laid over the game's files by naming a folder."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from random import Random

import pytest
import yaml

import balka
from balka.cli.main import main
from balka.core.chance import draw
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.games import TITLES, title_folder
from balka.lab.selfplay import Plan, selfplay
from balka.systems.heroes.card_rows import card_rule


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packs the environment names."""
    monkeypatch.setenv("BALKA_PACKS", str(tmp_path))
    for game in balka.GAMES:
        (tmp_path / game).mkdir()
    return tmp_path


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def checked(folder: Path, game: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `balka check` says about a pack."""
    main(["check", game, "--pack", str(folder / game)])
    return capsys.readouterr().out


def problems(folder: Path, game: str) -> str:
    """What is wrong with the data of a game with a pack laid over them."""
    module = import_module(f"balka.games.{TITLES[game]}")
    return "\n".join(module.GAME.with_packs((folder / game,)).problems())


def played(key: str) -> list[str]:
    """A whole game by chance under the audit: what was wrong with it."""
    report = selfplay(Plan(scenario=key, bots=("random", "random"), games=1, seed=4, audit=True, every=40))
    return report.violations if report.finished else ["not finished"]


# -- figures


def test_a_pack_changes_the_figures_a_game_is_played_with(tmp_path, monkeypatch):
    write(tmp_path, "sos/units.csv", "id,red_fp\nsov_rifles_41,9\n")
    plain = balka.game("sos").start("sos/courier").setting
    monkeypatch.setenv("BALKA_PACKS", str(tmp_path))
    packed = balka.game("sos").start("sos/courier").setting
    assert (plain.kinds["sov_rifles_41"].red_fp, packed.kinds["sov_rifles_41"].red_fp) == (3, 9)
    assert packed.kinds["sov_rifles_41"].basis.startswith("pack:")
    assert packed.digest != plain.digest


def test_a_folder_that_is_not_there_is_said_to_be_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("BALKA_PACKS", str(tmp_path / "nowhere"))
    with pytest.raises(BalkaError, match="no folder"):
        balka.game("sos")


def test_a_folder_given_one_level_too_deep_is_refused(folder, monkeypatch):
    write(folder, "sos/units.csv", "id,red_fp\nsov_rifles_41,9\n")
    monkeypatch.setenv("BALKA_PACKS", str(folder / "sos"))
    with pytest.raises(BalkaError, match="has data for no game"):
        balka.game("sos")


@pytest.mark.parametrize("game", list(balka.GAMES))
def test_a_pack_given_one_level_too_high_is_a_problem(folder, game, capsys):
    write(folder, f"{game}/units.csv", "id\n")
    assert main(["check", game, "--pack", str(folder)]) == 2
    assert f"no file in it is read; do you mean {folder / game}?" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["kursk", "gd"])
def test_a_file_that_nothing_reads_is_a_problem(folder, game, capsys):
    write(folder, f"{game}/terrain.csv", "terrain,kind\n" if game == "gd" else "terrain\n")
    write(folder, f"{game}/unit.csv", "id\n")
    write(folder, f"{game}/README.md", "ours\n")
    said = checked(folder, game, capsys)
    assert "unit.csv: nothing reads this file; files are" in said and "README" not in said
    assert f"{game}: 1 problem\n" in said


# -- missions and unit types of Storms of Steel and Awakening the Bear


def mission_like(game: str, key: str, **changes: object) -> dict:
    """A mission of the game, as a newcomer copies it."""
    document = yaml.safe_load((title_folder(game) / "data" / "missions.yaml").read_text(encoding="utf-8"))
    return {**next(one for one in document["missions"] if one["key"] == key), **changes}


def write_missions(folder: Path, game: str, *missions: dict) -> None:
    write(folder, f"{game}/missions.yaml", yaml.safe_dump({"missions": list(missions)}))


SCOUTS = {
    "sos": ("courier", "sov_rifles_41", "sov_scouts"),
    "atb": ("partisans", "sov_rifle_41", "sov_scouts"),
}


def new_unit(folder: Path, game: str) -> None:
    """A unit type of one's own: the riflemen, a little quicker to shoot."""
    lines = (title_folder(game) / "data" / "units.csv").read_text(encoding="utf-8").splitlines()
    _, model, name = SCOUTS[game]
    row = next(line for line in lines if line.startswith(f"{model},"))
    slug = row.split(",")[1]
    write(
        folder, f"{game}/units.csv", f"{lines[0]}\n{row.replace(model, name, 1).replace(f',{slug},', ',scout,', 1)}\n"
    )


def new_mission(folder: Path, game: str, **changes: object) -> None:
    """A mission of one's own in which the new unit type fights."""
    key, model, name = SCOUTS[game]
    mission = mission_like(game, key)
    forces = yaml.safe_dump(mission["forces"]).replace(model, name)
    own = {"id": f"{game}-90", "key": "patrol", "title": "A patrol", "rounds": 3, "forces": yaml.safe_load(forces)}
    write_missions(folder, game, {**mission, **own, "victory": shortened(mission["victory"]), **changes})


def shortened(victory: dict) -> dict:
    rules = [{**rule, "rounds": [1, 2, 3]} if "rounds" in rule else rule for rule in victory["rules"]]
    return {**victory, "rules": rules}


@pytest.mark.parametrize("game", ["sos", "atb"])
def test_a_mission_with_a_unit_type_of_ones_own_is_listed_started_and_played(folder, game, capsys):
    new_unit(folder, game)
    new_mission(folder, game)
    assert checked(folder, game, capsys) == f"{game}: no problems\n"
    listed = {one.key: one for one in balka.game(game).scenarios()}
    assert listed[f"{game}/patrol"].title == "A patrol" and listed[f"{game}/patrol"].basis == f"pack:{game}"
    state = balka.game(game).start(f"{game}/patrol")
    assert any(unit.kind == "sov_scouts" for unit in state.position.units.values())
    assert state.setting.kinds["sov_scouts"].basis == f"pack:{game}"
    assert played(f"{game}/patrol") == []


@pytest.mark.parametrize(
    ("game", "changes", "words"),
    [
        ("sos", {"id": "sos-01"}, "missions.yaml line 2 of pack sos: sos-01 and patrol are not the same mission"),
        ("sos", {"key": "courier"}, "sos-90 and courier are not the same mission (courier is sos-01; a new"),
        ("sos", {"teaches": "1-8"}, "sos-90: teaches '1-8' is no part of the rulebook; parts are 1-9"),
        ("sos", {"deck": ["01", "21"]}, "sos-90: deck: card 21 is an Objective card"),
        ("sos", {"deck": ["01", "18"]}, "sos-90: deck: no rule plays card 18 (Score)"),
        ("sos", {"fores": {}}, "sos-90 fores: there is no such key (did you mean forces"),
        ("sos", {"forces": []}, "sos-90 forces: [] is not a table"),
        ("sos", {"special": [{"rule": []}]}, "sos-90 special.0.rule: [] is not known (one of oba"),
        ("sos", {"victory": {"start": {"side": {}, "vp": 1}, "rules": []}}, "sos-90 victory.start.side: {} is not a"),
        ("atb", {"maps": [{"map": 77}]}, "atb-90: there is no map 77"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_new_mission_is_told(folder, game, changes, words):
    new_unit(folder, game)
    new_mission(folder, game, **changes)
    assert words in problems(folder, game)


def test_a_new_mission_without_a_key_is_told_so(folder):
    mission = mission_like("sos", "courier", id="sos-90")
    write_missions(folder, "sos", {name: value for name, value in mission.items() if name != "key"})
    assert "missions.yaml line 2 of pack sos: a new mission needs an id and a key" in problems(folder, "sos")


def test_a_mission_that_check_finds_fault_with_is_not_begun(folder):
    new_unit(folder, "sos")
    new_mission(folder, "sos", first_initiative="polish")
    with pytest.raises(BalkaError, match=r"sos-90: first_initiative: no side polish"):
        balka.game("sos").start("sos/patrol")


def test_a_mission_that_teaches_no_part_of_the_rulebook_is_listed_and_told_when_begun(folder):
    new_unit(folder, "sos")
    new_mission(folder, "sos", teaches="1-17")
    found, scenario = balka.scenario("sos/patrol")
    with pytest.raises(BalkaError, match=r"missions.yaml line \d+, sos-90: teaches '1-17' is no part .*parts are 1-9"):
        found.start(scenario.key)


def test_a_new_unit_type_that_no_mission_fields_is_a_problem(folder):
    new_unit(folder, "sos")
    assert "units.csv line 2: no mission fields sov_scouts" in problems(folder, "sos")


def test_a_row_that_is_not_whole_says_what_may_have_been_meant(folder):
    write(folder, "sos/units.csv", "id,range\nger_hmg24,14\n")
    said = problems(folder, "sos")
    assert (
        "the game has no ger_hmg24 (did you mean ger_hmg42" in said and "a new one needs the columns id, side" in said
    )


def test_a_mission_is_changed_by_its_key_alone(folder):
    write(folder, "sos/missions.yaml", "missions:\n- key: courier\n  rounds: 6\n")
    assert balka.game("sos").start("sos/courier").setting.mission.rounds == 6


# -- cards and maps of one's own

CARDS = """id,family,name,copies,kind,cost,cost_color,icons,side,red_fp,blue_fp,range,effect,plays
90,battle,Dig!,3,action,1,blue,group,both,,,,"A unit puts a Hasty Defense on itself.",09
"""


def with_card(folder: Path, *changes: tuple[str, str]) -> None:
    """The first mission with a card of one's own in deck and hands."""
    text = CARDS
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    write(folder, "sos/cards.csv", text)
    model = {**mission_like("sos", "courier", id="sos-90", deck=["01", "02", "90"]), "key": "dig"}
    for force in model["forces"].values():
        force["hand"] = {"fixed": ["90"], "draw": 1}
    write_missions(folder, "sos", model)


def at_turn_of(state: State, seat: str) -> State:
    """The first Turn of a seat, everybody else having passed."""
    while (state.asks[0].seat, state.asks[0].kind) != (seat, "turn"):
        actor = state.asks[0].seat
        answers = [draw(state, Random(1))] if actor == CHANCE else list(state.choices((), actor))
        passes = [choice for choice in answers if getattr(choice, "verb", "") == "pass"]
        state = state.apply((passes or answers)[0], actor).state
    return state


def test_a_card_is_played_like_the_one_it_is_modelled_on_at_its_own_cost(folder):
    with_card(folder)
    assert problems(folder, "sos") == ""
    state = at_turn_of(balka.game("sos").start("sos/dig"), "soviet")
    card = next(choice for choice in state.choices((), "soviet") if state.text(choice) == "play 90 rif-01")
    after = state.apply(card, "soviet").state
    assert after.position.units["rif-01"].dug_in and not state.position.units["rif-01"].dug_in
    assert (state.tracks.caps["soviet"], after.tracks.caps["soviet"]) == (6, 5), "it costs a CAP, Seek Cover! none"
    assert card_rule(state.setting, "90") == "sos-card-09-b", "it cites the row of the card it is played like"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (",09\n", ",07\n", "cards.csv line 2, column plays: no card can be played like '07'; one of 01, 02"),
        (",09\n", ",\n", "sos-90: deck: no rule plays card 90 (Dig!)"),
        (",09\n", ",W01\n", "cards.csv line 2, column family: card W01 is of the family weapon; write weapon"),
        (",group,", ",hidden,", "cards.csv line 2, column icons: card 09 has no icon hidden; some of group"),
        (",blue,", ",bleu,", "cards.csv line 2, column cost_color: 'bleu' is not known"),
        ("90,battle", "91,battle", "sos-90: deck: cards.csv has no card 90"),
        ("\n90,", '\n91,battle,Rest,1,action,1,blue,,both,,,,"Rest.",09\n90,', "line 2: no mission has the card 91"),
    ],
)
def test_a_mistake_in_a_card_is_told(folder, old, new, words):
    with_card(folder, (old, new))
    assert words in problems(folder, "sos")


def test_a_weapon_card_in_a_mission_that_does_not_teach_them_is_a_problem(folder):
    with_card(folder, ("90,battle", 'W90,weapon,Bundle,1,action,1,green,he,german,5,5,1,"Thrown.",W01\n90,battle'))
    path = folder / "sos" / "missions.yaml"
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    document["missions"][0]["forces"]["german"]["weapons"] = [{"card": "W90"}]
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    assert "german: card W90 cannot be used in a mission that teaches '1-9'" in problems(folder, "sos")


HEXES = "map,hex,hex_3e,terrain,elevation,road\n20,B01,B01,open,0,0\n20,B02,B02,woods,0,0\n20,C01,C01,open,0,0\n"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("", "", "maps.csv line 2: no mission is played on map 20; name it in one, or mend the number"),
        ("C01,C01,open", "C01,C77,open", "maps.csv line 4: 20-C01 touches no other hex of its map; mend hex_3e"),
        ("C01,C01,open", "C01,B02,open", "maps.csv line 4: 20-C01 lies where another hex of the map lies"),
        ("woods", "wods", "maps.csv line 3, column terrain: 'wods' is not known (one of at_trench"),
        ("woods,0,0", "woods,0,1", "20-B02: maps.csv marks a road but roads.csv lists none"),
        ("20,C01,C01,open,0,0", "7,J55,J55,open,0,0", "maps.csv line 4: 7-J55 touches no other hex of its map"),
    ],
)
def test_a_mistake_in_a_map_is_told(folder, old, new, words):
    write(folder, "sos/maps.csv", HEXES.replace(old, new, 1) if old else HEXES)
    assert words in problems(folder, "sos")
