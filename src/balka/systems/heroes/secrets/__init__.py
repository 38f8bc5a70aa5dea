"""Who may know what: a state as a seat sees it, and worlds that fit what it knows."""
