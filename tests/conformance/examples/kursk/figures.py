"""Examples that are arithmetic: ratios, halves, costs, prices, cells. [1.2, 1.4, 1.7, 3.1, 7.2, 8.2, 11, 13, 19]"""

from __future__ import annotations

from typing import Any

from msgspec import structs
from tests.conformance.examples.kursk.stage import Faults, Stage, aircraft, compare

from balka.core.dice import dice
from balka.games.kursk_1943 import scenarios
from balka.systems.wb95.catalogue import COLUMNS, LAST_COLUMN, both, column_of, half
from balka.systems.wb95.sheet import Battle, column_tally
from balka.systems.wb95.stars import concentration

Given = dict[str, Any]


def shifted(column: int, attacker: int, defender: int) -> tuple[int, int]:
    """The column after the attacker's shifts and their limit, and after the defender's."""
    first = min(column + attacker, LAST_COLUMN)
    return first, max(first - defender, 0)


def initial_ratio(given: Given, expect: Given) -> Faults:
    attack, defence = sum(given["attacker_sp"]), sum(given["defender_sp"])
    return compare(
        attack=(attack, expect["attacker_total"]),
        defence=(defence, expect["defender_total"]),
        ratio=(COLUMNS[column_of(attack, defence)], expect["initial_cr"]),
    )


def shifts(given: Given, expect: Given) -> Faults:
    """Played on a board: so many blue stars for the attacker, ground and works for the defender."""
    count, against = given["attacker_cm"], given["defender_cm"]
    units = {f"s{n}": "g arm 0 cel=1 star=blue" for n in range(count)}
    stage = Stage(
        f"x:{'H' if against else '.'} .\n{'+'.join(['a', *units])} .",
        "combat",
        a=f"g arm {given['attacker_sp']} cel=1",
        x=f"s inf {given['defender_sp']} {'dug' if against > 1 else ''}",
        **units,
    )
    battle = Battle("german", (0,), ("a", *units), stars=tuple(units))
    tally = column_tally(stage.state, battle)
    start = column_of(given["attacker_sp"], given["defender_sp"])
    after = expect.get("after_attacker_cm") or expect["after_cap"]
    return compare(
        ratio=(COLUMNS[start], expect["initial_cr"]),
        after=(COLUMNS[shifted(start, count, against)[0]], after),
        final=(COLUMNS[tally.value], expect["final_cr"]),
    )


def halved(given: Given, expect: Given) -> Faults:
    return compare(sp=(half(given["sp"]), expect["sp"]))


def rounded(given: Given, expect: Given) -> Faults:
    raw = given.get("raw_ratio")
    attack, defence = (round(raw * 100), 100) if raw else (given["attacker_sp"], given["defender_sp"])
    return compare(ratio=(COLUMNS[column_of(attack, defence)], expect["initial_cr"]))


def dice_codes(given: Given, expect: Given) -> Faults:
    faults: Faults = []
    for code, key in (("1K6", "d6"), ("2K6", "2d6=")):
        totals = [outcome.total for outcome, _ in dice(key).odds()]
        faults += compare(low=(min(totals), expect[code]["min"]), high=(max(totals), expect[code]["max"]))
    return faults


def setup_codes(given: Given, expect: Given) -> Faults:
    """A line without a size means all counters of the formation; with one, a single counter."""
    rows = scenarios.setup_rows("kursk")
    whole = [row for row in rows if row.entry == "383 INF"]
    single = [row for row in rows if row.entry == "528/299 INF-R"]
    brigade = [row for row in rows if row.entry == "11 ARM-BR (11 Gw.)"]
    return compare(
        division=(len(whole), 3), regiment=(len(single), 1), brigade=(len(brigade), 1), codes=(len(expect), 4)
    )


