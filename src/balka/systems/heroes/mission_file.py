"""The mission file: YAML into typed missions, each when first asked for, mistakes told with file and line."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import yaml

from balka.core.errors import BalkaError
from balka.systems.heroes.mission_data import Area, Force, Mission
from balka.systems.heroes.tables import DataError, pack_basis

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_AT = re.compile(r"(?P<wrong>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_PART = re.compile(r"\.(\w+)|\[(\d+)\]")

Step = str | int


class MissionFile:
    """The missions of a title, with those of data packs laid over them."""

    def __init__(self, path: Path, packs: Iterable[Path] = ()) -> None:
        self.path = path
        self.packs = [pack for pack in packs if pack.exists()]
        self._made: dict[str, Mission] = {}

    @cached_property
    def document(self) -> dict[str, Any]:
        """The file as plain data."""
        return _read(self.path)

    @property
    def game(self) -> str:
        """The short key of the game."""
        return str(self.document["game"])

    @property
    def vocabulary(self) -> dict[str, dict[str, Any]]:
        """What the file says about its victory and special rules."""
        return dict(self.document.get("vocabulary", {}))

    @cached_property
    def _raw(self) -> dict[str, tuple[dict[str, Any], Path, int]]:
        """By key: the mission as plain data, and where mistakes in it stand."""
        found: dict[str, tuple[dict[str, Any], Path, int]] = {}
        for index, raw in enumerate(self.document["missions"]):
            key = f"{self.game}/{raw.get('key') or str(raw.get('id')).removeprefix(f'{self.game}-')}"
            if key in found:
                raise DataError(f"{self.path.name}: two missions have the key {key}", "give each its own")
            found[key] = ({**raw, "key": key}, self.path, index)
        for pack in self.packs:
            self._lay(found, pack)
        return found

    def _lay(self, found: dict[str, tuple[dict[str, Any], Path, int]], pack: Path) -> None:
        by_id = {raw["id"]: key for key, (raw, _, _) in found.items()}
        for index, change in enumerate(_read(pack).get("missions", [])):
            key = by_id.get(change.get("id"))
            if key is None:
                raise DataError(
                    f"{pack.name} of pack {pack.parent.name}: no mission {change.get('id')!r}", _names(by_id)
                )
            merged = {**found[key][0], **change, "key": key, "basis": pack_basis(pack.parent)}
            found[key] = (merged, pack, index)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Keys of all missions, in the order of the file."""
        return tuple(self._raw)

    def mission(self, name: str) -> Mission:
        """A mission by key, short name or id."""
        key = self._key(name)
        made = self._made.get(key)
        if made is None:
            raw, path, index = self._raw[key]
            made = self._made[key] = _convert(raw, path, index)
        return made

    def _key(self, name: str) -> str:
        wanted = name.lower()
        for key, (raw, _, _) in self._raw.items():
            if wanted in (key, key.partition("/")[2], raw["id"]):
                return key
        close = get_close_matches(wanted, self._raw, n=3, cutoff=0.4) or list(self._raw)
        raise BalkaError(f"no mission {name!r}", f"did you mean {', '.join(close)}?")


def _names(ids: Iterable[str]) -> str:
    return f"missions are {', '.join(ids)}"


def _read(path: Path) -> dict[str, Any]:
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        raise DataError(f"{path.name} line {line}: {problem.problem}", "it must be YAML") from None
    if not isinstance(document, dict) or not isinstance(document.get("missions"), list):
        raise DataError(f"{path.name} line 1: no list of missions", "begin with `missions:`")
    return document


def _convert(raw: dict[str, Any], path: Path, index: int) -> Mission:
    plain = _normal(raw)
    try:
        return msgspec.convert(plain, Mission)
    except msgspec.ValidationError as problem:
        wrong, steps = _mistake(plain, str(problem))
        line = _line_of(path, ["missions", index, *steps])
        where = ".".join(map(str, steps)) or "mission"
        raise DataError(f"{path.name} line {line}, {raw.get('id')} {where}: {wrong}") from None


def _normal(raw: dict[str, Any]) -> dict[str, Any]:
    """One shape for what may be written in two: single zones, single loads, the one-track start of victory points."""
    plain = dict(raw)
    plain["zones"] = {
        name: area if isinstance(area, list) else [area] for name, area in (raw.get("zones") or {}).items()
    }
    plain["forces"] = {name: _normal_force(force) for name, force in (raw.get("forces") or {}).items()}
    victory = dict(raw.get("victory") or {})
    start = victory.get("start")
    if isinstance(start, dict) and set(start) == {"side", "vp"}:
        victory["start"] = {start["side"]: start["vp"]}
    plain["victory"] = victory
    return plain


def _normal_force(force: dict[str, Any]) -> dict[str, Any]:
    plain = dict(force)
    if "at_start" in plain:
        plain["at_start"] = [_normal_load(entry) for entry in plain["at_start"]]
    if "reinforcements" in plain:
        plain["reinforcements"] = [
            {**coming, "units": [_normal_load(entry) for entry in coming.get("units", [])]}
            for coming in plain["reinforcements"]
        ]
    return plain


def _normal_load(entry: dict[str, Any]) -> dict[str, Any]:
    load = entry.get("carries")
    return {**entry, "carries": [load]} if isinstance(load, str) else entry


def _mistake(plain: dict[str, Any], text: str) -> tuple[str, list[Step]]:
    """What is wrong and the way to it; named forces and zones are tried one by one, as the checker hides names."""
    for name, force in plain["forces"].items():
        for wrong, steps in _tried(force, Force):
            return wrong, ["forces", name, *steps]
    for name, areas in plain["zones"].items():
        for wrong, steps in _tried(areas, tuple[Area, ...]):
            return wrong, ["zones", name, *steps]
    return _parts(text)


def _tried(value: Any, wanted: Any) -> Iterator[tuple[str, list[Step]]]:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError as problem:
        yield _parts(str(problem))


def _parts(text: str) -> tuple[str, list[Step]]:
    found = _AT.fullmatch(text)
    assert found
    steps: list[Step] = [name or int(number) for name, number in _PART.findall(found["path"] or "")]
    return found["wrong"], steps


def _line_of(path: Path, steps: list[Step]) -> int:
    """The line where a value stands, or the nearest thing around it that is written in the file."""
    node = yaml.compose(path.read_text(encoding="utf-8"), Loader=LOADER)
    for step in steps:
        inner = _child(node, step)
        if inner is None:
            break
        node = inner
    return int(node.start_mark.line) + 1


def _child(node: Any, step: Step) -> Any:
    if isinstance(node, yaml.MappingNode):
        return next((value for name, value in node.value if name.value == step), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step]
    return None
