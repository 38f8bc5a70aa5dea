"""The wheel carries what a player without a checkout needs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from balka.cli.main import main
from balka.core import proof
from balka.games import examples, proofs

ROOT = Path(__file__).parents[2]
PARTS = ("src", "tests", "scripts", "docs", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel built from a copy of the project with a page in place of the built front end."""
    copy = tmp_path_factory.mktemp("project")
    for name in PARTS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "static"))
        else:
            shutil.copy(source, copy / name)
    (copy / ".gitignore").write_text((ROOT / ".gitignore").read_text())
    page = copy / "src/balka/server/static/assets/page.js"
    page.parent.mkdir(parents=True)
    page.write_text("// built")
    built = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(copy / "out")]
    subprocess.run(built, cwd=copy, check=True, capture_output=True)
    return zipfile.ZipFile(next((copy / "out").glob("*.whl")))


def test_every_data_file_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    kinds = {".csv", ".tsv", ".yaml", ".toml", ".py"}
    package = ROOT / "src"
    wanted = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*")
        if path.suffix in kinds and "static" not in path.parts
    }
    assert "balka/games/storms_of_steel/rules/ledger.tsv" in wanted
    assert wanted <= set(wheel.namelist())


def test_the_built_front_end_is_in_the_wheel_although_git_ignores_it(wheel: zipfile.ZipFile) -> None:
    assert "src/balka/server/static/" in (ROOT / ".gitignore").read_text().splitlines()
    assert "balka/server/static/assets/page.js" in wheel.namelist()


def test_the_wheel_knows_what_the_tests_prove(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    index = Path(wheel.extract(f"balka/games/{proof.INDEX_NAME}", tmp_path))
    expected = proofs.proofs_in_tests(ROOT / "tests")
    assert proofs.proofs_in_index(index) == {rule: sorted(set(names)) for rule, names in expected.items()}


def test_the_wheel_knows_how_the_worked_examples_come_out(wheel: zipfile.ZipFile) -> None:
    assert wheel.read(f"balka/games/{examples.INDEX_NAME}").decode() == examples.index_text()


def test_an_installed_copy_tells_the_same_figures_as_the_checkout(
    wheel: zipfile.ZipFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wheel.extractall(tmp_path)
    command = [sys.executable, "-m", "balka.cli.main", "conformance", "--json"]
    told = subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True)
    assert main(["conformance", "--json"]) == 0
    assert told.stdout.decode() == capsys.readouterr().out


def test_no_test_is_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    assert not [name for name in wheel.namelist() if name.startswith("tests/") or "conformance/examples" in name]


def test_the_rulings_are_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    docs = [ROOT / "docs" / "rulings.md", *(ROOT / "docs" / "rulings").glob("*.md")]
    wanted = {f"balka/games/rulings/{path.name}": path.read_bytes() for path in docs}
    assert len(wanted) >= 3
    assert {name: wheel.read(name) for name in wanted} == wanted
