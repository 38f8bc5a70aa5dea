"""The rules that both editions share, a module for each matter of the rulebook."""
