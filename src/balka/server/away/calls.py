"""How somebody hears of his tables: what he wants, in which browsers, by which webhooks."""

from __future__ import annotations

import hashlib
import secrets
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.away import unsubscribing, wishing, writing
from balka.server.away.answers import ChannelInfo, HookMade, NoticeSettings, TargetInfo, Tried
from balka.server.away.desk import Desk
from balka.server.away.hooking import Hook, hook_of, new_secret
from balka.server.away.sending import called
from balka.server.away.wanting import CHANNELS, Channel, Shape, Wishes
from balka.server.calls import answer, json, limits_of, tables_of
from balka.server.catalogue import NotHereError
from balka.server.people.asked import asked
from balka.server.people.house import house_of, must_have_account, time_wire
from balka.server.people.sessions import Visit, must_be_signed_in
from balka.server.store import Session, Target

MOST_BROWSERS, MOST_HOOKS = 20, 5
Address = Annotated[str, Meta(max_length=1000)]
Key = Annotated[str, Meta(max_length=200)]
WHY = {
    "mail": "The host of this server has set up no mail.",
    "address": "The host of this server has not said its address.",
    "packages": "The host of this server has not installed what this needs.",
}


class BrowserKeys(Struct, forbid_unknown_fields=True):
    p256dh: Key
    auth: Key


class Subscription(Struct):
    """A subscription as the browser gives it; what else it says is of no use here."""

    endpoint: Address
    keys: BrowserKeys


class NewHook(Struct, forbid_unknown_fields=True):
    url: Address
    shape: Shape = "json"


def desk_of(request: Request) -> Desk:
    house_of(request)
    desk = tables_of(request).desk
    assert desk is not None, "a house has one"
    return desk


def _must_be_open(desk: Desk, channel: Channel) -> None:
    why = desk.closed(channel)
    if why:
        raise NotHereError(WHY[why], "another way to hear of your tables")


# -- what somebody wants


async def settings(request: Request) -> Response:
    desk = desk_of(request)
    return json(told(desk, must_be_signed_in(request)))


async def change(request: Request) -> Response:
    """What each channel is for from now on."""
    desk, visit = desk_of(request), must_be_signed_in(request)
    wishing.keep(desk, visit.person.id, await asked(request, Wishes))
    return json(told(desk, visit))


def told(desk: Desk, visit: Visit) -> NoticeSettings:
    wishes, person = desk.wishes(visit.person.id), visit.person.id
    agents = {session.id: session for session in desk.store.people.sessions(person, 0.0)}
    return NoticeSettings(
        channels=[_channel(desk, channel, wishes) for channel in CHANNELS],
        targets=[_target(target, agents, visit) for target in desk.store.away.targets(person)],
        key=_public_key(desk), minutes=desk.house.wait / 60,
    )  # fmt: skip


def _channel(desk: Desk, channel: Channel, wishes: Wishes) -> ChannelInfo:
    wanted = wishes.of(channel)
    return ChannelInfo(channel=channel, closed=desk.closed(channel), kinds=list(wanted.kinds), paces=list(wanted.paces))


def _target(target: Target, agents: dict[str, Session], visit: Visit) -> TargetInfo:
    """A target as its owner sees it: a webhook by its host, for what follows may be as good as a password."""
    is_push = target.channel == "push"
    agent = agents[target.session].agent if target.session in agents else ""
    return TargetInfo(
        id=target.id, channel="push" if is_push else "hook", shape="" if is_push else hook_of(target).shape,
        name=agent if is_push else urlsplit(target.address).netloc, created=time_wire(target.created),
        used=time_wire(target.used), off=target.off, here=is_push and target.session == visit.session.id,
    )  # fmt: skip


def _public_key(desk: Desk) -> str:
    if desk.closed("push"):
        return ""
    from balka.server.away import pushing

    return pushing.public_key(desk)


# -- browsers


