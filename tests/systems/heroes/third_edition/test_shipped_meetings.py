"""Where chapters meet in the Missions as they are played, and what is told beforehand. [docs/interactions/sos.md]"""

from __future__ import annotations

from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, end_round, on

from balka.core.proof import rule
from balka.games.storms_of_steel import GAME
from balka.systems.heroes.data.mission_data import ExitVp, SatchelPickup
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}
BUNKER = {"A01": Works("bunker_4", SOVIET, 3)}
WIRE = {"A01": Works("barbed_wire", SOVIET)}


# -- what is told beforehand


@rule("sos-17.11-c", "sos-6.8-a", "sos-18.0-a")
def test_the_figures_of_an_attack_name_the_works_too():
    units = {"a": "eng N", "x": "rif S inside"}
    for sentence in ("fire a A01", "flame a A01"):
        game = on("x\na", told={"works": BUNKER}, **units)
        names = [check.name for check in game.quote(sentence).checks]
        assert len(names) == 3 and names[1].endswith("the works in A01"), "and the Spent Check"
        game.play(sentence, dice=[1, 1, 6, 6, 7])
        assert game.alive("x") and not game.state.position.works, "units first, then what they are in"
    alone = on(".\na", told={"works": BUNKER}, a="inf N")
    assert [check.need for check in alone.quote("fire a A01").checks] == [15 - 4 - 3, 3]
    dug = on("x\na", a="inf N", x="rif S dug-in")
    assert len(dug.quote("fire a A01").checks) == 3, "a Hasty Defense is shot at too"


@rule("sos-17.9-a", "sos-2.5-a", "sos-15.9-c")
def test_the_price_of_a_move_into_wire_is_told_with_its_die():
    game = on(". .\na .", told={"works": WIRE}, a="inf N")
    quote = game.quote("move a A01 N")
    assert quote.cost is not None and quote.cost.spread == (2, 7) and quote.checks[0].tally.spread == (2, 7)
    assert game.quote("move a B02 N").cost.spread == (1, 1)  # type: ignore[union-attr]
    tank = on(". .\nt .", told={"works": WIRE}, t="pz3l N")
    assert tank.quote("move t A01 N").cost.spread == (1, 1), "tracks roll no die"  # type: ignore[union-attr]
    ride = on(". .\nt+r .", told={"works": WIRE}, t="sd251 N", r="inf N carrier=t")
    assert ride.quote("unload r A01 N").cost.spread == (2, 7)  # type: ignore[union-attr]
    assert ride.quote("unload r B02 N").cost.spread == (1, 1)  # type: ignore[union-attr]


@rule("sos-17.10-c", "sos-17.10-f", "sos-17.10-g", "sos-18.1-c")
def test_mines_one_knows_of_are_told_with_the_move_into_them():
    seen, hidden = {"A01": Works("mines", SOVIET)}, {"A01": Works("mines", SOVIET, hidden=True)}
    mined = "Mines under"
    game = on(". .\na .", told={"works": seen}, a="inf N")
    assert [check.need for check in game.quote("move a A01 N").checks] == [8, 1]
    assert not any(check.name.startswith(mined) for check in game.quote("move a B02 N").checks)
    ride = on("t+r .", told={"works": seen}, t="sd251 N", r="eng N carrier=t")
    assert [check.name.split()[0] for check in ride.quote("pivot t S").checks] == ["Mines", "Mines", "Spent"]
    off = on(". .\nt+r .", told={"works": seen}, t="sd251 N", r="inf N carrier=t")
    assert off.quote("unload r A01 N").checks[0].name.startswith(mined)
    assert not off.quote("unload r A02 N").checks[0].name.startswith(mined)
    for works, who in ((hidden, "inf N"), (seen, "eng N")):  # not those nobody has told it of, nor under Engineers
        safe = on(". .\na .", told={"works": works}, a=who)
        assert not any(check.name.startswith(mined) for check in safe.quote("move a A01 N").checks)
    own = on(". .\nx .", told={"works": hidden}, active=SOVIET, x="rif N")
    assert own.quote("move x A01 N").checks[0].name.startswith(mined), "its own side's it knows"


@rule("sos-10.9-b", "sos-7.7-a")
def test_the_figures_of_a_group_rally_name_every_roll():
    units = {"a": "inf N pinned", "b": "inf N cowering"}
    quote = on("a+b .", **units).gather("a", "b").quote("act rally")
    assert [check.need for check in quote.checks] == [7, 8, 5], "each its own, then the Spent Check"


