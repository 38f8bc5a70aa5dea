"""Overlays: sight, fire, reach, zones, supply and observation, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from balka.core.errors import BalkaError
from balka.core.hexes import hexes_in
from balka.core.scene.overlays import LegendLine, Overlay, OverlayHex, SightLine
from balka.systems.famous_divisions.model import GdState, is_hq, kind
from balka.systems.famous_divisions.movement import allowance, march, why_it_stays
from balka.systems.famous_divisions.opportunity import threats
from balka.systems.famous_divisions.passages import reach
from balka.systems.famous_divisions.position import SIDES, Unit
from balka.systems.famous_divisions.ranged import can_shoot
from balka.systems.famous_divisions.secrets import side_of
from balka.systems.famous_divisions.sight import line, observed, seen_from
from balka.systems.famous_divisions.supply import reachable
from balka.systems.famous_divisions.zones import known_zone

UNDER_FIRE = "within reach, under fire"


def overlay(view: GdState, seat: str, kind_: str, where: Mapping[str, str]) -> Overlay:
    """Named hexes with a legend."""
    makers = {"sight": _sight, "fire": _fire, "reach": _reach, "zones": _zones, "supply": _supply, "observation": _seen,
              "control": _control}  # fmt: skip
    if kind_ not in makers:
        raise BalkaError(f"there is no overlay {kind_!r} in this game", f"one of {', '.join(makers)}")
    return makers[kind_](view, seat, where)


def _from(view: GdState, where: Mapping[str, str]) -> int:
    if "hex" in where:
        return view.setting.board.hex(where["hex"])
    counter = view.position.units.get(where.get("unit", ""))
    if counter is None or counter.hex < 0:
        raise BalkaError("an overlay needs a hex or a unit on the map")
    return counter.hex


def _marks(view: GdState, hexes: Mapping[int, str], tone: str) -> list[OverlayHex]:
    labels = view.setting.board.labels
    return [OverlayHex(labels[h], tone, text) for h, text in hexes.items()]


def _sight(view: GdState, seat: str, where: Mapping[str, str]) -> Overlay:
    start, ground, labels = _from(view, where), view.setting.catalogue.ground, view.setting.board.labels
    seen = _marks(view, dict.fromkeys(hexes_in(seen_from(ground, start)), ""), "yes")
    legend = [LegendLine("yes", "in sight within 10 hexes")]
    answer = Overlay(title=f"Sight from {labels[start]}", legend=legend, hexes=seen)
    if "to" not in where:
        return answer
    found = line(ground, start, view.setting.board.hex(where["to"]))
    crossed = [labels[h] for h in found.crossed if h >= 0]
    shown = SightLine(
        start=labels[found.a], to=labels[found.b], clear=found.clear, reason=found.reason or "", rule="gd-11.2-d",
        crossed=crossed,
    )  # fmt: skip
    return structs.replace(answer, line=shown)


def _own(view: GdState, where: Mapping[str, str]) -> Unit:
    counter = view.position.units.get(where.get("unit", ""))
    if counter is None or counter.anonymous or counter.hex < 0:
        raise BalkaError("this overlay needs a unit on the map")
    return counter


def _fire(view: GdState, seat: str, where: Mapping[str, str]) -> Overlay:
    counter = _own(view, where)
    near = hexes_in(view.setting.board.within(counter.hex, kind(view, counter).range))
    hexes = {h: str(view.setting.board.distance(counter.hex, h)) for h in near if can_shoot(view, counter, h)}
    legend = [LegendLine("fire", "can be fired at now; the figure is the distance")]
    title = f"Direct fire of {kind(view, counter).name}"
    return Overlay(title=title, legend=legend, hexes=_marks(view, hexes, "fire"))


def _reach(view: GdState, seat: str, where: Mapping[str, str]) -> Overlay:
    """Where a unit can march to; nowhere for one that rides, is pinned or has finished. [9.0-o, 9.5-d, 11.3-o]"""
    counter = _own(view, where)
    title, stays = f"Reach of {kind(view, counter).name}", why_it_stays(counter)
    if stays is not None:
        return Overlay(title=title, legend=[LegendLine("part", stays.text())], hexes=[])
    found = reach(view, march(view, (counter,)))
    points = allowance(view, counter).value
    texts = {h: f"{paid[0] / 2:g}" for h, paid in found.spent.items()}
    hot = {h: text for h, text in texts.items() if threats(view, counter.side, h)}
    cold = {h: text for h, text in texts.items() if h not in hot}
    legend = [LegendLine("yes", f"within reach; points used of {points}"), LegendLine("part", UNDER_FIRE)]
    return Overlay(title=title, legend=legend, hexes=[*_marks(view, cold, "yes"), *_marks(view, hot, "part")])


def _zones(view: GdState, seat: str, where: Mapping[str, str]) -> Overlay:
    side = side_of(view, seat) or SIDES[0]
    hexes = dict.fromkeys(sorted(known_zone(view, side)), "")
    legend = [LegendLine("fire", "in a zone")]
    return Overlay(title="Enemy zones of control, as far as known", legend=legend, hexes=_marks(view, hexes, "fire"))


def _supply(view: GdState, seat: str, where: Mapping[str, str]) -> Overlay:
    """Where a path of supply leads from an HQ, or from any of one's own."""
    given = view.position.units.get(where.get("unit", ""))
    if given is not None and (given.anonymous or not is_hq(view, given)):
        raise BalkaError("supply comes from an HQ", instead="an HQ, or no unit for all of yours")
    if given is not None and given.hex < 0:
        raise BalkaError("that HQ is not on the map", instead="an HQ on the map, or no unit for all of yours")
    sources = [given] if given else _headquarters(view, side_of(view, seat) or SIDES[0])
    hexes = dict.fromkeys(sorted({h for hq in sources for h in reachable(view, hq)}), "")
    title = f"Supply from {kind(view, given).name if given else 'your HQs'}"
    legend = [LegendLine("yes", "a path leads here")]
    return Overlay(title=title, legend=legend, hexes=_marks(view, hexes, "yes"))


def _headquarters(view: GdState, side: str) -> list[Unit]:
    found = [
        counter
        for counter in view.position.units.values()
        if counter.side == side and counter.hex >= 0 and not counter.anonymous
    ]
    return [hq for hq in found if is_hq(view, hq)]


def _seen(view: GdState, seat: str, where: Mapping[str, str]) -> Overlay:
    side = side_of(view, seat) or SIDES[0]
    hexes = dict.fromkeys(hexes_in(observed(view, side)), "")
    legend = [LegendLine("yes", "observed")]
    return Overlay(title="What your units observe", legend=legend, hexes=_marks(view, hexes, "yes"))


def _control(view: GdState, seat: str, where: Mapping[str, str]) -> Overlay:
    """The places that count for victory and whose they are."""
    labels, holders = view.setting.board.labels, view.position.holders
    tones = {"german": "ger", "soviet": "sov", None: "part"}
    hexes = [
        OverlayHex(labels[h], tones[holders.get(labels[h])], f"{place.points} VP")
        for place in view.setting.rulebook.locations
        for h in place.hexes
    ]
    legend = [
        LegendLine("ger", "held by the German side"),
        LegendLine("sov", "held by the Soviet side"),
        LegendLine("part", "nobody's yet"),
    ]
    return Overlay(title="Who holds what", legend=legend, hexes=hexes)
