"""Mortars, off-board artillery and transport: the common rules under this edition's chapters. [12.0-12.4, 17.0]"""

from __future__ import annotations

from msgspec import structs

from balka.systems.heroes.chapters import artillery, embarking, mortars, transport
from balka.systems.heroes.play.acts import ON_MAP

# an attack always shows who made it [10.0]
INDIRECT_FIRE = structs.replace(mortars.INDIRECT_FIRE, said=(ON_MAP,))
MORTARS = structs.replace(mortars.CHAPTER, name="12", acts=(INDIRECT_FIRE,))
ARTILLERY = structs.replace(artillery.CHAPTER, name="12")
TRANSPORT = structs.replace(transport.CHAPTER, name="17")
EMBARKING = structs.replace(embarking.CHAPTER, name="17")
