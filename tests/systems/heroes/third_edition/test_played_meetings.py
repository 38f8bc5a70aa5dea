"""Where chapters meet in the Missions as they are played from beginning to end. [docs/interactions/sos.md]"""

from __future__ import annotations

from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, end_round, hands, on

from balka.core.proof import rule
from balka.systems.heroes.chapters.victory import satchel_carrier
from balka.systems.heroes.data.mission_data import ExitVp, SatchelPickup
from balka.systems.heroes.units import Works

OFF = {"victory": (ExitVp(side=GERMAN, hexes=("A01",), value=1),)}
TRENCH = {"works": {"A01": Works("trench", GERMAN)}}
FIVE = {GERMAN: 5, SOVIET: 0}


# -- Moves that lead into no other hex, in a Group


@rule("sos-4.12-g", "sos-10.2-b", "sos-10.4-a")
def test_of_a_group_one_leaves_the_map_and_the_next_comes_up():
    game = on("a\nb\nc", told=OFF, a="pz3l N", b="pz3l N", c="inf N").gather("a", "b")
    game.begin("act move", "leave a")
    assert game.state.tracks.gone == ("a",) and game.vp == (GERMAN, 1)
    game.play("move b A01 S", "stay", dice=[1])
    assert game.at("b") == "A01" and game.unit("b").spent and game.stressed("b")


@rule("sos-4.12-g", "sos-10.2-b", "sos-15.8-b")
def test_two_loaded_vehicles_leave_the_map_in_one_action():
    loads = {"r": "inf N carrier=a", "s": "inf N carrier=b"}
    game = on("a+b+r+s\n.", told=OFF, a="sd251 N", b="sd251 N", **loads).gather("a", "b")
    game.play("act move", "leave b", "leave a")
    assert set(game.state.tracks.gone) == {"a", "b", "r", "s"} and game.vp == (GERMAN, 2)


@rule("sos-4.12-g", "sos-10.1-c", "sos-15.13-e")
def test_who_leaves_in_a_group_must_be_able_to_move_and_to_pay():
    stuck = on("a+b\n.", told=OFF, a="pz3l N", b="pz3l N immobilized").gather("a", "b").begin("act move")
    assert stuck.offers("leave a") and not stuck.offers("leave b")
    spent = on("a+b\n.", told=OFF, caps=FIVE, a="pz3l N spent", b="pz3l N stressed").gather("a", "b")
    spent.play("act move", "leave a", "leave b")
    assert spent.vp == (GERMAN, 2) and spent.caps(GERMAN) == 3, "one for the Move, one for Stress"
    elsewhere = on("a\nb", told=OFF, a="pz3l N", b="pz3l N").gather("a", "b").begin("act move")
    assert not elsewhere.offers("leave b"), "it does not stand where units may leave"


@rule("sos-17.3-b", "sos-10.2-b", "sos-10.4-a")
def test_of_a_group_one_goes_into_the_trench_of_its_hex_while_another_moves():
    game = on("a+b\nc\n.", told=TRENCH, a="inf N", b="hmg42 N", c="inf N").gather("a", "b", "c")
    game.begin("act move")
    assert game.cost("occupy b S") == 2 and not game.offers("climb a S") and not game.offers("occupy c S")
    game.play("occupy a S", "occupy b SE", "move c A03 N", dice=[2])
    assert game.unit("a").inside and game.facing("a") == "S" and game.unit("b").inside
    assert all(game.unit(name).spent for name in "abc"), "two for the machine gun, and one check for all"


@rule("sos-17.3-c", "sos-10.2-b", "sos-hit-soft-cowering-c", "sos-hit-soft-pinned-b")
def test_of_a_group_each_climbs_out_of_the_trench_at_the_price_of_the_dearest():
    game = on("a+b\n.", told=TRENCH, a="inf N inside", b="inf N inside cowering").gather("a", "b")
    game.play("act move", "climb a S", "climb b S", dice=[3])
    assert not game.unit("a").inside and not game.unit("b").inside and game.unit("b").shown
    assert not game.unit("a").spent, "a 3 is above a Move of 1 and the marker's 1"
    pinned = on("a+b\n.", told=TRENCH, a="inf N inside", b="inf N inside pinned").gather("a", "b").begin("act move")
    assert pinned.offers("climb a S") and not pinned.offers("climb b S")


@rule("sos-17.3-b", "sos-10.2-d", "sos-card-05-b")
def test_who_went_into_the_trench_of_its_hex_is_not_carried_on():
    told = {**TRENCH, "hands": {GERMAN: ("05",), SOVIET: ()}}
    game = on("a .\nb .", told=told, a="inf N", b="inf N").gather("a", "b")
    game.begin("act move", "occupy a N", "move b B02 N", dice=[7])
    game.begin("play 05")
    assert game.offers("move b B01 N") and not game.offers("move a B01 N")


# -- works attacked hand to hand


