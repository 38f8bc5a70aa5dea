"""What some commands need beside the package itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from balka.core.errors import BalkaError

MODULES = {"lab": ("numpy",), "export": ("pyarrow",), "ray": ("ray",), "env": ("pettingzoo", "gymnasium", "numpy")}


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Imports below this belong to an extra of the package; where it is not installed, that is said."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in MODULES[name]:
            raise
        wanted = f"pip install 'balka[{name}]'"
        raise BalkaError(f"this needs {missing.name}, which is not installed", wanted) from None
