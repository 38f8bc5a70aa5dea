"""Scenes told in words, line by line, for people who read or listen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Wire = dict[str, Any]

FINAL = {"no": "It can be taken back.", "maybe": "Perhaps it cannot be taken back.", "yes": "It cannot be taken back."}


def log_line(line: Wire) -> str:
    """A fact with its rules."""
    rules = f" [{', '.join(line['rules'])}]" if line.get("rules") else ""
    head = "\n== " if line.get("head") else ""
    return f"{head}{line['text']}{rules}"


def heading(scene: Wire) -> str:
    step = f", {scene['turn']['step']}" if scene["turn"].get("step") else ""
    return f"{scene['turn']['label']}{step}."


def ask_lines(scene: Wire) -> list[str]:
    """The prompt, what is still owed, and how much is left."""
    ask = scene["ask"]
    lines = [f"{ask['side'].capitalize()}: {ask['prompt']}"]
    lines += [f"  To do: {one['text']}{_cite(one['rule'])}" for one in ask["todo"]]
    lines += [f"  {ask['left']}."] if ask["left"] else []
    return lines + (["  place sets up what is left for you."] if ask.get("placing") else [])


def tracks(scene: Wire) -> list[str]:
    return [_track(one) for one in scene["tracks"]] or ["There are no tracks."]


def _track(one: Wire) -> str:
    side = f" ({one['side']})" if one.get("side") and one["side"] not in one["name"].lower() else ""
    lost = f", {one['lost']} lost" if one.get("lost") else ""
    note = f", {one['note']}" if one.get("note") else ""
    return f"{one['name']}{side}: {one['value']} (from {one['low']} to {one['high']}){lost}{note}."


def hands(scene: Wire) -> list[str]:
    """Cards held, with their text where they are yours."""
    lines: list[str] = []
    for hand in scene["hands"]:
        hidden = f"{hand['hidden']} unseen" if hand["hidden"] else ""
        lines.append(f"{hand['side'].capitalize()} hand: {hidden or len(hand['cards']) or 'empty'}.")
        for card in hand["cards"]:
            copies = f" x{card['count']}" if (card.get("count") or 1) > 1 else ""
            lines.append(f"  {card['id']} {card['name']}{copies}: {card.get('text') or ''}")
    return lines or ["There are no cards."]


def bags(scene: Wire) -> list[str]:
    return [_bag(bag) for bag in scene["bags"]]


def _bag(bag: Wire) -> str:
    unseen = ", ".join(f"{one['count']} {one['item']}" for one in bag["unseen"])
    return f"{bag['name']}: {bag['size']} left; unseen: {unseen}."


# -- counters


def places(scene: Wire) -> Iterator[tuple[str, Wire]]:
    """Every counter with the place it stands in."""
    for stack in scene["stacks"]:
        place = stack["place"]
        name = place["id"] if place["kind"] == "hex" else place.get("name") or place["id"]
        for counter in stack["counters"]:
            yield name, counter


def unit_lines(scene: Wire, wanted: str = "") -> list[str]:
    """The counters, side by side, of those whose side, name or place begins as wanted."""
    found: dict[str, list[str]] = {}
    for place, counter in places(scene):
        side = str(counter.get("side") or counter["style"])
        if any(word.lower().startswith(wanted.lower()) for word in (side, counter["id"], place)):
            found.setdefault(side, []).append(f"  {counter_line(counter, place)}")
    lines = [line for side, rows in found.items() for line in (f"{side.capitalize()}:", *sorted(rows))]
    return lines or [f"There is no unit {wanted!r}." if wanted else "There are no units."]


def counter_line(counter: Wire, place: str) -> str:
    """One counter: name, place, facing, state, figures."""
    if counter.get("anonymous"):
        return f"an unknown unit at {place}"
    facing = f" facing {counter['facing']}" if counter.get("facing") else ""
    states = [state.replace("_", " ") for state in counter.get("states") or () if state != "can_act"]
    badges = [badge.get("tip") or badge.get("text") or badge["kind"] for badge in counter.get("badges") or ()]
    told = f": {', '.join([*states, *badges])}" if states or badges else ""
    figures = ", ".join(f"{one['slot'].replace('_', ' ')} {one['text']}" for one in counter.get("corners") or ())
    return f"{counter['id']} {counter.get('name', '')} at {place}{facing}{told}. {figures}".rstrip()


# -- quotes


def quote_lines(quote: Wire) -> list[str]:
    """Cost, checks with every modifier and exact odds, and whether it can be taken back."""
    lines = [quote["text"]]
    lines += tally_lines(quote["cost"]) if quote["cost"] else []
    for check in quote["checks"]:
        lines += check_lines(check)
    return [*lines, *quote["warns"], FINAL[quote["final"]]]


def check_lines(check: Wire) -> list[str]:
    lines = [f"{check['name']}, {check['dice']}:"]
    for tally in (*check["tallies"], check["tally"]):
        lines += tally_lines(tally)
    return [*lines, *(f"  {band['label']}: {band['exact']}, {_percent(band)}" for band in check["bands"])]


def tally_lines(tally: Wire) -> list[str]:
    rows = [_line(part) for part in tally["parts"]]
    return [*rows, f"  {tally['name']}: {_span(tally['low'], tally['high'])}"]


def value_lines(values: list[Wire]) -> list[str]:
    """The figures of a counter: printed and now, the working, what counts at times, and why one cannot be used."""
    lines: list[str] = []
    for one in values:
        printed = f" (printed {one['printed']})" if one["printed"] not in (None, one["now"]) else ""
        lines.append(f"{one['name']} {one['now']}{printed}:")
        lines += [_line(part) for part in one["tally"]["parts"]]
        lines += [f"{_line(part)}, only {part['where']}" for part in one["sometimes"]]
        lines += [f"    No: {one['barred']['sentence']}{_cite(one['barred']['rule'])}"] if one["barred"] else []
        lines += [f"    {one['note']}"] if one["note"] else []
    return lines or ["Its figures are not known to you."]


def _line(part: Wire) -> str:
    return f"    {_part(part)} {part['label']}{_cite(part['rule'])}{_basis(part)}"


def _part(part: Wire) -> str:
    words = {"halve_up": "half", "halve_down": "half", "cap": f"at most {part['value']}", "drop": "-",
             "floor": f"at least {part['value']}", "set": f"is {part['value']}", "times": f"times {part['value']}",
             "divide_down": f"divided by {part['value']}", "divide_up": f"divided by {part['value']}"}  # fmt: skip
    if part.get("text") and part["op"] in ("add", "shift", "set"):
        return str(part["text"]).replace("=", "is ")
    if part["op"] in words:
        return words[part["op"]]
    return f"{part['low']:+d}" if part["low"] == part["high"] else f"{part['low']:+d} to {part['high']:+d}"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _percent(band: Wire) -> str:
    low, high = f"{band['low']:.0%}", f"{band['high']:.0%}"
    return low if low == high else f"{low} to {high}"


def _basis(part: Wire) -> str:
    return f" ({part['basis']})" if part.get("basis") and part["basis"] != "stated" else ""


def _cite(rule: str | None) -> str:
    return f" [{rule}]" if rule else ""


def refusal_lines(why: Wire) -> list[str]:
    if why["allowed"]:
        return ["That is allowed."]
    return [f"No: {one['sentence']}{_cite(one['rule'])}{_more(one)}" for one in why["reasons"]]


def _more(one: Wire) -> str:
    return f" {one['instead'][0].upper()}{one['instead'][1:].rstrip('.')}." if one.get("instead") else ""
