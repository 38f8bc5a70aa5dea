"""What a Mission is about and what it scores, for whoever sits down to it. [9.1-9.3]"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from balka.core.memo import remembered
from balka.core.scene.display import BriefLine
from balka.systems.heroes.data.mission_data import (
    EndsAtVp,
    ExitVp,
    LayWire,
    SatchelPickup,
    ScoreCard,
    VictoryRule,
    VpControlEndOfMission,
    VpControlEndOfRound,
    VpPerUnitDestroyed,
    VpUnitValue,
)  # fmt: skip
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.show.citing import cited


@remembered
def brief(setting: HeroesSetting) -> list[BriefLine]:
    """The situation, how the Mission ends, and a sentence for each thing that scores."""
    mission = setting.mission
    ends = f"The {called(setting)} lasts {mission.rounds} Rounds; {setting.edition.scoring.wins(_start(setting))}."
    goals = mission.victory.rules
    scores = [BriefLine(SENTENCES[type(rule)](setting, rule), RULES.get(type(rule), "")) for rule in goals]
    story = [BriefLine(" ".join(mission.situation.split()))] if mission.situation else []
    wire = [
        BriefLine(_wire(setting, rule), "sos-10.12-a atb-9.1.4-a")
        for rule in mission.special
        if isinstance(rule, LayWire)
    ]
    return cited([*story, BriefLine(ends, "sos-9.3-a atb-2.4-a"), *scores, *wire], setting.game)


def called(setting: HeroesSetting) -> str:
    """What this title calls a scenario."""
    assert isinstance(setting.system, HeroesSystem)
    return setting.system.scenario_word


def _start(setting: HeroesSetting) -> tuple[str, ...]:
    """The points the Mission gives at the start, in words."""
    start = setting.mission.victory.start
    return tuple(f"{setting.sides_named[side]} {points}" for side, points in start.items() if points)


def _destroyed(setting: HeroesSetting, rule: VpPerUnitDestroyed) -> str:
    whose = f"the {setting.sides_named[rule.side]} side" if rule.side else "the other side"
    return f"Each unit destroyed gives {whose} {rule.value} VP."


def _own_value(setting: HeroesSetting, rule: VpUnitValue) -> str:
    return f"Each {setting.kinds[rule.unit].name} destroyed is worth {rule.value} VP instead."


def _held(setting: HeroesSetting, rule: VpControlEndOfRound | VpControlEndOfMission) -> str:
    place = _places(setting, (rule.hex,))
    when = in_rounds(rule.rounds) if isinstance(rule, VpControlEndOfRound) else f"the {called(setting)}"
    who = f"The {setting.sides_named[rule.side]} side, if it" if rule.side else "Whichever side"
    comma = "," if rule.side else ""
    return f"{who} holds {place} at the end of {when}{comma} scores {rule.value} VP."


def _left(setting: HeroesSetting, rule: ExitVp) -> str:
    scores = f"The {setting.sides_named[rule.side]} side scores {rule.value} VP"
    when = f" in {in_rounds(rule.rounds)}" if rule.rounds else ""
    return f"{scores} for each unit that leaves the map from {_places(setting, rule.hexes)}{when}."


def _satchel(setting: HeroesSetting, rule: SatchelPickup) -> str:
    hider, holder = setting.sides_named[rule.hidden_by], setting.sides_named[rule.holder]
    return (
        f"The {hider} side hides the satchel in {_places(setting, rule.hexes)}; a unit that can fire takes it by "
        f"standing there with no enemy. At the end of {in_rounds(rule.rounds)} whoever has it scores {rule.value} VP: "
        f"the {holder} side until the other first takes it."
    )


def _drawn(setting: HeroesSetting, rule: ScoreCard) -> str:
    worth = f"{rule.value} VP each to whoever holds them"
    return f"When card {rule.card} is drawn, {_places(setting, rule.hexes, 'and')} give {worth}."


def _early(setting: HeroesSetting, rule: EndsAtVp) -> str:
    side = setting.sides_named[rule.side]
    return f"The Mission also ends after a Round in which the {side} side has the VP Advantage at {rule.value} or more."


def _wire(setting: HeroesSetting, rule: LayWire) -> str:
    side = setting.sides_named[rule.side]
    return f"Foot Units of the {side} side may lay {rule.coils} Barbed Wire in play, for {rule.ap}AP each."


def _places(setting: HeroesSetting, hexes: Sequence[str], last: str = "or") -> str:
    return listed([setting.board.labels[setting.board.hex(label)] for label in hexes], last)


def listed(words: Sequence[str], last: str) -> str:
    """Words with commas and one conjunction."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def in_rounds(rounds: Sequence[int]) -> str:
    """Rounds in words: Round 3, Rounds 2 to 5, Rounds 1 and 4."""
    if len(rounds) == 1:
        return f"Round {rounds[0]}"
    if len(rounds) > 2 and list(rounds) == list(range(rounds[0], rounds[-1] + 1)):
        return f"Rounds {rounds[0]} to {rounds[-1]}"
    return f"Rounds {listed([str(number) for number in rounds], 'and')}"


SENTENCES: dict[type[VictoryRule], Callable[[HeroesSetting, Any], str]] = {
    VpPerUnitDestroyed: _destroyed, VpUnitValue: _own_value, VpControlEndOfRound: _held, VpControlEndOfMission: _held,
    ExitVp: _left, SatchelPickup: _satchel, ScoreCard: _drawn, EndsAtVp: _early,
}  # fmt: skip
RULES: dict[type[VictoryRule], str] = {
    VpPerUnitDestroyed: "sos-7.11-c atb-2.5.1-a", VpUnitValue: "sos-7.11-c atb-2.5.1-a", SatchelPickup: "sos-m1-o",
    VpControlEndOfRound: "sos-9.1-a atb-2.5-a", VpControlEndOfMission: "sos-9.1-a atb-2.5-a",
}  # fmt: skip
