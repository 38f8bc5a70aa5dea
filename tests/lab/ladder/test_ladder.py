"""The ladder: every two bots meet, ratings fit the games, and a page says so."""

from __future__ import annotations

import json
import math
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.json import encode

from balka.cli import main as cli
from balka.core.errors import BalkaError
from balka.lab.ladder import kept
from balka.lab.ladder.page import page
from balka.lab.ladder.plan import Ladder, all_jobs, checked, heading_of
from balka.lab.ladder.ratings import SCALE, rated
from balka.lab.ladder.standing import climb, report_of
from balka.lab.match.games import Result, Terms
from balka.lab.match.keeping import Heading, code_of, opened

SMALL = Ladder(bots=("greedy", "random", "mischief"), scenarios=("gd/slice", "kursk/slice"), games=2, seed=4)


def test_two_bots_are_as_far_apart_as_their_odds() -> None:
    strong, weak = rated(["weak", "strong"], {("strong", "weak"): (7500.0, 10_000)})
    assert (strong.bot, weak.bot) == ("strong", "weak")
    assert strong.rating - weak.rating == pytest.approx(math.log(3) * SCALE, abs=1)
    assert (strong.rating + weak.rating) / 2 == pytest.approx(1500)
    assert strong.low < strong.rating < strong.high < strong.rating + 10


def test_strength_is_carried_over_from_one_opponent_to_another() -> None:
    order = rated(["a", "b", "c"], {("a", "b"): (60, 100), ("b", "c"): (60, 100)})
    assert [each.bot for each in order] == ["a", "b", "c"]
    assert order[0].rating - order[1].rating == pytest.approx(order[1].rating - order[2].rating, abs=0.1)


def test_whoever_wins_every_game_has_a_finite_rating_and_more_games_narrow_it() -> None:
    few, many = (rated(["a", "b"], {("a", "b"): (n, n)})[0] for n in (10, 1000))
    assert 1500 < few.rating < many.rating < 4000
    half = [rated(["a", "b"], {("a", "b"): (n / 2, n)})[0] for n in (10, 1000)]
    assert half[1].high - half[1].low < (half[0].high - half[0].low) / 5


def test_every_two_bots_meet_in_every_scenario_in_rounds() -> None:
    found = all_jobs(Ladder(bots=SMALL.bots, scenarios=SMALL.scenarios, games=4, seed=4))
    assert len(found) == len(set(found)) == 3 * 2 * 4
    first_round = found[:12]
    assert {job.seed for job in first_round} == {"4/0"}
    assert {(job.a, job.b) for job in first_round} == {
        ("greedy", "random"),
        ("greedy", "mischief"),
        ("random", "mischief"),
    }


def test_a_ladder_goes_on_from_its_file_and_makes_a_page(tmp_path: Path) -> None:
    file, heard = tmp_path / "ladder.jsonl", []
    heading = heading_of(checked(SMALL))
    with closing(opened(file, heading)) as book:
        results = climb(SMALL, book)
    with closing(opened(file, heading)) as book:
        assert climb(SMALL, book, spread=lambda jobs, terms: iter_of_none(jobs), tell=heard.append) == results
    assert len(heard) == 12
    report = report_of(SMALL, results, "code")
    assert [each.title for each in report.standings] == ["all", "gd", "kursk"]
    assert report.standings[0].games == 12
    text = page(report, "balka ladder")
    assert "| `greedy` |" in text and "## All games" in text
    assert text.count("| share of") == 3


def iter_of_none(jobs: object):  # type: ignore[no-untyped-def]
    """Nothing is left to be played."""
    assert jobs == []
    yield from ()


def test_both_halves_of_a_meeting_add_up_on_the_page() -> None:
    with closing(opened(None, heading_of(SMALL))) as book:
        report = report_of(SMALL, climb(SMALL, book), "code")
    rows = [line for line in page(report, "").splitlines() if line.startswith("| `") and "[" in line]
    shares = [float(cell.split()[0]) for row in rows for cell in row.split(" | ") if "[" in cell]
    assert sum(shares) == pytest.approx(len(shares) / 2, abs=0.06)


def test_the_command_writes_page_and_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "--bots", "greedy,random", "--scenarios", "gd/slice", "--games", "2", "--workers", "1"]
    assert cli.main([*words, "--page", str(tmp_path / "ladder.md")]) == 0
    assert "gd: 2 games" in capsys.readouterr().out
    assert "balka ladder --bots greedy,random --scenarios gd/slice" in (tmp_path / "ladder.md").read_text()
    figures = json.loads((tmp_path / "ladder.json").read_text())
    assert figures["standings"][0]["games"] == 2


def match(tmp_path: Path, name: str, *words: str) -> Path:
    """A match of two games, kept in a file."""
    file = tmp_path / name
    told = ["match", *words, "--games", "2", "--workers", "1", "--file", str(file)]
    assert cli.main(told) == 0
    return file


LADDER = ["ladder", "--bots", "greedy,random", "--scenarios", "gd/slice", "--workers", "1", "--json"]


