"""Five labels on a scale, of which the one in the middle needs no evidence. None says that nothing tells."""

from __future__ import annotations

from typing import Any

FIVE: dict[str, Any] = {
    "ordinal": True,
    "labels": [
        {"value": "true", "name": {"en": "True", "de": "Wahr"}, "meaning": "supports"},
        {"value": "mostly true", "style": "mostly-supports", "questions": ["Is what is missing small?"]},
        {"value": "half true", "style": "mixed", "needs_evidence": False},
        {"value": "mostly false", "style": "mostly-refutes"},
        {"value": "false", "meaning": "refutes"},
    ],
}
VALUES = ["true", "mostly true", "half true", "mostly false", "false"]
