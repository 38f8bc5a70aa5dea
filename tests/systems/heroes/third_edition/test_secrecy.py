"""What a seat may know, position by position: in every world it cannot tell apart it sees and hears the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SIX, SOVIET, Game, hands, on

from balka.core.proof import rule
from balka.lab.twins import Twin
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.data.mission_data import LayWire, WorkSetup
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.setting import Rostered
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import Works
from balka.table.peeking import Peek

WOOD = "a:W W W\n. . .\n. . .\n. x ."
TWO = "a+b:W W W\n. . .\n. . .\n. x ."
FIELD = ". . .\n. . .\n. . .\na b .\n. . ."
SEEDS = range(4)


class Doubled(Game):
    """A game beside which worlds are played that a seat cannot tell from it."""

    def __init__(self, game: Game, seat: str) -> None:
        position = game.state.position
        units = (*position.hidden.values(), *(unit for unit in position.units.values() if unit.force != seat))
        roster = tuple(Rostered(unit.id, unit.kind, unit.force, unit.side, hidden=True, carrier=unit.carrier)
                       for unit in units)  # fmt: skip
        super().__init__(structs.replace(game.state, setting=structs.replace(game.state.setting, roster=roster)))
        self.seat_watched = seat
        self.twins: list[Twin] = []
        self.problems: list[str] = []

    def doubled(self) -> Doubled:
        """Sample worlds from the seat's view as things stand."""
        view = self.state.view(self.seat_watched)
        self.twins += [Twin(self.seat_watched, THIRD_EDITION.sample(view, Random(seed))) for seed in SEEDS]
        return self

    def _apply(self, answer: Any) -> None:
        before, actor = self.state, self.seat
        choice = before.parse(answer) if isinstance(answer, str) else answer
        step = before.apply(choice, actor)
        self.state = step.state
        self.told += step.events
        for twin in self.twins:
            self.problems += list(twin.follow(before, actor, choice, step))
        self.twins = [twin for twin in self.twins if not twin.parted]


@rule("sos-8.9-a", "sos-11.6-a")
@pytest.mark.parametrize("state", ["", "spent"])
def test_whoever_lays_mines_out_of_hiding_pays_in_every_world(state: str):
    """[D23] The card lies open, so all know what it costs and whether that has been paid."""
    game = Doubled(on(WOOD, a=f"inf N hidden {state}", x="rif N", caps=SIX, told=hands(german="17")), SOVIET)
    game.begin("play 17 a").doubled()
    assert game.asked == "mine.lay" and len(game.twins) == len(SEEDS)
    game.begin("lay A01")
    assert not game.problems and game.twins, game.problems
    assert game.asked == ("turn" if state else "cost.caps")


@rule("sos-10.10-a", "sos-7.2-d")
def test_a_face_up_marker_is_counted_by_all_while_its_group_moves():
    game = on(". .\na b\n. .\n. .\n. x", a="inf N cowering shown", b="inf N", x="rif N", caps=SIX)
    game.gather("a", "b").begin("act move", "move a A01 N")
    double = Doubled(game, SOVIET).doubled()
    double.begin("finish")
    assert not double.problems and double.twins
    assert double.state.view(SOVIET).stack[-2].base == double.state.stack[-2].base


@rule("sos-10.10-a", "sos-7.2-d")
def test_a_face_down_marker_is_counted_by_its_owner_alone_until_it_is_paid_for():
    game = on(". .\na b\n. .\n. .\n. x", a="inf N cowering", b="inf N", x="rif N", caps=SIX)
    game.gather("a", "b").begin("act move", "move a A01 N")
    assert "Cowering" not in str(game.state.view(SOVIET).stack[-1]), "not yet shown"
    game.begin("finish")
    assert game.unit("a").shown


@rule("sos-11.0-b", "sos-15.8-a")
def test_a_load_that_hides_with_its_vehicle_is_somewhere_in_every_world():
    game = Doubled(on(WOOD, a="maul N hidden", b="inf N hidden carrier=a", x="rif N", active=SOVIET), SOVIET).doubled()
    assert all(set(twin.world.position.hidden) == {"a", "b"} for twin in game.twins)


