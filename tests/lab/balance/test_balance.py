"""How even scenarios are: games of a bot against itself, and the handicap that helps the weaker side enough."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path

import pytest
from msgspec import structs

from balka.cli.main import main
from balka.lab.balance.measuring import Bisection, Measuring, Study, helps
from balka.lab.balance.page import page, to_toml
from balka.lab.match.games import Job, Result, Terms
from balka.lab.match.keeping import Book
from balka.lab.match.report import Share, share_of
from balka.lab.selfplay import find
from balka.table.balance import Balance, Balances, balances, read

STUDY = Study(bot="random", scenarios=("sos/courier", "sos/farm"), games=10, seed=3, terms=Terms())


def share(wins: int) -> Share:
    return share_of([1.0] * wins + [0.0] * (10 - wins))


class Played:
    """Games that come out as a table says: wins of the first side by scenario and handicap."""

    def __init__(self, wins: dict[tuple[str, str], int], margin: float = 0.0) -> None:
        self.wins, self.books, self.margin = wins, list[Terms](), margin

    def open(self, terms: Terms) -> Book:
        self.books.append(terms)
        return Book()

    def spread(self, jobs: Sequence[Job], terms: Terms) -> Generator[Result]:
        for job in jobs:
            wins = self.wins[job.scenario, terms.options.get("handicap", "none")]
            won = int(job.seed.partition("/")[2]) < wins
            yield Result(**structs.asdict(job), winner="german" if won else "soviet", margin=self.margin)


def test_without_the_luck_of_the_dice_a_side_wins_less_that_the_dice_favoured() -> None:
    played = Played({("sos/courier", "none"): 7, ("sos/farm", "none"): 7})

    def lucky(jobs: Sequence[Job], terms: Terms) -> Generator[Result]:
        assert terms.luck
        for result in played.spread(jobs, terms):
            yield structs.replace(result, luck=0.4 * (result.winner == "german"))

    study = structs.replace(STUDY, terms=Terms(luck=True))
    found = Measuring(study, played.open, lucky).balances()["sos/farm"]
    assert (found.share, found.games, found.even) == (pytest.approx(0.42), 10, None), "0.7 of 0.6 instead of 1"
    assert (found.low, found.high) == (pytest.approx(0.2127, abs=1e-3), pytest.approx(0.6273, abs=1e-3))


def test_a_share_without_luck_is_a_share() -> None:
    helped = ("none", "soviet 1", "soviet 2")
    played = Played({(key, help): 10 for key in STUDY.scenarios for help in helped})

    def unlucky(jobs: Sequence[Job], terms: Terms) -> Generator[Result]:
        for result in played.spread(jobs, terms):
            yield structs.replace(result, luck=-0.1)

    found = Measuring(structs.replace(STUDY, terms=Terms(luck=True)), played.open, unlucky).balances()["sos/farm"]
    assert (found.share, found.low, found.high) == (1.0, 1.0, 1.0)


def test_an_even_scenario_is_measured_and_nothing_else_is_tried() -> None:
    played = Played({("sos/courier", "none"): 5, ("sos/farm", "none"): 6})
    found = Measuring(STUDY, played.open, played.spread).balances()
    assert [terms.options for terms in played.books] == [{}]
    assert (found["sos/farm"].side, found["sos/farm"].share, found["sos/farm"].games) == ("german", 0.6, 10)
    assert all(each.even is None for each in found.values())


def test_the_weaker_side_is_helped_by_the_least_that_brings_it_to_a_half() -> None:
    played = Played({
        ("sos/courier", "none"): 8, ("sos/courier", "soviet 1"): 5, ("sos/farm", "none"): 1,
        ("sos/farm", "german 1"): 3, ("sos/farm", "german 2"): 6,
    })  # fmt: skip
    found = Measuring(STUDY, played.open, played.spread).balances()
    courier, farm = found["sos/courier"].even, found["sos/farm"].even
    assert courier is not None and (courier.options, courier.share) == ({"handicap": "soviet 1"}, 0.5)
    assert farm is not None and (farm.options, farm.share) == ({"handicap": "german 2"}, 0.6)


def test_help_that_makes_it_no_more_even_is_not_offered() -> None:
    played = Played({
        ("sos/courier", "none"): 5, ("sos/farm", "none"): 3, ("sos/farm", "german 1"): 2, ("sos/farm", "german 2"): 3,
    })  # fmt: skip
    found = Measuring(STUDY, played.open, played.spread).balances()
    assert found["sos/farm"].even is None


def test_a_long_row_of_helps_is_halved() -> None:
    search = Bisection([f"soviet {n}" for n in range(1, 9)], share(9))
    tried = []
    while (value := search.next()) is not None:
        tried.append(value)
        search.hear(share({4: 8, 6: 2, 5: 5}[int(value.partition(" ")[2])]))
    assert tried == ["soviet 4", "soviet 6", "soviet 5"]
    even = search.found()
    assert even is not None and even.options == {"handicap": "soviet 5"}


def test_halving_stops_where_it_is_even() -> None:
    search = Bisection([f"soviet {n}" for n in range(1, 9)], share(9))
    assert search.next() == "soviet 4"
    search.hear(share(6))
    assert search.next() is None
    even = search.found()
    assert even is not None and even.options == {"handicap": "soviet 4"}


def test_where_points_are_given_the_first_try_is_what_half_of_the_games_were_lost_by() -> None:
    study = structs.replace(STUDY, scenarios=("kursk/kursk",))
    wins = {("kursk/kursk", "none"): 10, ("kursk/kursk", "soviet 35"): 9, ("kursk/kursk", "soviet 60"): 5}
    played = Played(wins, margin=33.0)
    even = Measuring(study, played.open, played.spread).balances()["kursk/kursk"].even
    assert even is not None and even.options == {"handicap": "soviet 60"}
    tried = [terms.options.get("handicap") for terms in played.books]
    assert tried == [None, "soviet 35", "soviet 60"], "the next try halves what is left above"


def test_where_a_side_gets_caps_the_margin_says_nothing_of_how_many() -> None:
    helps = {("sos/courier", f"soviet {n}"): 9 for n in (1, 2)}
    played = Played({("sos/courier", "none"): 10, **helps}, margin=2.0)
    Measuring(structs.replace(STUDY, scenarios=("sos/courier",)), played.open, played.spread).balances()
    assert [terms.options.get("handicap") for terms in played.books] == [None, "soviet 1", "soviet 2"]


def test_helps_are_those_of_the_weaker_side_the_smallest_first() -> None:
    assert helps("sos/courier", share(2)) == ["german 1", "german 2"]
    assert helps("sos/courier", share(8)) == ["soviet 1", "soviet 2"]


def test_a_game_without_an_end_is_told_and_not_counted() -> None:
    played = Played({("sos/courier", "none"): 5, ("sos/farm", "none"): 5})

    def stuck(jobs: Sequence[Job], terms: Terms) -> Generator[Result]:
        for result in played.spread(jobs, terms):
            yield structs.replace(result, problem="no end") if result.seed == "3/0" else result

    measuring = Measuring(STUDY, played.open, stuck)
    assert measuring.balances()["sos/farm"].games == 9
    assert measuring.unfinished == ["sos/courier seed 3/0: no end", "sos/farm seed 3/0: no end"]


def test_the_file_is_read_as_it_was_written_and_the_page_has_its_figures() -> None:
    played = Played({("sos/courier", "none"): 8, ("sos/courier", "soviet 1"): 5, ("sos/farm", "none"): 5})
    found = Balances(["balka balance"], Measuring(STUDY, played.open, played.spread).balances())
    again = read(to_toml(found))
    assert again.commands == ["balka balance"]
    assert again.scenarios["sos/courier"].even == structs.replace(
        found.scenarios["sos/courier"].even, low=0.237, high=0.763
    )
    shown = page(found, {"sos/courier": "The Courier"})
    assert "| The Courier (`sos/courier`) | `random` | 10 | german | 0.80 [0.49, 0.94] | soviet 1 | 0.50" in shown


def test_all_that_comes_with_the_package_is_of_scenarios_and_options_there_are() -> None:
    for key, balance in balances().scenarios.items():
        scenario = find(key, {})[1]
        assert balance.side == scenario.sides[0]
        assert balance.low <= balance.share <= balance.high
        options = {option.key: option.values for option in scenario.options}
        for name, value in (balance.even.options if balance.even else {}).items():
            assert value in options[name]


def test_the_command_keeps_games_and_the_entries_of_other_scenarios(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, kept = tmp_path / "balance.toml", tmp_path / "games.jsonl"
    other = to_toml(Balances(["before"], {"gd/slice": _entry()}))
    target.write_text(other)
    words = ["balance", "--bot", "random", "--scenarios", "sos/courier", "--games", "1", "--workers", "1"]
    assert main([*words, "--file", str(kept), "--to", str(target), "--page", str(tmp_path / "page.md")]) == 0
    found = read(target.read_text())
    assert set(found.scenarios) == {"gd/slice", "sos/courier"} and found.commands[0] == "before"
    assert kept.read_text().count("\n") == 2
    assert "gd/slice" in (tmp_path / "page.md").read_text()
    capsys.readouterr()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--games", "0"], "0 games tell nothing"),
        (["--options", "handicap=german 1"], "the handicap is what is looked for"),
        (["--bot", "staff", "--scenarios", "sos/courier"], "does not know how to play sos/courier"),
        (["--bot", "random", "--luck", "--scenarios", "gd/slice"], "so luck cannot be told"),
    ],
)
def test_what_cannot_be_measured_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "--scenarios", "sos/courier", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_none_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "balance.toml"
    target.write_text("scenarios = 3\n")
    assert main(["balance", "--bot", "random", "--scenarios", "sos/courier", "--games", "1", "--to", str(target)]) == 2
    assert "is no balance.toml" in capsys.readouterr().err
    assert target.read_text() == "scenarios = 3\n"


def _entry() -> Balance:
    played = Played({("sos/courier", "none"): 5})
    study = structs.replace(STUDY, scenarios=("sos/courier",))
    return Measuring(study, played.open, played.spread).balances()["sos/courier"]
