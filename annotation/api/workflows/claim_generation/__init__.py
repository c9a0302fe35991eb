"""Endpoints of claim generation."""
