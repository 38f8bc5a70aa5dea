"""The attacks that are owed. [5.1.3-5.1.7, K2]"""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.duties import Combat, Obligations, can_be_finished, openings


def debts(game: Game) -> set[str]:
    frame = game.state.stack[-1]
    return {todo.text for todo in frame.todo(game.state, "german")}


@rule("kursk-5.1.3-a", "kursk-5.1.4-a", "kursk-5.1.7-a", "kursk-2.2-i")
def test_who_stands_in_an_enemy_zone_must_attack_and_the_enemy_must_be_attacked() -> None:
    game = on(". x .\n. a .", "combat", a="g inf", x="s inf")
    assert debts(game) == {"B01 must be attacked", "a in B02 must attack"}
    assert game.rule("end") == "kursk-5.1.4-a"
    game.play("attack B01; join a; fight", dice=[9])
    assert game.may("end")


@rule("kursk-5.1.3-b", "kursk-7.1.11-a", "kursk-7.2.5-a")
@pytest.mark.parametrize(
    ("line", "words"), [("river A01 A02", "dug"), ("fixed B02 B01", ""), ("fortified B02 B01", "")]
)
def test_whoever_is_fortified_is_excused(line: str, words: str) -> None:
    game = on(". x .\n. a .", "combat", line, a=f"g inf {words}", x="s inf")
    assert debts(game) == set() and game.may("end") and game.may("attack B01")


def test_an_enemy_facing_only_fortified_units_need_not_be_attacked() -> None:
    """[ruling Q45, and its option]"""
    assert on(". x .\n. a .", "combat", a="g inf dug", x="s inf").may("end")
    strict = on(". x .\n. a .", "combat", a="g inf dug", x="s inf", book={"only_obliged": False})
    assert debts(strict) == {"B01 must be attacked"}


def test_guns_and_headquarters_are_not_obliged() -> None:
    """[ruling Q46]"""
    game = on(". x .\n. a .", "combat", a="g art 5/3", x="s inf")
    assert debts(game) == set() and game.may("end")


@rule("kursk-5.1.4-b", "kursk-5.1.4-c")
def test_who_attacks_whom_is_free() -> None:
    """[worked example 5.1.4 a]"""
    picture = """
        . x .
        b a y
    """
    game = on(picture, "combat", a="g inf", b="g inf dug", x="s inf", y="s art 5/3 cel=1")
    game.play("attack B01; join b; fight; stand", dice=[9])
    assert game.may("attack C02; join a")


@rule("kursk-5.1.4-d")
def test_the_enemy_s_zone_counts_not_one_s_own() -> None:
    """[worked example 5.1.4 b]"""
    mover = on("x:S a", "combat", a="g mot moves=mechanized", x="s cav")
    assert debts(mover) == {"A01 must be attacked", "a in B01 must attack"}
    other = on("x:S a", "combat", side="soviet", a="g mot moves=mechanized", x="s cav")
    assert other.may("end")


@rule("kursk-5.1.4-e", "kursk-5.1.4-f", "kursk-5.1.5-b")
def test_one_unit_between_two_enemies_attacks_both_or_a_fortified_friend_helps() -> None:
    """[worked example 5.1.4 c]"""
    picture = """
        . x .
        b a .
        . . y
    """
    game = on(picture, "combat", a="g inf", b="g inf dug", x="s inf", y="s inf")
    assert {"B01 must be attacked", "C03 must be attacked"} <= debts(game)
    both = on(picture, "combat", a="g inf", b="g inf dug", x="s inf", y="s inf").play("attack B01; join a; also C03")
    assert not both.may("join b") and both.may("fight")
    apart = on(picture, "combat", a="g inf", b="g inf dug", x="s inf", y="s inf").play(
        "attack C03; join a; fight", dice=[9]
    )
    assert apart.rule("end") == "kursk-5.1.4-a"
    assert apart.play("attack B01; join b; fight", dice=[9]).may("end")


def test_a_lone_unit_between_two_enemies_is_not_allowed_to_fight_only_one() -> None:
    game = on(". x .\n. a .\n. . y", "combat", a="g inf", x="s inf", y="s inf").play("attack B01; join a")
    assert game.rule("fight") == "kursk-5.1.4-a"
    assert game.play("also C03").may("fight")


