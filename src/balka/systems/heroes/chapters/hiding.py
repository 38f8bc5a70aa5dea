"""Groups that go into hiding or move unseen as one Action. [10.12-a, 11.4-d, 11.5-a]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from balka.core.checks import Part
from balka.core.choices import Choice, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes import keys
from balka.systems.heroes.chapters.group_moves import Finish, of_a_group
from balka.systems.heroes.chapters.hidden import Sneak, meet, mission_hides, note_down, sneak_hexes, sneak_parts
from balka.systems.heroes.chapters.hits import show_marker
from balka.systems.heroes.play.actions import HIDE, SNEAK_TOGETHER, Action
from balka.systems.heroes.play.acts import Deed
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules
from balka.systems.heroes.play.quotes import rolls_of
from balka.systems.heroes.play.situation import seen_unit, unseen_by
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

Acts = Mapping[str, tuple[str, tuple[Part, ...], str]]


def group_acts(now: Now, members: Sequence[Unit], terms: str) -> Acts:
    """Hidden Groups move unseen, others go into hiding, at the cost of the dearest member. [10.12-a]"""
    if not mission_hides(now) or members[0].hex < 0:
        return {}
    if members[0].id in now.position.hidden:
        able = any(sneak_hexes(now, unit) for unit in members)
        return {"sneak": (SNEAK_TOGETHER, group_parts(now, members), terms)} if able else {}
    names = [unit.id for unit in members]
    able = all(sneak_hexes(now, unit, names) for unit in members)
    return {"hide": (HIDE, group_parts(now, members), terms)} if able else {}


def group_parts(now: Now, members: Sequence[Unit]) -> tuple[Part, ...]:
    """The Hidden Move of the member whose Hit Marker makes it dearest. [10.10-a, 10.12-a]"""
    base, *marked = sneak_parts(now, _dearest(now, members))
    return (base, *(of_a_group(part) for part in marked))


def _dearest(now: Now, members: Sequence[Unit]) -> Unit:
    return max(members, key=lambda unit: sum(part.value for part in sneak_parts(now, unit)))


def show_what_counts(work: HeroesWork, action: Action) -> None:
    """A marker that makes the Group pay more is shown before it is gone, and before it is paid for. [7.5-a]"""
    if any(part.key == keys.GROUP_MARKER for part in action.base):
        show_marker(work, _dearest(work, [work.unit(name) for name in action.actors]), "sos-7.5-a atb-7.4-f")


class Concealing(Frame, frozen=True):
    """Each member's hex is noted in secret; all are gone at once. Hidden ones may also stay.

    [11.4-d, 11.5-a, atb 10.2-c]
    """

    force: str
    waiting: tuple[str, ...]
    noted: tuple[tuple[str, int], ...] = ()

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "group.hide")

    def _places(self, state: HeroesState, name: str) -> list[int]:
        unit = state.position.unit(name)
        names = (*self.waiting, *(name for name, _ in self.noted))
        return sneak_hexes(state, unit, names) if unit is not None else []

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not path:
            movers: list[Node] = [name for name in self.waiting if self._places(state, name)]
            unseen = bool(self.waiting) and self.waiting[0] in state.position.hidden
            return [*movers, Finish()] if (unseen and self.noted) or not movers else movers
        name = str(path[0])
        if name not in self.waiting:
            return ()
        places = self._places(state, name)
        if len(path) == 1:
            return ["sneak"] if places else ()
        return [Sneak(UnitId(name), Hex(to)) for to in places] if path[1] == "sneak" else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        after = self
        if isinstance(choice, Sneak):
            left = tuple(name for name in self.waiting if name != choice.unit)
            after = structs.replace(self, waiting=left, noted=(*self.noted, (choice.unit, choice.to)))
            work.replace_top(after)
        if isinstance(choice, Finish) or not after.waiting:
            after.vanish(work)

    def vanish(self, work: HeroesWork) -> None:
        work.pop()
        action = work.stack[-1]
        assert isinstance(action, Action)
        there = tuple(name for name, to in self.noted if work.unit(name).hex == to)
        base = self._price(work, action, [name for name, _ in self.noted])
        priced = structs.replace(action, stayed=(*self.waiting, *there), base=base)
        work.replace_top(priced)
        show_what_counts(work, priced)
        before = [work.unit(name) for name, _ in self.noted]
        for unit, (_, to) in zip(before, self.noted, strict=True):
            note_down(work, unit, to)  # all are gone before anybody is looked for [11.4-d, atb 10.2-d]
        for unit in before:
            meet(work, unit)

    def _price(self, now: Now, action: Action, going: Sequence[str]) -> tuple[Part, ...]:
        """The dearest of those who go: who stays is a link and adds nothing, unless it was paid before. [10.4-b]"""
        paid = "pay" not in action.steps
        return action.base if paid or not going else group_parts(now, [seen_unit(now, name) for name in going])

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        if seat in state.setting.eyes_of(state.setting.forces[self.force]):
            return self
        waiting = tuple(name for name in self.waiting if not unseen_by(state, name, seat))
        return Concealing(self.force, waiting)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Note where each unit of the Group hides."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        action, unit = view.stack[-2], view.position.unit(str(choice.path()[0]))
        going = [*(name for name, _ in self.noted), *([choice.unit] if isinstance(choice, Sneak) else [])]
        cost = action.priced(view, self._price(view, action, going)) if isinstance(action, Action) else None
        if unit is None or not isinstance(choice, Sneak):
            return Quote(cost, final=choice.final)
        return Quote(cost, rolls_of(view, unit, choice.verb, choice.to), choice.final)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Each unit of the Group goes to a hex where it is unseen.", "sos-11.4-c atb-10.2-b", "sneak")


def _conceal(work: HeroesWork, action: Action) -> None:
    work.push(Concealing(action.force, action.actors))


CHAPTER = Chapter(
    name="11",
    frames=(Concealing,),
    deeds={HIDE: Deed(do=_conceal), SNEAK_TOGETHER: Deed(do=_conceal)},
    groups=GroupRules(acts=(group_acts,)),
)
