"""Mortars, off-board artillery and transport: the common rules under this edition's chapters. [12.0-12.4, 17.0]"""

from __future__ import annotations

from msgspec import structs

from balka.systems.heroes.common import artillery, embarking, mortars, transport

# an attack always shows who made it [10.0]
MORTARS = structs.replace(mortars.CHAPTER, name="12", concealed=(), unseen=())
ARTILLERY = structs.replace(artillery.CHAPTER, name="12")
TRANSPORT = structs.replace(transport.CHAPTER, name="17")
EMBARKING = structs.replace(embarking.CHAPTER, name="17")
