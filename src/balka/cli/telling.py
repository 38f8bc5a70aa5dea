"""Scenes told in words, line by line, for people who read or listen."""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.scene.counters import Counter
from balka.core.scene.display import Bag, Track
from balka.core.scene.figures import Band, Check, Quote, Reason, Tally, TallyPart, Value, Why
from balka.core.scene.lines import LogLine
from balka.core.scene.scene import Scene

FINAL = {"no": "It can be taken back.", "maybe": "Perhaps it cannot be taken back.", "yes": "It cannot be taken back."}


def log_line(line: LogLine) -> str:
    """A fact with its rules."""
    rules = f" [{', '.join(line.rules)}]" if line.rules else ""
    head = "\n== " if line.head else ""
    return f"{head}{line.text}{rules}"


def heading(scene: Scene) -> str:
    step = f", {scene.turn.step}" if scene.turn.step else ""
    return f"{scene.turn.label}{step}."


def ask_lines(scene: Scene) -> list[str]:
    """The prompt, what is still owed, and how much is left."""
    ask = scene.ask
    if ask is None:
        return []
    lines = [f"{ask.side.capitalize()}: {ask.prompt}"]
    lines += [f"  To do: {duty.text}{_cite(duty.rule)}" for duty in ask.todo]
    lines += [f"  {ask.left}."] if ask.left else []
    return lines + (["  place sets up what is left for you."] if ask.placing else [])


def tracks(scene: Scene) -> list[str]:
    return [_track(track) for track in scene.tracks] or ["There are no tracks."]


def _track(track: Track) -> str:
    side = f" ({track.side})" if track.side and track.side not in track.name.lower() else ""
    lost = f", {track.lost} lost" if track.lost else ""
    note = f", {track.note}" if track.note else ""
    return f"{track.name}{side}: {track.value} (from {track.low} to {track.high}){lost}{note}."


def hands(scene: Scene) -> list[str]:
    """Cards held, with their text where they are yours."""
    lines: list[str] = []
    for hand in scene.hands:
        hidden = f"{hand.hidden} unseen" if hand.hidden else ""
        lines.append(f"{hand.side.capitalize()} hand: {hidden or len(hand.cards) or 'empty'}.")
        for card in hand.cards:
            copies = f" x{card.count}" if card.count > 1 else ""
            lines.append(f"  {card.id} {card.name}{copies}: {card.text}")
    return lines or ["There are no cards."]


def bags(scene: Scene) -> list[str]:
    return [_bag(bag) for bag in scene.bags]


def _bag(bag: Bag) -> str:
    unseen = ", ".join(f"{part.count} {part.item}" for part in bag.unseen)
    return f"{bag.name}: {bag.size} left; unseen: {unseen}."


# -- counters


def places(scene: Scene) -> Iterator[tuple[str, Counter]]:
    """Every counter with the place it stands in."""
    for stack in scene.stacks:
        place = stack.place
        name = place.id if place.kind == "hex" else place.name or place.id
        for counter in stack.counters:
            yield name, counter


def unit_lines(scene: Scene, wanted: str = "") -> list[str]:
    """The counters, side by side, of those whose side, name or place begins as wanted."""
    found: dict[str, list[str]] = {}
    for place, counter in places(scene):
        side = counter.side or counter.style
        if any(word.lower().startswith(wanted.lower()) for word in (side, counter.id, place)):
            found.setdefault(side, []).append(f"  {counter_line(counter, place)}")
    lines = [line for side, rows in found.items() for line in (f"{side.capitalize()}:", *sorted(rows))]
    return lines or [f"There is no unit {wanted!r}." if wanted else "There are no units."]


def counter_line(counter: Counter, place: str) -> str:
    """One counter: name, place, facing, state, figures."""
    if counter.anonymous:
        return f"an unknown unit at {place}"
    facing = f" facing {counter.facing}" if counter.facing else ""
    states = [state.replace("_", " ") for state in counter.states if state != "can_act"]
    badges = [badge.tip or badge.text or badge.kind for badge in counter.badges]
    told = f": {', '.join([*states, *badges])}" if states or badges else ""
    figures = ", ".join(f"{corner.slot.replace('_', ' ')} {corner.text}" for corner in counter.corners)
    return f"{counter.id} {counter.name} at {place}{facing}{told}. {figures}".rstrip()


# -- quotes


def quote_lines(quote: Quote) -> list[str]:
    """Cost, checks with every modifier and exact odds, and whether it can be taken back."""
    lines = [quote.text]
    lines += tally_lines(quote.cost) if quote.cost else []
    for check in quote.checks:
        lines += check_lines(check)
    return [*lines, *quote.warns, FINAL[quote.final]]


def check_lines(check: Check) -> list[str]:
    lines = [f"{check.name}, {check.dice}:"]
    for tally in (*check.tallies, check.tally):
        lines += tally_lines(tally)
    may = check.outlook.may if check.outlook else []
    lines += [f"  may still change it: {item.text} [{item.rule}]" for item in may]
    return [*lines, *(f"  {band.label}: {band.exact}, {_percent(band)}" for band in check.bands)]


def tally_lines(tally: Tally) -> list[str]:
    rows = [_line(part) for part in tally.parts]
    return [*rows, f"  {tally.name}: {_span(tally.low, tally.high)}"]


def value_lines(values: list[Value]) -> list[str]:
    """The figures of a counter: printed and now, the working, what counts at times, and why one cannot be used."""
    lines: list[str] = []
    for value in values:
        printed = f" (printed {value.printed})" if value.printed not in ("", value.now) else ""
        lines.append(f"{value.name} {value.now}{printed}:")
        lines += [_line(part) for part in value.tally.parts]
        lines += [f"{_line(part)}, only {part.where}" for part in value.sometimes]
        lines += [f"    No: {value.barred.sentence}{_cite(value.barred.rule)}"] if value.barred else []
        lines += [f"    {value.note}"] if value.note else []
    return lines or ["Its figures are not known to you."]


def _line(part: TallyPart) -> str:
    return f"    {_part(part)} {part.label}{_cite(part.rule)}{_basis(part)}"


def _part(part: TallyPart) -> str:
    words = {"halve_up": "half", "halve_down": "half", "cap": f"at most {part.value}", "drop": "-",
             "floor": f"at least {part.value}", "set": f"is {part.value}", "times": f"times {part.value}",
             "divide_down": f"divided by {part.value}", "divide_up": f"divided by {part.value}"}  # fmt: skip
    if part.text and part.op in ("add", "shift", "set"):
        return part.text.replace("=", "is ")
    if part.op in words:
        return words[part.op]
    return f"{part.low:+d}" if part.low == part.high else f"{part.low:+d} to {part.high:+d}"


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _percent(band: Band) -> str:
    low, high = f"{band.low:.0%}", f"{band.high:.0%}"
    return low if low == high else f"{low} to {high}"


def _basis(part: TallyPart) -> str:
    return f" ({part.basis})" if part.basis and part.basis != "stated" else ""


def _cite(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def refusal_lines(why: Why) -> list[str]:
    if why.allowed:
        return ["That is allowed."]
    return [f"No: {reason.sentence}{_cite(reason.rule)}{_more(reason)}" for reason in why.reasons]


def _more(reason: Reason) -> str:
    return f" {reason.instead[0].upper()}{reason.instead[1:].rstrip('.')}." if reason.instead else ""
