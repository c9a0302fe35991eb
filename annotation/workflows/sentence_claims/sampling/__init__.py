"""Draw sentences of the corpus as tasks."""
