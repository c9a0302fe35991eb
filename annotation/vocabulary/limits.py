"""Limits that projects and evidence share."""

from __future__ import annotations

MAX_ELEMENTS = 500  # in one evidence set; the longest released set has far fewer
