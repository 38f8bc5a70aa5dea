"""The mission file: YAML into typed missions, each when first asked for, mistakes told with file and line."""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from balka.core.errors import BalkaError
from balka.core.packs import pack_basis
from balka.core.packs.documents import document, place_of
from balka.core.reading import Misread, Step, read
from balka.systems.heroes.data.mission_data import Mission

Raw = dict[str, tuple[dict[str, Any], Path, int]]


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
    def _raw(self) -> Raw:
        """By key: the mission as plain data, and where mistakes in it stand."""
        found: Raw = {}
        for index, raw in enumerate(self.document["missions"]):
            key = f"{self.game}/{raw.get('key') or str(raw.get('id')).removeprefix(f'{self.game}-')}"
            if key in found:
                raise BalkaError(f"{self.path.name}: two missions have the key {key}", "give each its own")
            found[key] = ({**raw, "key": key}, self.path, index)
        for pack in self.packs:
            self._lay(found, pack)
        return found

    def _lay(self, found: Raw, pack: Path) -> None:
        """The missions of a pack: those the game has with the keys it gives, others as new ones."""
        for index, change in enumerate(_read(pack)["missions"]):
            key = self._meant(found, change, pack, index)
            base = found[key][0] if key in found else {"number": len(found) + 1, "basis_note": ""}
            found[key] = ({**base, **change, "key": key, "basis": pack_basis(pack.parent)}, pack, index)

    def _meant(self, found: Raw, change: dict[str, Any], pack: Path, index: int) -> str:
        """The key of the mission that a pack changes or adds."""
        place = f"{place_of([pack], ['missions', index])} of pack {pack.parent.name}"
        name, slug = change.get("id"), str(change.get("key", "")).removeprefix(f"{self.game}/")
        key = f"{self.game}/{slug}"
        by_id = next((key for key, (raw, _, _) in found.items() if raw["id"] == name), None)
        if slug and name and by_id != (key if key in found else None):
            taken = f"{slug} is {found[key][0]['id']}" if key in found else f"{name} is {by_id}"
            own = f"{taken}; a new mission has an id and a key of its own"
            raise BalkaError(f"{place}: {name} and {slug} are not the same mission", own)
        if by_id is None and key not in found:
            _check_new(found, change, slug, place)
        return by_id or key

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

    def place(self, key: str, steps: Sequence[Step] = ()) -> str:
        """File and line where something of a mission stands."""
        _, path, index = self._raw.get(key, ({}, self.path, -1))
        return place_of([path], ["missions", index, *steps]) if index >= 0 else path.name

    def _key(self, name: str) -> str:
        wanted = name.lower()
        for key, (raw, _, _) in self._raw.items():
            if wanted in (key, key.partition("/")[2], raw["id"]):
                return key
        close = get_close_matches(wanted, self._raw, n=3, cutoff=0.4) or list(self._raw)
        raise BalkaError(f"no mission {name!r}", f"did you mean {', '.join(close)}?")


def _check_new(found: Raw, change: dict[str, Any], slug: str, place: str) -> None:
    """A new mission has an id, a key and forces; without them one of the game was meant."""
    if "forces" not in change:
        known = ", ".join(raw["id"] for raw, _, _ in found.values())
        wanted = f"missions are {known}; a new one must be whole"
        raise BalkaError(f"{place}: no mission {change.get('id') or slug!r}", wanted)
    if not slug or not change.get("id"):
        raise BalkaError(f"{place}: a new mission needs an id and a key", "for example id: sos-90, key: patrol")


def _read(path: Path) -> dict[str, Any]:
    found = document(path)
    if not isinstance(found.get("missions"), list):
        raise BalkaError(f"{path.name} line 1: no list of missions", "begin with `missions:`")
    for index, mission in enumerate(found["missions"]):
        if not isinstance(mission, dict):
            where = place_of([path], ["missions", index])
            raise BalkaError(f"{where}: {mission!r} is no mission", "begin with `- id:`")
    return found


def _convert(raw: dict[str, Any], path: Path, index: int) -> Mission:
    try:
        return read(_normal(raw), Mission)
    except Misread as problem:
        found = problem.mistake
        place = place_of([path], ["missions", index, *found.steps])
        where = f"{raw.get('id')} {found.way}".strip()
        raise BalkaError(f"{place}, {where}: {found.wrong}", found.instead) from None


def _normal(raw: dict[str, Any]) -> dict[str, Any]:
    """One shape for what may be written in two: single zones, single loads, the one-track start of victory points."""
    plain = dict(raw)
    plain["zones"] = _each(raw.get("zones", {}), lambda area: area if isinstance(area, list) else [area])
    plain["forces"] = _each(raw.get("forces", {}), _normal_force)
    victory = raw.get("victory")
    start = victory.get("start") if isinstance(victory, dict) else None
    if isinstance(start, dict) and set(start) == {"side", "vp"} and isinstance(start["side"], str):
        plain["victory"] = {**raw["victory"], "start": {start["side"]: start["vp"]}}
    return plain


def _each(value: object, change: Callable[[Any], Any]) -> Any:
    """Every entry changed; what is neither a table nor a list stays as it is, to be told as a mistake."""
    if isinstance(value, dict):
        return {name: change(inner) for name, inner in value.items()}
    return [change(inner) for inner in value] if isinstance(value, list) else value


def _with(value: object, key: str, change: Callable[[Any], Any]) -> Any:
    """A table with one of its entries changed, if it has it."""
    return {**value, key: change(value[key])} if isinstance(value, dict) and key in value else value


def _normal_force(force: object) -> Any:
    plain = _with(force, "at_start", lambda entries: _each(entries, _normal_load))
    coming = partial(_with, key="units", change=lambda entries: _each(entries, _normal_load))
    return _with(plain, "reinforcements", lambda entries: _each(entries, coming))


def _normal_load(entry: object) -> Any:
    return _with(entry, "carries", lambda load: [load] if isinstance(load, str) else load)
