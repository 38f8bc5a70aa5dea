"""One thing after another: what has been worked out or shown before must not stand in the way of what comes next.

[docs/interactions]
"""

from __future__ import annotations

from random import Random

from tests.systems.heroes.kit import GERMAN, SIX, SOVIET, hands, on

from balka.bots.base import bot
from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import Airplane, ExitVp, LayWire
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


@rule("sos-10.4-b", "sos-10.4-c", "sos-11.5-a", "sos-hit-soft-cowering-c")
def test_of_a_hidden_group_who_stays_as_a_link_adds_nothing_to_the_price():
    units = {"a": "inf N hidden", "b": "inf N hidden cowering", "c": "inf N hidden", "x": "rif N"}
    picture = "a:W b:W c:W\nW W W\n. . .\n. . .\n. . x"
    link = on(picture, **units).gather("a", "b", "c").begin("act sneak", "sneak a A02")
    assert link.cost("sneak c C02") == 5 == link.cost("finish") and link.cost("sneak b B02") == 6
    link.play("sneak c C02", "finish", dice=[6])
    assert not any(link.unit(name).spent for name in "abc") and all(map(link.stressed, "abc")), "5AP, not 6"
    goes = on(picture, **units).gather("a", "b", "c").begin("act sneak", "sneak a A02")
    goes.play("sneak b B02", "finish", dice=[6])
    assert all(goes.unit(name).spent for name in "abc"), "6AP, and the one who stayed tires too"


@rule("sos-3.4-e", "sos-8.6-b", "sos-10.12-b", "sos-15.8-a")
def test_where_spent_units_play_green_cards_only_the_fresh_among_them_pay():
    told = {**hands("03"), "options": {"spent_cards": "manual"}}
    for first, second in ("ab", "ba"):
        game = on("a b .", a="inf N pinned", b="inf N pinned spent", told=told)
        game.begin(f"group {first}", dice=[2])  # all that they can do together
        assert not game.unit("a").marker and not game.unit("b").marker and game.unit("a").spent, first + second
    spent = {"a": "inf N pinned spent", "b": "inf N pinned spent"}
    both = on("a b .", told=told, **spent).begin("group a")
    assert not both.unit("a").marker and not both.unit("b").marker
    assert not on("a b .", told=hands("03"), **spent).verbs("a"), "by the rulebook they need CAPs for it"
    rider = on("t+r .", t="sd251 N spent", r="inf N pinned carrier=t", told=told).begin("play 03 r", dice=[7])
    assert not rider.unit("r").marker and not rider.unit("r").spent and rider.unit("t").spent


@rule("sos-3.4-e", "sos-8.6-b", "sos-card-W01-a")
def test_where_spent_units_play_green_cards_they_throw_grenades_too():
    armed = {"weapons": {GERMAN: ("W01",)}}
    game = on("x\na", a="inf N spent", x="rif S", told={**armed, "options": {"spent_cards": "manual"}})
    game.begin("use a W01 A01", dice=[1, 1])
    assert game.state.tracks.used == ("W01",) and game.unit("a").spent and game.stressed("a")
    assert not on("x\na", a="inf N spent", x="rif S", told=armed).verbs("a"), "by the rulebook for a CAP"


@rule("sos-3.4-e", "sos-8.6-b")
def test_where_spent_units_play_green_cards_only_the_fresh_are_told_of_a_spent_check():
    told = {**hands("03"), "weapons": {GERMAN: ("W01",)}, "options": {"spent_cards": "manual"}}
    for state, checks in (("", ["Spent Check of Infantry Squad '43 a"]), (" spent", [])):
        rallies = on("a .", a=f"inf N pinned{state}", told=told).quote("play 03 a")
        throws = on("x\na", a=f"inf N{state}", x="rif S", told=told).quote("use a W01 A01")
        assert [check.name for check in rallies.checks] == checks
        assert [check.name for check in throws.checks[1:]] == checks


