"""Every fault of the heroes games that a bookkeeper can see is put in by hand, and the clerk sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs
from tests.lab.clerk.forge import Forge
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, on
from tests.systems.heroes.second_edition.kit import on as bear

from balka.core.checks import Check, Tally, add
from balka.core.events import Told
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.fire import own_weapon
from balka.systems.heroes.chapters.groups import Gathering
from balka.systems.heroes.chapters.obstacles import MineAttack
from balka.systems.heroes.events.cards import CardPlayed
from balka.systems.heroes.events.fire import ShotFired
from balka.systems.heroes.events.hiding import ActedUnseen, MovedUnseen
from balka.systems.heroes.events.moves import Moved
from balka.systems.heroes.events.rounds import Paid, RoundBegan
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.third_edition.payment import Payment
from balka.systems.heroes.units import Works

FIELD = ". . . .\na . x .\n. . . .\n. . . .\n"
MINES = {"B02": Works("mines", SOVIET, 0, True)}


def forge(picture: str = FIELD, make: Callable[..., Game] = on, **more: Any) -> Forge:
    """Infantry and a rifle squad on a small board, at the start of the German Turn."""
    drawn = {name: words for name, words in {"a": "inf SE", "x": "rif NW"}.items() if name in picture}
    if make is bear:
        drawn = {name: words for name, words in {"a": "grif SE", "x": "srif NW"}.items() if name in picture}
    return Forge(make(picture, **(drawn | more)).state)


def at(made: Forge, label: str) -> int:
    return made.state.setting.board.hex(label)


def moved(made: Forge, unit: str, end: str, **more: Any) -> Forge:
    """A unit is told to go to a hex, and is there."""
    old = made.clerk.units(made.state)[unit]
    h = at(made, end)
    facts = {"hex": h, **more.pop("facts", {})}
    told = [Moved(unit, old.hex, h, old.facing, "sos-4.5-b"), *more.pop("told", ())]
    return made.step(f"move {unit} {end} N", told=told, units={unit: facts, **more.pop("others", {})}, **more)


def cost(value: int) -> Tally:
    return Tally("Action cost", (add(value, "Move", "sos-4.5-a"),))


# -- moves


def a_unit_is_somewhere_else_without_a_word() -> Forge:
    made = forge()
    return made.step("move a B02 N", units={"a": {"hex": at(made, "B02")}})


def a_move_goes_two_hexes() -> Forge:
    return moved(forge(), "a", "C01")


def a_hidden_unit_leaps_two_hexes() -> Forge:
    made = forge(a="inf SE hidden")
    h = at(made, "C01")
    told = [MovedUnseen("", GERMAN, "a", h)]
    return made.step("sneak a C01", told=told, units={"a": {"hex": h}})


def a_pinned_unit_moves() -> Forge:
    return moved(forge(FIELD, bear, a="tk34a SE immobilized", x="grif NW", active=SOVIET), "a", "B02")


def a_bogged_tank_moves() -> Forge:
    return moved(forge(a="pz4h SE bogged"), "a", "B02")


def a_truck_enters_the_map_in_woods() -> Forge:
    made = forge("W . .\n. . x\n", a="gaz SE due=1 entry=e", entries={"e": ("A01",)}, active=SOVIET, x="inf NW")
    h = at(made, "A01")
    return made.step("enter a A01 N", told=[Moved("a", -1, h, 0, "sos-4.12-a")], units={"a": {"hex": h}})


def a_reinforcement_enters_before_its_round() -> Forge:
    made = forge(". . .\n. . x\n", a="inf SE due=3 entry=e", entries={"e": ("A01",)})
    h = at(made, "A01")
    return made.step("enter a A01 N", told=[Moved("a", -1, h, 0, "sos-4.12-a")], units={"a": {"hex": h}})


def a_unit_is_gone_without_a_word() -> Forge:
    return forge().step("pass", lost=["x"])


# -- loads and cover


def a_load_stays_behind() -> Forge:
    return moved(forge("t+a . x\n. . .\n", t="sd251 SE", a="gren SE carrier=t"), "t", "B01")


def a_load_takes_its_hasty_defense_along() -> Forge:
    made = forge("t+a . x\n. . .\n", t="sd251 SE", a="gren SE carrier=t")
    h = at(made, "B01")
    return moved(made, "t", "B01", others={"a": {"hex": h, "dug_in": True}})


def seek_cover_is_laid_on_a_load() -> Forge:
    made = forge("t+a . x\n. . .\n", t="sd251 SE", a="gren SE carrier=t", told={"hands": {GERMAN: ("09",)}})
    return made.step("play 09 a", units={"a": {"dug_in": True}})


def more_hasty_defenses_than_counters() -> Forge:
    squads = dict.fromkeys("abcdefgh", "grif N dug-in")
    made = forge("+".join("abcdefghi") + " . y\n. . .\n", bear, **squads, i="grif N", y="srif N")
    return made.step("dig i", units={"i": {"dug_in": True}})


# -- ways closed by an enemy


def entered_upon(unit: str = "rif S", *, hidden: bool = False, then: str = "") -> Forge:
    """A German comes upon a Soviet unit from C02; then it is the Soviet Turn."""
    words = f"{unit} hidden" if hidden else unit
    made = forge(". . . . .\n. . a . .\n. . x . .\n. . . . .\n. . . . .\n", a="inf S", x=words)
    moved(made, "a", "C03")
    made.step("done", stack=(*made.state.stack[:-1], Turn(SOVIET)), turn=1)
    if hidden:
        shown = made.state.position.hidden["x"]
        place = structs.replace(made.state.position, hidden={}, units={**made.state.position.units, "x": shown})
        made.state = structs.replace(made.state, position=place)
    return made


def who_was_entered_upon_goes_where_the_enemy_came_from() -> Forge:
    return moved(entered_upon(), "x", "C02")


def who_was_hidden_and_found_goes_where_the_enemy_came_from() -> Forge:
    return moved(entered_upon(hidden=True), "x", "C02")


def a_bonus_move_leads_into_a_closed_hex() -> Forge:
    made = moved(entered_upon("tk34c S"), "x", "D04")
    assert made.problems == []
    return moved(made, "x", "D03")


def a_team_mates_pass_opens_a_closed_way() -> Forge:
    made = entered_upon()
    made.step("pass", tracks={"intrusions": ()})
    return moved(made, "x", "C02")


# -- mines and works


def a_hidden_group_walks_into_mines_unharmed() -> Forge:
    made = forge(". . . .\na . x .\n. . . .\n", a="inf SE hidden", told={"hiding": True, "works": MINES})
    h = at(made, "B02")
    told = Told(MovedUnseen("", GERMAN, "a", h), (GERMAN,))
    made.step("sneak a B02", told=[told], units={"a": {"hex": h}})
    assert made.problems == []
    return made.step("done", turn=1)


def who_gets_off_over_mines_is_unharmed() -> Forge:
    works = {"A01": Works("mines", SOVIET, 0, True)}
    made = forge("t+a . x\n. . .\n", t="sd251 SE", a="gren SE carrier=t", told={"works": works})
    made.under(Action(GERMAN, "a", "unload", ()), Turn(GERMAN))
    made.step("caps 0", actor=GERMAN, units={"a": {"carrier": ""}}).under(Turn(GERMAN))
    return made.step("done", turn=1)


def mines_go_off_under_pioneers_that_ride() -> Forge:
    works = {"A01": Works("mines", SOVIET, 0, False)}
    made = forge("t+a . x\n. . .\n", bear, t="opel SE", a="pio SE carrier=t", told={"works": works})
    return made.step("pass", stack=(*made.state.stack, MineAttack(SOVIET, 0, ("a", "t"))))


def a_tank_goes_into_a_stone_house_without_a_roll() -> Forge:
    made = moved(forge("a S x\n. . .\n", bear, a="pz3e SE"), "a", "B01")
    return made.step("done", turn=1)


def a_tank_goes_on_out_of_the_wire() -> Forge:
    works = {"A01": Works("barbed_wire", SOVIET, 0, False)}
    return forge("a . x\n. . .\n", bear, a="pz3e SE", told={"works": works}).step("go a B01 N")


def enemies_share_a_fortification() -> Forge:
    works = {"A01": Works("trench", SOVIET, 0, False)}
    made = forge("a+h . . .\n. . . .\n", a="inf SE", h="rif SE inside", told={"works": works})
    return made.step("inside", units={"a": {"inside": True}})


def who_hides_in_a_trench_is_put_outside_it() -> Forge:
    made = forge(a="inf SE inside hidden", told={"hiding": True, "works": {"A02": Works("trench", GERMAN, 0, False)}})
    return made.step("sneak a A02", units={"a": {"inside": False}})


# -- ground


def control_is_taken_over_a_hidden_defenders_head() -> Forge:
    made = forge("a h . .\n. . . .\n", h="rif SE hidden", told={"hiding": True, "control": {"B01": SOVIET}})
    return moved(made, "a", "B01", position={"control": {"B01": GERMAN}})


def control_is_taken_by_nobody() -> Forge:
    made = forge(told={"control": {"D04": SOVIET}})
    return made.step("pass", position={"control": {"D04": GERMAN}})


# -- strikes


def a_load_is_singled_out_in_close_combat() -> Forge:
    made = forge("a+t+l . .\n. . .\n", t="m3apc NW", l="rif NW carrier=t")
    return made.step("assault a l")


def a_carried_unit_fires() -> Forge:
    return forge("t+a . x\n. . .\n", t="sd251 SE", a="gren SE carrier=t").step("fire a C01")


def a_unit_in_close_combat_fires_elsewhere() -> Forge:
    return forge("a+y . x\n. . .\n", y="rif NW").step("fire a C01")


def anti_air_fires_from_a_close_combat() -> Forge:
    return forge("a+y . x\n. . .\n", a="sd251.17 SE", y="rif NW").step("answer a")


def a_flame_tank_attacks_down_a_steep_slope() -> Forge:
    return forge("a:2 x .\n. . .\n", a="flamm SE").step("flame a B01")


def a_turret_that_looks_away_supports() -> Forge:
    made = forge("x .\n. .\na b\n", a="inf N", b="pz4h S", x="rif S")
    made.under(*made.state.stack[1:], Gathering(GERMAN, ("a", "b")))
    return made.step("fire a A01")


def a_damaged_gun_supports_a_group() -> Forge:
    made = forge(". . x\na b .\n", bear, a="pz3e NE", b="pz3e NE gun_damaged_red", x="srif S")
    made.under(*made.state.stack[1:], Gathering(GERMAN, ("a", "b")))
    return made.step("fire a C01")


def a_crossed_out_gun_hits_a_squad() -> Forge:
    made = forge("a . x\n. . .\n", bear, a="pz3e SE gun_damaged_red", x="srif NW")
    kind = made.state.setting.kinds[made.state.position.units["a"].kind]  # type: ignore[attr-defined]
    made.under(*made.state.stack[1:], Attack(GERMAN, "a", ("x",), own_weapon(kind), 0))
    check = Check("fire", "2d6", Tally("Hit Number", (add(7, "x", ""),)), "attack")
    return made.step("caps 0", told=[ShotFired("a", "x", 0, 2, check, (3, 4), 0, "hit")])


def a_weapon_card_goes_from_hand_to_hand() -> Forge:
    made = forge("a+b x .\n. . .\n", bear, b="grif SE", told={"weapons": {GERMAN: ("GRENADES",)}})
    return made.step("use a GRENADES x").step("use b GRENADES x")


# -- what it costs


def paying(made: Forge, *steps: str) -> Forge:
    """An Action being paid for, with these steps of it still to come."""
    action = Action(GERMAN, "a", "fire", (), steps=steps)
    return made.under(*made.state.stack[1:], action, Payment(GERMAN, "a", cost(3), must=True))


def a_group_has_fired_and_leaves_it_unpaid() -> Forge:
    return paying(forge(a="inf SE spent")).step("forgo")


def a_spent_unit_rolls_for_what_it_cannot_pay() -> Forge:
    return forge(a="inf SE spent").step("pass", told=[Paid(GERMAN, "a", cost(2), 1)])


def a_groups_card_costs_nothing() -> Forge:
    made = forge(FIELD, bear, caps={GERMAN: 3, SOVIET: 0}, told={"hands": {GERMAN: ("03",)}})
    made.under(*made.state.stack[1:], Gathering(GERMAN, ("a",)))
    return made.step("play 03", told=[CardPlayed(GERMAN, "03", "a")])


def who_only_turned_is_exposed() -> Forge:
    return forge(FIELD, bear).step("pivot a N", units={"a": {"facing": 0}}, tracks={"exposed": ("a",)})


def a_turn_ends_without_an_action() -> Forge:
    return forge().step("done", turn=1)


def a_turn_costs_nothing() -> Forge:
    made = forge(FIELD, bear, caps={GERMAN: 2, SOVIET: 2})
    other = (*made.state.stack[:-1], Turn(SOVIET))
    return made.step("forgo", actor=GERMAN, stack=other, turn=1)


def the_round_goes_on_after_all_have_passed() -> Forge:
    return forge().step("pass", tracks={"passed": (GERMAN, SOVIET)}, turn=1)


def a_hidden_unit_is_named_to_the_enemy() -> Forge:
    made = forge(a="inf SE hidden", told={"hiding": True})
    return made.step("pass", told=[ActedUnseen(GERMAN, "a")])


FAULTS: list[tuple[Callable[[], Forge], str]] = [
    (a_unit_is_somewhere_else_without_a_word, "was never told to go there"),
    (a_move_goes_two_hexes, "a jumps from A02 to C01"),
    (a_hidden_unit_leaps_two_hexes, "was never told to go there"),
    (a_pinned_unit_moves, "a is Immobilized and moves"),
    (a_bogged_tank_moves, "a is bogged down and moves"),
    (a_truck_enters_the_map_in_woods, "a goes into woods, which is closed to it"),
    (a_reinforcement_enters_before_its_round, "a enters before its Round"),
    (a_unit_is_gone_without_a_word, "x is gone and nothing was told of it"),
    (a_load_stays_behind, "a is carried by t, which is elsewhere"),
    (a_load_takes_its_hasty_defense_along, "a takes its Hasty Defense along"),
    (seek_cover_is_laid_on_a_load, "a takes its Hasty Defense along"),
    (more_hasty_defenses_than_counters, "9 Hasty Defenses are in use and there are 8"),
    (who_was_entered_upon_goes_where_the_enemy_came_from, "x goes to C02, the way a has just closed"),
    (who_was_hidden_and_found_goes_where_the_enemy_came_from, "x goes to C02, the way a has just closed"),
    (a_bonus_move_leads_into_a_closed_hex, "x goes to D03, the way a has just closed"),
    (a_team_mates_pass_opens_a_closed_way, "x goes to C02, the way a has just closed"),
    (a_hidden_group_walks_into_mines_unharmed, "a went into the mines at B02 and they did not go off"),
    (who_gets_off_over_mines_is_unharmed, "a went into the mines at A01 and they did not go off"),
    (mines_go_off_under_pioneers_that_ride, "a are Pioneers and mines go off under them"),
    (a_tank_goes_into_a_stone_house_without_a_roll, "a went into building_stone and did not roll for it"),
    (a_tank_goes_on_out_of_the_wire, "a goes on out of A01, which stops it"),
    (enemies_share_a_fortification, "a is inside a Fortification with an enemy"),
    (who_hides_in_a_trench_is_put_outside_it, "a hides in its Fortification and is outside it"),
    (control_is_taken_over_a_hidden_defenders_head, "B01 is taken from the soviet side, which stands there"),
    (control_is_taken_by_nobody, "D04 is taken by nobody"),
    (a_load_is_singled_out_in_close_combat, "a singles out l, which is carried"),
    (a_carried_unit_fires, "a is carried and is told to fire"),
    (a_unit_in_close_combat_fires_elsewhere, "a has an enemy in its hex and is told to fire"),
    (anti_air_fires_from_a_close_combat, "a has an enemy in its hex and is told to answer"),
    (a_flame_tank_attacks_down_a_steep_slope, "a is a tank and attacks down steep ground"),
    (a_turret_that_looks_away_supports, "b supports and looks the other way"),
    (a_damaged_gun_supports_a_group, "b is Gun Damaged"),
    (a_crossed_out_gun_hits_a_squad, "and fires at x"),
    (a_weapon_card_goes_from_hand_to_hand, "b uses GRENADES, which another unit bears"),
    (a_group_has_fired_and_leaves_it_unpaid, "a has acted and leaves it unpaid"),
    (a_spent_unit_rolls_for_what_it_cannot_pay, "a is Spent and 2AP are left unpaid"),
    (a_groups_card_costs_nothing, "card 03 costs 2 CAPs and 0 were paid"),
    (who_only_turned_is_exposed, "a is exposed and has not moved"),
    (a_turn_ends_without_an_action, "german ends a Turn without an Action or a Pass"),
    (a_turn_costs_nothing, "a Turn of german went by, was no Pass and cost nothing"),
    (the_round_goes_on_after_all_have_passed, "all but one have passed and the Round goes on"),
    (a_hidden_unit_is_named_to_the_enemy, "soviet hears of a, which it may not know"),
]


@pytest.mark.parametrize(("fault", "words"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_the_clerk_sees_that(fault: Callable[[], Forge], words: str) -> None:
    made = fault()
    assert made.finds(words), made.problems


def test_an_unpaid_action_that_was_never_carried_out_is_no_fault() -> None:
    assert paying(forge(a="inf SE spent"), "do").step("forgo").problems == []


def test_ways_open_again_with_the_next_round() -> None:
    made = entered_upon()
    made.step("pass", told=[RoundBegan(2)])
    assert moved(made, "x", "C02").problems == []


def test_an_enemy_who_has_gone_on_closes_no_way() -> None:
    made = entered_upon()
    made.state = structs.replace(made.state, position=made.state.position.without("a"))
    assert moved(made, "x", "C02").problems == []
