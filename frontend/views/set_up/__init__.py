"""Pages by which a manager sets up a project."""
