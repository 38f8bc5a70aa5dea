"""The twelve phases of a day: what each is for, and whose it is. [2.2]"""

from __future__ import annotations

from enum import StrEnum

from balka.systems.wb95.position import Now, enemy_of


class PhaseKind(StrEnum):
    """What a phase is for. The six come twice a day, for player A and then for player B."""

    AIR = "Air Phase"
    BARRAGE = "barrage"
    MOVEMENT = "movement"
    COMBAT = "combat"
    STRATEGIC = "strategic movement"
    SUPPLY = "supply"


KINDS = tuple(PhaseKind)
HALF_DAY = len(KINDS)
LAST_PHASE = 2 * HALF_DAY


def kind_of(number: int) -> PhaseKind | None:
    """What a phase of a day is for; nothing before the first of them."""
    return KINDS[(number - 1) % HALF_DAY] if number else None


def number_of(game: Now, kind: PhaseKind, side: str) -> int:
    """Which phase of the day is a side's of this kind."""
    number = KINDS.index(kind) + 1
    return number if side == game.setting.rulebook.first else number + HALF_DAY


def is_phase(game: Now, kind: PhaseKind) -> bool:
    return kind_of(game.tracks.phase) is kind


def side_of_phase(game: Now, number: int) -> str:
    """Player A has the first half of a day, player B the second. [2.2]"""
    first = str(game.setting.rulebook.first)
    return first if number <= HALF_DAY else enemy_of(first)


def phase_name(game: Now, number: int) -> str:
    """Whose phase it is, and which; both sides share the Air Phases. [2.2]"""
    kind = kind_of(number)
    if kind is None or kind is PhaseKind.AIR:
        return kind or ""
    return f"{side_of_phase(game, number).capitalize()} {kind}"
