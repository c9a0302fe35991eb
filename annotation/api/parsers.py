"""Parse request bodies: bounded in size and depth, only text that a database can store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from annotation.errors import AnnotationError, TooLarge
from corpus.characters import storable

MAX_DEPTH = 20


class BoundedJSONParser(JSONParser):
    """DRF's parser reads the stream past Django's own limit; this one does not.

    It also refuses what PostgreSQL cannot store (NUL, lone surrogates), so that SQLite and PostgreSQL answer alike.
    """

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        request = (parser_context or {}).get("request")
        length = request.META.get("CONTENT_LENGTH") if request is not None else None
        if limit is not None and length and int(length) > limit:
            raise TooLarge(_("The request is larger than %(limit)d kB.") % {"limit": limit // 1000})
        try:
            data = super().parse(stream, media_type, dict(parser_context or {}))
        except RecursionError:
            raise ParseError from None
        _check(data, MAX_DEPTH)
        return data


def _check(value: Any, depth: int) -> None:
    if depth == 0:
        raise AnnotationError("bad_json", _("The request is nested too deeply."))
    if isinstance(value, str) and storable(value) != value:
        raise AnnotationError("bad_json", _("The request has a character that cannot be stored."))
    if isinstance(value, dict):
        for key, item in value.items():
            _check(key, depth)
            _check(item, depth - 1)
    elif isinstance(value, list):
        for item in value:
            _check(item, depth - 1)
