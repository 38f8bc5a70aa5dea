"""One thing after another: what has been worked out or shown before must not stand in the way of what comes next.

[docs/interactions]
"""

from __future__ import annotations

from random import Random

from tests.systems.heroes.kit import GERMAN, SIX, SOVIET, on

from balka.bots.base import bot
from balka.core.proof import rule
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import Works
from balka.table import scenes
from balka.table.table import Table

FIELD = "\n".join([". . . . . . . ."] * 3 + ["m . . . . . . x"])


@rule("sos-card-V06-b", "sos-14.1-a", "sos-hit-soft-cowering-d")
def test_iron_will_lets_a_cowering_mortar_fire_smoke_as_far_as_ever():
    told = {"veterans": {GERMAN: ("V06",)}}
    game = on(FIELD, m="8cm NE cowering", x="rif S", caps=SIX, told=told)
    assert "smoke" not in game.verbs("m"), "its Range is 1, and it fires no nearer than 3"
    game.begin("play V06 m")
    assert game.offers("smoke m F02")


@rule("sos-11.6-a", "sos-10.9-b", "sos-11.0-b")
def test_who_watches_units_rally_in_hiding_is_shown_nothing_of_them():
    game = on("a+b:W . . . . . x", a="inf N hidden pinned", b="inf N hidden pinned", x="rif NW", caps=SIX)
    table = Table(game.state)
    for sentence in ("group a", "act rally", "caps 0"):
        table.choose(GERMAN, sentence)
        table.run()
    own, other = (scenes.scene(table, seat) for seat in (GERMAN, SOVIET))
    assert other.ask is not None and other.ask.kind == "rally.roll" and other.panel == []
    assert own.ask is not None and own.ask.yours and len(own.panel) == 1


@rule("sos-card-V01-b", "sos-17.9-a")
def test_a_veteran_who_hurries_is_shown_the_wire_beside_him_with_its_die():
    told = {"veterans": {GERMAN: ("V01",)}, "works": {"A02": Works("barbed_wire", SOVIET)}}
    game = on(".\n.\n.\na", a="inf N", caps=SIX, told=told).begin("move a A03 N")
    view = game.state.view(GERMAN)
    looks = {
        view.text(choice): THIRD_EDITION.node(view, ("a", "go"), choice.to, GERMAN) for choice in view.choices(("a",))
    }
    assert {look.badge for text, look in looks.items() if "A02" in text} == {"+2-7"}
    assert {look.badge for text, look in looks.items() if "A04" in text} == {"+2"}, "one more for going back"
    assert scenes.scene(Table(game.state), GERMAN).choices
    assert bot("greedy").choose(view, GERMAN, Random(1)) in list(view.choices())


@rule("sos-7.8-e", "sos-11.6-a")
def test_friends_in_hiding_help_to_rally_and_are_counted_again():
    game = on("a+b:W . . . . . x", a="inf N hidden pinned", b="inf N hidden", x="rif NW", caps=SIX)
    game.begin("rally a")
    state = game.state.apply("caps 0").state
    assert state.stack[-1].check.need == 7 - 1 - 1 == THIRD_EDITION.recount(state, state.stack[-1])
