"""The recipes of docs/recipes.md, followed to the letter: their files are written, their commands run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from balka.cli.main import main

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:^`([^`\n]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def recipes() -> dict[str, str]:
    """The sections of the page by their headings."""
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def files(text: str) -> dict[str, str]:
    """The files a recipe writes, by their paths."""
    return {path: code for path, _, code in BLOCK.findall(text) if path}


def commands(text: str) -> list[str]:
    """The lines a recipe types, in their order."""
    return [line for path, kind, code in BLOCK.findall(text) if kind == "sh" for line in code.splitlines()]


def write(folder: Path, text: str) -> None:
    for path, code in files(text).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(code, encoding="utf-8")


PACKS = [name for name, text in recipes().items() if any(path.startswith("mypack/") for path in files(text))]


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_is_made_by_the_page_alone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = recipes()[name]
    write(tmp_path, text)
    monkeypatch.chdir(tmp_path)
    typed = commands(text)
    assert typed, "a recipe says how to see that it works"
    for line in typed:
        words = shlex.split(line)
        while "=" in words[0]:
            monkeypatch.setenv(*words.pop(0).split("=", 1))
        assert words.pop(0) == "balka"
        code, out = main(words), capsys.readouterr().out
        assert code == 0, out
        assert "no problems" in out or re.search(r"games +2, finished 2\n(.*\n)*violations +0\n", out), out
