"""The heroes system: squads and single vehicles, as both Conflict of Heroes editions play them."""
