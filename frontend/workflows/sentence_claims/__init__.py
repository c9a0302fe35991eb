"""Pages of claims from sentences."""
