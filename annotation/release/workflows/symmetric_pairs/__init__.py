"""What a release has of symmetric pairs."""