@rule("sos-10.9-a", "sos-11.1-a", "sos-11.6-a")
@pytest.mark.parametrize("roll", [(1, 1, 6, 6), (6, 6, 6, 6)])
def test_a_hidden_group_rallies_and_nobody_learns_who_or_whether(roll: tuple[int, ...]):
    """The rolls can be counted; a marker that comes back to its pile cannot."""
    game = on(TWO, a="inf N hidden pinned", b="mg34 N hidden cowering", x="rif N", caps=SIX)
    before = game.state.view(SOVIET).bags["soft"]
    double = Doubled(game.gather("a", "b"), SOVIET)
    double.begin("act rally").doubled()
    double.begin("caps 0", "caps 0", dice=list(roll))
    assert not double.problems and double.twins
    assert double.state.view(SOVIET).bags["soft"] == before
    assert double.is_hidden("a") and double.is_hidden("b")
    assert not any("Infantry" in said or "MG" in said for said in double.heard(SOVIET))
    assert (double.unit("b").marker == "") and bool(double.unit("a").marker) == (roll[0] == 1)


@rule("sos-11.1-a", "sos-10.1-a")
def test_a_hidden_group_stalls_unseen():
    game = on(TWO, a="inf N hidden", b="mg34 N hidden", x="rif N")
    game.gather("a", "b").play("act stall", dice=[6])
    assert game.is_hidden("a") and game.is_hidden("b") and game.stressed("a") and game.stressed("b")
    assert not any("stall" in said or "Infantry" in said for said in game.heard(SOVIET))
    assert "2 units stall together" in game.heard("german")


@rule("sos-8.9-a", "sos-8.9-b", "sos-10.12-b")
def test_a_hidden_group_plays_cards_that_show_both_icons():
    game = on(TWO, a="inf N hidden pinned", b="mg34 N hidden cowering", x="rif N",
              told=hands(german="03 09"))  # fmt: skip
    game.gather("a", "b")
    assert "play 03" in game.choices() and "play 09" not in game.choices()
    game.play("play 03", dice=[6])
    assert not game.unit("a").marker and not game.unit("b").marker and game.is_hidden("a")
    assert not any("Pinned" in said for said in game.heard(SOVIET))


@rule("sos-8.9-a", "sos-8.9-b", "sos-card-04-b")
def test_a_hidden_group_rallies_by_a_card_and_owes_nothing_in_every_world():
    game = on(TWO, a="inf N hidden pinned", b="mg34 N hidden cowering", x="rif N", caps=SIX, told=hands(german="04"))
    double = Doubled(game.gather("a", "b"), SOVIET)
    double.begin("play 04").doubled()
    double.begin("caps 0", "caps 0", dice=[6, 6, 6, 6])
    assert not double.problems and double.twins and double.asked == "turn"
    assert not double.unit("a").marker and not double.unit("b").marker and not double.unit("a").spent


@rule("sos-11.2-b")
@pytest.mark.parametrize("facing", ["N", "SE"])
def test_how_a_unit_faced_before_it_hid_does_not_show_when_it_is_found(facing: str):
    game = on("x\n.\n.\na", a=f"inf {facing} hidden", x="rif S", active=SOVIET)
    game.begin("recon x", "search A04", dice=[6, 6])
    assert game.asked == "reveal.face" and game.view(SOVIET).facing("a") == "N"


