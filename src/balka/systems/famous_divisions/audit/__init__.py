"""A second count, in plain arithmetic and without the rules, for the audit."""
