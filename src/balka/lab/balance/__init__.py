"""How even the scenarios are, and what makes them more even."""
