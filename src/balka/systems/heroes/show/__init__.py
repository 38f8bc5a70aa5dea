"""How a view is shown: the scene, counters, overlays, briefs and figures. Nothing here decides anything."""
