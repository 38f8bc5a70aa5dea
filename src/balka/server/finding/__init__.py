"""People who find each other: offers, challenges, quick matches, and whom one would rather not meet."""
