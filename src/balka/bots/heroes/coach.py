"""The coach of the tactical games: what a value is made of, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from balka.bots.heroes.mind import HeroesMind
from balka.bots.heroes.players import HeroesVeteran
from balka.bots.heroes.value import parts, values
from balka.bots.search.race import Effort
from balka.core.choices import Choice
from balka.core.state import State
from balka.systems.heroes.play import verbs
from balka.systems.heroes.units import HeroesState

WORDS = {
    "units": ("leaves more units beside the enemy's", "costs units"),
    "hit": ("hits them, or rallies you", "leaves more of yours hit"),
    "fresh": ("keeps units Fresh", "leaves fewer of yours Fresh"),
    "caps": ("saves CAPs", "spends CAPs"),
    "hand": ("keeps cards in hand", "spends a card"),
    "cover": ("better cover", "gives up cover"),
    "shots": ("better shots for those still Fresh", "fewer shots for those still Fresh"),
    "spent_shots": ("better shots for the next Round", "fewer shots for the next Round"),
    "exposed": ("less exposed to their fire", "more exposed to their fire"),
    "crowd": ("less crowded in one hex", "more crowded in one hex"),
    "pull": ("nearer to what the mission wants", "farther from what the mission wants"),
    "reach": ("nearer to ground that pays", "farther from ground that pays"),
    "grip": ("a tighter grip on ground that pays", "a looser grip on ground that pays"),
    "stood": ("stands on ground that pays", "leaves ground that pays"),
    "due": ("more points due this Round", "fewer points due this Round"),
    "to_come": ("more points to come by the end", "fewer points to come by the end"),
    "points_left": ("leaves Action Points to use", "uses up Action Points"),
    "lead": ("points at once", "costs points at once"),
    "ahead": ("would put you ahead at the end", "would put you behind at the end"),
    "turn": ("keeps the initiative", "hands over the initiative"),
    "passed": ("keeps the Round open", "lets the Round end sooner"),
}
"""Each feature as it grows and as it shrinks; features.py says what they count."""
ONE_REASON = {"waiting": "units", "due_late": "due", "fresh_late": "fresh", "caps_late": "caps"}
"""Features that are told with another: a unit that enters is one that no longer waits, and what counts more as a Round
goes by is no second reason."""


class HeroesCoach(HeroesMind):
    """A veteran's Mind that says what its value is made of."""

    def effort(self, view: State) -> Effort:
        return HeroesVeteran.efforts[view.setting.system.key]

    def waiting(self, view: State, seat: str) -> Choice | None:
        found = view.grow((), seat)
        return next((choice for choice in found if isinstance(choice, verbs.Pass)), None)

    def parts(self, state: State, side: str) -> Mapping[str, float]:
        assert isinstance(state, HeroesState)
        found = defaultdict[str, float](float)
        for name, part in parts(state, side, values(state.setting.system.key)).items():
            found[ONE_REASON.get(name, name)] += part
        return found

    def reason(self, part: str, gain: float) -> str:
        better, worse = WORDS[part]
        return better if gain > 0 else worse


coach = HeroesCoach()
