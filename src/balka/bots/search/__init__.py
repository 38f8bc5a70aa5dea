"""Looking ahead in worlds that fit a view: states, choices, chance and no game. A system hands in a Mind."""