def costs_add(given: Given, expect: Given) -> Faults:
    """Only the adding is meant: clear, forest and water of this game's own table."""
    stage = Stage("a F", "move", "river A01 B01", a="g arm mp=7").say("take a", "to B01")
    table = scenarios.charts().terrain
    own = sum(table[kind].costs["mechanized"] or 0 for kind in ("clear", "forest", "river")) / 6
    wanted = given["clear_base"] + given["forest"] + given["stream"]
    return compare(here=(7 - stage.left("a"), own), there=(wanted, expect["cost_mp"]))


def capped(given: Given, expect: Given) -> Faults:
    """A hex dearer than all the points the unit began with."""
    if given["unit"] == "infantry":
        stage = Stage("a F", "move", "river A01 B01", a=f"g inf mp={given['printed_mp']} oos=1")
        before = stage.left("a"), stage.unit("a").supply
        stage.say("take a", "to B01")
        return compare(
            points=(before[0], given["mp_at_start"]),
            level=(stage.unit("a").supply - before[1], expect["oos_level_change"]),
        )
    stage = Stage("a F", "move", "doniec A01 B01", a="g mot moves=trucked mp=5").say("take a", "to B01")
    entered = stage.state.setting.board.labels[stage.unit("a").hex] == "B01"
    return compare(entered=(entered, expect["may_enter"]), left=(stage.left("a"), 0.0))


def fixed_position(given: Given, expect: Given) -> Faults:
    through, rear = given["through_fp_edge"], given["from_rear"]
    stage = Stage(
        ". x b\n. a c",
        "combat",
        "fixed B01 B02",
        a=f"g arm {through['A']}",
        b=f"g inf {rear['B']}",
        c=f"g inf {rear['C']}",
        x="s inf 4",
    )
    stage.say("attack B01", "join a", "join b", "join c", "fight")
    shifts = {part.label: part.value for part in stage.check.tally.parts}
    return compare(
        applies=("fixed position" in shifts, expect["fp_cm_apply"]),
        strength=(stage.check.tallies[0].value, half(through["A"]) + rear["B"] + rear["C"]),
        shares=(through["A"] == sum(rear.values()), expect["fp_share"] == expect["rear_share"]),
    )


def defensive_support(given: Given, expect: Given) -> Faults:
    """The counters fly over two hexes, for no more than two fit over one, and both hexes are attacked together."""
    share, rest = divmod(given["air_sp_total"], given["air_units"])
    flying = aircraft([share + (n < rest) for n in range(given["air_units"])])
    book = {"air": {"german": tuple(flying)}, "sorties": {"german": len(flying)}}
    units = {"a": "s arm 20", "d": "g inf", "e": "g inf"}
    stage = Stage(". d .\n. a e", "air", side="soviet", book=book, aircraft=flying, **units)
    stage.say(*(f"fly {one} cover {h}" for one, h in zip(flying, ("B01", "B01", "C02"), strict=True)), "ready")
    stage.open("combat", "soviet").say("attack B01", "join a", "also C02", "fight")
    return compare(sp=(stage.check.tallies[1].value - 4 - 4, expect["sp_added"]))


def air_over_hills(given: Given, expect: Given) -> Faults:
    """Two points off for each of the ground's columns; this game's hills are worth one column, not two."""
    printed, own = _raid(given, given["terrain_cm"]), _raid(given, scenarios.charts().terrain["hills"].defence)
    return compare(
        subtract=(given["air_sp"] - printed, expect["subtract"]), strength=(printed, expect["attack_sp"]), own=(own, 18)
    )


