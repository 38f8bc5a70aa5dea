"""Famous Divisions: company battles by chit draw. One module per rulebook chapter."""
