"""A player's own figures, laid over the game's files by naming a folder."""

from __future__ import annotations

import pytest

import balka
from balka.core.errors import BalkaError


def test_a_pack_changes_the_figures_a_game_is_played_with(tmp_path, monkeypatch):
    (tmp_path / "sos").mkdir()
    (tmp_path / "sos" / "units.csv").write_text("id,red_fp\nsov_rifles_41,9\n", encoding="utf-8")
    plain = balka.game("sos").start("sos/courier").setting
    monkeypatch.setenv("BALKA_PACKS", str(tmp_path))
    packed = balka.game("sos").start("sos/courier").setting
    assert (plain.kinds["sov_rifles_41"].red_fp, packed.kinds["sov_rifles_41"].red_fp) == (3, 9)
    assert packed.kinds["sov_rifles_41"].basis.startswith("pack:")
    assert packed.digest != plain.digest


def test_a_folder_that_is_not_there_is_said_to_be_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("BALKA_PACKS", str(tmp_path / "nowhere"))
    with pytest.raises(BalkaError, match="no folder"):
        balka.game("sos")
