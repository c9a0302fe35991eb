"""Releases: what is in them, on which side, in which shape, and what happens when something goes wrong."""
