"""Pages of symmetric pairs."""
