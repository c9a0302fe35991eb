"""Formats of a release, one a file."""
