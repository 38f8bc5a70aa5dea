"""What the choices that both editions know are worth, all subjects together."""

from __future__ import annotations

from balka.bots.heroes import arms, attacks, groups, hiding, setting_up, turns, vehicles, works
from balka.bots.heroes.scale import ActionWorth, FrameWorth, OpenedWorth
from balka.core.frames import Frame

ACTIONS: dict[str, ActionWorth] = {
    **turns.ACTIONS, **vehicles.ACTIONS, **hiding.ACTIONS, **arms.ACTIONS, **works.ACTIONS,
}  # fmt: skip
OPENED: dict[str, OpenedWorth] = {**vehicles.OPENED, **groups.OPENED, **hiding.OPENED}
FRAMES: dict[type[Frame], FrameWorth] = {
    **attacks.FRAMES, **vehicles.FRAMES, **groups.FRAMES, **hiding.FRAMES, **arms.FRAMES, **works.FRAMES,
    **setting_up.FRAMES,
}  # fmt: skip
