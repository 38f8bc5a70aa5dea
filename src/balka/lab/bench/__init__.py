"""How fast the engine is: calls and processor time of seeded play, what its parts cost, and catanatron beside it.

What is offered here is what `scripts/compare_speed.py` asks of a checkout of any age.
"""

from balka.core.chance import draw as draw
from balka.lab.bench.parts import costs as costs
from balka.lab.bench.players import starts as starts
