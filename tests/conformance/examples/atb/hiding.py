"""Worked examples of Hidden Units, hills, mortars and smoke. [chapters 10-13]"""

from __future__ import annotations

from tests.conformance.examples.atb.acting import Example, Found, act, total
from tests.conformance.examples.atb.field import SOVIET, attack_rating, defence, on

# -- chapter 10


def suspected(example: Example) -> Found:
    """Fire at a hex where a squad hides in heavy woods, one short of its defense."""
    plain = on("s:H\n.\n.\nh", s="srif S", h="hmg34 N").check("fire h A01")
    wanted = example["actions"][0]["result_av"] - attack_rating(plain)
    field = on("s:H\n.\n.\nh\nx", s="srif S hidden", h="hmg34 N", x="srif N")
    act(field, "suspect h A01", "by activate 0", dice=total(wanted))
    return {"dv": defence(plain), "hit": bool(field.unit("s").marker), "SR_hidden": "s" in field.state.position.hidden}


def hidden_cost(example: Example) -> Found:
    field = on("H\ns\n.\n.\n.\n.\nx", s="srif N hidden", x="grif N", active=SOVIET)
    return {"cost": field.cost("sneak s A01")}


def near_an_enemy(example: Example) -> Found:
    found = {}
    for name, cell in (("open", "."), ("woods", "L")):
        field = on(f"x\n.\n{cell}\ns:L", s="srif N hidden", x="grif S", active=SOVIET)
        act(field, "sneak s A03", "by activate 0")
        found[name] = "hidden" if "s" in field.state.position.hidden else "revealed"
    return found


# -- chapter 11


def uphill(example: Example) -> Found:
    costs = [on(f"{cell}\na\n.\nx", a="grif N", x="srif N").cost("move a A01 N") for cell in ("1", "H1")]
    return {"open": costs[0], "heavy_woods": costs[1]}


def steep(example: Example) -> Found:
    return {"cost": on("2\np\n.\nx", p="pio N", x="srif N").cost("move p A01 N")}


def sees(*cells: str) -> bool:
    """Is there sight from the bottom of a column to its top?"""
    field = on("\n".join((*cells[:-1], f"a:{cells[-1]}")), a="hmg34 N")
    return field.sees(f"A{len(cells):02}", "A01")


def plateau(example: Example) -> Found:
    top = next(level for level in (2, 3) if not sees(str(level), "L1", ".") or level == 3)
    low = next(level for level in (1, 2) if not sees(str(level), "L", ".") or level == 2)
    return {"see_B": sees("1", ".", "."), "see_D": sees("1", "1", ".", "."), "see_H_to_K": sees("2", "1", ".", "."),
            "see_beyond_H_to_K": sees("2", "2", "1", "."), "G_blocking_level": top,
            "woods_on_L0_blocking_level": low}  # fmt: skip


def blind_spots(example: Example) -> Found:
    """From a crest one sees down one's own slope and over trees, but not what lies just behind them."""
    seen = {2: sees("1", "2"), 3: sees("1", "1", "2"), 4: sees("L", "1", "2")}
    back = {2: sees("2", "1"), 3: sees("2", "1", "1"), 4: sees("2", "1", "L")}
    behind = [sees(".", "L", "1", "2"), sees(".", "B", "1", "2")]
    return {"hex_1_sees": [number for number, is_seen in seen.items() if is_seen],
            "hex_1_and_hexes_2_3_4": "mutual" if seen == back else "one way", "red_hexes_seen_by_hex_1": any(behind),
            "hex_3_sees_into": [4] if sees("L", ".", "1") else [],
            "hex_3_sees_beyond_4": sees(".", "L", ".", "1")}  # fmt: skip


# -- chapters 12, 13


def spotting(example: Example) -> Found:
    """A mortar behind a house fires indirectly by a hex beside it."""
    field = on(". . x . .\n. . . . .\n. . . . .\n. . S . .\n. . m . .\n. . . . .", m="8cm N", x="srif S")
    shots = [text for text in field.choices if text.startswith("indirect")]
    arc = field.state.setting.board
    spots = {text.split()[-1] for text in shots} | {text.split()[-2] for text in shots}
    here, facing = field.unit("m").hex, field.unit("m").facing
    outside = any(label in spots and not arc.arc_mask(here, facing) >> arc.hex(label) & 1 for label in arc.labels)
    turned = on(". . x . .\n. . . . .\n. . . . .\n. . S . .\n. . m . .\n. . . . .", m="8cm S", x="srif S")
    walled = on("x\nS\nS\nS\nm\n.", m="8cm N", x="srif S")
    unseen = not any(text.startswith("indirect") for text in walled.choices)
    return {"spotting_hexes_outside_arc_allowed": outside,
            "target_must_be_in_arc": bool(shots) and not any(t.startswith("indirect") for t in turned.choices),
            "target_must_be_in_spotting_hex_los": unseen}  # fmt: skip


def smoke(example: Example) -> Found:
    def cover(where: str) -> int:
        clear = on("x\n.\n.\na", a="grif N", x="srif S").check("fire a A01")
        smoky = on("x\n.\n.\na", a="grif N", x="srif S", told={"smoke": {where: "heavy"}}).check("fire a A01")
        return defence(smoky) - defence(clear)

    return {"target_in_smoke_dm": cover("A01"), "attacker_in_smoke_target_dm": cover("A04"),
            "plus1_blocking_level": _smoke_height("light"), "plus2_blocking_level": _smoke_height("heavy")}  # fmt: skip


def _smoke_height(density: str) -> int:
    """The highest hills between which smoke on the plain still lies in the way of a shot."""
    return max(level for level in range(4) if _hampers(level or ".", density))


def _hampers(cell: int | str, density: str) -> bool:
    clear, smoky = (
        on(f"x:{cell}\n.\n.\na:{cell}", a="grif N", x="srif S", told={"smoke": smoke})
        for smoke in ({}, {"A02": density})
    )
    return not smoky.offers("fire a A01") or smoky.check("fire a A01").need > clear.check("fire a A01").need


SCENES = {
    "atb-ex-54": suspected,
    "atb-ex-55": hidden_cost,
    "atb-ex-56": near_an_enemy,
    "atb-ex-57": uphill,
    "atb-ex-58": steep,
    "atb-ex-59": plateau,
    "atb-ex-60": blind_spots,
    "atb-ex-61": spotting,
    "atb-ex-63": smoke,
}
