"""Activation before a stall or a card; optional: it is worth two of three dice, perhaps rolled in secret. [3.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.choices import Choice, Node, Refusal, Token, UnitId
from balka.core.dice import Outcome, Rng, dice
from balka.core.frames import Ask, Frame, Roll, asking
from balka.systems.heroes.events.cards import LuckRolled
from balka.systems.heroes.play import acts, verbs
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.economy import freed
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Moments, SecretRules, Showing
from balka.systems.heroes.play.rolls import LUCK, discard, luck_of
from balka.systems.heroes.play.situation import holds, may_hold, only_rallies
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.card_dice import SERGEANT
from balka.systems.heroes.second_edition.events import Activated, ActivatedInSecret, ActivationShown
from balka.systems.heroes.second_edition.paying import ACTIVATE, draw_on
from balka.systems.heroes.units import HeroesState, HeroesTracks, HeroesWork, Unit

THREE_DICE, SEVEN = "3d6", "seven"
VEILED = -1  # a pool whose size the viewer does not know


class Activate(Choice, frozen=True):
    """Activate a Fresh unit before a stall or a card, or to roll for its Action Points. [3.0-a, 3.0.1-a]"""

    verb = "activate"
    subject = "unit"
    final = "yes"
    unit: UnitId


def activations(now: Now, unit: Unit, limit: int) -> Iterator[Activate]:
    """With variable points any Fresh unit, entering and Hidden ones too, is activated before its action is chosen.

    It is no action: who can take none, and is given no limit, is activated only to wait. [3.0.1-a, 3.0-d, 5.5, 10.1-i]
    """
    if freed(now) or not pools.is_fresh(now, unit):
        return
    rolls = now.setting.rulebook.action_points != SEVEN and limit > 0
    if rolls or _may_wait(now, unit):
        yield Activate(UnitId(unit.id))


def _may_wait(now: Now, unit: Unit) -> bool:
    """With seven points an action activates who takes it; what no unit does, a stall or a card, needs to be preceded.

    While others are active their points serve to stall, so that only a Sergeant takes their place. [3.0-a, d, card 07]
    """
    serves = not pools.running(now, unit.force) or holds(now, unit.force, SERGEANT)
    return serves and unit.hex >= 0 and not only_rallies(now, unit)


def begin(work: HeroesWork, choice: Activate, free: str) -> None:
    unit = work.unit(choice.unit)
    if work.setting.rulebook.action_points == SEVEN:
        draw_on(work, unit.force, (unit.id,), ACTIVATE)
        work.tell(Activated(unit.force, unit.id, (), pools.ACTIVATION))
        return
    eyes = work.setting.eyes_of(unit.side) if work.setting.rulebook.action_points == "secret" else None
    work.push(Activating(unit.force, unit.id))
    work.push(Roll(unit.force, "action points", THREE_DICE, to=eyes))


class Activating(Frame, frozen=True):
    """The dice of an activation are on their way."""

    automatic = True

    force: str
    unit: str

    def run(self, work: HeroesWork) -> None:
        work.pop()

    def resume(self, work: HeroesWork, outcome: Outcome) -> None:
        """The highest die and the lowest one; dice of whoever was active before are shown first. [3.0.1-a, 3.0.1-d]"""
        work.pop()
        pools.close(work, self.force)
        show_dice(work)
        faces = tuple(sorted(outcome.faces))
        aps = faces[0] + faces[-1]
        pools.begin(work, self.force, aps)
        pools.share(work, self.force, (self.unit,))
        self._tell(work, faces, aps)
        try_luck(work, self.force)

    def _tell(self, work: HeroesWork, faces: tuple[int, ...], aps: int) -> None:
        told = Activated(self.force, self.unit, faces, aps)
        if work.setting.rulebook.action_points != "secret":
            work.tell(told)
            return
        counted = {**work.tracks.aps_used, self.force: 0}
        work.set_tracks(rolled={**work.tracks.rolled, self.force: faces}, aps_used=counted)
        shadow = ActivatedInSecret(self.force, self.unit)
        work.tell_only(work.setting.eyes_of(work.setting.forces[self.force]), told, shadow)


def try_luck(work: HeroesWork, force: str) -> None:
    """Who could hold Luck, as far as all know, is asked for it. [card 12]"""
    if pools.running(work, force) and may_hold(work, force, work.setting.edition.roles[LUCK]):
        work.push(Fortune(force))


class Fortune(Frame, frozen=True):
    """The dice of an activation are a roll of one's own in one's own turn: Luck changes them too. [card 12, 3.0.1-a]"""

    force: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "roll.after", window=True)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        lucky = holds(state, self.force, state.setting.edition.roles[LUCK])
        return [verbs.Keep(), verbs.Luck()] if lucky else [verbs.Keep()]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, verbs.Luck):
            discard(work, self.force, work.setting.edition.roles[LUCK])
            work.push(Roll(self.force, LUCK, "d6"))
        else:
            work.pop()

    def resume(self, work: HeroesWork, outcome: Outcome) -> None:
        """All know what Luck gives or takes, so that it counts as that much less or more used. [3.0.1-c]"""
        work.pop()
        change = luck_of(outcome.faces[0])
        work.tell(LuckRolled(self.force, outcome.faces[0], change))
        pools.draw(work, self.force, min(-change, pools.pool_of(work, self.force)))
        try_luck(work, self.force)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"The activation is worth {pools.pool_of(view, self.force)}AP: keep it, or play Luck."

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("The roll stands, or is changed by Luck if you hold it.", "atb-card-12-b", "Say 'keep'.")


def show_dice(work: HeroesWork) -> None:
    """Once whoever was activated is Spent, the dice are shown. [3.0.1-d]"""
    for force, faces in work.tracks.rolled.items():
        if faces and not work.tracks.sharing[force]:
            work.tell(ActivationShown(force, faces))
            work.set_tracks(rolled={**work.tracks.rolled, force: ()})


# -- who may know what


def veil(state: HeroesState, tracks: HeroesTracks, sides: frozenset[str]) -> HeroesTracks:
    """Others know what has been used, not what is left. [3.0.1-c]"""
    unseen = [force for force, faces in tracks.rolled.items() if faces and state.setting.forces[force] not in sides]
    if not unseen:
        return tracks
    pool = {force: VEILED if force in unseen else aps for force, aps in tracks.pool.items()}
    rolled = {force: () if force in unseen else faces for force, faces in tracks.rolled.items()}
    return tracks.changed(pool=pool, rolled=rolled)


def unveil(view: HeroesState, tracks: HeroesTracks, rng: Rng) -> HeroesTracks:
    """Any dice that leave something after what has been used."""
    for force, aps in tracks.pool.items():
        if aps == VEILED:
            used = tracks.aps_used[force]
            fitting = [roll.faces for roll in dice(THREE_DICE).weights if min(roll.faces) + max(roll.faces) > used]
            faces = tuple(sorted(fitting[rng.randrange(len(fitting))]))
            left = faces[0] + faces[-1] - used
            tracks = tracks.changed(pool={**tracks.pool, force: left}, rolled={**tracks.rolled, force: faces})
    return tracks


def why_not_activate(now: Now, unit: Unit, choice: Activate) -> Refusal | None:
    if now.setting.rulebook.action_points == SEVEN and pools.running(now, unit.force):
        return Refusal("Others are active; say what the unit does, and that it is activated.", "atb-3.0-d")
    return Refusal("Only a Fresh unit is activated, at the start of your turn.", "atb-2.2-d")


ACTIVATING = Act(
    choice=Activate,
    offers=activations,
    why_not=why_not_activate,
    begin=begin,
    said=(acts.ON_MAP, acts.RIDING, acts.ONLY_RALLIES, acts.BESIDE_MAP, acts.HIDDEN, acts.UNABLE),
    leads_on=True,
    knows_off_map=True,
)

CHAPTER = Chapter(
    name="3",
    acts=(ACTIVATING,),
    frames=(Activating, Fortune),
    moments=Moments(watch=(show_dice,)),
    secrets=SecretRules(veil=(veil,), unveil=(unveil,)),
    show=Showing(labels={"activate": "Activate"}),
)
