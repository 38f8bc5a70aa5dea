"""TOML and YAML documents with data packs on top, and the line where something in them stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from balka.core.errors import BalkaError
from balka.core.packs import Packs, files, text_of
from balka.core.reading import Step

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Twice(yaml.constructor.ConstructorError):
    """A key that a table has already."""


class _Loader(LOADER):  # type: ignore[misc,valid-type]  # whichever of the two is there
    """A reader of YAML that takes a key once."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001
        seen: set[str] = set()
        for name, _ in node.value:
            if name.value in seen:
                raise _Twice(None, None, f"{name.value} stands here twice", name.start_mark)
            seen.add(name.value)
        return dict(super().construct_mapping(node, deep))


LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


def laid(folder: Path, name: str, packs: Packs) -> dict[str, Any]:
    """A document with those of packs laid over it, table by table."""
    found: dict[str, Any] = {}
    for path in files(folder, name, packs):
        found = _merged(found, document(path))
    return found


def document(path: Path) -> dict[str, Any]:
    """What a file says, as plain data."""
    found = _toml(path) if path.suffix == ".toml" else _yaml(path)
    if not isinstance(found, dict):
        wrong = "the file is empty" if found is None else "this is no table"
        raise BalkaError(f"{path.name} line 1: {wrong}", "write keys with their values")
    return found


def _toml(path: Path) -> Any:
    text = text_of(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        told = LINE.search(str(problem))
        line = told[1] if told and told[1] else len(text.splitlines())
        wrong = LINE.sub("", str(problem))
        raise BalkaError(f"{path.name} line {line}: {wrong}", "it must be TOML: key = value") from None


def _yaml(path: Path) -> Any:
    try:
        return yaml.load(text_of(path), Loader=_Loader)
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        right = "give it once" if isinstance(problem, _Twice) else "it must be YAML"
        raise BalkaError(f"{path.name} line {line}: {problem.problem}", right) from None
    except (yaml.YAMLError, ValueError) as problem:
        raise BalkaError(f"{path.name} cannot be read: {str(problem).splitlines()[0]}", "it must be YAML") from None


def _merged(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Tables of both, value by value; an empty table takes the whole of it away."""
    found = dict(base)
    for key, value in change.items():
        old = base.get(key)
        found[key] = _merged(old, value) if value and isinstance(value, dict) and isinstance(old, dict) else value
    return found


# -- where something stands


def place_of(paths: Sequence[Path], steps: Sequence[Step]) -> str:
    """File and line where a value stands, or the nearest thing around it: in the last file that has most of the way."""
    found = [(*_line_of(path, list(steps)), at) for at, path in enumerate(paths)]
    _, line, at = max(found, key=lambda told: (told[0], told[2]))
    return f"{paths[at].name} line {line}"


def _line_of(path: Path, steps: list[Step]) -> tuple[int, int]:
    """How many of the steps a file has, and the line of the last of them."""
    return _toml_line(text_of(path), steps) if path.suffix == ".toml" else _yaml_line(text_of(path), steps)


def _yaml_line(text: str, steps: list[Step]) -> tuple[int, int]:
    node, depth = yaml.compose(text, Loader=LOADER), 0
    assert node is not None, "an empty file is refused when it is read"
    for step in steps:
        inner = _child(node, step)
        if inner is None:
            break
        node, depth = inner, depth + 1
    return depth, int(node.start_mark.line) + 1


def _child(node: Any, step: Step) -> Any:
    if isinstance(node, yaml.MappingNode):
        return next((value for name, value in node.value if name.value == step), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step]
    return None


def _toml_line(text: str, steps: list[Step]) -> tuple[int, int]:
    best = (0, 1)
    for way, line in _ways(text):
        depth = min(len(way), len(steps))  # what lies deeper than the way tells where its table begins
        if way[:depth] == steps[:depth] and depth > best[0]:
            best = (depth, line)
    return best


_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")
_ITEM = re.compile(r"\s*\{")


def _ways(text: str) -> Iterator[tuple[list[Step], int]]:
    """The way to what begins on each line: a table, a key, or an item of a list with one item on a line."""
    table: list[Step] = []
    last: list[Step] = []
    items: dict[tuple[Step, ...], int] = {}
    for line, words in enumerate(text.splitlines(), start=1):
        if head := _HEADER.match(words):
            table = list(_names(head[2]))
            if head[1] == "[[":
                table = [*table, _next(items, table)]
            last = table
        elif key := _KEY.match(words):
            last = [*table, *_names(key[1])]
        elif _ITEM.match(words):
            yield [*last, _next(items, last)], line
            continue
        else:
            continue
        yield last, line


def _names(text: str) -> Iterator[str]:
    return (name.strip().strip('"') for name in re.findall(r'"[^"]*"|[^.]+', text.strip()))


def _next(items: dict[tuple[Step, ...], int], way: Sequence[Step]) -> int:
    items[tuple(way)] = items.get(tuple(way), -1) + 1
    return items[tuple(way)]
