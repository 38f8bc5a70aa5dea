"""Works before the first Round: where the Mission puts them, and those a side places itself. [1.0, 17.1-a, 17.8-a]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.choices import Choice, Hex, Node, Refusal, Token
from balka.core.dice import Rng
from balka.core.frames import Ask, Frame, Steps, asking
from balka.core.hexes import hexes_in
from balka.systems.heroes.chapters.finding import works_given, works_gone
from balka.systems.heroes.chapters.obstacles import Lay
from balka.systems.heroes.chapters.placing import Ready, pick_entries, place_units, set_up_order
from balka.systems.heroes.chapters.targets import no_room, with_works
from balka.systems.heroes.data.mission_data import DugIn, WorkSetup
from balka.systems.heroes.events.works import WorksPlaced, WorksPlacedInSecret
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.situation import foes_mask
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit, Works


def _works(setting: HeroesSetting, entry: WorkSetup) -> Works:
    facing = setting.board.grid.side(entry.facing) if entry.facing else 0
    return Works(entry.type, entry.side or "", facing, entry.hidden)


def first_works(setting: HeroesSetting) -> dict[str, Works]:
    """Works whose hex the Mission fixes. [17.1-a, 17.8-a]"""
    board, found = setting.board, dict[str, Works]()
    for entry in setting.mission.works:
        if not entry.free:
            found = with_works(setting.board, found, board.hex(entry.hex), _works(setting, entry))
    return found


def dug_in(setting: HeroesSetting, unit: Unit) -> Unit:
    """Units the Mission lets begin with a Hasty Defense. [special rule dug_in]"""
    kinds = {kind for rule in setting.mission.special if isinstance(rule, DugIn) for kind in rule.units}
    return unit.changed(dug_in=True) if unit.kind in kinds and unit.hex >= 0 else unit


def set_up(work: HeroesWork) -> None:
    """Each force in the Mission's order places its units, then its side's works; for the last see `place_last`."""
    order = set_up_order(work)
    for force in reversed(order):
        if force != order[-1]:
            place_works(work, force)
        place_units(work, force)
    pick_entries(work)


def place_last(work: HeroesWork) -> None:
    """Works of the force that sets up last come when everything else stands."""
    place_works(work, set_up_order(work)[-1])


def place_works(work: HeroesWork, force: str) -> None:
    """The first force of a side places the works that the side may place where it likes. [17.10-a]"""
    side = work.setting.forces[force]
    free = tuple(n for n, entry in enumerate(work.setting.mission.works) if entry.free and entry.side == side)
    if free and force == next(name for name in set_up_order(work) if work.setting.forces[name] == side):
        work.push(PlacingWorks(force, free))


class PlacingWorks(Frame, frozen=True):
    """Works placed one after the other, in secret where they are hidden; `waiting` counts in the Mission's list."""

    left_to = "lay"

    force: str
    waiting: tuple[int, ...]

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "works.place")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return [*(Lay(Hex(place)) for place in self.places(state)), Ready()] if not path else ()

    def places(self, now: Now) -> list[int]:
        """The hexes of its zone without other works. [17.0-c]"""
        entry = now.setting.mission.works[self.waiting[0]]
        zone = now.setting.zones[entry.free or ""]
        return [place for place in hexes_in(zone) if not no_room(now, place, entry.side or "", entry.type)]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Lay):
            self._put(work, self.waiting[0], choice.place)
        else:
            for number in self.waiting:
                entry = work.setting.mission.works[number]
                place = work.setting.board.hex(entry.hex)
                taken = no_room(work, place, entry.side or "", entry.type)
                self._put(work, number, structs.replace(self, waiting=(number,)).places(work)[0] if taken else place)
        left = self.waiting[1:] if isinstance(choice, Lay) else ()
        if left:
            work.replace_top(structs.replace(self, waiting=left))
        else:
            work.pop()

    def _put(self, work: HeroesWork, number: int, place: int) -> None:
        entry = work.setting.mission.works[number]
        laid = with_works(work.setting.board, work.position.works, place, _works(work.setting, entry))
        work.position = work.position.changed(works=laid)
        told = WorksPlaced(self.force, entry.type, place)
        if entry.hidden:
            work.tell_only(work.setting.eyes_of(entry.side or ""), told, WorksPlacedInSecret(self.force))
        else:
            work.tell(told)

    def prompt(self, view: HeroesState, seat: str) -> str:
        entry = view.setting.mission.works[self.waiting[0]]
        return f"Place {view.setting.catalogue.works[entry.type].name}, or leave the rest as the Mission proposes."

    def left(self, view: HeroesState, seat: str) -> int:
        return len(self.waiting)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("In the zone of the Mission, one work to a hex.", "sos-17.0-c atb-18.0-b")


def sampled_works(view: HeroesState, rng: Rng) -> dict[str, Works]:
    """Hidden works a viewer has not found yet, somewhere they may be. [17.10-a]"""
    found = dict(view.position.works)
    placing = {n for frame in view.stack if isinstance(frame, PlacingWorks) for n in frame.waiting}
    board, later = view.setting.board, _places_later(view)
    for number, entry in enumerate(view.setting.mission.works):
        if not entry.hidden or entry.side is None or number in placing or (entry.free and entry.side == later):
            continue
        same = [works for works in found.values() if works.kind == entry.type and works.side == entry.side]
        alike = [e for e in view.setting.mission.works if e.type == entry.type and e.side == entry.side and e.hidden]
        gone = view.tracks.cleared.count(f"{entry.side} {entry.type}")
        laid = view.tracks.wired.count(f"{entry.side} {entry.type}")
        if len(same) + gone - laid >= len(alike) - len(placing):
            continue
        zone = view.setting.zones[entry.free] if entry.free else 1 << board.hex(entry.hex)
        free = hexes_in(zone & ~foes_mask(view, entry.side))  # who came upon mines has found them
        places = [board.labels[h] for h in free if board.labels[h] not in found]
        if places:
            found[places[rng.randrange(len(places))]] = _works(view.setting, entry)
    return dict(sorted({**found, **_laid_unseen(view, found, rng)}.items()))


def _laid_unseen(view: HeroesState, found: dict[str, Works], rng: Rng) -> dict[str, Works]:
    """Works laid in play that a viewer has not found, anywhere that nobody is to be seen. [card 17, atb-card-40-b]"""
    given, gone = works_given(view), works_gone(view)
    empty = [
        label for h, label in enumerate(view.setting.board.labels) if label not in found and not view.position.at(h)
    ]
    more: dict[str, Works] = {}
    for whose, kind in sorted(
        {(whose, kind) for whose, _, kind in (text.partition(" ") for text in view.tracks.wired)}
    ):
        known = sum((works.side, works.kind) == (whose, kind) for works in found.values())
        for _ in range(given[whose, kind] - gone[whose, kind] - known if kind and empty else 0):
            more[empty.pop(rng.randrange(len(empty)))] = Works(kind, whose, 0, True)
    return more


def _places_later(view: HeroesState) -> str:
    """The side that sets up last, while set-up is still before the step in which its works are placed."""
    steps = next((frame for frame in view.stack if isinstance(frame, Steps) and frame.name == "setup"), None)
    early = steps is not None and steps.at <= view.setting.system.sequences["setup"].index(place_last)
    return view.setting.forces[set_up_order(view)[-1]] if early else ""


FRAMES = (PlacingWorks,)
