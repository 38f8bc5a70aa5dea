"""The figures of a counter by the second edition's rules, as they are now. [5.0, 7.1-7.3, 13.0, 18.1]"""

from __future__ import annotations

from tests.systems.heroes.kit import parts
from tests.systems.heroes.second_edition.kit import SOVIET, Bear, on

from balka.core.proof import rule
from balka.core.values import Value
from balka.table import scenes
from balka.table.table import Table


def values(game: Bear, unit: str, seat: str = SOVIET) -> dict[str, Value]:
    view = game.state.view(seat)
    return {value.key: value for value in view.setting.system.values(view, seat, unit)}


@rule("atb-5.0.2-a")
def test_a_wall_covers_only_from_beyond_it():
    game = on("b\nx\na", a="grif N", b="grif S", x="srif S", walls=["A02/A03"])
    front, flank = (values(game, "x")[key] for key in ("def_front", "def_flank"))
    assert parts(front.tally, "atb") == game.rating("fire a x", "Defense Rating"), (
        "all that see its front fire over the wall"
    )
    assert front.tally.value == front.printed + 1 and flank.tally.value == flank.printed


@rule("atb-13.0-c")
def test_smoke_covers_whoever_is_in_it():
    game = on("x\n.\na", a="grif N", x="srif S", told={"smoke": {"A01": "heavy"}})
    shot = game.rating("fire a x", "Defense Rating")
    assert parts(values(game, "x")["def_front"].tally, "atb") == shot and len(shot) > 1


def test_the_rows_that_are_cited_are_those_of_this_rulebook():
    game = on("x\n.\na", a="grif N", x="srif S dug-in")
    told = scenes.values(Table(game.state), SOVIET, "x")
    rules = {part.rule for value in told for part in (*value.tally.parts, *value.sometimes)}
    assert rules and all(row.startswith("atb-") for row in rules), rules
