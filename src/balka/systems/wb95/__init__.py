"""WB95: regiments and divisions, a day a turn. One module per chapter of the rules."""
