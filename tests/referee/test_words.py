"""The guide and the referee know the same words: each documented one is accepted, each accepted one documented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balka.core.describing.document import Mistakes
from balka.games.awakening_the_bear import catalogue as bear
from balka.games.grossdeutschland import box
from balka.games.kursk_1943 import scenarios
from balka.games.storms_of_steel import catalogue as steel
from balka.referee import referee_text
from balka.referee.famous_divisions import FamousDivisionsAdapter
from balka.referee.heroes import adapter as heroes
from balka.referee.wb95 import Wb95Adapter
from balka.systems.famous_divisions.describing import counters
from balka.systems.famous_divisions.describing import position as gd
from balka.systems.famous_divisions.system import OPTIONS as GD_OPTIONS
from balka.systems.famous_divisions.tables import FORTS
from balka.systems.famous_divisions.terrain import SIDE_KINDS as GD_SIDES
from balka.systems.heroes.data.mission_data import SPECIAL_RULES
from balka.systems.heroes.describing import beside
from balka.systems.heroes.describing import counters as heroes_counters
from balka.systems.heroes.describing import position as tactical
from balka.systems.heroes.kinds import UNIT_FLAGS
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.wb95.describing import beside as kursk_beside
from balka.systems.wb95.describing import counters as kursk_counters
from balka.systems.wb95.describing import position as kursk
from balka.systems.wb95.describing import words as unit_words
from balka.systems.wb95.rulebook import OPTIONS as KURSK_OPTIONS

GUIDE = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")
TITLES = {"sos": "Storms of Steel", "atb": "Awakening the Bear", "kursk": "Kursk 1943", "gd": "Grossdeutschland"}
BOXES = {"sos": steel.title(), "atb": bear.title()}
ADAPTERS = {"sos": heroes("sos"), "atb": heroes("atb"), "kursk": Wb95Adapter(), "gd": FamousDivisionsAdapter()}
GAMES = list(TITLES)


def section(game: str) -> str:
    return GUIDE.partition(f"\n## {TITLES[game]}\n")[2].partition("\n## ")[0]


def listed(game: str, what: str) -> set[str]:
    """The words of a list such as `- Terrain: ...`, which may run over several lines."""
    found = re.search(rf"^- {what}[^:]*:(.*?)(?=\n- |\n\n)", section(game), re.MULTILINE | re.DOTALL)
    assert found is not None, (game, what)
    return set(re.findall(r"`([\w -]+)`", found[1]))


def column(game: str, head: str) -> set[str]:
    """The words in the first column of the tables with this head."""
    tables = [part.partition("\n\n")[0] for part in section(game).split(f"| {head} |")[1:]]
    rows = [row for table in tables for row in table.splitlines()[2:]]
    return {word for row in rows for word in re.findall(r"`([\w.-]+)`", row.split(" | ")[0])}


def in_row(game: str, name: str) -> set[str]:
    row = next(row for row in section(game).splitlines() if row.startswith(f"| `{name}` |"))
    return set(re.findall(r"`([\w.-]+)`", row.split(" | ", 1)[1]))


# -- documented and accepted


def terrains(game: str) -> set[str]:
    if game in BOXES:
        return set(tactical.terrains(BOXES[game]))
    return set(kursk.terrains(scenarios.charts()) if game == "kursk" else gd.terrains(box.chart()))


def sides(game: str) -> set[str]:
    return set(tactical.hexsides(BOXES[game]) if game in BOXES else kursk.SIDE_KINDS if game == "kursk" else GD_SIDES)


@pytest.mark.parametrize("game", GAMES)
def test_terrain_and_hexsides_are_documented_as_they_are_read(game):
    assert listed(game, "Terrain") == terrains(game)
    assert listed(game, "Hexsides") - {"toward"} == sides(game)


@pytest.mark.parametrize("game", ["sos", "atb"])
def test_works_and_hit_markers_of_the_tactical_games_are_documented(game):
    assert listed(game, "Works") == set(BOXES[game].works) - {"hasty_defense"}
    named = {marker.id.partition("_")[2].replace("_", " ") for marker in BOXES[game].markers.values()}
    assert listed(game, "Hit Markers") == named


def test_works_of_grossdeutschland_are_documented():
    assert listed("gd", "Works") == set(FORTS)


def test_flags_are_documented():
    assert column("sos", "flag") == set(UNIT_FLAGS)


@pytest.mark.parametrize("game", GAMES)
def test_options_and_their_defaults_are_documented(game):
    options = {"sos": THIRD_EDITION.options, "atb": SECOND_EDITION.options, "kursk": KURSK_OPTIONS, "gd": GD_OPTIONS}[
        game
    ]
    if game == "gd":
        assert "`bridge-dice: on`" in section(game) and [one.key for one in options] == ["bridge-dice"]
        return
    assert column(game, "option") == {option.key for option in options}
    for option in options:
        assert f"| `{option.key}` | {'; '.join(option.values)} |" in section(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_a_position_is_documented(game):
    text = section(game) + (section("sos") if game == "atb" else "") + GUIDE.partition("## Storms of Steel")[0]
    words = set(re.findall(r"`([\w-]+)[`:]", text))
    assert set(ADAPTERS[game].positions.fields) <= words


def test_states_of_units_are_documented():
    assert set(heroes_counters.UNIT_FIELDS) <= column("sos", "name") | column("atb", "name") | in_row("sos", "figures")
    assert set(counters.UNIT_FIELDS) == column("gd", "of a unit")
    assert set(kursk_counters.UNIT_FIELDS) <= set(re.findall(r"`([\w.-]+)`", section("kursk")))


def test_words_of_a_kursk_unit_are_documented():
    shown = in_row("kursk", "is") | column("kursk", "mark")
    assert set(unit_words.KNOWN) - {"building"} <= shown, "a bridge that is being built is told under `bridges:`"
    assert {kind for kind in unit_words.KINDS if kind != "air"} <= set(
        section("kursk").split("the kind (`")[1].split("`")[0].split()
    )
    assert {f"{name}=" for name in unit_words.FIELDS} <= set(re.findall(r"`(\w+=)", section("kursk")))
    troops = section("kursk").partition("`troops=` gives")[2].partition("\n\n")[0]
    assert {name.replace(" ", "_") for name in unit_words.LIMITS} == set(re.findall(r"`(\w+)`", troops))


def test_special_rules_missions_and_figures_are_documented():
    barred = {"entry_choice", "set_up_order"}
    assert set(SPECIAL_RULES) - barred <= in_row("sos", "special") | {"oba"}
    assert set(kursk_beside.MISSIONS) - {"support"} <= in_row("kursk", "flights")
    assert set(beside.CARD_FIGURES) <= in_row("sos", "cards")
    assert set(kursk_counters.FIGURES) <= in_row("kursk", "figures")
    assert {"attack", "defence", "movement", "range", "activation_range"} <= in_row("gd", "counters")


@pytest.mark.parametrize("game", GAMES)
def test_every_question_and_what_it_takes_is_documented(game):
    text = section(game) + (section("sos") if game == "atb" else "")
    words = set(re.findall(r"\w+", text))
    for kind, shape in ADAPTERS[game].forms.items():
        if kind in ADAPTERS[game].questions:
            assert kind in words and (len(shape.takes) == 1 or set(shape.takes) <= words), kind


# -- accepted


def answered(text: str) -> bool:
    try:
        return bool(referee_text(text).answers)
    except Mistakes as problem:
        raise AssertionError(str(problem)) from problem


HEADS = {
    "sos": "units:\n  a: {type: ger_infantry_43, at: a, facing: N}\n",
    "atb": "units:\n  a: {type: ger_rifle_41, at: a, facing: N}\n",
    "kursk": "units:\n  a: g inf 4\n",
    "gd": "stacks: {a: 5k-2gr}\n",
}


def ground(game: str, terrain: str = "", side: str = "") -> str:
    legend = f"  legend: {{Q: {terrain}}}\n" if terrain else ""
    toward = ", toward: A02" if side in ("fortified", "fixed") else ""
    hexsides = f"  hexsides: [{{between: [A01, A02], kind: {side}{toward}}}]\n" if side else ""
    picture = f"    . {'Q' if terrain else '.'} .\n    a . .\n    . . .\n"
    return f"game: {game}\nboard:\n  picture: |\n{picture}{legend}{hexsides}{HEADS[game]}"


ASK = "questions:\n  - legal_choices: all\n"


@pytest.mark.parametrize("game", GAMES)
def test_every_documented_terrain_and_hexside_is_accepted(game):
    assert all(answered(ground(game, terrain=word) + ASK) for word in listed(game, "Terrain"))
    assert all(answered(ground(game, side=word) + ASK) for word in listed(game, "Hexsides") - {"toward"})


@pytest.mark.parametrize("game", ["sos", "atb", "gd"])
def test_every_documented_work_is_accepted(game):
    with_facing = section(game).partition("\n- Works:")[2].partition(" with a facing")[0]
    for word in listed(game, "Works"):
        facing = ", facing: N" if f"`{word}`" in with_facing else ""
        work = f"{{kind: {word}, at: C03{facing}}}" if game == "gd" else f"{{kind: {word}, side: german{facing}}}"
        works = f"works: [{work}]\n" if game == "gd" else f"works: {{C03: {work}}}\n"
        assert answered(ground(game) + works + ASK)


@pytest.mark.parametrize("flag", sorted(UNIT_FLAGS))
def test_every_documented_flag_is_accepted(flag):
    figures = f"{{attack_cost: 3, move_cost: 1, red_fp: 4, front_def: 12, flank_def: 11, range: 6, flags: [{flag}]}}"
    unit = f"  u: {{side: soviet, figures: {figures}, at: C01, facing: S}}\n"
    assert all(answered(ground(game) + unit + ASK) for game in ("sos", "atb"))


@pytest.mark.parametrize("game", GAMES)
def test_every_documented_option_is_accepted(game):
    if game == "gd":
        assert answered(ground(game) + "options: {bridge-dice: off}\n" + ASK)
        return
    rows = re.findall(
        r"^\| `([\w_]+)` \| ([^|]+) \|", section(game).partition("| option |")[2].partition("\n\n")[0], re.MULTILINE
    )
    for key, values in rows:
        for value in values.split("; "):
            assert answered(ground(game) + f'options: {{{key}: "{value}"}}\n' + ASK), (key, value)


def test_every_documented_word_of_a_kursk_unit_is_accepted():
    for word in sorted(column("kursk", "mark") | {"panther", "ferdinand", "selfpropelled", "disorganised", "dug"}):
        assert answered(ground("kursk").replace("g inf 4", f"g inf 4 {word}") + ASK), word
    troops = section("kursk").partition("`troops=` gives")[2].partition("\n\n")[0]
    for word in re.findall(r"`(\w+)`", troops):
        assert answered(ground("kursk").replace("g inf 4", f"g inf 4 troops={word}") + ASK), word


@pytest.mark.parametrize("state", [one for one in counters.FLAGS if one not in counters.LIMITED])
def test_every_documented_state_of_a_counter_is_accepted(state):
    text = ground("gd").replace("stacks: {a: 5k-2gr}", f"units:\n  5k-2gr: {{at: a, {state}: true}}")
    assert answered(text + "battalion: 2gr\n" + ASK)


# -- not accepted

STRANGE = """\
sos|  hexsides: [{between: [A01, A02], kind: river}]
sos|pool: {german: 3}
sos|special: [{rule: oba, card: Q9, plan: [2]}]
sos|special: [{rule: set_up_order, order: [german, soviet]}]
sos|weapons: {german: [01]}
sos|hands: {german: [W06]}
sos|victory: [{rule: vp_unit_value, unit: nobody, value: 2}]
sos|cards: {W06: {red: 3}}
sos|losses: {german: 20}
sos|strikes: [{card: 01, target: A01}]
sos|works: {C03: {kind: trench, side: german, facing: N}}
sos|smoke: {C03: thick}
atb|works: {C03: {kind: gun_pit_2, side: german, facing: N}}
atb|weapons: {german: [W06]}
atb|pool: {roman: 3}
kursk|shifts: [{side: german, hex: A01, left: 9}]
kursk|aircraft: {air-9: 3}
kursk|zones: {german: [Q77]}
kursk|flights: [{counter: air-1, side: german, mission: tour, hex: A01}]
kursk|flights: [{counter: air-1, side: soviet, mission: cover, hex: A01}]
kursk|flights: [{counter: air-1, side: soviet, mission: disrupt, hex: A01}]
kursk|flights: [&twice {counter: air-1, side: german, mission: river, hex: A01}, *twice]
kursk|bridges: [{unit: a, between: [A01, A02]}]
kursk|days: 0
gd|cup: [9tk]
gd|cup: [2tk]
gd|chits: {joy: {modifier: 1}}
gd|counters: {5k-2gr: {speed: 3}}
gd|divisions: [roman]
gd|blown: [[A01, A02]]
gd|pontoons: [{between: [A01, A02], side: german}]
gd|works: [{kind: minefield, at: A01, facing: N}]
"""


@pytest.mark.parametrize(("game", "line"), [row.split("|") for row in STRANGE.splitlines()])
def test_a_word_that_is_not_known_or_does_not_fit_is_a_mistake(game, line):
    text = ground(game)
    text = text.replace("units:", f"{line}\nunits:", 1) if line.startswith(" ") else text + line + "\n"
    with pytest.raises(Mistakes) as found:
        referee_text(text + ASK)
    assert all(mistake.wrong and mistake.right for mistake in found.value.mistakes)


@pytest.mark.parametrize("word", ["disorganized", "dug_in", "star=purple", "moves=hover", "cel=2/x", "mp=fast"])
def test_a_misspelt_word_of_a_kursk_unit_is_a_mistake(word):
    with pytest.raises(Mistakes):
        referee_text(ground("kursk").replace("g inf 4", f"g inf 4 {word}") + ASK)


def test_an_overfull_position_of_grossdeutschland_is_refused():
    with pytest.raises(Mistakes, match="too many units stand in A02"):
        referee_text(ground("gd").replace("{a: 5k-2gr}", "{a: 5k-2gr 6k-2gr 7k-2gr 8k-2gr schwr-2gr}") + ASK)
    assert answered(ground("gd").replace("{a: 5k-2gr}", "{a: 5k-2gr 6k-2gr 7k-2gr schwr-2gr}") + ASK)
