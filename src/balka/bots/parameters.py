"""Names of bots with parameters: `greedy`, `module:Class`, `stance?ground=0.25,urge=1.2`.

A parameter is an argument of the bot's class, read by its annotation, or one of the weights it publishes.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping

from balka.core.errors import BalkaError

Value = str | int | float | bool | dict[str, float]
WORDS = {"yes": True, "no": False, "true": True, "false": False}


def split(name: str) -> tuple[str, dict[str, str]]:
    """The key or place of a bot, and its parameters as they are written."""
    key, sign, words = name.partition("?")
    given: dict[str, str] = {}
    for word in words.split(",") if sign else ():
        parameter, equals, value = word.partition("=")
        if not (parameter and equals and value) or parameter in given:
            raise BalkaError(
                f"{word!r} is no parameter of a bot in {name!r}", "name?key=value,key=value, each key once"
            )
        given[parameter] = value
    return key, given


def joined(key: str, given: Mapping[str, str]) -> str:
    """The name `split` takes apart."""
    return f"{key}?{','.join(f'{name}={value}' for name, value in given.items())}" if given else key


def listed(text: str) -> list[str]:
    """The names in a list with commas between, of which some belong to parameters: `a?x=1,y=2,b` are two."""
    found: list[str] = []
    for word in (part.strip() for part in text.split(",")):
        if found and "?" in found[-1] and "=" in word and "?" not in word:
            found[-1] += f",{word}"
        else:
            found.append(word)
    return found


def arguments(name: str, maker: Callable[..., object], given: Mapping[str, str]) -> dict[str, Value]:
    """What a bot's class is called with: its weights in a dictionary, all else by the annotations of its arguments."""
    if not given:
        return {}
    published = [weight.name for weight in getattr(maker, "WEIGHTS", ())]
    kinds = _kinds(maker)
    weights = {key: _number(name, key, value) for key, value in given.items() if key in published}
    found: dict[str, Value] = {"weights": weights} if weights else {}
    for key in given.keys() - weights.keys():
        if key not in kinds:
            raise BalkaError(f"the bot {name!r} has no parameter {key!r}", _offered([*kinds, *published]))
        found[key] = _read(name, key, given[key], kinds[key])
    return found


def _kinds(maker: Callable[..., object]) -> dict[str, object]:
    """The arguments that can be given in a name, with their types."""
    known = inspect.signature(maker, eval_str=True).parameters.values()
    return {each.name: each.annotation for each in known if each.annotation in (str, int, float, bool)}


def _offered(names: Iterable[str]) -> str:
    return f"one of {', '.join(names)}" if list(names) else "it takes none"


def _read(name: str, key: str, text: str, kind: object) -> Value:
    if kind is str:
        return text
    if kind is bool:
        if text not in WORDS:
            raise BalkaError(f"{key} of the bot {name!r} cannot be {text!r}", "yes or no")
        return WORDS[text]
    number = _number(name, key, text)
    if kind is float:
        return number
    if number != int(number):
        raise BalkaError(f"{key} of the bot {name!r} cannot be {text!r}", "a whole number")
    return int(number)


def _number(name: str, key: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BalkaError(f"{key} of the bot {name!r} cannot be {text!r}", "a number such as 0.25")
    return number