@rule("kursk-5.1.5-a")
def test_attackers_or_defenders_stand_on_one_hex() -> None:
    picture = """
        . x . .
        b a . .
        . . . y
    """
    game = on(picture, "combat", a="g inf", b="g inf", x="s inf", y="s inf").play("attack B01; join a; join b")
    assert game.rule("also D03") == "kursk-5.1.5-a"
    stack = on(". x .\n. a+b y", "combat", a="g inf", b="g inf", x="s inf", y="s inf").play(
        "attack B01; join a; join b"
    )
    assert stack.may("also C02")


def test_a_stack_joins_by_one_word_if_all_of_it_may() -> None:
    picture = ". x .\n. a+b y"
    units = {"a": "g inf", "b": "g inf", "x": "s inf", "y": "s inf"}
    whole = on(picture, "combat", **units).play("attack B01; join B02")
    assert whole.state.stack[-1].battle.joined == ("a", "b")  # type: ignore[attr-defined]
    assert not whole.may("join b") and whole.may("also C02")
    apart = on(picture, "combat", **units).play("attack B01; join a")
    assert apart.may("join b") and not apart.may("join B02")


@rule("kursk-5.1.4-a")
def test_a_stack_may_not_join_as_one_where_that_leaves_a_debt_behind() -> None:
    units = {"a": "g inf", "b": "g inf", "c": "g inf", "x": "s inf", "y": "s inf"}
    game = on("c x .\n. a+b y", "combat", **units).play("attack B01; join c")
    assert game.may("join a") and not game.may("join B02")


@rule("kursk-5.1.1-a")
def test_a_unit_fights_once_in_a_phase() -> None:
    game = on(". x .\nb a y", "combat", a="g inf", b="g inf", x="s inf dug", y="s hq cel=1")
    game.play("attack B01; join a; join b; fight", dice=[9])
    assert not game.may("attack C02") and not game.may("attack B01")


@rule("kursk-5.1.2-a", "kursk-5.1.10-a")
def test_only_neighbours_attack_and_no_towed_unit() -> None:
    game = on("a . x . y\n. b . . .", "combat", a="g inf", b="g inf", x="s inf", y="s inf")
    assert not game.may("attack C01; join a") and game.rule("attack E01") == "kursk-5.1.2-a"
    guns = on(". x\n. a", "combat", a="g at", x="s inf")
    assert guns.rule("attack B01") == "kursk-5.1.2-a"


@rule("kursk-5.1.6-a", "kursk-2.2-h")
def test_the_attacker_orders_his_attacks() -> None:
    game = on("x . y\na . b", "combat", a="g inf", b="g inf", x="s inf", y="s inf")
    assert game.may("attack A01") and game.may("attack C01")


def test_debts_lapse_when_the_enemy_is_gone() -> None:
    """[D23]"""
    picture = """
        . . . .
        . x . .
        b a . .
    """
    game = on(picture, "combat", a="g inf 8", b="g inf 8", x="s inf 1 cel=1")
    game.play("attack B02; join a")
    assert not game.may("fight")  # b has nobody else
    game.play("join b; fight", dice=[10])
    assert game.gone("x") or not debts(game)


# -- the theorem: debts can all be met if and only if everyone in debt has an unused partner


def random_obligations(rng: Random) -> Obligations:
    units = [f"u{n}" for n in range(rng.randint(1, 4))]
    stands = {one: rng.randint(0, 2) for one in units}
    hexes = list(range(10, 10 + rng.randint(1, 3)))
    near = {place: tuple(h for h in hexes if rng.random() < 0.6) for place in range(3)}
    targets = {one: near[stands[one]] for one in units if near[stands[one]]}
    attackers = {h: tuple(one for one in targets if h in targets[one]) for h in hexes}
    attackers = {h: ids for h, ids in attackers.items() if ids}
    obliged = tuple(one for one in targets if rng.random() < 0.6)
    owed = tuple(h for h in attackers if rng.random() < 0.6)
    return Obligations({one: stands[one] for one in targets}, targets, attackers, obliged, owed)


def combats(obligations: Obligations) -> list[Combat]:
    """Every combat the rules allow where these are owed."""
    found = []
    for size in range(1, len(obligations.targets) + 1):
        for units in combinations(sorted(obligations.targets), size):
            shared = sorted(set.intersection(*(set(obligations.targets[one]) for one in units)))
            for many in range(1, len(shared) + 1):
                for hexes in combinations(shared, many):
                    if many == 1 or len({obligations.stands[one] for one in units}) == 1:
                        found.append(Combat(units, hexes))
    return found


