"""How a title reads a position that somebody has written down; the contract behind `game.describe`."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import Any, Generic, Self

from msgspec import Struct

from balka.core.describing.boards import DescribedBoard, no_ground
from balka.core.describing.document import Document, Entry, Mistake, entry_of
from balka.core.frames import StateType
from balka.core.hexes import Grid


class Described(Struct, Generic[StateType], frozen=True):
    """A position that was read, and the ground with the marks drawn on it."""

    state: StateType
    ground: DescribedBoard


class Positions(Generic[StateType]):
    """The language in which positions of a title are described: the names a file may use, and what they mean."""

    fields: tuple[str, ...]
    """names in a file that describe a position"""
    terms: Mapping[str, Any] = MappingProxyType({})
    """what a scenario fixes and no document tells, by the names the system has for it"""

    def under(self, terms: Mapping[str, Any]) -> Self:
        """The same language for positions that stand under the terms of a scenario, such as exits and prizes."""
        same = copy(self)
        same.terms = terms
        return same

    def ground(self, fields: dict[str, Entry], whole: Entry) -> DescribedBoard:
        """The board or map a file describes."""
        raise NotImplementedError

    def names(self, fields: dict[str, Entry]) -> frozenset[str]:
        """The names units have in a file, whether or not the units can be read."""
        found = fields["units"].pairs() if "units" in fields and fields["units"].is_mapping else {}
        return frozenset(found)

    def state(self, fields: dict[str, Entry], whole: Entry, ground: DescribedBoard) -> StateType:
        """The position a file describes on its ground; its mistakes are raised all at once."""
        raise NotImplementedError

    def ground_or_none(self, fields: dict[str, Entry], whole: Entry) -> DescribedBoard:
        """The ground of a file; where it cannot be read its mistakes are noted, and any hex will do meanwhile."""
        return whole.desk.attempt(lambda: self.ground(fields, whole), no_ground(Grid()))

    def read(self, document: Document) -> Described[StateType]:
        """The position of a document with its ground; marks that nothing refers to are let be."""
        whole = entry_of(document)
        try:
            fields = whole.fields(self.fields)
            ground = self.ground_or_none(fields, whole)
            return Described(self.state(fields, whole, ground), ground)
        except Mistake as mistake:
            whole.desk.mistakes.append(mistake)
            whole.desk.stop_if_wrong()
            raise

    def describe(self, document: Document) -> StateType:
        """The position of a document; every mistake in it is told at once."""
        found = self.read(document)
        found.ground.complain_of_unused()
        return found.state
