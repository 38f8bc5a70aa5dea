"""A second count of every check and cost, in plain arithmetic and without the rules, for the audit."""