@rule("sos-10.5-b", "sos-10.6-e", "sos-17.11-f")
def test_a_group_attacks_the_works_of_its_hex_with_support():
    bunker = {"works": {"A01": Works("bunker_4", SOVIET, 3)}}
    units = {"a": "inf N", "b": "inf N", "c": "inf N"}
    game = on("a+b+x\nc", told=bunker, x="rif S inside", **units).gather("a", "b")
    assert game.need("raze a") == 15 - 4 - 4 - 1 and game.cost("raze a") == 3 and game.offers("assault a x")
    game.play("raze a", dice=[3, 3, 3])
    assert not game.state.position.works and game.alive("x") and game.unit("b").spent
    empty = on("a+b\nc", told=bunker, **units).gather("a", "b")
    assert empty.need("raze b") == 6
    apart = on("a+x\nc", told=bunker, x="rif S inside", **units).gather("a", "c")
    assert not apart.offers("raze a"), "c stands beside the hex"
    hurt = on("a+b", told=bunker, a="inf N", b="inf N suppressed").gather("a", "b")
    assert not hurt.offers("raze a") and hurt.offers("raze b"), "a marker on Firepower forbids support"


# -- rolls that one would rather miss


def kept(game: Game, seat: str = GERMAN) -> bool:
    """Does a table keep the roll without a question?"""
    assert game.asked == "roll.after"
    return game.state.stack[-1].pointless(game.state, seat) is not None


@rule("sos-card-07-b", "sos-card-13-b", "sos-6.8-a", "sos-9.1-b")
def test_who_hits_a_friend_by_mistake_may_change_the_roll():
    def fired(first: str, card: str, *dice: int) -> Game:
        game = on("f+x\n.\na", told=hands(card), a="inf N", f="inf N", x="rif S")
        return game.begin("fire a x", f"at {first}", dice=dice)

    assert not kept(fired("f", "07", 6, 6)) and not kept(fired("f", "13", 6, 6)), "it need not be lost"
    assert kept(fired("f", "07", 1, 1)), "a miss is what one hoped for"
    assert kept(fired("x", "07", 6, 6)) and not kept(fired("x", "07", 1, 1)), "an enemy one would rather hit"
    again = fired("f", "07", 6, 6).play("reroll 1", dice=[1, "unnerved", 1, 1, 7])
    assert again.alive("f") and again.unit("f").marker, "7 is a Hit where 12 destroyed"


@rule("sos-card-07-b", "sos-17.10-k", "sos-9.11-a")
def test_mines_under_ones_own_units_and_the_initiative_are_for_their_owner_to_judge():
    mines = {"works": {"A01": Works("mines", GERMAN)}, **hands("07")}
    own = on(".\na", told=mines, a="inf N")
    assert not kept(own.begin("move a A01 N", dice=[6, 6])), "its own mines"
    assert kept(on(".\na", told=mines, a="inf N").begin("move a A01 N", dice=[1, 1]))
    game = on("a . . x", told=hands("07"), a="inf SE", x="rif NW").play("pass").begin("pass", "caps 0", dice=[6, 6])
    assert not kept(game), "it may wish to have the second Turn"


@rule("sos-card-13-b", "sos-8.5-b", "sos-card-gen-d")
def test_two_copies_of_luck_may_do_together_what_one_cannot():
    def rolled(cards: str, *dice: int) -> Game:
        return on("x\n.\n.\na", told=hands(cards), a="inf N", x="rif S").begin("fire a x", dice=dice)

    assert kept(rolled("13", 2, 2)), "4 and 2 are no 8"
    game = rolled("13 13", 2, 2)
    assert not kept(game), "4 and twice 2 are"
    assert not kept(game.begin("luck", dice=[4])), "6 and 2 more"
    game.begin("luck", dice=[6, "unnerved", 7])
    assert game.unit("x").marker and game.hand(GERMAN) == ()
    assert kept(rolled("13 13", 1, 2)), "3 and twice 2 are not"


# -- the satchel


def satchel_in_a01(picture: str, **units: str) -> Game:
    rules = SatchelPickup(hexes=("A01",), hidden_by=SOVIET, holder=SOVIET, value=1, rounds=(1, 2))
    game = on(picture, told={"victory": (rules,), "vp": 3, "rounds": 2}, **units)
    secrets = {**game.state.secrets, SOVIET: {"satchel": "A01"}}
    game.state = structs.replace(game.state, secrets=secrets, tracks=game.state.tracks.changed(satchel="hidden"))
    return game


@rule("sos-m1-o", "sos-7.11-a")
def test_the_side_that_held_the_satchel_has_it_until_the_other_first_takes_it():
    game = satchel_in_a01("x\na\nb", a="inf N", b="inf N", x="rif S").play("move a A01 N", dice=[7])
    game.play("assault x a", dice=[6, 6, 7])
    assert satchel_carrier(game.state) == "x"
    game.play("fire b x", dice=[6, 6, 7])
    assert game.state.tracks.satchel == "at:A01"
    end_round(game)
    assert game.vp == (SOVIET, 4), "nobody has taken it from them"


@rule("sos-m1-o", "sos-7.11-a")
def test_who_is_lost_right_after_taking_the_satchel_drops_it_there_and_nobody_has_it():
    game = satchel_in_a01(".\na\n.\nx", a="inf N unnerved", b="inf N", x="rif N").play("move a A01 N", dice=[7])
    game.play("fire x a", dice=[6, 6, 7])
    assert game.state.tracks.satchel == "dropped:A01", "and nowhere else"
    end_round(game)
    assert game.vp == (SOVIET, 3)
