"""Endpoints of claims from sentences."""
