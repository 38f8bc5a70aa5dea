"""The dispatcher: commands load alone, and a person's mistake ends in a sentence."""

from __future__ import annotations

import argparse
import subprocess
import sys
from types import SimpleNamespace

import pytest

import balka
from balka.cli import main as command_line
from balka.core.errors import BalkaError


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A stand-in for the conformance command, whose run each test sets."""
    module = SimpleNamespace(add_arguments=lambda parser: parser.add_argument("word"), run=None)
    monkeypatch.setattr(command_line.importlib, "import_module", lambda name: module)
    return module


def test_the_chosen_command_gets_its_arguments_and_its_exit_code(spoken: SimpleNamespace) -> None:
    seen: list[str] = []

    def run(args: argparse.Namespace) -> int:
        seen.append(args.word)
        return 5

    spoken.run = run
    assert command_line.main(["conformance", "sos"]) == 5
    assert seen == ["sos"]


def test_a_mistake_is_a_sentence_on_stderr(spoken: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    def run(args: argparse.Namespace) -> int:
        raise BalkaError("no such mission", "balka scenarios lists them")

    spoken.run = run
    assert command_line.main(["conformance", "sos"]) == 2
    captured = capsys.readouterr()
    assert captured.err == "balka: no such mission (balka scenarios lists them)\n"
    assert captured.out == ""


def test_an_error_of_ours_is_not_hidden(spoken: SimpleNamespace) -> None:
    def run(args: argparse.Namespace) -> int:
        raise AssertionError("a bug")

    spoken.run = run
    with pytest.raises(AssertionError, match="a bug"):
        command_line.main(["conformance", "sos"])


def test_a_command_without_module_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(command_line.COMMANDS, "cook", "make dinner")
    assert "cook" not in command_line.commands()
    assert "conformance" in command_line.commands()
    with pytest.raises(SystemExit) as left:
        command_line.main(["cook"])
    assert left.value.code == 2


def test_help_imports_no_command() -> None:
    script = (
        "import sys\nfrom balka.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print([name for name in sys.modules if name.startswith('balka.cli.') and name != 'balka.cli.main'])\n"
    )
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines()[-1] == "[]"


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command_line.main(["--version"])
    assert capsys.readouterr().out == f"balka {balka.__version__}\n"
