"""Matches: sides swapped on the same dice, every game repeatable, results kept and gone on from."""

from __future__ import annotations

import json
import shlex
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from balka.cli import main as cli
from balka.core.errors import BalkaError
from balka.lab.match import keeping
from balka.lab.match.figures import Sprt
from balka.lab.match.games import Job, Result, Terms, begin, play
from balka.lab.match.keeping import opened, read
from balka.lab.match.plan import Plan, checked, jobs, matched
from balka.lab.match.report import Report, report_of
from balka.lab.match.running import heading_of, match
from balka.lab.match.spreading import by_processes, here

DOCUMENT = Path(__file__).parents[3] / "docs" / "bots.md"
SMALL = ("kursk/slice", "gd/slice")
PLAN = Plan(a="greedy", b="random", scenarios=SMALL, games=8, seed=3)


def played(plan: Plan, file: Path | None = None, workers: int = 1) -> Report:
    with by_processes(workers) as spread, closing(opened(file, heading_of(checked(plan)))) as book:
        return match(plan, book, spread)


def forged(winners: list[str], plan: Plan) -> list[Result]:
    """Results of a plan in which these sides won, each by two points."""
    return [
        Result(**structs.asdict(job), winner=winner, margin=0.0 if not winner else 2.0 if winner == job.side else -2.0)
        for job, winner in zip(jobs(plan), winners, strict=True)
    ]


# -- what is played


def test_games_come_in_pairs_on_the_same_dice_with_the_sides_swapped() -> None:
    order = jobs(PLAN)
    assert [(job.scenario, job.seed, job.side) for job in order[:4]] == [
        ("kursk/slice", "3/0", "german"),
        ("kursk/slice", "3/0", "soviet"),
        ("gd/slice", "3/0", "german"),
        ("gd/slice", "3/0", "soviet"),
    ]
    assert [job.seed for job in order[4:]] == ["3/1"] * 4


def test_a_game_is_played_again_from_scenario_seed_and_side() -> None:
    job = Job(a="greedy", b="random", scenario="atb/partisans", seed="3/1", side="soviet")
    assert play(job, Terms()) == play(job, Terms())
    assert play(job, Terms()) != structs.replace(play(structs.replace(job, seed="3/2"), Terms()), seed="3/1")


def test_dice_hang_on_the_seed_alone_and_each_seat_has_chance_of_its_own() -> None:
    jobs = [Job(a=a, b="random", scenario="gd/slice", seed="5/5", side=side)
            for a in ("greedy", "random") for side in ("german", "soviet")]  # fmt: skip
    runs = [begin(job, Terms()) for job in jobs]
    assert len({run._dice.random() for run in runs}) == 1
    own = [{seat: mind.random() for seat, mind in run._minds.items()} for run in runs]
    assert own[0] == own[1] == own[2] == own[3]
    assert len(set(own[0].values())) == 2


def test_patterns_name_scenarios_and_crucibles_only_by_their_title() -> None:
    assert matched("sos/courier, gd/s*") == ("sos/courier", "gd/slice")
    assert not [key for key in matched("*") if key.startswith("crucible")]
    assert matched("crucible/gd") == ("crucible/gd",)


# -- what it came to


def test_the_report_counts_wins_and_half_the_draws_by_scenario_and_side() -> None:
    plan = structs.replace(PLAN, scenarios=("gd/slice",), games=8)
    winners = ["german", "soviet", "german", "german", "", "", "german", "soviet"]
    report = report_of(plan, forged(winners, plan))
    assert (report.share, report.wins, report.draws, report.losses) == (0.75, 5, 2, 1)
    part = report.by_scenario["gd/slice"]
    assert (part.by_side["german"].share, part.by_side["soviet"].share) == (0.875, 0.625)
    assert part.margin is not None and part.margin.mean == 1.0
    assert (part.pairs.wins, part.pairs.draws, part.pairs.games) == (2, 2, 4)


def test_the_baseline_shows_what_a_gains_on_each_side() -> None:
    plan = structs.replace(PLAN, scenarios=("gd/slice",), games=4, baseline=True)
    itself = [structs.replace(each, a=PLAN.b, margin=margin) for each, margin in zip(
        forged(["german", "", "german", ""], plan)[::2], (1.0, -3.0), strict=True)]  # fmt: skip
    report = report_of(plan, forged(["german", "soviet", "german", "german"], plan), itself)
    german, soviet = (report.by_scenario["gd/slice"].by_side[side].gain for side in ("german", "soviet"))
    assert german is not None and german.mean == ((2 - 1) + (2 + 3)) / 2
    assert soviet is not None and soviet.mean == ((2 + 1) + (-2 - 3)) / 2


