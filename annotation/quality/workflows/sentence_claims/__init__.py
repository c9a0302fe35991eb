"""Quality of claims from sentences."""
