"""Spoilt files are answered or told to be wrong; nothing else ever happens."""

from __future__ import annotations

import pytest
from tests.referee.fuzz import complaint, spoilt

IN_CI = 120


@pytest.mark.parametrize("tens", range(IN_CI // 10))
def test_a_spoilt_file_is_answered_or_told_to_be_wrong(tens):
    for seed in range(10 * tens, 10 * tens + 10):
        assert complaint(spoilt(seed)) == "", f"seed {seed}\n{spoilt(seed)}"


def test_a_file_made_endless_by_an_alias_is_told_so():
    assert complaint("game: &a [*a]\nquestions: []\n") == ""
    assert complaint("game: sos\nboard: &b {picture: *b}\nquestions: *b\n") == ""
    assert complaint("game: sos\n" + "a: " + "[" * 3000) == ""
