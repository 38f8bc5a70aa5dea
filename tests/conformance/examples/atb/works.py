"""Worked examples of fortifications, obstacles and mines. [chapter 18]"""

from __future__ import annotations

from tests.conformance.examples.atb.acting import RICH, Example, Found, act
from tests.conformance.examples.atb.field import GERMAN, SOVIET, Field, defence, on

from balka.games.awakening_the_bear.catalogue import title
from balka.systems.heroes.describing.beside import GIVEN
from balka.systems.heroes.units import Works


def in_a_bunker(example: Example) -> Found:
    told = {"works": {"A01": Works("bunker_5", SOVIET, 3)}}
    front = on("r\n.\na", r="srif S inside", a="grif N", told=told).check("fire a A01")
    told = {"works": {"A03": Works("bunker_5", SOVIET, 3)}}
    flank = on("a\n.\nr", r="srif S inside", a="grif S", told=told).check("fire a A03")
    return {"front_dv": defence(front), "flank_dv": defence(flank)}


def hasty_cards(example: Example) -> Found:
    """Which cards let a unit dig in."""
    found = []
    held = (card.id for card in title().cards.values() if card.family not in GIVEN.values())
    for card in sorted(held):
        field = on("a\nS\nx", a="grif N spent", x="srif S", told={"hands": {GERMAN: (card,), SOVIET: ()}})
        if f"play {card} a" in field.choices:
            act(field, f"play {card} a", dice=(1, 1, 1))
        elif f"play {card}" in field.choices:
            field.say(f"play {card}")
            if "dig a" in field.choices:
                act(field, "dig a")
        if field.alive("a") and field.unit("a").dug_in:
            found.append(card)
    return {"cards": found}


def leave_a_bunker(example: Example) -> Found:
    field = on("l\n.\nx", l="lmg34 S inside", x="srif N", told={"works": {"A01": Works("bunker_5", GERMAN, 3)}})
    ways = [text for text in field.choices if text.split()[0] == "climb"]
    faced = len({text.split()[-1] for text in ways})
    return {"cost": field.cost(ways[0]), "facing": "any" if faced == 6 else faced}


def wire(example: Example) -> Found:
    """A squad with four points and two CAPs tries the wire, and pays or stays."""
    paid, stayed = _at_the_wire(example), _at_the_wire(example)
    before = paid.caps(SOVIET)
    paid.say(next(text for text in paid.choices if text.startswith("by pool")))
    spent = {"ap": 4 - paid.pool(SOVIET), "cap": before - paid.caps(SOVIET)}
    stayed.say(next(text for text in stayed.choices if not text.startswith("by")))
    lost = stayed.at("sr") == "A02" and stayed.pool(SOVIET) == 0 and stayed.condition("sr") == "spent"
    return {
        "cost": spent["ap"] + spent["cap"],
        "option_a": spent,
        "option_b": "stay and lose 4 APs" if lost else "none",
    }


def _at_the_wire(example: Example) -> Field:
    field = on(".\nsr\n.\nx", sr="srif N active", x="grif N spent", active=SOVIET, pool={SOVIET: 4},
               caps={GERMAN: 0, SOVIET: example["setup"]["caps"]["Soviet"]},
               told={"works": {"A01": Works("barbed_wire", GERMAN)}})  # fmt: skip
    return field.say("move sr A01 N", "by pool 0", "caps 0", dice=(example["actions"][0]["dice"],))


def mines(example: Example) -> Found:
    """A mine of the enemy's, and one's own with two CAPs to spoil it."""
    theirs = on(".\na\nx", a="grif N", x="srif N", caps=RICH, told={"works": {"A01": Works("mines", SOVIET)}})
    theirs.say("move a A01 N", "by activate 0")
    own = on(".\na\nx", a="grif N", x="srif N", caps=RICH, told={"works": {"A01": Works("mines", GERMAN)}})
    own.say("move a A01 N", "by activate 0")
    return {"enemy": {"hit_on": theirs.check("caps 0").need}, "own": {"hit_on_natural": own.check("caps -2").need}}


SCENES = {
    "atb-ex-76": in_a_bunker,
    "atb-ex-77": hasty_cards,
    "atb-ex-78": leave_a_bunker,
    "atb-ex-79": wire,
    "atb-ex-80": mines,
}
