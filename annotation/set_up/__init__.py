"""Set up a project from nothing: its corpus, the road map to production, and what is copied from another project."""
