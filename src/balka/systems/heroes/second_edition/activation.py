"""Activation as a chapter: how actions are paid for, stalling, and pools whose units are gone. [2.2, 3.0, 9.0]"""

from __future__ import annotations

from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Moments, SecretRules, Showing
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.economy import STALLING
from balka.systems.heroes.second_edition.paying import By, Paying
from balka.systems.heroes.secrets.inference import may_be
from balka.systems.heroes.units import HeroesWork


def forget_the_lost(work: HeroesWork) -> None:
    """The pool goes on for those of its units that are left, and ends with the last of them. [9.0-e]"""
    for force, sharing in work.tracks.sharing.items():
        if _still_to_pay(work, force):  # by the pool, which whoever of a group is left may share by paying from it
            continue
        left = tuple(name for name in sharing if work.position.unit(name) is not None)
        if left != sharing:
            work.set_tracks(sharing={**work.tracks.sharing, force: left})
            if not left:
                pools.close(work, force)


def _still_to_pay(work: HeroesWork, force: str) -> bool:
    """Is a group of this player on the move, or may a way still add to the cost of an action? [9.1.1-b, 14.1-h]"""
    acts = (frame for frame in work.stack if isinstance(frame, Action) and frame.force == force)
    return any("pay" in action.steps for action in acts)


def when_paid(work: HeroesWork, action: Action) -> None:
    """Whoever has paid owes the pool nothing more: without anybody left in it, it ends now. [9.0-e, 9.1.1-b]"""
    forget_the_lost(work)


CHAPTER = Chapter(
    name="2",
    at_large=(STALLING,),
    verbs=(By,),
    frames=(Paying,),
    moments=Moments(watch=(forget_the_lost,), acted=(when_paid,)),
    secrets=SecretRules(may_be=(may_be,)),
    show=Showing(labels={"by": "Pay", "stall": "Stall"}),
)
