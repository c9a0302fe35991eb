"""Pages of claim verification."""
