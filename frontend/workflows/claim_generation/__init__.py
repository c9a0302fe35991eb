"""Pages of claim generation."""
