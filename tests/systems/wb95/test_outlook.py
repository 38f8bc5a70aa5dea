"""What an attacker is shown before he fights: nothing can come that was not shown, and what can change it is said."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.wb95 import promises
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.core.scene.figures import Check, Outlook
from balka.systems.wb95.catalogue import both
from balka.systems.wb95.may_add import additions
from balka.systems.wb95.outlook import roll_words
from balka.systems.wb95.position import Bounty, Flight
from balka.systems.wb95.sheet import defence_tally


def shown(game: Game) -> tuple[Check, Outlook]:
    """The panel of the attack as its owner sees it."""
    view = game.state.view("german")
    (check,) = view.stack[-1].panel(view)
    sent: Any = check.to_wire("kursk")
    assert sent.outlook is not None
    return sent, sent.outlook


def columns(outlook: Outlook) -> tuple[str, str, str]:
    return outlook.scale[outlook.low], outlook.scale[outlook.now], outlook.scale[outlook.high]


def rolled(game: Game) -> str:
    """The column the dice are thrown on."""
    check: Any = game.state.stack[-1].check  # type: ignore[attr-defined]
    return check.tally.label(check.need)


@pytest.mark.parametrize(
    ("scenario", "player", "masks", "most"),
    [
        ("kursk/slice", "random", "on", 20),
        ("kursk/prokhorovka-15", "random", "top", 12),
        ("kursk/kursk", "greedy", "on", 10),
    ],
)
def test_every_column_and_result_of_a_battle_was_shown_before_it(scenario: str, player: str, masks: str, most: int):
    kept = promises.play(scenario, (player, player), "shown before", most=most, masks=masks)
    assert kept.broken == []
    assert kept.battles and kept.wide, "there were battles, and the outcome of some was open"


def test_guns_the_defender_may_add_are_named_and_make_the_worst_column():
    game = on("x . g\na . .", "combat", a="g inf 8", x="s inf 4", g="s art 5/3 cel=1").play("attack A01; join a")
    _, outlook = shown(game)
    assert columns(outlook)[0] < columns(outlook)[1]
    assert any("guns" in item.text and item.rule == "kursk-6.3.3-a" for item in outlook.may)
    game.say("fight; gun g; stand")
    assert rolled(game) == outlook.scale[outlook.low]


def test_an_attack_that_nothing_can_change_has_one_column_and_says_of_nothing_else():
    game = on("x . .\na . .", "combat", a="g inf 8", x="s inf 4 shown").play("attack A01; join a")
    _, outlook = shown(game)
    assert outlook.low == outlook.now == outlook.high and [end.name for end in outlook.ends] == ["now"]
    assert all(answer.low == answer.now == answer.high for answer in (*outlook.answers, *outlook.bar))


def test_shifts_of_the_defender_are_in_the_worst_column():
    game = on("x . .\na . .", "combat", a="g inf 8", x="s inf 4 shown")
    game.state = structs.replace(
        game.state, tracks=structs.replace(game.state.tracks, bounties=(Bounty("soviet", 0, 2, 2),))
    )
    _, outlook = shown(game.play("attack A01; join a"))
    assert outlook.low == outlook.now - 2
    assert [item.rule for item in outlook.may] == ["kursk-9.1.6-a"]


def test_the_headquarters_has_a_line_of_its_own():
    game = on("x . .\na . h", "combat", a="g inf 8", x="s inf 4 shown", h="g hq").play("attack A01; join a")
    _, outlook = shown(game)
    assert [(line.amount, line.rule) for line in outlook.dice] == [("−1 on the dice", "kursk-9.2.1-a")]


def test_the_bar_is_whole_and_the_answers_agree_with_the_results():
    game = on("x . .\na . .", "combat", a="g inf 8", x="s inf 4 shown").play("attack A01; join a")
    check, outlook = shown(game)
    assert sum(answer.now for answer in outlook.bar) == pytest.approx(1)
    held = next(answer for answer in outlook.bar if answer.name == "holds")
    assert outlook.answers[0].now == pytest.approx(1 - held.now)
    losing = [band.low for band in check.bands if band.name.partition("/")[0][-2:-1] == "-"]
    assert outlook.answers[2].now == pytest.approx(sum(losing))


def test_the_hint_names_the_weakest_that_reaches_the_next_column():
    game = on("x . .\na+b+c . .", "combat", a="g inf 4", b="g inf 9", c="g inf 5", x="s inf 4 shown")
    _, outlook = shown(game.play("attack A01; join a"))
    assert outlook.hint is not None
    assert outlook.hint.say == "join c" and outlook.scale[outlook.hint.at] == "2:1" and outlook.hint.gains
    _, after = shown(game.play(outlook.hint.say))
    assert after.now == outlook.hint.at


def test_the_hint_prefers_a_star_which_takes_no_strength():
    units = {"a": "g arm 8 star=black", "b": "g inf 4", "x": "s inf 6 shown"}
    _, outlook = shown(on("x . .\na+b . .", "combat", **units).play("attack A01; join a"))
    assert outlook.hint is not None and outlook.hint.say == "star a"


def test_there_is_no_hint_where_a_better_column_changes_no_chance():
    """From 6:1 to 7:1 he falls back as surely as before; from 9:1 to 10:1 less is lost for it."""
    for strength, helps in ((22, False), (34, True)):
        game = on("x . .\na+b . .", "combat", a=f"g inf {strength}", b="g inf 4", x="s inf 4 shown")
        _, outlook = shown(game.play("attack A01; join a"))
        assert (outlook.hint is not None) is helps
        assert shown(game.play("join b"))[1].now == outlook.now + 1


def test_the_hint_reckons_an_aircraft_by_its_strength():
    for weight, say in ((4, "join b"), (6, "air air-3")):
        game = on("x . .\na+b . .", "combat", a="g inf 4", b=f"g inf {weight}", x="s inf 4 shown")
        over = Flight("air-3", "german", "support", game.unit("x").hex)
        game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=(over,)))
        _, outlook = shown(game.play("attack A01; join a"))
        assert outlook.hint is not None and outlook.hint.say == say


def test_the_defender_sees_his_own_answers():
    game = on("x . g\na . .", "combat", a="g inf 8", x="s inf 4", g="s art 5/3 cel=1").play("attack A01; join a; fight")
    view = game.state.view("soviet")
    check: Any = view.stack[-1].panel(view)[0].to_wire("kursk")
    assert check.outlook.answers[0].name == "You must fall back"
    assert check.outlook.low == check.outlook.high


@rule("kursk-9.2.1-a", "kursk-16.1.1-a")
def test_a_defender_is_shown_what_a_masked_headquarters_of_the_attacker_may_do():
    """Under a mask a headquarters or infantry: he sees the same, and the odds as rolled lie in what he is shown."""
    picture, seen = "x . g\na . .\n. . .\n. h k", []
    for under, away in (("g hq", "g inf 4"), ("g inf 4", "g hq")):
        units = {"a": "g inf 8", "x": "s inf 4", "g": "s art 5/3 cel=1", "h": under}
        game = on(picture.replace("k", "."), "combat", **units, off={"k": away}).play("attack A01; join a; fight")
        view = game.state.view("soviet")
        seen.append(view.stack[-1].panel(view)[0].to_wire("kursk").outlook)  # type: ignore[attr-defined]
        game.say("stand")
        check: Any = game.state.stack[-1].check  # type: ignore[attr-defined]
        loses = sum(float(band.low) for band in check.odds() if both(band.name)[0].loss)
        assert seen[-1].answers[2].low <= loses <= seen[-1].answers[2].high
    assert seen[0] == seen[1]
    assert [item.rule for item in seen[0].may] == ["kursk-9.2.1-a"]


@rule("kursk-9.2.1-b", "kursk-5.1.9-a")
def test_no_headquarters_is_reckoned_with_where_none_can_guide():
    """One alone does not guide itself; and where all that a side has lie open, none lies under a mask."""
    alone = on("x . .\na . .", "combat", a="g inf 8", x="s hq").play("attack A01; join a")
    assert shown(alone)[1].may == []
    field = "x . .\na . .\n. y .\n. . ."
    none = on(field, "combat", a="g inf 8", x="s inf 4 shown", y="s inf 4").play("attack A01; join a")
    assert shown(none)[1].may == []
    some = on(field, "combat", a="g inf 8", x="s inf 4 shown", y="s hq").play("attack A01; join a")
    assert [item.rule for item in shown(some)[1].may] == ["kursk-9.2.1-a"]


@rule("kursk-9.2.1-b", "kursk-5.1.1-a")
def test_a_headquarters_beside_who_has_fought_is_not_shown_to_guide_its_own_defence():
    game = on("x+y . .\na . .", "combat", a="g inf 8", x="s hq", y="s mot 5 fought").play("attack A01; join a")
    _, outlook = shown(game)
    assert (outlook.dice, outlook.may) == ([], [])
    assert game.say("fight").state.stack[-1].check.reader == "kursk combat", "nor does it"  # type: ignore[attr-defined]
    fresh = on("x+y . .\na . .", "combat", a="g inf 8", x="s hq", y="s mot 5").play("attack A01; join a")
    assert [line.amount for line in shown(fresh)[1].dice] == ["+1 on the dice"]


@rule("kursk-16.1.4-a", "kursk-6.6.3-a")
def test_towed_guns_under_a_mask_are_not_taken_for_guns_on_tracks():
    tracked = dict.fromkeys("yz", "s art 5 cel=2 selfpropelled")
    game = on("x . .\na . .", "combat", a="g inf 8", x="s art 5 cel=1", off=tracked).play("attack A01; join a")
    _, outlook = shown(game)
    assert columns(outlook) == ("8:1", "8:1", "10:1")
    assert rolled(game.say("fight")) == "8:1"


@pytest.mark.parametrize(
    ("rolls", "words"),
    [([2, 3, 4], "on 4 or less"), ([12], "on 12"), ([2], "on 2"), ([4, 6, 7, 8, 12], "on 4, 6–8, 12"),
     ([], "never"), (list(range(2, 13)), "on any roll"), ([11, 12], "on 11 or more"),
     ([2, 4], "on 2, 4"), ([9, 12], "on 9, 12")],
)  # fmt: skip
def test_numbers_to_roll_are_said_in_few_words(rolls: list[int], words: str):
    assert roll_words(rolls) == words


# -- what is counted in, and what is not


def may(game: Game) -> list[tuple[str, str]]:
    """What the attacker is told may still come, with its rule."""
    return [(item.text, item.rule) for item in shown(game)[1].may]


@rule("kursk-6.3.3-a")
def test_a_gun_seen_near_may_support_the_defence_and_one_that_is_attacked_counts_already():
    units = {"a": "g inf 8", "x": "s inf 4 shown", "g": "s art 5/3 shown"}
    near = on("x . g\na . .", "combat", **units).play("attack A01; join a")
    assert may(near) == [("g in C01, strength 3", "kursk-6.3.3-a")]
    inside = on("x+g . .\na . .", "combat", **units).play("attack A01; join a")
    assert may(inside) == []


@rule("kursk-6.3.3-a", "kursk-16.1.1-a")
def test_guns_under_a_mask_are_reckoned_at_their_whole_strength():
    units = {"a": "g inf 8", "x": "s inf 4 shown", "g": "s art 6 cel=2"}
    game = on("x . g\na . .", "combat", **units).play("attack A01; join a")
    assert may(game) == [("guns unseen in C01, strength up to 6", "kursk-6.3.3-a")]


@rule("kursk-6.3.3-a", "kursk-5.1.5-a")
def test_guns_in_range_of_one_of_two_attacked_hexes_may_help():
    units = {"a": "g inf 8", "x": "s inf 4 shown", "y": "s inf 4 shown", "g": "s art 5/3 shown"}
    game = on("x\na\ny\n.\n.\ng", "combat", **units).play("attack A01; join a; also A03")
    assert ("g in A06, strength 3", "kursk-6.3.3-a") in may(game)


@rule("kursk-15.1.2-f")
def test_a_white_star_against_tanks_that_are_seen_is_sure():
    for theirs, unsure in (("s arm 4 shown", False), ("s inf 4 shown", True)):
        game = on("x . .\na+b . .", "combat", a="g inf 8 star=white", b="g arm 4", x=theirs).play("attack A01; join a")
        battle = structs.replace(game.state.stack[-1].battle, stars=("a",))  # type: ignore[attr-defined]
        found = [item.rule for item in additions(game.state.view("german"), battle).items]
        assert found == (["kursk-15.1.2-d"] if unsure else [])


@rule("kursk-9.2.1-a")
def test_a_headquarters_that_is_seen_to_guide_all_who_defend_moves_the_dice_for_certain():
    units = {"a": "g inf 8", "x": "s inf 4 shown", "h": "s hq shown"}
    _, outlook = shown(on("h . .\nx . .\na . .", "combat", **units).play("attack A02; join a"))
    said = [(line.text, line.amount) for line in outlook.dice]
    assert said == [("Headquarters of the defender in range", "+1 on the dice")] and outlook.may == []
    _, mine = shown(
        on("x . .\na . .\nh . .", "combat", a="g inf 8", x="s inf 4 shown", h="g hq").play("attack A01; join a")
    )
    assert [line.text for line in mine.dice] == ["Headquarters of the attacker in range"]


@rule("kursk-9.2.1-a", "kursk-16.1.1-a")
def test_a_masked_headquarters_that_reaches_some_of_the_attackers_only_moves_no_dice():
    units = {"a": "g inf 8", "b": "g inf 8", "x": "s inf 4", "g": "s art 5/3", "h": "g hq"}
    for row, guided in ((". x a . h .", True), (". x a . . h", False)):
        game = on(f"g . . . . .\n{row}\nb . . . . .", "combat", **units).play("attack B02; join a; join b; fight")
        view = game.state.view("soviet")
        outlook = view.stack[-1].panel(view)[0].to_wire("kursk").outlook  # type: ignore[attr-defined]
        assert [item.rule for item in outlook.may] == (["kursk-9.2.1-a"] if guided else [])


@rule("kursk-9.2.1-b", "kursk-6.6.4-a")
def test_a_headquarters_may_guide_guns_alone_unless_they_are_limbered():
    for guns, guided in (("s art 5/3 shown", True), ("s art 5/3 shown transport", False)):
        game = on("h . .\ng . .\na . .", "combat", a="g inf 8", g=guns, h="s hq").play("attack A02; join a")
        assert [rule for _, rule in may(game)] == (["kursk-9.2.1-a"] if guided else [])


@rule("kursk-8.2.4-a")
def test_aircraft_cover_the_hex_they_fly_over_for_their_own_side():
    for side, mission, over, defence in (
        ("german", "cover", "x", 4 + 3),
        ("german", "cover", "y", 4),
        ("soviet", "cover", "x", 4),
        ("german", "support", "x", 4),
    ):
        game = on("x . y\na . .", "combat", side="soviet", a="s inf 8", x="g inf 4 shown", y="g inf 4")
        flight = Flight("air-3", side, mission, game.unit(over).hex)
        game.state = structs.replace(game.state, position=structs.replace(game.state.position, air=(flight,)))
        view = game.say("attack A01; join a").state.view("soviet")
        assert view.stack[-1].panel(view)[0].to_wire("kursk").tallies[1].value == defence


@rule("kursk-16.1.4-a")
def test_an_enemy_whose_steps_are_hidden_by_his_works_is_taken_to_be_whole():
    game = on("x . .\na . .", "combat", a="g inf 8", x="s inf 4 dug").play("attack A01; join a")
    assert any("most often 4" in text for text, _ in may(game))


@rule("kursk-16.1.4-a")
def test_only_the_kinds_of_those_who_are_not_known_are_said_to_be_unsure():
    game = on("x+y . .\na . .", "combat", a="g inf 8", x="s inf 4 shown", y="s arm 6").play("attack A01; join a")
    unsure = [text for text, rule in may(game) if rule == "kursk-16.1.4-a"]
    assert len(unsure) == 1 and unsure[0].startswith("armour in A01")


@rule("kursk-6.6.3-a")
def test_guns_alone_of_whom_one_is_known_are_worth_a_point_for_certain():
    game = on("x+y . .\na . .", "combat", a="g inf 8", x="s art 5/3 shown", y="s art 5/3").play("attack A01; join a")
    view = game.state.view("german")
    assert defence_tally(view, game.state.stack[-1].battle).spread == (1, 1)  # type: ignore[attr-defined]
