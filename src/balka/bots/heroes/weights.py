"""What a temper weighs: the figures of a judgement, one set for a side of a Mission. Advice, no rule."""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct, frozen=True, eq=False, forbid_unknown_fields=True):
    """One is about the worth of an enemy unit destroyed. The defaults are the first greedy bot's, `greedy-1`."""

    ground: float = 0.14
    """each hex nearer to what the Mission wants"""
    goal_held: float = 1.0
    """standing on it"""
    cover: float = 0.08
    """each point of cover"""
    danger: float = 0.35
    """share of what the enemy could do to a unit where it stands"""
    chance_to_fire: float = 0.3
    """share of what a unit could do from there"""
    crowd: float = 0.1
    """harm of each friend in the same hex"""
    cap: float = 0.07
    """a CAP kept"""
    freshness: float = 0.12
    """a unit kept Fresh"""
    rallied: float = 0.45
    """a unit rallied"""
    ap: float = 0.05
    """an Action Point spent"""
    activated: float = 0.05
    """a Fresh unit activated"""
    opportunity_lost: float = 0.25
    """a Fresh unit used while another's activation is running"""
    entry: float = 0.25
    """how much the place counts where a unit enters"""
    card: float = 1.0
    """price of a card, beside the usual one"""
    stall: float = 0.0
    """harm of a Turn stalled"""
    urge: float = 0.0
    """harm of a Pass while Fresh units are left"""
    ending: float = 0.0
    """worth of a Pass that ends a Round in which points fall due, or the Mission while ahead"""
    rush: float = 0.0
    """how much more ground counts in the last Round than in the first"""
    behind: float = 0.0
    """how much more ground counts for whoever is behind"""
    thrift: float = 0.0
    """how much dearer a CAP is early in a Round, and cheaper late"""
    lavish: float = 0.0
    """how much cheaper cards are in the last Round than in the first"""
    due: float = 0.0
    """how far a goal counts by the points it still brings"""
    contested: float = 0.0
    """how much less a goal is worth while an enemy stands on it"""
    joined: float = 0.0
    """harm of each Fresh unit that shares an activation instead of having its own"""
    shared: float = 0.0
    """a unit of a Group kept Fresh where the whole Group makes one Spent Check; 0: as dear as a single unit"""
    steady: float = 0.0
    """how far a changed roll counts by what the roll is about; 0: all are worth the same, also those that are good"""
    shown: float = 0.0
    """share of the Spent Check of a shot that counts where a Hidden unit shows itself for it"""
    far: float = 0.0
    """how much of `ground` each hex counts beyond twelve from all that the Mission wants most"""
    close: float = 0.0
    """how much more the danger of Close Combat counts"""
    placing: float = 0.0
    """how far a place is weighed at set-up against the one the Mission proposes"""


FIRST = Weights()
"""What the first greedy bot weighs."""
