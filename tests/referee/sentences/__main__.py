"""python -m tests.referee.sentences: write docs/sentences.md anew."""

from __future__ import annotations

from tests.referee.sentences import PAGE, page

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name} is written")
