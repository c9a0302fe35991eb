"""Why an element cannot be cited: its own mark, or that of the table or list it is part of. Imports no Django."""

from __future__ import annotations

from collections.abc import Mapping

from corpus.page.element_id import holder_of
from corpus.page.elements import Untrusted


def untrusted_reason(untrusted: Mapping[str, Untrusted], element: str) -> Untrusted | None:
    """The reason that a local id ("cell_3_0_1") is marked with, itself or by what holds it; None for a trusted one."""
    if not untrusted:
        return None
    return untrusted.get(element) or untrusted.get(holder_of(element))
