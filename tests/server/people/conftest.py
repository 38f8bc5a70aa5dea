"""A house with accounts, and people who come to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from argon2 import PasswordHasher
from tests.server.conftest import Visitor

from balka.server.people import passwords
from balka.server.people.settings import House

PASSWORD = "three grey tents"


class Person:
    """Somebody with a browser of his own, in a house with accounts."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.http = visitor.http

    def call(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """A call that is answered with this status; what it says."""
        answer = self.http.request(method, f"/api{path}", **({} if body is None else {"json": body}))
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    def sign_up(self, name: str, password: str = PASSWORD) -> Any:
        return self.call("POST", "/me/account", {"name": name, "password": password})

    def sign_in(self, who: str, password: str = PASSWORD, status: int = 200) -> Any:
        return self.call("POST", "/me/session", {"who": who, "password": password}, status)

    def sign_out(self) -> Any:
        return self.call("DELETE", "/me/session")

    @property
    def name(self) -> str:
        person = self.call("GET", "/me")["person"]
        return person["name"] if person else ""

    @property
    def account(self) -> Any:
        return self.call("GET", "/me/account")

    @property
    def tables(self) -> list[Any]:
        return list(self.call("GET", "/tables"))

    @property
    def store(self) -> Any:
        return self.http.app.state.tables.store  # type: ignore[attr-defined]

    @property
    def limits(self) -> Any:
        return self.http.app.state.limits  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same kind of hash with a hundredth of the work."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=64, parallelism=1))


@pytest.fixture
def people(house: Callable[..., Visitor]) -> Callable[..., Person]:
    """Each call is somebody new at the door."""
    return lambda **more: Person(house(**{"house": House(), **more}))