@rule("sos-11.3-a", "sos-17.10-b")
def test_where_a_unit_came_from_that_mines_bring_to_light_is_not_told():
    mined = {"works": {"A05": Works("mines", SOVIET, 0, hidden=True)}}
    game = on("x\n.\n.\n.\n.\na:W", a="inf N hidden cowering", x="rif S", told=mined, caps=SIX)
    game.begin("sneak a A05")
    assert game.asked == "reveal.face" and not game.is_hidden("a")
    action = next(frame for frame in game.state.view(SOVIET).stack if isinstance(frame, Action))
    assert action.origin == (-1, 0) and "A06" not in " ".join(game.heard(SOVIET))
    assert "Cowering" not in str(action), "nor the face-down marker that makes it dearer"
    assert "Cowering" in str(next(frame for frame in game.state.stack if isinstance(frame, Action)))


@rule("sos-11.6-a", "sos-3.4-b")
@pytest.mark.parametrize("state", ["", "spent"])
def test_whether_somebody_unseen_has_paid_is_the_same_in_every_world(state: str):
    """[D23] A tank comes to light while another unit moves unseen; that one has paid before or will pay now."""
    game = on("W W .\na:W W .\n. . b\n. . .\n. x .", a=f"inf N hidden {state}", b="tiger N hidden", x="rif N", caps=SIX)
    double = Doubled(game, SOVIET)
    double.begin("sneak a A01")
    assert double.asked == "reveal.face" and double.is_hidden("a")
    double.doubled().begin("face b N")
    assert not double.problems and double.twins, double.problems
    assert double.asked == ("turn" if state else "cost.caps")


@rule("sos-11.8-d", "sos-13.3-d", "sos-11.6-a")
@pytest.mark.parametrize(("order", "shooter"), [("snipe s A07", "s"), ("indirect m A07 A02", "m")])
def test_shots_out_of_hiding_come_from_who_can_have_fired_them(order: str, shooter: str):
    """Of a Sniper and a Mortar in hiding: a shot at one target alone is the Sniper's, any other the Mortar's."""
    units = {"m": "8cm S hidden", "s": "gsnip S hidden", "x": "rif N", "y": "rif N"}
    game = on("m:W\ns:W\n.\n.\n.\n.\nx+y\n.", caps={GERMAN: 6, SOVIET: 0}, **units)
    double = Doubled(game, SOVIET)
    double.begin(order)
    if double.asked == "attack.next":
        double.doubled().begin("at x")
        assert not double.problems and double.twins, double.problems
    double.doubled()
    view = double.state.view(SOVIET).to_json()
    assert all(twin.world.view(SOVIET).to_json() == view for twin in double.twins)
    shots = [frame for twin in double.twins for frame in twin.world.stack if isinstance(frame, Attack)]
    assert {shot.unit for shot in shots} == {shooter}


# -- Rapid Deployment


@rule("sos-card-05-b", "sos-8.9-a")
def test_rapid_deployment_goes_on_in_hiding_and_out_of_sight():
    thicket = "W W W\na:W W W\n. . .\n. . .\n. x ."
    game = Doubled(on(thicket, a="inf N hidden", x="rif N", told=hands(german="05")), SOVIET)
    game.begin("sneak a A01", dice=[6])
    assert game.offers("play 05")
    game.begin("play 05").doubled()
    assert game.asked == "turn.deploy" and all(text.startswith("sneak a") for text in game.choices())
    game.play("sneak a B01")
    assert game.at("a") == "B01" and game.is_hidden("a") and not game.problems
    assert not any("B01" in said or "Infantry" in said for said in game.heard(SOVIET))


@rule("sos-card-05-b", "sos-8.9-b")
def test_after_a_group_move_each_of_the_group_may_go_one_hex_more():
    game = on(FIELD, a="inf N", b="inf N", told=hands(german="05")).gather("a", "b")
    game.begin("act move", "move a A03 N", "move b B03 N", dice=[6]).begin("play 05")
    assert game.asked == "turn.deploy" and not game.offers("finish"), "a card is not played for nothing"
    game.begin("move b B02 N")
    assert game.offers("finish") and game.offers("move a A02 N") and not game.offers("move b B01 N")
    game.play("move a A02 N")
    assert (game.at("a"), game.at("b")) == ("A02", "B02")


