"""Activation as a chapter: how actions are paid for, stalling, and pools whose units are gone. [2.2, 3.0, 9.0]"""

from __future__ import annotations

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
        left = tuple(name for name in sharing if work.position.unit(name) is not None)
        if left != sharing:
            work.set_tracks(sharing={**work.tracks.sharing, force: left})
            if not left:
                pools.close(work, force)


CHAPTER = Chapter(
    name="2",
    at_large=(STALLING,),
    verbs=(By,),
    frames=(Paying,),
    moments=Moments(watch=(forget_the_lost,)),
    secrets=SecretRules(may_be=(may_be,)),
    show=Showing(labels={"by": "Pay", "stall": "Stall"}),
)