async def subscribe(request: Request) -> Response:
    """This browser takes push from now on, in place of what it gave before."""
    desk, visit = desk_of(request), must_be_signed_in(request)
    _must_be_open(desk, "push")
    wish = await asked(request, Subscription)
    from balka.server.away import pushing, reaching

    keys = pushing.must_be_keys(pushing.Keys(wish.keys.p256dh, wish.keys.auth))
    await reaching.must_be_open(wish.endpoint, desk.house.private)
    limits_of(request).targets.take(visit.person.id)
    _drop_old(desk, visit)
    target = Target(
        hashlib.sha256(wish.endpoint.encode()).hexdigest()[:32], visit.person.id, "push", wish.endpoint,
        msgspec.json.encode(keys).decode(), visit.session.id, desk.now,
    )  # fmt: skip
    desk.store.away.add_target(target)
    return json(told(desk, visit))


def _drop_old(desk: Desk, visit: Visit) -> None:
    """What this browser gave before, and the oldest where there are too many."""
    known = [target for target in desk.store.away.targets(visit.person.id) if target.channel == "push"]
    here = [target for target in known if target.session == visit.session.id]
    for target in [*here, *known[: max(0, len(known) - MOST_BROWSERS + 1)]]:
        desk.store.away.drop_target(visit.person.id, target.id)


# -- webhooks


async def add_hook(request: Request) -> Response:
    """A new webhook; the secret it is signed with is told in the answer, and never again."""
    desk, visit = desk_of(request), must_be_signed_in(request)
    _must_be_open(desk, "hook")
    must_have_account(visit)
    wish = await asked(request, NewHook)
    from balka.server.away import reaching

    if len([target for target in desk.store.away.targets(visit.person.id) if target.channel == "hook"]) >= MOST_HOOKS:
        raise BalkaError(f"There are {MOST_HOOKS} webhooks already.", "remove one of them")
    await reaching.must_be_open(wish.url, desk.house.private)
    limits_of(request).targets.take(visit.person.id)
    made = Hook(wish.shape, new_secret())
    text = msgspec.json.encode(made).decode()
    target = Target(secrets.token_hex(16), visit.person.id, "hook", wish.url, text, "", desk.now)
    desk.store.away.add_target(target)
    return json(HookMade(secret=made.secret, settings=told(desk, visit)))


# -- both


async def remove(request: Request) -> Response:
    desk, visit, target = _named(request)
    desk.store.away.drop_target(visit.person.id, target.id)
    return json(told(desk, visit))


def _named(request: Request) -> tuple[Desk, Visit, Target]:
    """The target a call is about, if it is the asker's."""
    desk, visit = desk_of(request), must_be_signed_in(request)
    wished = request.path_params["id"]
    found = next((target for target in desk.store.away.targets(visit.person.id) if target.id == wished), None)
    if found is None:
        raise NotHereError("There is no such browser or webhook.", "the page lists those there are")
    return desk, visit, found


async def attempt(request: Request) -> Response:
    """Send something there now; where it arrives at what was switched off, that is on again."""
    desk, visit, target = _named(request)
    _must_be_open(desk, "push" if target.channel == "push" else "hook")
    limits_of(request).targets.take(visit.person.id)
    outcome = await called(desk, target, writing.trial(), secrets.token_hex(16))
    if outcome == "arrived":
        desk.store.away.switch(target.id, "")
        return json(Tried(problem=""))
    if outcome == "gone":
        desk.store.away.drop_target(visit.person.id, target.id)
        return json(Tried(problem="This browser takes no push any more."))
    return json(Tried(problem=outcome))


CALLS = [
    Route("/me/notices", answer(settings)),
    Route("/me/notices", answer(change), methods=["PUT"]),
    Route("/me/push", answer(subscribe), methods=["POST"]),
    Route("/me/hooks", answer(add_hook), methods=["POST"]),
    Route("/me/targets/{id}", answer(remove), methods=["DELETE"]),
    Route("/me/targets/{id}/try", answer(attempt), methods=["POST"]),
]
PAGES = unsubscribing.PAGES
