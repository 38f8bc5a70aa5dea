"""Worked examples of the rules, played on described positions."""
