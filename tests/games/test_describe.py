"""Any position of any title from words: text or plain data, the same language for everybody."""

from __future__ import annotations

from textwrap import dedent

import pytest
import yaml
from tests.toy.ford import GAME as FORD

import balka
from balka.core.describing.document import Mistakes
from balka.core.errors import BalkaError
from balka.core.state import State

POSITIONS = {
    "sos": """
        board: {picture: "a . x"}
        units: {gren-01: {type: gren, at: a, facing: NE}, rif-01: {type: "Rifles '41", at: x, facing: SW}}
    """,
    "atb": """
        board: {picture: "a . x"}
        units: {a-01: {type: LMG 34 - Belt Fed, at: a, facing: NE}, b-01: {type: Rifle '41 Squad, at: x, facing: SW}}
    """,
    "kursk": """
        board: {picture: "a . x"}
        units: {a: g inf 4, x: s inf 4}
    """,
    "gd": """
        board: {picture: "a . x"}
        stacks: {a: 5k-2gr hq-2gr, x: 1-1rif hq-1rif}
    """,
}


def text_of(game: str) -> str:
    return dedent(POSITIONS[game]).strip()


@pytest.mark.parametrize("game", POSITIONS)
def test_text_and_plain_data_describe_the_same_position(game: str) -> None:
    from_text = balka.game(game).describe(text_of(game))
    from_data = balka.game(game).describe(yaml.safe_load(text_of(game)))
    assert from_text.asks and list(from_text.choices())
    assert (from_text.position, from_text.tracks, from_text.stack) == (
        from_data.position,
        from_data.tracks,
        from_data.stack,
    )
    assert from_text.setting.game == game


@pytest.mark.parametrize("game", POSITIONS)
def test_every_mistake_in_a_description_is_told_at_once_with_its_line(game: str) -> None:
    with pytest.raises(Mistakes) as found:
        balka.game(game).describe(text_of(game) + "\nwether: Sunny\noptions: {tea: 'on'}\n")
    assert [mistake.line for mistake in found.value.mistakes] == [3, 4]
    assert all(mistake.wrong and mistake.right for mistake in found.value.mistakes)


def test_a_mark_that_nothing_refers_to_is_a_mistake() -> None:
    with pytest.raises(BalkaError, match="'y' in B01 is neither in the legend"):
        balka.game("gd").describe(text_of("gd").replace("a . x", "a y x"))


def test_a_title_without_a_language_says_so() -> None:
    with pytest.raises(BalkaError, match="positions of The Ford cannot be described"):
        FORD.describe("board: {picture: a}")


# -- Grossdeutschland


def gd(more: str, stacks: str = "{a: 5k-2gr hq-2gr, x: 1-1rif hq-1rif}") -> State:
    text = f"board: {{picture: 'a . x', roads: [[A01, B01]]}}\nstacks: {stacks}\n{more}"
    return balka.game("gd").describe(text)


def test_a_turn_can_begin_with_its_weather() -> None:
    state = gd("begins: turn")
    assert [ask.kind for ask in state.asks] == ["weather"]
    with pytest.raises(Mistakes, match="no chit is at hand when a turn begins"):
        gd("begins: turn\nbattalion: 2gr")


def test_a_hex_holds_too_many_only_where_that_is_said() -> None:
    full = "{a: 5k-2gr 6k-2gr 7k-2gr 8k-2gr schwr-2gr hq-2gr}"
    with pytest.raises(Mistakes, match=r"too many units stand in A01.*`crowded: \[A01\]`"):
        gd("begins: turn", full.replace("a:", "A01:").replace("}", ", x: 1-1rif}"))
    crowded = gd("crowded: [a]\nbattalion: 2gr", full.replace("}", ", x: 1-1rif}"))
    assert len(crowded.position.stack(0)) == 6


def test_guns_off_the_map_say_from_where_they_count() -> None:
    with pytest.raises(Mistakes, match=r"from where does btty.4-2art fire"):
        gd("units: {btty.4-2art: off}")
    state = gd("units: {btty.4-2art: off, hq-2art: {at: off}}\noff_map: a")
    assert state.position.units["btty.4-2art"].status == "off"
    assert state.setting.rulebook.off_map_hex == 0