@rule("sos-11.1-h", "sos-card-11-b", "sos-card-V02-a")
def test_where_a_search_is_read_as_the_attack_its_cards_are_played_before_the_dice():
    told = {**hands("11"), "veterans": {GERMAN: ("V02",)}, "options": {"recon": "manual"}}
    units = {"a": "inf N", "x": "rif S hidden"}
    need = 12 + 2 - 4  # Woods
    plain = on("x:W\n.\n.\na", told=told, **units).begin("recon a", "search A01")
    assert set(plain.choices()) == {"caps 0", "play 11"}, "Better Equipped needs a CAP"
    assert plain.begin("caps 0", dice=[3, 6, 7]).is_hidden("x") and need == 10
    aimed = on("x:W\n.\n.\na", told=told, **units).begin("recon a", "search A01", "play 11", dice=[2, 6])
    assert not aimed.is_hidden("x") and aimed.hand(GERMAN) == ()
    both = on("x:W\n.\n.\na", caps={GERMAN: 1, SOVIET: 0}, told=told, **units)
    both.begin("recon a", "search A01", "play V02").begin("play 11", dice=[2, 4])
    assert not both.is_hidden("x") and both.caps(GERMAN) == 0
    book = {**told, "options": {}}
    later = on("x:W\n.\n.\na", told=book, **units).begin("recon a", "search A01", dice=[6, 6])
    assert later.begin("face x S").offers("play 11"), "by the rulebook it waits for the attack"


MINED = {"works": {"A01": Works("mines", SOVIET, 0, hidden=True)}}


@rule("sos-10.0-b", "sos-10.10-a", "sos-17.10-c", "sos-hit-soft-cowering-c")
def test_a_marker_drawn_on_mines_makes_the_move_dearer_for_a_group_as_for_one():
    alone = on(".\na", a="gren N", told=MINED).play("move a A01 N", dice=[4, 4, "cowering", 2])
    assert alone.unit("a").spent and alone.unit("a").shown, "1AP and 1AP for Cowering"
    units = {"a": "gren N", "b": "gren N"}
    game = on(". .\na b", told=MINED, **units).gather("a", "b").begin("act move")
    game.begin("move a A01 N", dice=[4, 4, "cowering"])
    seen = game.view(SOVIET).state
    assert game.cost("finish") == 2 and seen.stack[-1].panel(seen)[0].value == 1, "only its owner knows"
    game.play("finish", dice=[2])
    assert game.unit("a").spent and game.unit("b").spent and game.unit("a").shown
    other = on(". .\na b", told=MINED, **units).gather("a", "b").begin("act move")
    other.begin("move a A01 N", dice=[4, 4, "pinned"]).play("finish", dice=[2])
    assert not other.unit("a").spent and not other.unit("a").shown, "Pinned adds nothing"
    paid = on(". .\na b", a="gren N", b="gren N spent", caps=SIX, told=MINED).gather("a", "b").begin("act move")
    paid.begin("move a A01 N", "caps 0", dice=[4, 4, "cowering"]).play("finish")
    assert paid.caps(GERMAN) == 5, "what was paid before it went is paid for"


@rule("sos-2.1-a", "sos-11.3-c", "sos-17.10-c", "sos-hit-soft-cowering-c")
def test_a_marker_drawn_on_mines_makes_a_hidden_move_dearer_too():
    told = {**MINED, "hiding": True}
    game = on("W\na:W\n.", a="gren N hidden", told=told)
    game.play("sneak a A01", "face a N", dice=[4, 4, "cowering", 6])
    assert game.unit("a").spent and game.unit("a").shown, "5AP and 1AP for Cowering"
    units = {"a": "gren N hidden", "b": "gren N hidden"}
    group = on("W W\na:W b:W\n. .", told=told, **units).gather("a", "b").begin("act sneak")
    group.begin("sneak a A01", "finish").play("face a N", dice=[4, 4, "cowering", 6])
    assert group.unit("a").spent and group.unit("b").spent and group.unit("a").shown
    marked = {"a": "gren N hidden", "b": "gren N hidden cowering"}
    link = on("W W\na:W b:W\n. .", told=told, **marked).gather("a", "b").begin("act sneak")
    link.begin("sneak a A01", "finish").play("face a N", dice=[4, 4, "pinned", 6])
    assert not link.unit("a").spent and link.is_hidden("b"), "who stays adds nothing"


