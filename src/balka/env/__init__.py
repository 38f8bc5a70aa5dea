"""The four games as a PettingZoo environment for learning programs (docs/environment.md); needs `balka[env]`."""

from __future__ import annotations

from balka.core.errors import BalkaError

try:
    from balka.env.environment import Environment, env, raw_env
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.partition(".")[0] not in ("pettingzoo", "gymnasium", "numpy"):
        raise
    raise BalkaError(
        f"the environment needs {missing.name}, which is not installed", "pip install 'balka[env]'"
    ) from None

__all__ = ["Environment", "env", "raw_env"]
