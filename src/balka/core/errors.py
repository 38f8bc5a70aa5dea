"""What goes wrong for a reason a person can mend."""

from __future__ import annotations


class BalkaError(Exception):
    """A mistake in what was asked or in a file: one sentence, and what would do instead."""

    def __init__(self, message: str, instead: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.instead = instead

    def __str__(self) -> str:
        return f"{self.message} ({self.instead})" if self.instead else self.message
