"""Submissions to a shared task that Attest hosts: what teams may see of the gold, checks, scores and ranks."""