def test_games_of_matches_count_from_whichever_side_they_were_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = match(tmp_path, "there.jsonl", "greedy", "random", "--scenarios", "gd/slice", "--seed", "5")
    back = match(tmp_path, "back.jsonl", "random", "greedy", "--scenarios", "gd/slice", "--seed", "6")
    page_of, shares = tmp_path / "page.md", []
    for files in (there, back):
        capsys.readouterr()
        assert cli.main([*LADDER, "--games", "0", "--with", str(files), "--page", str(page_of)]) == 0
        shares.append(json.loads(capsys.readouterr().out)["standings"][0]["meetings"])
    assert [(each["a"], each["b"], each["share"]["games"]) for [each] in shares] == [("greedy", "random", 2)] * 2
    assert f"--games 0 --seed 1 --with {back}`: 2 games of matches." in page_of.read_text()
    capsys.readouterr()
    assert cli.main([*LADDER, "--games", "2", "--with", f"{there},{back}"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["games_each"], report["games_kept"], report["standings"][0]["games"]) == (2, 4, 6)


WON = Result(
    a="random", b="greedy", scenario="gd/slice", seed="6/0", side="german", winner="german", margin=2.0, luck=0.25
)
LOST = structs.replace(WON, seed="6/1", winner="soviet", margin=-1.0)
FROM_GREEDY = structs.replace(WON, a="greedy", b="random", side="soviet", margin=-2.0, luck=-0.25)


def written(path: Path, *results: Result) -> Path:
    """A file of results as a match of today would have written it."""
    bots = ("random", "greedy")
    heading = Heading(bots=bots, scenarios=("gd/slice",), seed=6, terms=Terms(), code=code_of(bots))
    path.write_bytes(b"".join(encode(each) + b"\n" for each in (heading, *results)))
    return path


def test_a_game_is_seen_from_the_bot_the_ladder_names_first(tmp_path: Path) -> None:
    ladder = structs.replace(SMALL, bots=("greedy", "random"), scenarios=("gd/slice",), games=0, kept=True)
    own = structs.replace(WON, b="random")
    [found] = kept.games([written(tmp_path / "kept.jsonl", WON, own)], ladder)
    assert found == FROM_GREEDY and (found.share, WON.share) == (0.0, 1.0)


def test_the_same_game_counts_once(tmp_path: Path) -> None:
    """In two files, from either side, and where the ladder plays it itself."""
    files = [written(tmp_path / "one.jsonl", WON, LOST), written(tmp_path / "two.jsonl", FROM_GREEDY, LOST)]
    ladder = structs.replace(SMALL, bots=("greedy", "random"), scenarios=("gd/slice",), games=0, seed=6, kept=True)
    assert [result.seed for result in kept.games(files, ladder)] == ["6/0", "6/1"]
    assert [result.seed for result in kept.games(files, structs.replace(ladder, games=2))] == ["6/1"]


def test_a_game_without_an_end_is_told_and_not_counted(tmp_path: Path) -> None:
    stuck = structs.replace(WON, problem="no end after 10 steps")
    ladder = structs.replace(SMALL, bots=("greedy", "random"), scenarios=("gd/slice",), games=0, kept=True)
    report = report_of(ladder, [], "code", kept.games([written(tmp_path / "kept.jsonl", stuck, LOST)], ladder))
    assert (report.games_kept, report.standings[0].games, len(report.unfinished)) == (1, 1, 1)


def test_a_file_of_other_bots_or_scenarios_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    others = match(tmp_path, "others.jsonl", "greedy", "mischief", "--scenarios", "gd/slice")
    elsewhere = match(tmp_path, "elsewhere.jsonl", "greedy", "random", "--scenarios", "kursk/slice")
    for file in (others, elsewhere):
        own = tmp_path / "own.jsonl"
        assert cli.main([*LADDER, "--games", "2", "--file", str(own), "--with", str(file)]) == 2
        assert "has no game of two of these bots in these scenarios" in capsys.readouterr().err
        assert not own.exists()


def test_a_file_of_a_bot_that_is_not_here_any_more_is_of_other_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = match(tmp_path, "match.jsonl", "greedy", "random", "--scenarios", "gd/slice")
    heading, rest = file.read_text().split("\n", 1)
    file.write_text(json.dumps({**json.loads(heading), "bots": ["gone.away:Bot", "random"], "code": "x"}) + "\n" + rest)
    assert cli.main([*LADDER, "--games", "0", "--with", str(file)]) == 2
    assert "other code of the rules or the bots" in capsys.readouterr().err


def test_games_of_other_code_or_options_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = match(tmp_path, "match.jsonl", "greedy", "random", "--scenarios", "gd/slice")
    heading, rest = file.read_text().split("\n", 1)
    old = tmp_path / "old.jsonl"
    old.write_text(json.dumps({**json.loads(heading), "code": "another"}) + "\n" + rest)
    words = [*LADDER, "--games", "0", "--with", str(old)]
    assert cli.main(words) == 2
    assert "other code of the rules or the bots" in capsys.readouterr().err
    assert cli.main([*words, "--any-code"]) == 0
    bridges = tmp_path / "bridges.jsonl"
    match(tmp_path, "bridges.jsonl", "greedy", "random", "--scenarios", "gd/slice", "--options", "bridge-dice=off")
    assert cli.main([*LADDER, "--games", "0", "--with", str(bridges)]) == 2
    assert "other options" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "0"], "0 games cannot be played in pairs"),
        (["--games", "0", "--with", "nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["--bots", "greedy"], "no two different bots"),
        (["--bots", "greedy,greedy"], "no two different bots"),
        (["--bots", "greedy,nobody"], "there is no bot 'nobody'"),
        (["--games", "3"], "3 games cannot be played in pairs"),
    ],
)
def test_bad_input_gets_a_clear_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ladder", "--scenarios", "gd/slice", *words]) == 2
    assert said in capsys.readouterr().err


def test_bots_that_play_nothing_in_common_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balka.lab.ladder.plan.can_play", lambda bot, system: False)
    with pytest.raises(BalkaError, match="no two of these bots"):
        checked(SMALL)
