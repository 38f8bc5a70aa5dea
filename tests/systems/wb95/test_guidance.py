"""Headquarters move the dice by one for those who fight near them, if their owner wants it. [9.2]"""

from __future__ import annotations

import pytest
from tests.systems.wb95.kit import Game, on

from balka.core.proof import rule
from balka.systems.wb95.headquarters import is_wanted

PICTURE = """
    . . . . .
    . . k . .
    . . x . .
    . . a . .
    . . h . .
"""
GO = "attack C03; join a; fight"


def fought(roll: int, **units: str) -> Game:
    drawn = "\n".join(
        " ".join(w if w in units or w in "." else "." for w in line.split()) for line in PICTURE.split("\n")
    )
    return on(drawn, "combat", **units).play(GO + ("; stand" if "k" in units else ""), dice=[roll])


def told(game: Game) -> str:
    return next(text for text in reversed(game.events) if "rolled" in text)


ATTACK = {"a": "g inf 12 cel=4", "h": "g hq", "x": "s inf 6 cel=4"}
DEFENCE = {"a": "g inf 20 cel=4", "x": "s inf 4 cel=4", "k": "s hq"}


@rule("kursk-9.2.1-a")
def test_the_attacker_chooses_between_two_rows_that_give_and_take() -> None:
    """[2:1: a 3 is */D2-1, a 2 is -1/D3D]"""
    game = fought(3, **ATTACK)
    assert game.waiting == "german battle.guidance" and set(game.texts()) == {"guide", "stand"}
    game.say("guide")
    assert "rolled 3 -1, result -1/D3D" in told(game) and game.waiting == "german loss"
    plain = fought(3, **ATTACK).say("stand")
    assert "rolled 3, result */D2-1" in told(plain) and plain.waiting == "soviet loss"


@rule("kursk-9.2.1-b")
def test_the_defender_chooses_likewise() -> None:
    """[5:1: an 8 is -/D2, a 9 is */D2-1]"""
    game = fought(8, **DEFENCE)
    assert game.waiting == "soviet battle.guidance"
    assert "rolled 8 +1, result */D2-1" in told(game.say("guide"))
    assert "rolled 8, result -/D2" in told(fought(8, **DEFENCE).say("stand"))


@rule("kursk-9.2.1-a")
@pytest.mark.parametrize(
    ("roll", "text"),
    [
        (7, "rolled 7 -1, result -/D2"),  # not -/D1
        (6, "rolled 6, result -/D2"),  # not */D2
        (10, "rolled 10, result -1/D1-1"),  # not -1/D1
        (5, "rolled 5 -1, result */D2"),  # the same either way
    ],
)
def test_a_row_that_is_better_in_everything_is_taken_and_a_worse_one_is_not(roll: int, text: str) -> None:
    assert text in told(fought(roll, **ATTACK))


@rule("kursk-9.2.4-a")
def test_nobody_is_asked_where_both_have_a_headquarters_near() -> None:
    both = {**ATTACK, "k": "s hq"}
    assert "rolled 3, result */D2-1" in told(fought(3, **both))


@rule("kursk-9.2.1-b")
def test_a_headquarters_does_not_guide_its_own_defence() -> None:
    """[ruling Q26: those who add strength must be near one]"""
    alone = on("h .\na .", "combat", a="g inf 1", h="s hq").play("attack A01; join a; fight", dice=[9])
    assert "rolled 9, result -/D3" in told(alone)
    guns = on("h+k .\na .", "combat", a="g inf 1", h="s hq", k="s art 4 transport").play(
        "attack A01; join a; fight", dice=[9]
    )
    assert "rolled 9, result -/D3" in told(guns)
    escorted = on("h+x .\na .", "combat", a="g inf 12", h="s hq", x="s inf 6").play(
        "attack A01; join a; fight", dice=[6]
    )
    assert "rolled 6 +1, result -/D1" in told(escorted)


@rule("kursk-9.2.1-a")
def test_the_odds_take_the_row_the_owner_would() -> None:
    """[2:1 with a headquarters: a 6 stays */D2 free, so -/D2 comes on 6 and 7]"""
    game = on(PICTURE.replace("k", "."), "combat", **ATTACK).say("attack C03; join a")
    check = game.say("fight").state.stack[-1].check  # type: ignore[attr-defined]
    assert check.chances(check.need)["-/D2"] * 36 == 5 + 6


def test_rows_are_compared_part_by_part() -> None:
    assert is_wanted("-/D1", "-/D2", -1) is True
    assert is_wanted("-/D2", "*/D2", -1) is False
    assert is_wanted("*/D2-1", "-1/D3D", -1) is None
    assert is_wanted("-/D2", "*/D2-1", 1) is None
    assert is_wanted("-1/D1", "-1/-1", 1) is None
    assert is_wanted("*/D1", "-1/D1", 1) is None, "a test is no loss, a loss no test"