@rule("sos-card-05-c", "sos-8.9-b")
def test_of_a_group_only_those_go_on_who_can():
    told = {**hands(german="05"), "works": {"B03": Works("mines", GERMAN, 0)}}
    game = on(FIELD, a="inf N", b="inf N", told=told).gather("a", "b")
    game.begin("act move", "move a A03 N", "move b B03 N", dice=[4, 5, "pinned", 6]).begin("play 05")
    assert game.choices("a") and not game.offers("move b B02 N")
    game.play("move a A02 N")
    assert game.at("a") == "A02"


@rule("sos-card-05-c", "sos-7.2-d")
def test_who_of_a_group_cannot_go_on_for_a_face_down_marker_is_not_told():
    told = {**hands(german="05"), "works": {"B03": Works("mines", GERMAN, 0)}}
    game = on(FIELD, a="inf N", b="inf N", told=told).gather("a", "b")
    game.begin("act move", "move a A03 N", "move b B03 N", dice=[4, 5, "pinned", 6]).begin("play 05")
    assert '"waiting":["a","b"]' in game.state.view(SOVIET).to_json().decode()
    assert game.choices("a") and not game.choices("b")


MINED = {"works": {"A01": Works("mines", SOVIET, 0, hidden=True)}}


@rule("sos-11.6-a", "sos-17.10-b", "sos-10.10-a", "sos-7.2-d")
@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
@pytest.mark.parametrize("mines", [[1, 1], [6, 6]], ids=["missed", "destroyed"])
def test_mines_under_one_of_a_hidden_group_tell_nothing_of_the_other(order: tuple[str, str], mines: list[int]):
    """Neither that it is there, nor what its marker costs, nor where the one that is found came from."""
    units = {"a": "inf N hidden", "b": "inf N hidden cowering", "x": "rif S"}
    game = Doubled(on(". .\na b\nW W\nW W\n. x", caps=SIX, told=MINED, **units), SOVIET)
    game.gather(*order).begin("act sneak", "sneak a A01", "sneak b B01")
    for sentence, dice in (("face a N", []), ("caps 0", mines), ("caps 0", [7])):
        action = next(frame for frame in game.state.view(SOVIET).stack if isinstance(frame, Action))
        assert action.hex < 0 and action.origin == (-1, 0) and "'b'" not in repr(action)
        assert "Cowering" not in repr(game.state.view(SOVIET).stack)
        game.doubled().begin(sentence, dice=dice)
        assert "6AP" not in " ".join(game.heard(SOVIET))
    assert game.asked == "turn" and not game.problems, game.problems


@rule("sos-11.4-d", "sos-17.10-b", "sos-10.10-c")
@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
@pytest.mark.parametrize("mines", [[1, 1], [6, 6]], ids=["missed", "destroyed"])
@pytest.mark.parametrize("die", [7, 1], ids=["fresh", "spent"])
def test_mines_under_one_of_a_group_that_hides_tell_nothing_of_the_other(
    order: tuple[str, str], mines: list[int], die: int
):
    units = {"a": "inf N", "b": "inf N", "x": "rif S"}
    game = Doubled(on(". .\na b\nW W\nW W\n. x", caps=SIX, told={**MINED, "hiding": True}, **units), SOVIET)
    game.gather(*order).begin("act hide", "sneak a A01", "sneak b B01")
    assert game.is_hidden("b") and not game.is_hidden("a")
    for sentence, dice in (("face a N", []), ("caps 0", mines), ("caps 0", [die])):
        game.doubled().begin(sentence, dice=dice)
    assert game.asked == "turn" and game.unit("b").spent == (die == 1)
    assert not game.problems, game.problems


@rule("sos-card-V07-b", "sos-7.2-d")
def test_a_shot_out_of_hiding_falls_where_all_see_it_in_every_world():
    """[D21] Whoever is given away by a die of it was firing at that hex, and the card was paid for."""
    game = Doubled(on(WOOD, a="gsnip S hidden", x="rif N", caps=SIX), SOVIET)
    game.begin("snipe a x").doubled()
    assert game.asked == "attack.roll" and len(game.twins) == len(SEEDS)
    game.begin("caps 0", dice=[1, 6])
    assert not game.problems and game.twins, game.problems


