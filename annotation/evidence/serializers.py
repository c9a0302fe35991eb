"""Sources in requests: a workflow whose submissions cite sources has a field of these."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from annotation.evidence.sources import ReadSource, source_problems
from annotation.work.fields import Plain, TextField


class SourceIn(Plain):
    """Validates to a `ReadSource`."""

    url = TextField(help_text="http:// or https://")
    archive_url = TextField(allow_blank=True, default="", help_text="where a copy is kept")
    title = TextField(allow_blank=True, default="")
    text = TextField(trim_whitespace=False, help_text="what was read there")
    retrieved_at = serializers.DateTimeField(required=False, help_text="when it was read; now by default")

    def validate(self, attrs: dict[str, Any]) -> ReadSource:
        read = ReadSource(**attrs)
        problems = source_problems(read)
        if problems:
            raise serializers.ValidationError(problems)
        return read