def _raid(given: Given, worth: int) -> int:
    """The strength of an air attack on a unit in hills that are worth so many columns."""
    flying = aircraft([given["air_sp"] // 2, given["air_sp"] - given["air_sp"] // 2])
    charts = scenarios.charts()
    hills = structs.replace(charts.terrain["hills"], defence=worth)
    charts = structs.replace(charts, terrain={**charts.terrain, "hills": hills})
    book = {"air": {"german": tuple(flying)}, "sorties": {"german": len(flying)}}
    units = {"a": "g inf", "x": "s inf"}
    stage = Stage("a . x:H", "air", book=book, aircraft=flying, charts=charts, **units)
    stage.say(*(f"fly {one} attack C01" for one in flying), "ready")
    return int(stage.check.need)


def concentrated(given: Given, expect: Given) -> Faults:
    units = {f"u{d}{n}": f"g inf of=d{d}" for d in range(given["divisions"]) for n in range(given["units_each"])}
    stage = Stage("+".join(units), crowded="A01", **units)
    return compare(cm=(concentration(stage.state, [stage.unit(one) for one in units]), expect["cm"]))


def fortified_line(given: Given, expect: Given) -> Faults:
    own = given["german"]
    stage = Stage(
        "x .\na .\ng .",
        "combat",
        "fortified A01 A02",
        a=f"g arm {own['armored_division']}",
        g=f"g art {own['artillery'] + own['air']}/3 cel=1",
        x=f"s inf {given['soviet']['division']}",
    )
    stage.say("attack A01", "join a", "gun g", "fight")
    attack = stage.check.tallies[0]
    line = [-part.value for part in stage.check.tally.parts if part.label == "fortified line"]
    return compare(
        total=(sum(part.value for part in attack.parts if part.op == "add"), expect["german_total"]),
        halved=(attack.value, expect["halved"]),
        initial=(COLUMNS[column_of(attack.value, given["soviet"]["division"])], expect["initial_cr"]),
        line=(line, [expect["fl_cm"]]),
        final=(COLUMNS[stage.check.need], expect["final_cr"]),
    )


def woods_and_river(given: Given, expect: Given) -> Faults:
    stage = Stage("x:F .\na .", "combat", "river A01 A02", a="g inf 12", x="s inf 4").say(
        "attack A01", "join a", "fight"
    )
    shifts = sum(-part.value for part in stage.check.tally.parts if part.op == "shift")
    return compare(cm=(shifts, expect["defender_cm"]))


def volkssturm(given: Given, expect: Given) -> Faults:
    found = []
    for friends in given["regular_units_stacked"]:
        names = {f"y{n}": "s inf 1" for n in range(friends)}
        stage = Stage(f"{'+'.join(['x', *names])} .\na .", "combat", a="g inf 12", x="s vs 4", **names)
        stage.say("attack A01", "join a", "fight")
        found.append(sum(part.value for part in stage.check.tally.parts if part.label == "against Volkssturm"))
    return compare(cm=(found, expect["enemy_cm"]))


def cell(given: Given, expect: Given) -> Faults:
    """A printed result and what it says of each side."""
    text = given.get("result") or (
        f"-/{given['defender_result']}" if "defender_result" in given else f"{given['attacker_result']}/-"
    )
    attacker, defender = both(text)
    found = {
        "attacker_loss": attacker.loss,
        "attacker_retreat": attacker.retreat,
        "attacker_disorganized": attacker.disorganised,
        "defender_loss": defender.loss,
        "defender_retreat": defender.retreat,
        "defender_disorganized": defender.disorganised,
    }
    return compare(**{name: (found[name], want) for name, want in expect.items()})


RUNS = {
    "ex-1.4cr-1": initial_ratio,
    "ex-1.4cm-a": shifts,
    "ex-1.4cm-b": shifts,
    "ex-1.7-a": halved,
    "ex-1.7-b": halved,
    "ex-1.7cr-a": rounded,
    "ex-1.7cr-b": rounded,
    "ex-1.7dice": dice_codes,
    "ex-1.2types": setup_codes,
    "ex-3.1.12": costs_add,
    "ex-3.1.13-a": capped,
    "ex-3.1.13-b": capped,
    "ex-5.5.2": woods_and_river,
    "ex-7.2.4": fixed_position,
    "ex-8.2.4": defensive_support,
    "ex-8.2.7": air_over_hills,
    "ex-13.1.4-a": concentrated,
    "ex-13.1.4-b": concentrated,
    "ex-15.3.2": volkssturm,
    "ex-19.1.4": fortified_line,
    "ex-chart-1": cell,
    "ex-chart-2": cell,
    "ex-chart-3": cell,
    "ex-chart-4": cell,
    "ex-chart-5": cell,
}
