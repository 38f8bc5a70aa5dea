"""Tuning: weights follow the games, those that do not matter stay, and the result is judged on other dice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
import yaml
from msgspec import structs

from balka.bots.base import bot
from balka.bots.parameters import split
from balka.bots.weights import Weight
from balka.cli import main as cli
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.drawing import drawn
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lab.match.games import Job, Result, Terms
from balka.lab.match.keeping import Book, opened
from balka.lab.tune.plan import Table, Tuning, checked, heading_of
from balka.lab.tune.running import by_coordinate, by_spsa
from balka.lab.tune.spsa import Spsa, believed

PLACE = f"{__name__}:Hasty"


class Hasty:
    """Greedy as often as its care says, else at random; its mood is for show."""

    WEIGHTS = (Weight("care", 1.0, span=3.0), Weight("mood", 2.0))

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._care = (weights or {}).get("care", 1.0)
        self._greedy = bot("greedy")

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        if rng.randrange(1000) < 1000 * self._care / (1 + self._care):
            return self._greedy.choose(view, seat, rng)
        return drawn(view, seat, rng.randrange)


TUNING = Tuning(bot=PLACE, scenarios=("gd/slice",), explore=60, pairs=120, check=40, reach=0.4, step=0.3)


def strength(name: str) -> float:
    """How good a pretended bot is: the German side wants care, the Soviet side the contrary."""
    given = split(name)[1]
    return math.log(float(given.get("care", "1")))


def pretended(jobs: Sequence[Job], terms: Terms) -> Iterator[Result]:
    """Games won by whoever has more care as German, less as Soviet."""
    for job in jobs:
        lead = strength(job.a) + strength(job.b)
        chance = Random(f"{job.seed}").random()
        won = chance < 1 / (1 + math.exp(-3 * lead)) if job.side == "german" else chance > 1 / (1 + math.exp(-3 * lead))
        loser = "soviet" if job.side == "german" else "german"
        yield Result(**structs.asdict(job), winner=job.side if won else loser, margin=1.0 if won else -1.0, steps=1)


def table(tuning: Tuning = TUNING, book: Book | None = None) -> Table:
    return Table(tuning, book or Book(), pretended)  # type: ignore[arg-type]


def test_weights_follow_the_games_each_side_its_own_way() -> None:
    found = by_spsa(TUNING, table(), TUNING.scenarios)
    assert found.logarithms["german"]["care"] > 0.5
    assert found.logarithms["soviet"]["care"] < -0.5
    assert found.weights["german"]["care"] == pytest.approx(math.exp(found.logarithms["german"]["care"]), abs=1e-3)
    assert found.held_out is not None and found.held_out.accepted and found.held_out.share > 0.7


def test_a_weight_that_does_not_matter_stays_where_it_was() -> None:
    found = by_spsa(structs.replace(TUNING, explore=100), table(), TUNING.scenarios)
    assert abs(found.slopes["german"]["care"].t) > 2
    assert found.logarithms["german"]["mood"] == found.logarithms["soviet"]["mood"] == 0.0


def test_without_exploring_all_weights_move() -> None:
    found = by_spsa(structs.replace(TUNING, explore=0), table(), TUNING.scenarios)
    assert found.logarithms["german"]["mood"] != 0.0
    assert found.slopes == {}


def test_a_plateau_is_told_and_nothing_is_moved() -> None:
    def even(jobs: Sequence[Job], terms: Terms) -> Iterator[Result]:
        yield from (Result(**structs.asdict(job), winner="", steps=1) for job in jobs)

    found = by_spsa(TUNING, Table(TUNING, Book(), even), TUNING.scenarios)  # type: ignore[arg-type]
    assert found.plateau and found.held_out is None
    assert set(found.weights["german"].values()) == {1.0, 2.0}


def test_against_the_pool_one_side_is_pushed_both_ways_on_the_same_dice() -> None:
    tuning, seen = structs.replace(TUNING, pool=("greedy",), batch=4), list[Job]()

    def listening(jobs: Sequence[Job], terms: Terms) -> Iterator[Result]:
        seen.extend(jobs)
        yield from pretended(jobs, terms)

    Spsa(tuning, Table(tuning, Book(), listening), TUNING.scenarios, ("german", "soviet")).explore(4)  # type: ignore[arg-type]
    pairs = list(zip(seen[::2], seen[1::2], strict=True))
    assert [first.b == "greedy" for first, _ in pairs] == [False, True, False, True]
    for first, second in pairs:
        assert (first.seed, first.side) == (second.seed, second.side)
        assert first.a != second.a
        assert (first.b == second.b) == (first.b == "greedy")


def test_coordinate_search_keeps_the_best_of_a_few_values() -> None:
    tuning = structs.replace(TUNING, pairs=60, reach=0.5)
    found = by_coordinate(tuning, table(tuning), TUNING.scenarios)
    assert found.logarithms["german"] == {"care": 1.0, "mood": 0.0}
    assert found.logarithms["soviet"] == {"care": -1.0, "mood": 0.0}
    assert found.held_out is not None and found.held_out.accepted


def test_the_result_is_judged_on_other_dice_than_it_was_tuned_on() -> None:
    book = Book()
    by_spsa(TUNING, table(book=book), TUNING.scenarios)
    seeds = [job.seed.partition("/")[0] for job in book.results]
    assert set(seeds) == {"1", "5000"} and seeds.count("5000") == TUNING.check


def test_a_tuning_goes_on_from_its_file_and_finds_the_same(tmp_path: Path) -> None:
    path, heading = tmp_path / "tuning.jsonl", heading_of(TUNING)
    with closing(opened(path, heading)) as book:
        whole = by_spsa(TUNING, table(book=book), TUNING.scenarios)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:80]))
    with closing(opened(path, heading)) as book:
        assert by_spsa(TUNING, table(book=book), TUNING.scenarios) == whole
    assert len(path.read_bytes().splitlines()) == len(lines)


def test_a_game_counts_mostly_by_its_verdict_and_a_little_by_its_points() -> None:
    job = Job(a="x", b="y", scenario="gd/slice", seed="1/0", side="german")
    won, lost, drawn_game = (
        Result(**structs.asdict(job), winner=winner, margin=margin)
        for winner, margin in (("german", 2.5), ("soviet", -2.5), ("", 0.0))
    )
    assert TUNING.worth(won) == pytest.approx(0.6 + 0.4 * 0.7311, abs=1e-3)
    assert TUNING.worth(won) + TUNING.worth(lost) == pytest.approx(1.0)
    assert TUNING.worth(drawn_game) == 0.5


def test_slopes_of_chance_are_not_believed() -> None:
    rng, search = Random(1), Spsa(TUNING, table(), TUNING.scenarios, ("german", "soviet"))
    seen = [(search._push(), rng.choice((-0.5, 0.5))) for _ in range(200)]
    assert sum(len(own) for own in believed(search._slopes(seen)).values()) <= 1


def test_the_command_tunes_a_bot_by_true_games_and_writes_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "weights.yaml"
    words = ["tune", PLACE, "--scenarios", "gd/slice", "--explore", "0", "--pairs", "4", "--check", "4"]
    assert cli.main([*words, "--workers", "1", "--to", str(target)]) == 0
    assert "of 4 games on held-out dice" in capsys.readouterr().out
    found = yaml.safe_load(target.read_text())
    assert found["bot"] == PLACE and found["made"]["command"].startswith("balka tune")
    assert found["found"][0]["scenarios"] == ["gd/slice"]
    assert found["found"][0]["weights"]["german"].keys() == {"care", "mood"}
    assert "no rule" in target.read_text().splitlines()[0]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"bot": "random"}, "publishes no weights"),
        ({"held_out": 1}, "must not be judged on the dice"),
        ({"check": 5}, "5 games cannot be played in pairs"),
        ({"reach": 0.0}, "are above 0"),
        ({"batch": 0}, "a batch has one pair"),
        ({"pool": ("nobody",)}, "there is no bot 'nobody'"),
    ],
)
def test_what_cannot_be_tuned_is_refused(changed: dict[str, object], said: str) -> None:
    with pytest.raises(BalkaError, match=said):
        checked(structs.replace(TUNING, **changed))


def test_a_game_without_an_end_stops_the_tuning() -> None:
    tuning = structs.replace(TUNING, terms=Terms(steps=3), batch=1, explore=1)
    with pytest.raises(BalkaError, match="no end after 3 steps"):
        by_spsa(tuning, Table(tuning, Book()), TUNING.scenarios)
