"""Keys by which code finds a part of a sum or a reason again, whatever it says and whichever rule it cites."""

HIT_MARKER = "hit marker"
GROUP_MARKER = "hit marker of a Group"
CAPS = "caps"
STEP = "step"
CONFUSION = "confusion"
WIRE = "wire"

CANNOT_PAY = "cannot pay"