# -- what can be taken back


def as_printed(game: Game) -> Game:
    """The same in a Mission that lists the works which lie there, as all can read."""
    setting, works = game.state.setting, game.state.position.works.items()
    listed = tuple(WorkSetup(type=work.kind, hex=label, side=work.side, hidden=work.hidden) for label, work in works)
    setting.mission = structs.replace(setting.mission, works=listed)
    return game


def ends_undo(game: Game, *sentences: str) -> bool:
    """Does the last of these sentences end undo, dice and questions to others apart?"""
    *first, last = sentences
    game.begin(*first)
    return game.state.apply(game.state.parse(last), game.seat).barrier


@rule("sos-11.0-b", "sos-11.1-b", "sos-17.10-b", "sos-15.2-a", "sos-10.2-b")
def test_a_step_that_might_have_found_somebody_is_not_taken_back():
    def drives(told: dict[str, Any], **units: str) -> bool:
        game = on("t . .\n. . .\n. . x\n. . y", told={"hiding": True, **told}, t="pz3l SE", **units)
        return ends_undo(as_printed(game), "move t A02 S")

    mined = {"works": {"C02": Works("mines", SOVIET, hidden=True)}}
    assert drives({}, x="rif N hidden") and drives(mined), "wherever they are"
    assert not drives({}, x="rif N") and not drives({}, x="inf N hidden"), "nobody of the enemy hides"
    assert not drives({"works": {"C02": Works("mines", SOVIET)}}), "all mines have been seen"
    together = on("a b\n. .\n. .\n. x", told={"hiding": True}, a="inf S", b="inf S", x="rif N hidden")
    assert ends_undo(together.gather("a", "b"), "act move", "move a A02 S"), "nor of one in a Group"


@rule("sos-11.0-b", "sos-17.10-b")
def test_looking_ahead_of_a_step_tells_nothing_of_mines():
    for place in ("A02", "C02"):
        mines = {"works": {place: Works("mines", SOVIET, hidden=True)}}
        game = as_printed(on("t . .\n. . .\n. . .", told=mines, t="pz3l SE"))
        assert Peek(game.state, GERMAN).after(game.state.parse("move t A02 S")) is None


@rule("sos-18.0-f", "sos-17.0-c", "sos-11.0-b")
def test_flame_and_wire_that_find_nobody_are_not_taken_back():
    burnt = on("a .\n. .\n. x", told={"hiding": True}, a="eng S", x="rif N hidden", caps={GERMAN: 3, SOVIET: 0})
    assert ends_undo(burnt, "flame a A02")
    mines = {"C02": Works("mines", SOVIET, hidden=True)}
    coils = {"special": (LayWire(side=GERMAN, coils=1),)}
    for works, closes in ((mines, True), ({}, False)):
        game = on("a . .\n. . .", told={"works": works, **coils}, a="inf S", caps={GERMAN: 3, SOVIET: 0})
        assert ends_undo(as_printed(game), "wire a", "lay A02") is closes


@rule("sos-7.2-d", "sos-hit-soft-destroyed-c")
def test_only_the_first_to_come_next_to_a_face_down_marker_learns_something():
    def comes(picture: str, step: str, x: str = "rif S pinned", **units: str) -> bool:
        return ends_undo(on(picture, x=x, **units), step)

    assert comes("x .\n. .\na .", "move a A02 N", a="inf N")
    assert comes(". .\n. .\na .\n. .\nx .", "move a A04 N", a="inf N"), "wherever it lies on the map"
    assert not comes("x .\n. .\na .", "move a A02 N", x="rif S", a="inf N"), "there is no marker"
    assert not comes("x .\n. .\na .", "move a A02 N", x="rif S pinned shown", a="inf N"), "it is known"
    assert not comes("x .\na .", "move a B02 N", a="inf N"), "it stood next to it already"
    assert not comes("x b\n. .\na .", "move a A02 N", a="inf N", b="inf N"), "a friend did"
    assert not comes("x+b .\n. .\na .", "move a A02 N", a="inf N", b="inf N"), "a friend is in its hex"


