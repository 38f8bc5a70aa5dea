"""Values as files: readable TOML, with how they were made in its comments."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from balka.core.errors import BalkaError
from balka.lab.train.fitting import Pair, Values

WANTED = "[weights] and [bias], each with name = [at the start, at the end]"


def read(path: Path) -> Values:
    """The weights of a file, for example those made by hand."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Values)
    except OSError as problem:
        raise BalkaError(f"{path} cannot be read: {problem.strerror}", WANTED) from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.MsgspecError) as problem:
        raise BalkaError(f"{path} holds no weights of a value: {problem}", WANTED) from problem


def document(values: Values, notes: Sequence[str]) -> str:
    """The file of a value."""
    lines = ["# Weights of a value: the advice of a bot, no rule. Each at the start of a game and at its end."]
    lines += [f"# {note}" for note in notes]
    return "\n".join([*lines, *_part("weights", values.weights), *_part("bias", values.bias), ""])


def _part(name: str, pairs: dict[str, Pair]) -> list[str]:
    return ["", f"[{name}]", *(f"{_key(key)} = [{first:g}, {last:g}]" for key, (first, last) in pairs.items())]


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else json.dumps(key)
