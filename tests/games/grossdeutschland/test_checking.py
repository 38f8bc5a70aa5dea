"""The data are sound, and mistakes in them are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from balka.core.errors import BalkaError
from balka.games.grossdeutschland import box, checking, scenarios


def test_the_shipped_data_are_sound() -> None:
    assert list(checking.problems()) == []


def test_a_pack_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BalkaError, match="there is no folder"):
        list(checking.problems((tmp_path / "nowhere",)))


def test_a_chit_of_the_wrong_sign_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    chits = {**box.chits(), "apathy": structs.replace(box.chits()["apathy"], modifier=-2, nullifies=("nothing",))}
    monkeypatch.setattr(box, "chits", lambda packs=(): chits)
    found = "\n".join(checking.problems())
    assert "chits.csv line 16: Apathy is red with a modifier of -2; blue ones have less than 0" in found
    assert "chits.csv line 16: Apathy takes away nothing, which is no chit" in found


def test_too_many_chits_are_found() -> None:
    plan = scenarios.plan("kursk")
    cups = {side: {"blue": 99, "red": 30, "black": 6} for side in ("german", "soviet")}
    overdrawn = structs.replace(plan, rulebook=structs.replace(plan.rulebook, cups=cups))
    with pytest.raises(BalkaError, match=r"kursk.toml line 32: 198 blue chits are needed and 72 are there"):
        checking.refuse_faulty(overdrawn, ())
