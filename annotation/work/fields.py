"""Serializer base and strict field types shared by all serializers of requests and answers."""

from __future__ import annotations

import math
import uuid
from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from rest_framework import serializers

MAX_ID_LENGTH = 600
MAX_BROWSER = 40
MAX_SECONDS = 10 * 365 * 24 * 3600
Plain = serializers.Serializer[Any]


class WholeNumberField(serializers.IntegerField):
    """Integer that must be a JSON integer: "3" and 3.0 are rejected."""

    default_error_messages = {"invalid": "Write a whole number."}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class TextField(serializers.CharField):
    """Text that must be a JSON string: numbers and booleans are rejected."""

    default_error_messages = {"invalid": "Write a text."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class ClientIdField(serializers.UUIDField):
    """UUID made by the client, as a string: DRF would accept 5 or true, which would collide."""

    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class ElementIdField(TextField):
    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MAX_ID_LENGTH, trim_whitespace=False, **options)


class SecondsField(serializers.FloatField):
    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=MAX_SECONDS, **options)

    def to_internal_value(self, data: Any) -> float:
        seconds = super().to_internal_value(data)
        if not math.isfinite(seconds):
            raise serializers.ValidationError(_("Write seconds as a number."))
        return seconds


class BrowserField(TextField):
    """Short id that a browser generates for itself."""

    def __init__(self, **options: Any) -> None:
        plain = RegexValidator(r"^[A-Za-z0-9_-]+\Z", _lazy("Write letters, digits, “-” and “_”."))
        super().__init__(max_length=MAX_BROWSER, validators=[plain], trim_whitespace=False, **options)
