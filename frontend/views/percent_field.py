"""Form field of a share: entered in percent, stored from 0 to 1."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms

HUNDRED = Decimal(100)


class PercentField(forms.DecimalField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=Decimal(0), max_value=HUNDRED, decimal_places=2, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """What stands in the box: 10 for Decimal("0.1000"); what was typed stays as it was."""
        return f"{(value * HUNDRED).normalize():f}" if isinstance(value, Decimal) else value

    def clean(self, value: Any) -> Any:
        percent = super().clean(value)
        return None if percent is None else percent / HUNDRED