@rule("sos-10.11-a", "sos-17.10-c", "sos-4.12-g", "sos-15.7-a", "sos-15.9-a")
def test_who_is_lost_or_leaves_on_the_way_still_stresses_the_group_it_was_in():
    units = {"a": "gren N stressed", "b": "gren N"}
    mined = on(". .\na b", told=MINED, **units).gather("a", "b").begin("act move")
    assert mined.begin("move a A01 N", dice=[6, 6]).play("finish", dice=[2]).unit("b").spent, "1AP and 1AP for Stress"
    gone = {"victory": (ExitVp(side=GERMAN, hexes=("A01",), value=1),)}
    leaves = on("a b\n. .", told=gone, **units).gather("a", "b").begin("act move", "leave a")
    assert leaves.play("finish", dice=[2]).unit("b").spent
    calm = on("a b\n. .", a="gren N", b="gren N", told=gone).gather("a", "b").begin("act move", "leave a")
    assert not calm.play("finish", dice=[2]).unit("b").spent
    comes = on("t .\na .", t="sd251 N", a="gren N stressed", told=MINED).play("load a t", dice=[6, 6, 2])
    assert comes.unit("t").spent and not comes.alive("a")
    off = on(". t+a", t="sd251 N", a="gren N carrier=t stressed", told=MINED).play("unload a A01 N", dice=[6, 6, 2])
    assert off.unit("t").spent and not off.alive("a")


@rule("sos-card-V01-b", "sos-7.3-a", "sos-hit-soft-cowering-c")
def test_both_hexes_of_a_rapid_move_cost_what_the_marker_adds():
    told = {"veterans": {GERMAN: ("V01",)}}
    game = on(".\n.\na", a="gren N cowering", caps=SIX, told=told).begin("move a A02 N")
    assert game.cost("go a A01 N") == 2, "the Move Cost, and what Cowering adds to it"
    game.begin("go a A01 N")
    assert game.choices()[-1] == "caps 4", "2AP for each hex"
    stressed = on(".\n.\na", a="gren N cowering stressed", caps=SIX, told=told).begin("move a A02 N", "go a A01 N")
    assert stressed.choices()[-1] == "caps 5", "Stress counts once"
    short = on(".\n.\na", a="gren N cowering", caps=SIX, told=told).begin("move a A02 N", "stay")
    assert short.choices()[-1] == "caps 2"


@rule("sos-12.8-a", "sos-12.2-b", "sos-5.2-g")
def test_the_gentle_way_into_a_balka_hides_nobody():
    beyond = on("x:v\n.\nvv\n.\na:1", a="inf N", x="rif S")
    assert beyond.offers("fire a x"), "over one Balka at who is in the opening of the next"
    beyond.play("fire a x", dice=[1, 1, 7])
    assert not on("x:vv\n.\nvv\n.\na:1", a="inf N", x="rif S").offers("fire a x"), "a steep drop hides its foot"
    assert not on("x\n1\nvv\n.\na:2", a="inf N", x="rif S").offers("fire a x"), "so does a hill whoever is behind it"
    edge = on("a v x:vv\n. . .", a="inf SE", x="rif NW")
    assert edge.offers("fire a x"), "nor does it where the line runs between it and the edge of the Balka"
    assert not on("a . x:vv\n. . .", a="inf SE", x="rif NW").offers("fire a x")


@rule("sos-16.7-b", "sos-16.8-b", "sos-12.8-a", "sos-12.2-b")
def test_who_is_in_the_opening_of_a_balka_sees_a_plane_over_its_side():
    told = {"special": (Airplane("W04", 1, (1,)),), "weapons": {SOVIET: ("W04",)}}
    for ground, seen in (("f:v", True), ("f:vv", False)):
        game = on(f".\n.\n.\n.\n{ground}", f="sd251.17 N", caps=SIX, active=SOVIET, told=told)
        game.begin("plane W04", "at A02 N")
        assert (game.asked == "aa.window") is seen, "a steep drop hides its foot, a slope of one level does not"


