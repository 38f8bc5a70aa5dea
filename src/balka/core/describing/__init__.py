"""Positions in words: a document whose parts know their lines, the ground it draws, how a title reads it."""
