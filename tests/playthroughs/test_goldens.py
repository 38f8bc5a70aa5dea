"""Every scripted game is told as its golden says; a change of rules shows here as a difference of text."""

from __future__ import annotations

from difflib import unified_diff

import pytest
from tests.playthroughs import games
from tests.playthroughs.reading import GOLDENS, Script, all_scripts, read
from tests.playthroughs.telling import tell

import balka
from balka.core import records
from balka.core.errors import BalkaError

AGAIN = "if the change is meant, write the goldens anew: python -m tests.playthroughs"


@pytest.mark.parametrize("script", all_scripts(), ids=lambda script: script.name)
def test_playthrough(script: Script) -> None:
    golden = script.golden.read_text() if script.golden.exists() else ""
    found = tell(script)
    if found != golden:
        lines = unified_diff(golden.splitlines(), found.splitlines(), "golden", "now", lineterm="", n=4)
        pytest.fail(f"{script.name} is told differently; {AGAIN}\n" + "\n".join(lines), pytrace=False)


def test_every_golden_has_its_script() -> None:
    assert {path.stem for path in GOLDENS.glob("*.txt")} == {script.name for script in all_scripts()}


@pytest.mark.parametrize("key", games.SCENARIOS)
def test_a_kept_game_replays_under_its_version_of_the_rules(key: str) -> None:
    ours = balka.game(key.partition("/")[0]).start(key.partition("/")[2]).setting.system.version
    made = records.read(games.path_of(key).read_text()).header.rules
    assert made == ours, "the version of the rules was raised: python -m tests.playthroughs --records"
    try:
        games.replayed(key)
    except records.RecordError as problem:
        pytest.fail(f"{problem}\na rule has changed: raise `version` in its system, then --records", pytrace=False)


TOY = "# shows something\nscenario: toy/crossing\n\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scenario: toy/crossing\n", "says what it shows"),
        ("# nothing\n", "says what it shows"),
        (TOY + "guard put patrol\n", "line 4: 'guard put patrol' is no line of a script"),
        (TOY + "guard: ready\n", "line 4: 'guard: ready' is refused: That is not one of the choices now"),
        (TOY + "guard: put patrol B1\nchance: d6 3\n", "line 5: 'chance: d6 3' is refused: there is no verb 'd6'"),
    ],
)
def test_a_bad_script_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(BalkaError, match=words):
        tell(read("bad", text))


def test_a_long_list_is_counted_and_a_short_one_written_out() -> None:
    text = tell(read("plans", TOY + "guard: put patrol B1\n"))
    assert "choices   put patrol B1 | put patrol B2" in text
    assert "(guard: ready)" not in text