def solvable(obligations: Obligations, used_units: frozenset[str], used_hexes: frozenset[int]) -> bool:
    """Whether some set of separate combats meets every debt still open: tried one after the other."""
    debts_left = [one for one in obligations.obliged if one not in used_units]
    owed_left = [h for h in obligations.owed if h not in used_hexes]
    if not debts_left and not owed_left:
        return True
    for combat in combats(obligations):
        if used_units & set(combat.units) or used_hexes & set(combat.hexes):
            continue
        helps = (debts_left and debts_left[0] in combat.units) or (not debts_left and owed_left[0] in combat.hexes)
        if helps and solvable(obligations, used_units | set(combat.units), used_hexes | set(combat.hexes)):
            return True
    return False


def test_the_linear_test_is_exact() -> None:
    """A first combat is allowed if and only if brute force finds combats that meet all the other debts."""
    rng = Random(5)
    seen = {True: 0, False: 0}
    for _ in range(250):
        obligations = random_obligations(rng)
        if not solvable(obligations, frozenset(), frozenset()):
            continue
        for combat in combats(obligations):
            fair = solvable(obligations, frozenset(combat.units), frozenset(combat.hexes))
            whole = can_be_finished(obligations, combat)
            complete = fair == (closed(obligations, combat))
            assert complete, (obligations, combat)
            seen[fair] += 1
            if fair:
                assert whole
        if obligations.obliged or obligations.owed:
            assert openings(obligations)
    assert min(seen.values()) > 50


def closed(obligations: Obligations, combat: Combat) -> bool:
    """Nobody in debt loses his last partner to this combat."""
    units, hexes = set(combat.units), set(combat.hexes)
    lonely = [one for one in obligations.obliged if one not in units and set(obligations.targets[one]) <= hexes]
    spared = [h for h in obligations.owed if h not in hexes and set(obligations.attackers[h]) <= units]
    return not lonely and not spared


def test_a_web_can_always_be_worked_off() -> None:
    """Whatever legal combats are chosen one by one, the phase can be ended. [D18]"""
    rng = Random(9)
    for obligations in [drawn for _ in range(120) if (drawn := random_obligations(rng)).debts]:
        units, hexes = set(obligations.targets), set(obligations.attackers)
        for _ in range(6):
            left = _rest(obligations, units, hexes)
            if not left.debts:
                break
            allowed = [combat for combat in combats(left) if closed(left, combat)]
            assert allowed, left
            combat = rng.choice(allowed)
            units -= set(combat.units)
            hexes -= set(combat.hexes)


def _rest(obligations: Obligations, units: set[str], hexes: set[int]) -> Obligations:
    targets = {one: tuple(h for h in obligations.targets[one] if h in hexes) for one in units}
    targets = {one: near for one, near in sorted(targets.items()) if near}
    attackers = {h: tuple(one for one in targets if h in targets[one]) for h in sorted(hexes)}
    attackers = {h: ids for h, ids in attackers.items() if ids}
    obliged = tuple(one for one in obligations.obliged if one in targets)
    return Obligations(
        {one: obligations.stands[one] for one in targets},
        targets,
        attackers,
        obliged,
        tuple(h for h in obligations.owed if h in attackers),
    )


def test_the_webs_tried_are_of_every_size() -> None:
    sizes = {
        (len(obligations.targets), len(obligations.attackers))
        for obligations in (random_obligations(Random(n)) for n in range(300))
    }
    assert set(product((1, 2, 3, 4), (1, 2, 3))) <= sizes | {(4, 1), (1, 3)}


@rule("kursk-5.1.3-a")
def test_a_movement_phase_says_who_will_have_to_attack() -> None:
    def ahead(game: Game) -> list[str]:
        return [item.text for item in game.state.stack[-1].todo(game.state.view("german"), "german")]

    text = "1 unit next to the enemy will have to attack: leave, or dig in, to be excused"
    assert ahead(on(". x .\n. a .", a="g inf", x="s inf")) == [text]
    assert ahead(on(". x .\n. a .", a="g inf dug", x="s inf")) == []
    assert ahead(on(". x .\n. . .\n. a .", a="g inf", x="s inf")) == []
