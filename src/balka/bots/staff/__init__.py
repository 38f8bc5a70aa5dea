"""A general staff: plans for a day, tried out in made-up worlds before one is followed. Knows no game."""
