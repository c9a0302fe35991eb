"""Pages of evidence rating."""
