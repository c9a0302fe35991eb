"""Alerts of a project: what differs significantly, what waits, and what a manager said of each."""