@rule("sos-10.4-a", "sos-10.11-a")
def test_no_spent_check_is_told_of_a_group_move_whose_price_nobody_knows_yet():
    game = on(". .\na b", a="inf N stressed", b="inf N").gather("a", "b")
    assert not game.quote("act move").checks and game.quote("act stall").checks
    game.begin("act move", "move a A01 N")
    assert game.asked == "group.move"


# -- a Spent unit that has just acted


@rule("sos-8.6-d", "sos-8.6-b", "sos-2.6-a")
def test_a_spent_stressed_unit_throws_grenades_for_the_card_alone():
    told = {"weapons": {GERMAN: ("W01",)}}
    game = on("x\na", told=told, caps={GERMAN: 1, SOVIET: 0}, a="inf N spent stressed", x="rif S")
    assert game.verbs("a") == {"use"}, "nothing else can be paid with one CAP"
    game.play("use a W01 A01", dice=[1, 1])
    assert game.caps(GERMAN) == 0 and game.stressed("a")
    poor = on("x\na", told=told, a="inf N spent stressed", x="rif S")
    assert "a" not in poor.state.grow(()), "the card must be paid for"


# -- the satchel


@rule("sos-m1-o", "sos-11.0-b", "sos-11.4-c")
def test_who_goes_into_hiding_takes_the_satchel_along():
    victory = (SatchelPickup(hexes=("A01",), hidden_by=SOVIET, holder=SOVIET, value=1, rounds=(1, 2)),)
    game = on("x\nW\na\n.", told={"hiding": True, "victory": victory, "rounds": 2}, a="inf N", x="rif N")
    carried = structs.replace(game.state.tracks, satchel="unit:a", carrier_hex=game.unit("a").hex)
    game.state = structs.replace(game.state, tracks=carried)
    game.play("sneak a A04", dice=[7])
    assert game.is_hidden("a") and game.state.tracks.satchel == "unit:a"
    assert game.state.tracks.carrier_hex == game.state.setting.board.hex("A03"), "where it is now nobody is told"
    before = game.vp
    end_round(game)
    assert game.vp != before and any("German: 1 VP for holding the satchel" in said for said in game.heard(SOVIET))


# -- setting up


@rule("sos-17.2-a", "sos-17.3-a", "sos-11.0-b")
def test_who_is_set_up_in_a_fortification_made_for_it_is_inside():
    game = Game(GAME.start("sos/fire"))
    game.begin("put smg-01 I08", "put smg-02 H06", "put ptrd-01 I06")
    assert game.unit("smg-01").inside and game.is_hidden("smg-01"), "a Trench"
    assert not game.unit("smg-02").inside and not game.unit("ptrd-01").inside, "a Gun Pit is not made for men"
    open_one = Game(GAME.start("sos/ravines")).begin("put maxim-01 9-K05 SE")
    assert open_one.unit("maxim-01").inside and open_one.facing("maxim-01") == "SE", "in a Trench it faces any way"


@rule("sos-17.6-c", "sos-card-V07-b", "sos-11.2-b")
def test_a_hidden_sniper_in_a_bunker_fires_in_its_arc_only():
    units = {"s": "gsnip N hidden inside", "x": "rif S", "y": "rif N"}
    works = {"A03": Works("bunker_4", GERMAN, 0)}
    game = on("x\n.\ns\n.\n.\n.\ny", caps=RICH, told={"works": works}, **units)
    assert game.offers("snipe s x") and not game.offers("snipe s y")
    trench = {"A03": Works("trench", GERMAN)}
    assert on("x\n.\ns\n.\n.\n.\ny", caps=RICH, told={"works": trench}, **units).offers("snipe s y")


# -- leaving the map


@rule("sos-4.12-g", "sos-14.3-e", "sos-15.2-h")
def test_nobody_leaves_the_map_by_a_bonus_move_out_of_heavy_smoke():
    victory = (ExitVp(side=GERMAN, hexes=("A01",), value=1),)
    clear = on(".\n.\nt", told={"victory": victory}, t="tk34r N").begin("move t A02 N", "go t A01 N")
    assert clear.asked == "drive" and clear.offers("leave t")
    light = on(".\nt", told={"victory": victory, "smoke": {"A01": "light"}}, t="tk34r N").begin("move t A01 N")
    assert light.asked == "drive" and light.offers("leave t")
    heavy = on(".\nt", told={"victory": victory, "smoke": {"A01": "heavy"}}, t="tk34r N")
    heavy.play("move t A01 N", dice=[7])  # it stands there, and is not asked to go on
    stands = on("t\n.", told={"victory": victory, "smoke": {"A01": "heavy"}}, t="tk34r N")
    assert stands.offers("leave t"), "by its regular Move it leaves all the same"
