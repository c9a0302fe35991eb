"""Endpoints of claim verification."""
