"""The recipes of docs/recipes.md, followed to the letter: their files are written, their commands run."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import types
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import balka
from balka.cli.main import main
from balka.table.scenes import scene
from balka.table.table import Table

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
BLOCK = re.compile(
    r"(?:^(In )?`([^`\n]+)`(?:, (after|in place of) `([^\n]+)`)?:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


def recipes() -> dict[str, str]:
    """The sections of the page by their headings."""
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


class Block(NamedTuple):
    """A piece of a recipe: what to write, into which file, after which line of it or in its place."""

    change: str
    path: str
    how: str
    line: str
    kind: str
    code: str


def blocks(text: str) -> list[Block]:
    return [Block(*found) for found in BLOCK.findall(text)]


def commands(text: str) -> list[str]:
    """The lines a recipe types, in their order."""
    return [line for block in blocks(text) if block.kind == "sh" for line in block.code.splitlines()]


def write(folder: Path, text: str) -> None:
    """The files of a recipe written, and what it changes in others changed."""
    for block in blocks(text):
        path = folder / block.path
        if block.change:
            old = f"{block.line}\n"
            change(path, old, block.code if block.how == "in place of" else old + block.code)
        elif block.path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.code, encoding="utf-8")


def title(key: str) -> Any:
    """A title as its module has it, without the packs the environment names."""
    module, _, name = balka.GAMES[key].partition(":")
    return getattr(import_module(module), name)


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(f"\n{old}") == 1, f"{path.name} has the line {old!r} once"
    path.write_text(text.replace(f"\n{old}", f"\n{new}"), encoding="utf-8")


def changes_the_program(text: str) -> bool:
    return any(block.path.startswith("src/") for block in blocks(text))


INSIDE = [name for name, text in recipes().items() if changes_the_program(text)]
OUTSIDE = [name for name in recipes() if name not in INSIDE]
AS_IT_SHOULD = re.compile(r"no problems|games +2, finished 2\n(.*\n)*violations +0\n|duel/heath")


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_recipe_beside_the_program_works_by_the_page_alone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = recipes()[name]
    write(tmp_path, text)
    monkeypatch.chdir(tmp_path)
    assert commands(text), "a recipe says how to see that it works"
    for line in commands(text):
        words = shlex.split(line)
        while "=" in words[0]:
            monkeypatch.setenv(*words.pop(0).split("=", 1))
        assert words.pop(0) == "balka"
        code, out = main(words), capsys.readouterr().out
        assert code == 0 and AS_IT_SHOULD.search(out), out


SPOILT = [
    (name, block.path) for name in OUTSIDE for block in blocks(recipes()[name]) if block.path.startswith("mypack/")
]


@pytest.mark.parametrize(("name", "path"), SPOILT)
def test_a_file_that_is_no_text_is_told_by_its_name_before_anything_is_played(
    name: str, path: str, tmp_path: Path
) -> None:
    write(tmp_path, recipes()[name])
    (tmp_path / path).write_bytes(b"id,name\n\xff\xfe,x\n")
    game = title(path.split("/")[1]).with_packs((tmp_path / "mypack" / path.split("/")[1],))
    assert f"{Path(path).name} line 2: this is no UTF-8 text (save the file as UTF-8)" in "\n".join(game.problems())


@pytest.mark.parametrize("name", INSIDE)
def test_a_recipe_that_changes_the_program_works_by_the_page_alone(name: str, tmp_path: Path) -> None:
    text = recipes()[name]
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    write(tmp_path, text)
    here = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = f"{shlex.quote(sys.executable)} -c 'import balka.cli.main as m; raise SystemExit(m.main())' "
    for line in commands(text):
        typed = line.replace("balka ", command, 1)
        done = subprocess.run(typed, shell=True, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and AS_IT_SHOULD.search(done.stdout), done.stdout + done.stderr


def test_the_fifth_game_is_drawn_by_the_page_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rules are run as they stand on the page, and a table shows a scene and a board of it."""
    for path in ("src/balka/systems/duel.py", "src/balka/games/duel/__init__.py"):
        code = next(block.code for block in blocks(recipes()["A fifth game"]) if block.path == path)
        module = types.ModuleType(
            path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        )
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(compile(code, path, "exec"), module.__dict__)
    game = sys.modules["balka.games.duel"].GAME
    seen = scene(Table(game.start("duel/heath"), {"red": "human", "blue": "human"}), "red")
    wire = json.loads(msgspec.json.encode(seen))
    assert [stack["place"]["id"] for stack in wire["stacks"]] == ["A03", "E03"]
    assert len(game.system.board_wire(None).hexes) == 25
