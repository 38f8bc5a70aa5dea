"""python -m tests.playthroughs [NAME...]: write the goldens anew, all or those named.

--records: the kept games; --crucibles [KEY...]: the kept crucibles, all or those of the games named.
"""

from __future__ import annotations

import sys

from tests.playthroughs import crucibles, games
from tests.playthroughs.reading import GOLDENS, all_scripts
from tests.playthroughs.telling import tell

from balka.core.errors import BalkaError


def main(names: list[str]) -> int:
    if names == ["--records"]:
        return keep_games()
    if names[:1] == ["--crucibles"]:
        return keep_crucibles(names[1:])
    scripts = {script.name: script for script in all_scripts()}
    unknown = [name for name in names if name not in scripts]
    if unknown:
        print(f"there is no script {unknown[0]!r} (one of {', '.join(scripts)})", file=sys.stderr)
        return 2
    GOLDENS.mkdir(exist_ok=True)
    for name in names or scripts:
        try:
            text = tell(scripts[name])
        except BalkaError as problem:
            print(problem, file=sys.stderr)
            return 2
        old = scripts[name].golden.read_text() if scripts[name].golden.exists() else ""
        scripts[name].golden.write_text(text)
        print(f"{name}: {'unchanged' if old == text else 'written'}")
    return 0


def keep_games() -> int:
    games.FOLDER.mkdir(exist_ok=True)
    for key in games.SCENARIOS:
        games.path_of(key).write_text(games.played(key))
        print(f"{key}: written")
    return 0


def keep_crucibles(keys: list[str]) -> int:
    for key in keys or crucibles.GAMES:
        crucibles.write(key)
        print(f"{key}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
