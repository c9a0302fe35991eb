"""Validate a serializer and return its data."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


def validated(serializer: serializers.BaseSerializer[Any]) -> dict[str, Any]:
    """Return the validated data. Raises ValidationError, which is answered with 400."""
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data