def test_trucks_left_behind_their_crews_ride_on_tanks() -> None:
    text = "units: {5k-2pz: a, 1k-1gr: {at: a, debarked: true, riding: 5k-2pz}}"
    assert gd(text, "{x: 1-1rif}").position.units["1k-1gr"].carrier == "5k-2pz"
    with pytest.raises(Mistakes, match="cannot ride"):
        gd(text.replace("debarked: true, ", ""), "{x: 1-1rif}")


# -- Kursk 1943


def kursk(more: str, units: str = "{a: g inf 4, x: s inf 4}") -> State:
    return balka.game("kursk").describe(f"board: {{picture: 'a . x'}}\nunits: {units}\n{more}")


def test_a_whole_day_can_be_described_or_a_phase_with_the_day_after_it() -> None:
    assert [type(frame).__name__ for frame in kursk("").stack] == ["Steps", "MovePhase"]
    day = kursk("phase: day\nair: {german: 1}")
    assert day.tracks.phase == 1 and day.asks[0].kind == "air"


def test_a_unit_may_be_beside_the_map() -> None:
    state = kursk("", "{a: g inf 4, x: s inf 4, r: {is: g mot 4, at: off}}")
    assert state.position.find("r").hex < 0


def test_more_cel_than_may_stack_stand_only_where_that_is_said() -> None:
    units = "{a: g inf 4 cel=6, b: {is: g inf 4 cel=6, at: a}, x: s inf 4}"
    with pytest.raises(Mistakes, match=r"more than 8 CEL stand in A01.*`crowded: \[A01\]`"):
        kursk("", units)
    assert not kursk("crowded: [a]", units).listed(kursk("").parse("end"), "german")


# -- the tactical games


def sos(units: str, more: str = "") -> State:
    return balka.game("sos").describe(f"board: {{picture: 'a . x'}}\nunits: {units}\n{more}")


FOE = "x: {type: sov_rifles_41, at: x, facing: SW}"


def test_units_that_wait_for_the_same_hexes_come_in_together() -> None:
    waits = "{type: ger_infantry_43, waiting: {entry: [a, B01]}}"
    state = sos(f"{{b: {waits}, c: {waits}, {FOE}}}").apply("group b").state
    assert state.listed(state.parse("with c"), "german")
    apart = sos(f"{{b: {waits}, c: {waits.replace(', B01', '')}, {FOE}}}")
    assert apart.why_not("group b; with c") is not None


def test_a_unit_beside_the_map_comes_from_nowhere() -> None:
    state = sos(f"{{a: {{type: ger_infantry_43, at: a, facing: N}}, b: {{type: ger_infantry_43, at: off}}, {FOE}}}")
    assert state.position.units["b"].hex < 0
    assert not [choice for choice in state.choices() if "b" in state.text(choice).split()]


def test_caps_above_the_top_of_their_track_are_kept() -> None:
    units = f"{{a: {{type: ger_infantry_43, at: a, facing: N}}, {FOE}}}"
    assert sos(units, "caps: {german: 8}\nstart_caps: {german: 6}").tracks.caps["german"] == 8
    assert sos(units, "caps: {german: 8}\nstart_caps: {german: 6}\nlosses: {german: 1}").tracks.caps["german"] == 5


def test_a_squad_and_its_machine_gun_ride_on_one_vehicle() -> None:
    text = """
        board: {picture: t . x}
        units:
          t: {type: opel, at: t, facing: N}
          a: {type: grif, carrier: t}
          b: {type: lmg34, carrier: t}
          x: {type: srif, at: x, facing: N}
    """
    assert balka.game("atb").describe(dedent(text)).position.units["b"].carrier == "t"
    with pytest.raises(Mistakes, match="t cannot carry a"):
        balka.game("atb").describe(dedent(text).replace("lmg34", "grif"))
