"""Live dice: unpredictable, fair to the last fraction, and true to a promise made before the first roll."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.table.camp import GAME

from balka.core.records import RecordError, read
from balka.table import dice
from balka.table.dice import GivenDice, Keyed, LiveDice, verify
from balka.table.table import Table


def test_the_same_secret_gives_the_same_rolls_and_another_gives_others():
    def rolls(secret: bytes) -> list[int]:
        return [Keyed(secret, n).randrange(36) for n in range(40)]

    assert rolls(b"a" * 32) == rolls(b"a" * 32)
    assert rolls(b"a" * 32) != rolls(b"b" * 32)


def test_the_known_first_roll_of_a_known_secret():
    """The formula in the module's first lines, worked out here by hand."""
    import hashlib
    import hmac

    digest = hmac.new(b"k" * 32, b"7.0", hashlib.sha256).digest()
    assert Keyed(b"k" * 32, 7).randrange(36) == int.from_bytes(digest, "big") % 36


def test_faces_come_up_about_equally_often():
    seen = Counter(Keyed(b"s" * 32, n).randrange(6) for n in range(6000))
    assert sorted(seen) == list(range(6))
    assert all(880 < count < 1120 for count in seen.values()), seen


def test_values_that_would_favour_low_results_are_thrown_away(monkeypatch: pytest.MonkeyPatch):
    given = [b"\xff" * 32, b"\x00" * 31 + b"\x05"]
    monkeypatch.setattr(dice.hmac, "digest", lambda *_: given.pop(0))
    assert Keyed(b"x" * 32, 0).randrange(10) == 5
    assert not given


def test_new_dice_differ_and_never_print_their_secret():
    one, two = LiveDice.new(), LiveDice.new()
    assert one.secret != two.secret
    assert len(one.secret) == 32
    assert one.secret.hex() not in repr(one)
    assert repr(one.secret) not in repr(one)


def played() -> Table:
    table = Table(GAME.start("raids"), {"red": "random", "blue": "random"})
    while not table.play.rolls:
        table = Table(GAME.start("raids"), {"red": "random", "blue": "random"})
        table.run()
    return table


def test_a_finished_record_is_verified_against_its_secret():
    table = played()
    record = read(table.record("with secret"))
    assert verify(record, GAME, bytes.fromhex(record.secret)) == table.play.rolls


def test_the_secret_is_not_in_the_record_unless_asked_for():
    table = played()
    assert isinstance(table.dice, LiveDice)
    assert table.dice.secret.hex() not in table.record()
    assert table.dice.commitment in table.record()


def test_another_secret_is_refused():
    record = read(played().record())
    with pytest.raises(RecordError, match="not the one"):
        verify(record, GAME, b"z" * 32)


def test_an_altered_roll_is_found_with_its_line():
    table = Table(GAME.start("raids"), dice=GivenDice(["2d6 1 2"]))
    for text in ("put tent-1 A01", "put tent-2 B01", "put tent-3 C01", "ready", "fire big"):
        table.choose("red", text)
        table.run()
    text = table.record().replace("data: cafe", f"data: cafe\ndice: {LiveDice(b'q' * 32).commitment}")
    record = read(text)
    line = next(line.number for line in record.lines if line.who == "chance")
    with pytest.raises(RecordError, match=f"line {line}: the dice were altered"):
        verify(record, GAME, b"q" * 32)