def test_b_plays_itself_once_on_the_dice_of_each_pair(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    report = played(structs.replace(PLAN, baseline=True), file)
    alone = [result for result in read(file)[1] if result.a == "random"]
    assert [(each.scenario, each.seed) for each in alone] == [(job.scenario, job.seed) for job in jobs(PLAN)[::2]]
    assert report.by_scenario["gd/slice"].by_side["german"].gain is not None
    assert played(PLAN, file).by_scenario["gd/slice"].by_side["german"].gain is None


def test_a_game_without_an_end_is_told_and_not_counted() -> None:
    report = played(structs.replace(PLAN, terms=Terms(steps=5)))
    assert report.games == 0 and len(report.unfinished) == 8
    assert report.unfinished[0].endswith("no end after 5 steps")


def test_a_bot_that_breaks_down_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_bot.py").write_text(
        "class Broken:\n    def choose(self, view, seat, rng):\n        return 1 / 0\n"
    )
    monkeypatch.chdir(tmp_path)
    report = played(structs.replace(PLAN, a="broken_bot:Broken", games=4))
    assert report.games == 0 and all("division by zero" in each for each in report.unfinished)


# -- files


def test_a_match_goes_on_where_it_stopped_and_comes_to_the_same(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    played(structs.replace(PLAN, games=4), file)
    before = file.read_bytes()
    whole = played(PLAN, file)
    assert file.read_bytes().startswith(before)
    assert whole == played(PLAN)
    assert len(read(file)[1]) == 8


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    assert played(PLAN, workers=2) == played(PLAN)


def test_games_in_the_file_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    plan = structs.replace(PLAN, games=4)
    head = msgspec.json.encode(heading_of(plan))
    lines = [msgspec.json.encode(each) for each in forged(["german"] * 4, plan)]
    file.write_bytes(b"\n".join([head, *lines, b""]))
    assert played(plan, file).by_scenario["kursk/slice"].by_side["german"].share == 1.0


def test_a_line_cut_off_by_a_breakdown_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    report = played(PLAN, file)
    file.write_bytes(file.read_bytes()[:-20])
    assert played(PLAN, file) == report
    assert len(read(file)[1]) == 8


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 4}, "made with seed 3, not 4"),
        ({"b": "mischief"}, "made with bots greedy, random, not greedy, mischief"),
        ({"scenarios": ("gd/slice",)}, "made with scenarios kursk/slice, gd/slice, not gd/slice"),
        ({"terms": Terms(steps=900)}, "made with terms"),
    ],
)
def test_a_file_of_other_settings_is_refused(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    file = tmp_path / "results.jsonl"
    opened(file, heading_of(PLAN)).close()
    with pytest.raises(BalkaError, match=said):
        opened(file, heading_of(structs.replace(PLAN, **changed)))


def test_a_file_of_other_code_is_refused_unless_it_is_wished(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    heading = heading_of(PLAN)
    opened(file, structs.replace(heading, code="other")).close()
    with pytest.raises(BalkaError, match="other code"):
        opened(file, heading)
    opened(file, keeping.with_code_of(file, heading)).close()


def test_a_bot_from_outside_is_part_of_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "own_code_bot.py").write_text("class Own: ...\n")
    first = keeping.code_of(["own_code_bot:Own?depth=2", "random"])
    (tmp_path / "own_code_bot.py").write_text("class Own: depth = 3\n")
    assert first != keeping.code_of(["own_code_bot:Own?depth=2", "random"])


def test_a_corrupt_file_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text("no results\n")
    with pytest.raises(BalkaError, match="line 1, is no line of a file of results"):
        opened(file, heading_of(PLAN))
    file.write_bytes(msgspec.json.encode(heading_of(PLAN)) + b'\n{"a": 1}\n')
    with pytest.raises(BalkaError, match="line 2, is no line of a file of results"):
        opened(file, heading_of(PLAN))


# -- the sequential test


def test_a_match_stops_when_it_is_known_and_counts_no_game_beyond(tmp_path: Path) -> None:
    plan = Plan(a="greedy", b="random", scenarios=("gd/slice",), games=80, sprt=Sprt(0.2, 0.7), seed=2)
    heard: list[Result] = []
    with closing(opened(tmp_path / "kept.jsonl", heading_of(plan))) as book:
        report = match(plan, book, here, heard.append)
    assert report.sprt is not None and report.sprt.decision == "p1"
    assert report.games == len(heard) == 2 * report.sprt.pairs < 80
    with closing(opened(tmp_path / "kept.jsonl", heading_of(plan))) as book:
        for job in jobs(plan)[report.games : report.games + 4]:
            book.add(play(job, plan.terms))
        assert match(plan, book, here) == report


# -- the command


def test_the_command_prints_the_share_of_a_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "greedy", "random", "--scenarios", "gd/slice", "--games", "4", "--workers", "1", "--json"]
    assert cli.main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"share", "low", "high", "games", "by_scenario"} <= found.keys()
    part = found["by_scenario"]["gd/slice"]
    assert {"share", "low", "high", "games", "by_side", "margin"} <= part.keys()
    assert found["low"] <= found["share"] <= found["high"] and found["games"] == 4


