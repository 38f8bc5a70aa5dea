"""Hidden units: set-up, what reveals, fire on suspicion, moving unseen, hiding, Scout Teams. [10.0-10.2, card 30]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on

from balka.core.proof import rule
from balka.games.awakening_the_bear.title import GAME
from balka.systems.heroes.play.acts import HIDDEN
from balka.systems.heroes.units import Works

SOME = {GERMAN: 6, SOVIET: 6}


def line(ground: str = ".", away: int = 5, **more: Any) -> Bear:
    """A Hidden German squad in some ground, a Soviet squad that many hexes north of it."""
    picture = "\n".join(["x", *["."] * (away - 1), f"a:{ground}", "."])
    return on(picture, **{"a": "grif N hidden", "x": "srif S", **more})


# -- 10.0 where they are


@rule("atb-10.0-a", "atb-1.0-i")
def test_the_firefight_says_who_starts_hidden_and_no_counter_is_placed():
    state = GAME.start("atb/gap")
    hidden = {entry.counter for entry in state.setting.roster if entry.hidden}
    while state.asks[0].kind == "setup":
        state = state.apply("ready").state
    assert len(hidden) == 4 and set(state.position.hidden) == hidden and not hidden & set(state.position.units)
    seen = state.view(GERMAN).position
    assert all(unit.hex < 0 for unit in seen.hidden.values()), "their hexes are secret"


@rule("atb-10.0-b")
def test_its_owner_picks_the_facing_when_it_is_found():
    game = line("L", away=1, active=SOVIET).begin("move x A02 S", "by opportunity 0")
    assert game.asked == "reveal.face" and game.seat == GERMAN
    assert len(game.choices("a")) == 6 and game.begin("face a SE").facing("a") == "SE"


# -- 10.0.1, 10.0.2 what reveals


@rule("atb-10.0.1-a")
@pytest.mark.parametrize("said", ["fire a A08", "fire a A01", "pivot a S", "move a A05 N", "rally a", "suspect a A04"])
def test_who_hides_and_wants_to_act_is_told_to_be_shown_first(said: str):
    game = on("x\n.\n.\n.\n.\na:L\n.\ny", a="grif N hidden pinned", x="srif S", y="srif N")
    refused = game.refusal(said)
    assert refused.rule == "atb-10.0.1-a" and "reveal" in refused.instead and "Hidden" in refused.sentence
    said_unseen = {act.verb for act in game.state.setting.edition.acts_of[HIDDEN]}
    assert said_unseen == {"sneak", "reveal", "activate", "group"} > game.verbs("a")


def test_who_hides_and_is_stunned_is_shown_first_and_then_only_rallies():
    """It can do nothing else, so that it has nothing to do unseen."""
    game = line("L", a="grif N hidden stunned")
    assert game.verbs("a") == {"reveal"}
    shown = game.begin("reveal a N")
    assert shown.verbs("a") == {"rally"}


@rule("atb-10.0.1-a")
def test_any_action_but_moving_unseen_shows_it_even_out_of_sight():
    game = on("x\nS\nS\na\n.", a="grif N hidden", x="srif S")
    assert game.verbs("a") == {"activate", "sneak", "reveal"}
    game.begin("reveal a N")
    assert not game.is_hidden("a") and {"move", "pivot"} <= game.verbs("a")
    assert not game.offers("pass") and not game.offers("done"), "it has come out to act"
    assert game.play("pivot a S", "by opportunity 0").facing("a") == "S"


@rule("atb-10.0.1-a")
def test_stalling_and_passing_reveal_nobody():
    game = line("L", caps=SOME).play("stall cap")
    assert game.is_hidden("a")
    assert game.play("pass").is_hidden("a")


@rule("atb-10.0.1-b")
def test_whoever_hides_with_it_is_shown_too():
    game = on("x\n.\n.\n.\n.\na+b:L", a="grif N hidden", b="lmg34 N hidden", x="srif S").begin("reveal a N")
    assert game.asked == "reveal.face" and not game.is_hidden("a") and not game.is_hidden("b")


@rule("atb-10.0.1-c")
def test_a_card_shows_the_unit_it_is_played_on_unless_it_says_otherwise():
    game = line("L", told=hands("11")).begin("play 11 a")
    assert not game.is_hidden("a") and game.asked == "reveal.face"
    assert game.begin("face a N").unit("a").dug_in
    freed = line("L", told=hands("02")).begin("play 02")
    assert not freed.offers("sneak a A07") and freed.offers("reveal a N"), "a Command Action shows it"
    laid = line("L", told={**hands("40"), "deck": ("40",)}, caps=SOME).begin("play 40 a", "face a N", "by command 2")
    assert laid.asked == "mine.lay" and not laid.is_hidden("a"), "the mine may be hidden, not who lays it"
    assert "hidden" in box().cards["05"].icons, "Rapid Deployment names Hidden Units"


@rule("atb-5.0.2-g", "atb-10.1-b", "atb-10.1-c")
def test_a_hidden_move_behind_walls_is_a_move_into_cover():
    north = ("A03/A02", "A03/B03", "A03/B04")
    walled = on("x . .\n. . .\n. . .\nh . .", h="srif hidden", x="grif S", active=SOVIET, walls=north, caps=SOME)
    assert walled.cost("sneak h A03") == 4 and walled.cost("sneak h B04") == 7, "only the hex with the walls"
    open_side = on("x . .\n. . .\n. . .\nh . .\n. . .\n. y .", h="srif hidden", x="grif S", y="grif N",
                   active=SOVIET, walls=north, caps=SOME)  # fmt: skip
    assert open_side.cost("sneak h A03") == 7, "an enemy looks in from the other side"


@rule("atb-10.0.2-a")
@pytest.mark.parametrize("mover", ["b", "x"])
def test_sharing_a_hex_with_anybody_in_view_reveals(mover: str):
    units = {"a": "grif N hidden", mover: "grif N" if mover == "b" else "srif N"}
    game = on(f"a:L\n{mover}\n.", active=GERMAN if mover == "b" else SOVIET, **units)
    game.begin(f"move {mover} A01 N", "by opportunity 0")
    assert not game.is_hidden("a") and game.asked == "reveal.face"


# -- 10.0.4 enemies near


@rule("atb-10.0.4-a")
@pytest.mark.parametrize(("away", "found"), [(3, True), (4, False)])
@pytest.mark.parametrize("kind", ["grif N hidden", "pz3e N hidden"])
def test_in_the_open_it_is_seen_from_two_hexes(away: int, found: bool, kind: str):
    game = line(away=away, active=SOVIET, a=kind).begin("move x A02 S", "by opportunity 0")
    assert game.is_hidden("a") != found
    blind = on("x\n.\nS\na", a=kind, x="srif S", active=SOVIET).play("move x A02 S", "by opportunity 0")
    assert blind.is_hidden("a"), "two hexes off, but out of sight"


@rule("atb-10.0.4-b")
@pytest.mark.parametrize("ground", ["L", "H", "B", "S"])
def test_in_cover_it_is_seen_only_by_who_enters(ground: str):
    game = line(ground, away=2, active=SOVIET).play("move x A02 S", "by activate 0")
    assert game.is_hidden("a")
    game.play("pass").begin("move x A03 S")
    assert not game.is_hidden("a")


@rule("atb-10.0.4-b")
@pytest.mark.parametrize("ground", [".", "#"])
def test_fields_are_no_cover(ground: str):
    assert not line(ground, away=2, active=SOVIET).begin("move x A02 S", "by activate 0").is_hidden("a")


@rule("atb-10.0.4-c")
@pytest.mark.parametrize("kind", ["trench", "bunker_5", "road_block"])
def test_works_are_cover(kind: str):
    works = {"A03": Works(kind, GERMAN)}
    assert line(away=2, active=SOVIET, told={"works": works}).play("move x A02 S", "by activate 0").is_hidden("a")
    dug = line(away=2, active=SOVIET, a="grif N hidden dug-in").play("move x A02 S", "by activate 0")
    assert dug.is_hidden("a")


@rule("atb-10.0.4-c")
def test_works_hide_only_whom_they_are_made_for():
    trench = {"works": {"A03": Works("trench", GERMAN)}}
    for kind, stays in (("grif", True), ("pz3e", False)):
        game = line(away=2, active=SOVIET, a=f"{kind} N hidden", told=trench).begin("move x A02 S", "by activate 0")
        assert game.is_hidden("a") == stays


@rule("atb-10.0.4-a")
def test_smoke_is_no_cover_to_hide_in():
    game = line(away=2, active=SOVIET, told={"smoke": {"A03": "heavy"}}).begin("move x A02 S", "by activate 0")
    assert not game.is_hidden("a")


@rule("atb-10.0.4-d")
def test_height_is_no_cover():
    assert not line("1", away=2, active=SOVIET).begin("move x A02 S", "by activate 0").is_hidden("a")


@rule("atb-5.0.2-g")
def test_a_wall_is_cover_while_every_enemy_line_crosses_it():
    game = on("x\n.\na\n.", a="grif N hidden", x="srif S", walls=["A02/A03"], active=SOVIET)
    assert game.play("move x A02 S", "by activate 0").is_hidden("a")
    behind = on("x\n.\na\n.\n.\n.\ny", a="grif N hidden", x="srif S", y="srif N", walls=["A02/A03"], active=SOVIET)
    assert not behind.begin("move x A02 S", "by activate 0").is_hidden("a"), "y sees it without a wall between"


# -- 10.1 moving unseen


@rule("atb-10.0.1-c")
def test_an_action_given_by_a_card_is_no_hidden_move():
    game = line(away=6, told=hands("02"))
    assert "sneak" in game.verbs("a") and game.begin("play 02").state.grow(("a",)) == ["reveal"]


@rule("atb-10.1-a")
@pytest.mark.parametrize(("kind", "moves"), [("grif", True), ("hmg34", True), ("8cm", False), ("pak36", False),
                                             ("pz3e", False), ("5cm", True)])  # fmt: skip
def test_only_unburdened_foot_units_move_unseen(kind: str, moves: bool):
    game = line(away=6, a=f"{kind} N hidden")
    assert ("sneak" in game.verbs("a")) == moves
    if not moves:
        assert game.why_not("sneak a A08") == "atb-10.1-a"


@rule("atb-10.1-b", "atb-10.1-c", "atb-10.1-d")
def test_cover_costs_three_and_the_open_six_more_and_nothing_else_counts():
    game = on("x\n.\n.\n.\n.\nH H1\na:1 .\n.", a="grif S hidden", x="srif S")
    assert game.cost("sneak a A06") == 4, "backwards into heavy woods"
    assert game.cost("sneak a A08") == 7
    heavy = on("x\n.\n.\n.\n.\n.\na:.\nL", a="hmg34 N hidden", x="srif S")
    assert heavy.cost("sneak a A08") == 5, "a move cost of 2"


@rule("atb-10.1-e", "atb-10.1-f")
def test_it_moves_in_enemy_sight_and_beside_him_in_cover():
    game = on("x\nL\na:L\n.", a="grif N hidden", x="srif S").play("sneak a A02", "by activate 0")
    assert game.is_hidden("a") and game.at("a") == "A02"


@rule("atb-10.1-g")
def test_ending_in_the_open_near_an_enemy_that_sees_it_shows_it():
    game = on("x\n.\n.\na:L\n.", a="grif N hidden", x="srif S").begin("sneak a A03", "by activate 0")
    assert not game.is_hidden("a") and game.asked == "reveal.face" and game.seat == GERMAN
    far = on("x\n.\n.\n.\na:L\n.", a="grif N hidden", x="srif S").play("sneak a A04", "by activate 0")
    assert far.is_hidden("a")


def test_it_does_not_move_unseen_into_an_enemy():
    game = on("x:L\na:L\n.", a="grif N hidden", x="srif S")
    assert not game.offers("sneak a A01") and game.offers("sneak a A03")


@rule("atb-10.1-h")
def test_all_hear_which_unit_moves_and_nobody_else_hears_where():
    game = on("x\n.\n.\n.\n.\na:L\nL", a="grif N hidden", x="srif S").play("sneak a A07", "by activate 0")
    told, mine = " ".join(game.heard(SOVIET)), " ".join(game.heard(GERMAN))
    name = game.state.setting.name("a")
    assert name in told and "A07" not in told and "A06" not in told and "A07" in mine
    seen = game.state.view(SOVIET)
    assert seen.position.hidden["a"].hex < 0 and b"A07" not in seen.to_json()


@rule("atb-10.1-h")
def test_a_destination_is_secret_while_the_move_is_being_paid_for():
    game = on("x\n.\n.\n.\n.\na:L\nL", a="grif N hidden", x="srif S", caps=SOME).begin("sneak a A07")
    assert game.asked == "cost.means"
    view = game.state.view(SOVIET)
    assert view.stack[-2].hex < 0 and view.stack[-1].cost.value == 0, "neither where to nor what it costs"


@rule("atb-10.1-i")
def test_it_is_paid_from_the_pool_like_any_move():
    game = on("x\n.\n.\n.\n.\na:L\nL", a="grif N hidden", x="srif S").play("sneak a A07", "by activate 0")
    assert game.pool(GERMAN) == 3 and game.condition("a") == "active"
    assert any("4AP" in said for said in game.heard(SOVIET)), "the track is open to all"


@rule("atb-10.1-j")
def test_that_it_is_spent_is_seen_by_all():
    game = on("x\n.\n.\n.\n.\na:L\nL", a="grif N hidden", x="srif S").play("sneak a A07", "by opportunity 0")
    assert game.is_hidden("a") and game.state.view(SOVIET).position.hidden["a"].spent
    assert game.state.view(SOVIET).position.hidden["a"].hex < 0


# -- 10.2 hiding


SCREENED = "x\nS\na\n.\n."


def hide(**more: Any) -> Bear:
    """A squad behind a house, in a Firefight that has Hidden units."""
    return on(SCREENED, **{"a": "grif N", "x": "srif S", "told": {"hiding": True}, **more})


@rule("atb-10.2-a")
def test_an_unhurt_unburdened_unit_out_of_sight_hides_for_seven():
    game = hide()
    assert game.cost("sneak a A03") == 7
    game.play("sneak a A03", "by activate 0")
    assert game.is_hidden("a") and game.pool(GERMAN) == 0 and game.unit("a").spent
    assert hide(a="grif N pinned").why_not("sneak a A03") in ("atb-10.2-a", "atb-7.4-d")
    assert hide(a="grif N suppressed").why_not("sneak a A03") == "atb-10.2-a"
    assert hide(a="8cm N").why_not("sneak a A03") == "atb-10.1-a"
    assert on("x\n.\na\n.", a="grif N", x="srif S", told={"hiding": True}).why_not("sneak a A03") == "atb-10.2-a"


@rule("atb-10.2-b")
def test_it_hides_in_its_own_hex_or_one_beside_it_out_of_sight():
    game = on("x . .\nS . .\na . .\n. . .\n. . .", a="grif N", x="srif S", told={"hiding": True})
    places = {said.split()[2] for said in game.choices("a", "sneak")}
    sight = game.state.setting.ground.sight.visible[game.unit("x").hex]
    board = game.state.setting.board
    near = {board.labels[h] for h in (board.hex("A03"), *board.neighbours[board.hex("A03")]) if h >= 0}
    unseen = {label for label in near if not sight >> board.hex(label) & 1}
    assert places == unseen and "A03" in places and places != near


@rule("atb-10.2-c")
def test_the_counter_leaves_the_map_and_its_hex_is_secret():
    game = hide().play("sneak a A04", "by activate 0")
    assert "a" not in game.state.view(SOVIET).position.units and game.at("a") == "A04"
    assert not any("A04" in said for said in game.heard(SOVIET))
    assert any("hiding" in said for said in game.heard(SOVIET))


@rule("atb-10.2-d")
def test_a_group_hides_as_one_action():
    game = on("x\nS\na+b\n.\n.", a="grif N", b="lmg34 N", x="srif S", told={"hiding": True}).gather("a", "b")
    game.play("act hide", "by activate 0", "sneak a A03", "sneak b A04")
    assert game.is_hidden("a") and game.is_hidden("b") and game.pool(GERMAN) == 0


# -- card 30


@rule("atb-card-30-a")
def test_scout_teams_is_one_card():
    assert box().cards["30"].copies == 1 and box().cards["30"].kind == "action"


@rule("atb-card-30-b")
def test_scout_teams_shows_hidden_enemies_within_two_hexes_in_sight():
    told = {**hands("30"), "deck": ("30",)}
    game = on("y:L\nx:L\n.\na\n.\nS\nz:L", a="grif N", x="srif S hidden", y="srif S hidden", z="srif S hidden",
              caps=SOME, told=told)  # fmt: skip
    game.begin("play 30 a")
    assert not game.is_hidden("x") and game.is_hidden("y") and game.is_hidden("z"), "y is too far, z out of sight"
    assert game.caps(GERMAN) == 5 and game.asked == "reveal.face" and game.seat == SOVIET
    far = on("x:L\n.\n.\na\n.", a="grif N", x="srif S hidden", caps=SOME, told=told).play("play 30 a")
    assert far.is_hidden("x"), "in sight, but three hexes off"


# -- 9.1 with 10.0.1 coming out together


@rule("atb-9.1-a", "atb-9.1-b", "atb-10.0.1-a", "atb-10.0.1-b")
def test_hidden_units_side_by_side_come_out_for_one_group_action():
    men = {"h": "grif N hidden", "i": "lmg34 N hidden", "k": "grif N hidden", "l": "grif N hidden", "x": "srif S"}
    game = on("x . .\n. . .\n. . .\nh+i:L k:L .\n. . l:L", **men).begin("reveal h N", "face i N", "group h")
    assert game.offers("with i") and game.offers("with k") and not game.offers("with l"), "l is in no adjacent hex"
    game.begin("with k")
    assert game.asked == "reveal.face" and game.seat == GERMAN and not game.is_hidden("k")
    assert any("k is revealed in B04" in line for line in game.heard(SOVIET))
    game.begin("face k N", "with i")
    assert not game.offers("pass") and not game.offers("done") and game.offers("fire h A01")
    assert game.need("fire h A01") == 12 - 2 - 2 and game.is_hidden("l")
    game.play("fire h A01", "by opportunity 0", dice=[1, 1])
    assert [game.condition(name) for name in "hikl"] == ["spent", "spent", "spent", "fresh"]


@rule("atb-9.1.2-d", "atb-10.0.1-a")
def test_who_hides_comes_out_to_support_a_friend_in_view():
    men = {"a": "grif N", "b": "grif N hidden", "x": "srif S"}
    game = on("x .\n. .\na b:H", **men).begin("group a")
    assert game.is_hidden("b") and game.choices() == ["with b"], "nobody is called out of hiding unasked"
    game.begin("with b", "face b N")
    assert not game.is_hidden("b") and game.need("fire a A01") == 12 - 2 - 1
    led = on("x .\n. .\na b:H", **men).begin("reveal b N", "group b")
    assert led.offers("fire a A01") and led.offers("fire b A01")


@rule("atb-9.1-a", "atb-10.1-a")
def test_a_hidden_gun_comes_out_with_others_too_and_nobody_who_could_not_pay():
    men = {"h": "grif N hidden", "g": "pak36 N hidden", "x": "srif S"}
    game = on("x .\n. .\n. .\nh:L g:L", **men).begin("reveal h N", "group h", "with g", "face g N")
    assert not game.is_hidden("g") and game.offers("fire g A01")
    poor = on("x .\n. .\n. .\nh:L g:L", **{**men, "g": "pak36 N hidden spent"}).begin("reveal h N")
    assert not poor.offers("group h"), "a Spent unit acts by CAPs, and there are none"


@rule("atb-10.0.1-c", "atb-9.1-f")
def test_hidden_units_side_by_side_come_out_by_command_action_together():
    men = {"h": "grif N hidden spent", "k": "grif N hidden spent", "x": "srif S"}
    game = on("x .\n. .\n. .\nh:L k:L", told=hands("02"), **men).begin("play 02", "reveal h N", "group h")
    game.begin("with k", "face k N")
    game.play("fire h A01", dice=[1, 1])
    assert not game.is_hidden("k") and not game.hand(GERMAN)
