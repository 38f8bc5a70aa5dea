"""The referee: what-if questions about any position, answered with the working shown (docs/referee.md)."""

from balka.referee.reading import referee_file, referee_text

__all__ = ["referee_file", "referee_text"]