def test_the_command_prints_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "random", "random", "--scenarios", "gd/slice", "--games", "4", "--workers", "1"]
    assert cli.main([*words, "--sprt", "0.4,0.6"]) == 0
    out = capsys.readouterr().out
    assert "as soviet" in out and "0.4 or 0.6: not known yet after 2 pairs" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["greedy", "nobody"], "there is no bot 'nobody'"),
        (["greedy", "random", "--scenarios", "sos/nothing*"], "no scenario is called 'sos/nothing*'"),
        (["greedy", "random", "--games", "7"], "7 games cannot be played in pairs"),
        (["greedy", "random", "--games", "2"], "2 games do not reach all of"),
        (["greedy", "random?depth=1", "--scenarios", "gd/slice"], "has no parameter 'depth'"),
        (["greedy", "random", "--sprt", "0.6"], "'0.6' is no sequential test"),
        (["greedy", "random", "--scenarios", "gd/slice", "--sprt", "0.6,0.5"], "decides nothing"),
        (["greedy", "random", "--scenarios", "gd/slice", "--workers", "-1"], "-1 processes can play nothing"),
        (["greedy", "random", "--scenarios", "gd/slice", "--options", "no=1"], "there is no option 'no'"),
    ],
)
def test_bad_input_gets_a_clear_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["match", *words]) == 2
    assert said in capsys.readouterr().err


# -- processes


def test_a_process_that_is_ended_from_outside_is_told_and_the_games_so_far_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dies = "import os\nclass Dying:\n    def choose(self, view, seat, rng):\n        os._exit(1)\n"
    (tmp_path / "dying_bot.py").write_text(dies)
    monkeypatch.chdir(tmp_path)
    plan = structs.replace(PLAN, a="dying_bot:Dying")
    with pytest.raises(BalkaError, match="was ended from outside"):
        played(plan, tmp_path / "kept.jsonl", workers=2)
    assert read(tmp_path / "kept.jsonl")[0].bots == ("dying_bot:Dying", "random")


def test_games_not_begun_are_let_be_when_the_rest_is_not_wanted() -> None:
    with by_processes(2) as spread:
        playing = spread(jobs(structs.replace(PLAN, games=200)), Terms())
        first = next(playing)
        playing.close()
        assert not first.problem
        assert len(list(spread(jobs(PLAN)[:2], Terms()))) == 2


def test_the_bot_of_the_document_is_measured_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = DOCUMENT.read_text(encoding="utf-8").partition("## Is it any good?")[2].partition("\n## ")[0]
    (tmp_path / "patient.py").write_text(text.partition("```python\n")[2].partition("```")[0])
    monkeypatch.chdir(tmp_path)
    few = {
        "match": ["--games", "2"],
        "tune": ["--explore", "2", "--pairs", "2", "--check", "2"],
        "ladder": ["--games", "2"],
    }
    commands = [shlex.split(line)[1:] for line in text.splitlines() if line.startswith("balka ")]
    assert [words[0] for words in commands] == ["match", "match", "tune", "ladder"]
    for words in commands:
        words[words.index("--scenarios") + 1] = "gd/slice"
        assert cli.main([*words, *few[words[0]], "--workers", "1"]) == 0
    assert "patient:Patient?urge=0.5 against patient:Patient" in capsys.readouterr().out
    assert (tmp_path / "patient.yaml").exists()
