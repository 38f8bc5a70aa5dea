"""Matches on a Ray cluster come to the same as on one machine."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'balka[ray]'")

from ray.cluster_utils import Cluster  # noqa: E402

from balka.core.errors import BalkaError  # noqa: E402
from balka.lab.match import by_ray  # noqa: E402
from balka.lab.match.keeping import opened  # noqa: E402
from balka.lab.match.plan import Plan  # noqa: E402
from balka.lab.match.report import Report  # noqa: E402
from balka.lab.match.running import heading_of, match  # noqa: E402
from balka.lab.match.spreading import Spread, here  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # what Ray warns of is not ours to mend
PLAN = Plan(a="greedy", b="random", scenarios=("gd/slice",), games=6, seed=2)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of one small machine, this one, which may be busy with other tests."""
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")
    Path("/tmp/ray").mkdir(exist_ok=True)  # where Ray notes a cluster's address, whichever folder it is given
    folder = tempfile.mkdtemp(prefix="balka-ray-", dir="/tmp")  # short, as the names of sockets must be
    machine = {"num_cpus": 2, "include_dashboard": False, "object_store_memory": 80 * 2**20, "temp_dir": folder}
    found = Cluster(initialize_head=True, head_node_args=machine)
    yield found.address
    found.shutdown()
    shutil.rmtree(folder, ignore_errors=True)


def played(spread: Spread) -> Report:
    with closing(opened(None, heading_of(PLAN))) as book:
        return match(PLAN, book, spread)


def test_a_cluster_plays_the_same_games_and_refuses_other_code(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with by_ray.by_ray(cluster) as spread:
        assert played(spread) == played(here)
        monkeypatch.setattr(by_ray, "own_code", lambda: "other")
        with pytest.raises(BalkaError, match="other code of balka"):
            played(spread)


def test_a_cluster_that_is_not_there_is_told() -> None:
    with pytest.raises(BalkaError, match="no Ray cluster answers at nowhere"), by_ray.by_ray("nowhere"):
        pass
