"""What came in, once it has been found valid."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


def validated(serializer: serializers.BaseSerializer[Any]) -> dict[str, Any]:
    """The valid data; answers 400 otherwise."""
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data
