"""How much a house bears: load, kills and hostile visitors; small runs of them are tests."""