@rule("sos-card-17-b", "sos-10.12-a", "sos-11.0-b")
def test_mines_and_wire_are_laid_where_an_enemy_hides_and_tell_nothing_of_him():
    told = {**hands("17"), "special": (LayWire(GERMAN, 1),), "hiding": True}
    for begin, kind in (("play 17 a", "mines"), ("wire a", "barbed_wire")):
        for x in ("rif N hidden", "rif N"):
            game = on("a W\n. x:W", a="inf SE", x=x, told=told).begin(begin)
            assert game.offers("lay B02") is ("hidden" in x), "nobody lays them under an enemy whom he sees"
        game = on("a W\n. x:W", a="inf SE", x="rif N hidden", told=told).play(begin, "lay B02", dice=[7])
        assert game.is_hidden("x") and game.state.position.works["B02"].kind == kind


WIRE = {"works": {"A01": Works("barbed_wire", SOVIET)}}


@rule("sos-17.9-a", "sos-3.4-b", "sos-2.2-b")
def test_a_spent_unit_is_not_sent_into_wire_that_no_die_lets_it_pay_for():
    poor, enough = ({GERMAN: caps, SOVIET: 0} for caps in (1, 2))
    game = on(".\na", a="inf N spent", caps=poor, told=WIRE)
    assert not game.offers("move a A01 N") and "stall" in game.verbs("a")
    assert game.why_not("move a A01 N") == "sos-2.2-b"
    game = on(".\na", a="inf N spent", caps=enough, told=WIRE).begin("move a A01 N", dice=[1])
    assert game.choices() == ["caps 1", "forgo"], "a 1 it could pay"
    lucky = on(".\na", a="inf N spent", caps=poor, told={**WIRE, **hands(german="13")})
    lucky.play("move a A01 N", "luck", "caps 0", dice=[3, 1])
    assert lucky.at("a") == "A01", "Luck that fails takes all of a 3 away"


@rule("sos-17.9-a", "sos-3.4-b", "sos-15.7-c", "sos-15.9-c")
def test_nor_does_it_load_or_get_off_there():
    units = {"a": "inf N", "t": "sd251 N spent"}
    for caps, offered in ((1, False), (2, True)):
        facts = {"caps": {GERMAN: caps, SOVIET: 0}, "told": WIRE}
        assert on("t\na", **units, **facts).offers("load a t") is offered
        riding = on("t", a="inf N carrier=t", t="sd251 N spent", **facts)
        assert riding.offers("unload a A01 N") is offered


@rule("sos-7.5-a", "sos-7.2-d", "sos-11.3-c")
def test_who_pays_for_a_vehicle_lost_on_the_way_need_not_show_a_marker_of_its_own():
    """The Hidden Move was made dearer by the truck's marker, which is gone with it."""
    told = {"works": {"A01": Works("mines", SOVIET, 0, hidden=True)}, "hiding": True}
    units = {"t": "maul N hidden cowering", "a": "inf N hidden carrier=t suppressed", "x": "rif N"}
    game = on(".\nt+a:W\n.\nW\n.\n.\nW\nx", told=told, roads=["A01-A02"], **units)
    game.begin("sneak t A01", "face t N", dice=[1, 1, 6, 6]).begin("face a N", dice=[6])
    assert not game.alive("t") and game.unit("a").spent, "6AP: 5 and one for the truck's marker"
    assert not game.unit("a").shown and not any("Suppressed" in said for said in game.heard(SOVIET))
    whole = on(".\nt+a:W\n.\nW\n.\n.\nW\nx", told=told, roads=["A01-A02"], **units)
    whole.play("sneak t A01", "face t N", dice=[1, 1, 1, 1, 7])
    assert whole.unit("t").shown and not whole.unit("a").shown, "that of who acts is shown"