@rule("sos-7.2-d", "sos-7.5-b", "sos-6.8-f", "sos-6.9-a")
def test_whether_a_face_down_marker_counts_in_a_fight_is_not_looked_up_and_taken_back():
    marked = {"rif": ("pinned", "cowering"), "tk70": ("light_damage", "panicked")}
    for kind, picture, verb in (("rif", "x\n.\na", "fire a A01"), ("tk70", "x\n.\na", "fire a A01"),
                                ("rif", "a+x .", "assault a x")):  # fmt: skip
        for marker in marked[kind]:
            game = on(picture, a="pz3l N", x=f"{kind} S {marker}", caps=SIX)
            assert ends_undo(game, verb), "the number needed tells it, whether the marker is shown or not"
            assert Peek(game.state, GERMAN).after(game.state.parse(verb)) is None, "nor is it told beforehand"
    for known in ("", "cowering shown"):
        assert not ends_undo(on("x\n.\na", a="inf N", x=f"rif S {known}", caps=SIX), "fire a A01")
    stack = on("x+y\n.\na", a="inf N", x="rif S pinned", y="rif S", caps=SIX)
    assert not ends_undo(stack, "fire a A01") and ends_undo(stack, "fire a A01", "at x"), "only when it is rolled for"


@rule("sos-7.2-d", "sos-hit-soft-destroyed-c")
def test_whether_a_face_down_marker_is_a_destroyed_one_is_not_looked_up_and_taken_back():
    for marker in ("pinned", "destroyed"):
        game = on("x .\n. .\na .\n. .", a="inf N", x=f"rif S {marker}", caps=SIX)
        assert ends_undo(game, "move a A02 N") and not ends_undo(game, "move a B03 N"), "next to it one would see"
        assert Peek(game.state, GERMAN).after(game.state.parse("move a A02 N")) is None
    for where, news in (("x b\n. .\na .", False), ("x .\n. .\na b", True)):
        seen = on(where, a="inf N", b="inf N", x="rif S pinned", caps=SIX)
        assert ends_undo(seen, "move a A02 N") is news, "who stands next to it has seen already"
    assert not ends_undo(on("x .\na .", a="inf N", x="rif S pinned", caps=SIX), "move a B02 N"), "as has the mover"


@rule("sos-17.10-b", "sos-card-17-c", "sos-11.0-b")
def test_mines_laid_in_play_are_not_looked_for_and_taken_back():
    far = "a . . .\nW W W W\n. . . .\nx . . ."
    game = on(far, a="inf S", x="rif N", caps=SIX, told=hands("17")).begin("play 17 a", "lay A01", "caps 0", dice=[7])
    assert game.state.position.works["A01"].hidden and ends_undo(game, "move x A03 N"), "all have heard that it is laid"
    assert seen_with(game, SOVIET) == 1, "so have the worlds that the other side thinks of"
    listed = {"works": {"D01": Works("mines", SOVIET, hidden=True)}, **hands("", "17")}
    openly = as_printed(on("x . . .\n. . . .\n. . . .\na . . .", a="inf N", x="rif S", active=SOVIET, told=listed))
    openly.begin("play 17 x", "lay A02", dice=[7])
    assert not openly.state.position.works["A02"].hidden and ends_undo(openly, "move a B04 N"), "nor is it the other"
    assert seen_with(openly, GERMAN) == 2


def seen_with(game: Game, seat: str) -> int:
    """How many mines lie in a world that a seat may think it is in."""
    world = game.state.setting.system.sample(game.state.view(seat), Random(1))
    return sum(works.kind == "mines" for works in world.position.works.values())
