"""Examples of combat: duties, losses, retreats, pursuit, disorganisation, guns, headquarters. [4.1, 5-7, 9, 10.2]"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import structs
from tests.conformance.examples.kursk.stage import Faults, Stage, compare, replaced

from balka.core.state import Work
from balka.systems.wb95.catalogue import COLUMNS
from balka.systems.wb95.headquarters import shifts_near
from balka.systems.wb95.losses import Losses
from balka.systems.wb95.phases import end_of_phase
from balka.systems.wb95.retreat import Retreat
from balka.systems.wb95.zones import in_zone

Given = dict[str, Any]
TALL = ". . .\n. . .\n. . .\n. . .\n. x .\n. a .\n. . ."
BACK = ("B04", "B03", "B02", "B01")


def swamp_zone(given: Given, expect: Given) -> Faults:
    stage = Stage("a S", a="g arm")
    return compare(zone=(in_zone(stage.state, 1, "german"), expect["zoc_on_swamp_hex"]))


def _must_attack(one: str, todo: Iterable[str]) -> bool:
    """Whether what is owed names a unit among those that must attack."""
    return any(text.endswith("must attack") and one in re.findall(r"\w+", text.partition(" in ")[0]) for text in todo)


def free_target(given: Given, expect: Given) -> Faults:
    stage = Stage.of("5.1.4-a")
    todo = stage.todo()
    stage.say("attack B01", "join b", "fight", "stand").roll(9)
    return compare(
        must_attack=(_must_attack("a", todo), expect["american_must_attack"]),
        attacked=("B01 must be attacked" in todo, expect["german_must_be_attacked"]),
        bound=(not stage.may("attack C02", "join a"), expect["must_target_that_german"]),
        by_it=(stage.gone("b"), expect["must_be_attacked_by_that_american"]),
    )


def cavalry_in_a_swamp(given: Given, expect: Given) -> Faults:
    units = {"a": "g mot moves=mechanized", "x": "s cav"}
    own = Stage("x:S a", "combat", **units).todo()
    other = Stage("x:S a", "combat", side="soviet", **units).todo()
    return compare(
        first=("A01 must be attacked" in own, expect["soviet_turn_cavalry_must_be_attacked"]),
        second=(_must_attack("x", other), expect["romanian_turn_cavalry_must_attack"]),
    )


def two_enemies(given: Given, expect: Given) -> Faults:
    stage = Stage.of("5.1.4-c")
    todo = stage.todo()
    both = Stage.of("5.1.4-c").say("attack B01", "join a", "also C03")
    apart = Stage.of("5.1.4-c").say("attack C03", "join a", "fight").roll(9)
    return compare(
        obliged=([_must_attack(one, todo) for one in "abc"] == [True, False, False], expect["must_attack"] == [1]),
        owed=(sum("must be attacked" in text for text in todo), len(expect["must_be_attacked"])),
        joined=(both.may("join b"), False),
        alone=(both.may("fight"), True),
        rest=((apart.may("end"), apart.may("attack B01", "join b", "join c", "fight")), (False, True)),
    )


def german_attack(given: Given, expect: Given) -> Faults:
    """Seventeen points of one division with a black star against two brigades of eight in woods.

    The printed result is none of the column; its two halves are played with dice that give them.
    """
    stage = _german_attack()
    attack, defence = (tally.value for tally in stage.check.tallies)
    first = COLUMNS[stage.check.tally.parts[0].value]
    options = [_after_retreat(option["retreat"]) for option in expect["soviet_options"]]
    tests = next(option["disorganization_tests"] for option in expect["soviet_options"] if option["retreat"] == 2)
    return compare(
        ratio=(attack / defence, expect["raw_ratio"]),
        initial=(first, expect["initial_cr"]),
        final=(COLUMNS[stage.check.need], expect["final_cr"]),
        loss=(_german_loss(), {"a": expect["german_loss_cel"], "b": 0, "c": 0}),
        options=(
            [(walked, lost) for walked, lost, _ in options],
            [(option["retreat"], option["lose_cel"]) for option in expect["soviet_options"]],
        ),
        tests=([count for walked, _, count in options if walked == 2], [tests * 2]),  # one for each brigade
    )


def _german_attack() -> Stage:
    return Stage.of("5.2.1").say("attack B03", "join a", "join b", "join c", "star a", "fight")


def _german_loss() -> dict[str, int]:
    """The CEL each German has lost after a result that costs the attacker one: the star pays without being asked."""
    stage = _german_attack().roll(10).say("lose x").forced()
    return {one: cel - stage.unit(one).cel for one, cel in (("a", 4), ("b", 2), ("c", 2))}


def _after_retreat(walked: int) -> tuple[int, int, int]:
    """A result of two hexes: how far they went, the CEL it cost, and how many tests followed."""
    stage = _german_attack().roll(7)
    stage.say(f"go B03 {'>'.join(('B02', 'B01')[:walked])}" if walked else "stand")
    while stage.asked.endswith("loss"):
        stage.say(stage.texts("lose")[0])
    lost = sum(2 - (0 if stage.gone(one) else stage.unit(one).cel) for one in "xy")
    if stage.asked == "german pursuit":
        stage.say("end")
    tests = 0
    while stage.asked.endswith(" test"):
        stage.roll(2)
        tests += 1
    return walked, lost, tests


def through_friends(given: Given, expect: Given) -> Faults:
    stage = Stage(". . .\n. x .\ny a .", "combat", a="g inf", x="s inf cel=3", y="s arm").change(
        Retreat("soviet", 1, ("x",))
    )
    before = stage.unit("x").cel
    stage.say("go x A03")
    return compare(lost=(before - stage.unit("x").cel, expect["extra_cel_lost"]))


def refused(given: Given, expect: Given) -> Faults:
    """D3: each option walked, and the CEL it costs."""
    found = []
    for option in expect["options"]:
        stage = Stage.of("5.3.7").say("attack B05", "join a", "fight").roll(5)
        walked = option["retreat"]
        stage.say(f"go x {'>'.join(BACK[:walked])}" if walked else "stand").forced()
        found.append({"retreat": walked, "lose_cel": 6 - stage.unit("x").cel})
    return compare(options=(found, expect["options"]))


def three_battalions(given: Given, expect: Given) -> Faults:
    attack = ("attack B02", "join a", "join b", "join c", "fight")
    stay = Stage.of("5.3.8").say(*attack).roll(7).say("stand")
    payers = stay.texts()
    stay.say("lose b")
    gone = Stage.of("5.3.8").say(*attack).roll(7).say("go a A04", "go b B04", "go c C04")
    some = Stage.of("5.3.8").say(*attack).roll(7).say("go a A04", "stand")
    first, second, third = expect["options"]
    return compare(
        stay=(6 - sum(stay.unit(one).cel for one in "abc"), first["total_cel_lost"]),
        any=(payers, ["lose a", "lose b", "lose c"]),
        gone=(6 - sum(gone.unit(one).cel for one in "abc"), second["total_cel_lost"]),
        some=((some.texts(), third["total_cel_lost"]), (["lose b", "lose c"], 1)),
    )


def tests_after(given: Given, expect: Given) -> Faults:
    """So many hexes walked, so many tests."""
    walked = given["hexes_retreated"]
    if given["result"].startswith("A"):
        stage = Stage(". . .\n. x .\n. a .\n. . .\n. . .", "combat", a="g inf 2", x="s inf 8").say(
            "attack B02", "join a", "fight"
        )
        stage.roll(7).say("go a B04>B05").say("end")
        cel = 0
    else:
        stage = Stage(TALL, "combat", a="g inf 32", x="s inf 4 cel=6").say("attack B05", "join a", "fight")
        stage.roll(5 if given["result"] == "D4" else 9)
        stage.say(f"go x {'>'.join(BACK[:walked])}").forced()
        cel = 6 - stage.unit("x").cel
        if stage.asked == "german pursuit":
            stage.say("end")
    rolls = 0
    while stage.asked.endswith(" test"):
        stage.roll(2)
        rolls += 1
    wanted = expect.get("cel_lost_for_refusal", cel)
    return compare(tests=(rolls, expect["tests"]), cel=(cel, wanted))


def pursuit(given: Given, expect: Given) -> Faults:
    stage = Stage.of("5.4.6").say("attack B05", "join a", "fight").roll(5)
    stage.say(f"go x {'>'.join(BACK[: given['hexes_retreated']])}").forced()
    ways = [text.split()[-1].split(">") for text in stage.texts("follow a")]
    return compare(most=(max(map(len, ways)), expect["pursuit_max_hexes"]), first=({way[0] for way in ways}, {"B05"}))


def d_for_disorder(given: Given, expect: Given) -> Faults:
    stage = Stage.of("5.6.1").say("attack B05", "join a", "fight").roll(2)
    frame: Any = stage.state.stack[-1]
    stage.say("stand").forced()
    return compare(
        far=(frame.far, expect["retreat"]), disorder=(bool(stage.unit("x").disorganised), expect["disorganized"])
    )


def guns_near_and_far(given: Given, expect: Given) -> Faults:
    stage = Stage.of("5.6.3")
    stage.say("attack B02", "join a", "gun g", "gun h", "fight").roll(12).say("lose a")
    return compare(
        far=(bool(stage.unit("h").disorganised), expect["case_1_artillery_disorganized"]),
        near=(bool(stage.unit("g").disorganised), expect["case_2_artillery_disorganized"]),
    )


def overrun(given: Given, expect: Given) -> Faults:
    paid = []
    for dug in ("", "dug"):
        guns = {f"g{n}": f"s art 5/3 cel=1 {dug}" for n in range(given["towed_artillery_alone"])}
        stage = Stage(f"a {'+'.join(guns)}", a="g inf mp=7", **guns).say("take a", "to B01")
        paid.append(7 - stage.left("a") - 1)
    return compare(plain=(paid[0], expect["overrun_mp"]), dug=(paid[1], expect["overrun_mp_if_fortified"]))


def escort_and_guns(given: Given, expect: Given) -> Faults:
    picture, units = ". . .\n. . .\n. x+g .\n. a .", {"a": "g inf 20", "x": "s inf 4", "g": "s art 5/3 cel=1"}

    def beaten() -> Stage:
        return Stage.of("6.2.4").say("attack B03", "join a", "fight").roll(7)

    away = beaten().say("go x B02>B01", "follow a B03")
    short = beaten().say("go x B02", "lose g")
    stay = beaten().say("stand", "lose g").forced()
    lorry = (
        Stage(picture, "combat", **{**units, "g": "s art 5/3 cel=1 transport"})
        .say("attack B03", "join a", "fight")
        .roll(7)
    )
    options = expect["options"]
    return compare(
        away=((2 - away.unit("x").cel, away.gone("g")), (options[0]["infantry_cel_lost"], True)),
        short=((2 - short.unit("x").cel, short.gone("g")), (options[1]["infantry_cel_lost"], True)),
        stay=((2 - stay.unit("x").cel, stay.gone("g")), (options[2]["infantry_cel_lost"], True)),
        lorry=(bool(lorry.texts("go g")), expect["artillery_in_transport_setup"]["can_retreat_without_loss"]),
    )


def shelled_guns(given: Given, expect: Given) -> Faults:
    picture = "h . g+i\n. x .\n. a .\n. . ."
    units = {"a": "g inf 9", "g": "g art 5/3 cel=1", "i": "g art 5/3 cel=1", "x": "s inf 3", "h": "s art 5/3 cel=1"}
    stage = Stage(picture, "combat", **units).say("shell A01", "gun g", "gun i", "fire").roll(10)
    stage.say("attack B02", "join a", "fight")
    allowed = stage.may("gun h")
    stage.say("gun h", "stand")
    return compare(
        allowed=(allowed, expect["may_support_defence_same_phase"]), half=(stage.check.tallies[1].value, 3 + 2)
    )


def ammunition(given: Given, expect: Given) -> Faults:
    """Ammunition not fired in one turn is there in the next: every split is played, gun by gun."""
    faults: Faults = []
    for split in expect["legal_splits"]:
        left = given["ammo_units"]
        for turn in range(1, given["barrage_turns"] + 1):
            left = _barrage(left, split[f"turn_{turn}"])
        faults += compare(left=(left, 0))
    return faults


def _barrage(ammo: int, count: int) -> int:
    """The ammunition left after a barrage by so many guns."""
    if not count:
        return ammo
    guns = {f"g{n}": "g art 5/3 cel=1" for n in range(count)}
    state = Stage(f"x . {'+'.join(guns)}", "barrage", book={"ammo": {"german": ammo}}, x="s inf", **guns).state
    for sentence in ("barrage A01", *(f"gun {one}" for one in guns), "fire"):
        state = state.apply(sentence).state
    return int(state.tracks.ammo["german"])


def lone_guns(given: Given, expect: Given) -> Faults:
    guns = {"g": "s art 5/3 cel=1", "h": "s art 5/3 cel=1"}
    alone = Stage("c .\na g+h", "combat", a="g inf 9", c="s cav 5", **guns).say(
        "attack A01", "join a", "also B02", "fight"
    )
    own = {"g": "g art 5/3 cel=1", "h": "g art 5/3 cel=1"}
    attack = Stage("a x\n. g+h", "combat", a="g cav 5", x="s inf 5", **own).say(
        "attack B01", "join a", "gun g", "gun h", "fight"
    )
    stacked = Stage(". c+g+h\n. a", "combat", a="g inf 9", c="s cav 5", **guns).say("attack B01", "join a", "fight")
    return compare(
        alone=(alone.forced().check.tallies[1].value, expect["defence_total_both_hexes_attacked"]),
        attack=(attack.check.tallies[0].value, expect["attack_total_if_attacking"]),
        stacked=(stacked.check.tallies[1].value - 5, expect["artillery_defence_if_stacked_with_regular"]),
    )


def holding_a_fixed_position(given: Given, expect: Given) -> Faults:
    found = {}
    for name, (strength, roll) in {"D1": (48, 9), "D2": (48, 6), "D3": (72, 4)}.items():
        stage = Stage("x .\na .", "combat", "fixed A01 A02", a=f"g arm {strength}", x="s inf 4 cel=6")
        stage.say("attack A01", "join a", "fight").roll(roll)
        before = stage.unit("x").cel
        stage.say("stand").forced()
        found[name] = before - stage.unit("x").cel
    return compare(prices=(found, expect))


def headquarters_lost(given: Given, expect: Given) -> Faults:
    stage = Stage("x+h .\na .", "combat", a="g inf", x="s inf", h="s hq 0 cel=1")
    stage.change(Losses("soviet", given["loss_required"], ("x", "h"), "combat"))
    return compare(instead=(stage.may("lose h"), expect["may_eliminate_hq_instead"]))


def bounty(given: Given, expect: Given) -> Faults:
    stage = Stage("x+h .\na .", "combat", a="g inf", x="s inf", h="s hq 0 cel=1")
    stage.change(Losses("soviet", 1, ("x", "h"), "combat")).say("lose h")
    found = []
    for phase in (4, 10, 4, 10):
        stage.state = replaced(stage.state, tracks=structs.replace(stage.state.tracks, phase=phase))
        found.append(shifts_near(stage.state, "german", (0,)))
        work = Work(stage.state, "")
        end_of_phase(work)
        stage.state = work.freeze()
    pool = expect["opponent_cm_pool"]
    return compare(usable=(found, [0, *[pool] * len(expect["usable"]), 0]))


def full_effort(given: Given, expect: Given) -> Faults:
    stage = Stage("a . . x .", a="g inf 8 mp=4 oos=1", x="s inf 4").say("push a")
    fight = Stage(". x .\n. a .", "combat", a=f"g inf 8 oos={stage.unit('a').supply}", x="s inf 4")
    fight.say("attack B01", "join a", "full a", "fight")
    return compare(change=(fight.unit("a").supply - 1, expect["oos_change"]))


def failed_attack(given: Given, expect: Given) -> Faults:
    fight = (
        Stage(". x .\n. a .", "combat", a="g inf 8 oos=2", x="s inf 4")
        .say("attack B01", "join a", "full a", "fight")
        .roll(12)
    )
    after = fight.unit("a").supply
    beaten = Stage(TALL, "combat", a="g inf 8", x=f"s inf 4 oos={after}").say("attack B05", "join a", "fight").roll(8)
    beaten.say("go x B04").say("end")
    return compare(
        own=(after - 1, expect["oos_change_after_own_attack"]),
        further=(beaten.unit("x").supply - after, expect["further_change"]),
    )


RUNS = {
    "ex-4.1.4": swamp_zone, "ex-5.1.4-a": free_target, "ex-5.1.4-b": cavalry_in_a_swamp, "ex-5.1.4-c": two_enemies,
    "ex-5.2.1": german_attack, "ex-5.3.4": through_friends, "ex-5.3.7": refused, "ex-5.3.8": three_battalions,
    "ex-5.3.9-a": tests_after, "ex-5.3.9-b": tests_after, "ex-5.3.9-c": tests_after, "ex-5.4.6": pursuit,
    "ex-5.6.1": d_for_disorder, "ex-5.6.3": guns_near_and_far,
    "ex-6.1.7": overrun, "ex-6.2.4": escort_and_guns, "ex-6.4.6": shelled_guns, "ex-6.5.7": ammunition,
    "ex-6.6.3": lone_guns, "ex-7.2.6": holding_a_fixed_position, "ex-9.1.4": headquarters_lost, "ex-9.1.6": bounty,
    "ex-10.2.3": full_effort, "ex-10.2.4": failed_attack,
}  # fmt: skip
