"""Templates whose text is a fixed frame around their arguments, from `data/template_formats.tsv`."""

from __future__ import annotations

import re
from functools import cache

from corpus.templates.call import Call
from corpus.word_lists import pairs

_PLACE = re.compile(r"\{([^{}]+)\}")


def framed_text(call: Call) -> str | None:
    """The frame with its arguments in place, "" when one of them is missing, None for a template without a frame."""
    frames = _frames()
    frame = frames.get(f"{call.language}:{call.name}", frames.get(call.name))
    if frame is None:
        return None
    given = {name: call.get(name) for name in _PLACE.findall(frame)}
    return _PLACE.sub(lambda place: given[place[1]], frame) if all(given.values()) else ""


@cache
def _frames() -> dict[str, str]:
    return {
        name.strip(): frame for names, frame in pairs("template_formats.tsv").items() for name in names.split(" | ")
    }
