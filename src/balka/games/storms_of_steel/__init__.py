"""Storms of Steel: Kursk 1943, squads and single vehicles."""
