"""Context of every element of a page, in compact form.

A table of 10,000 cells repeats a few hundred context chains, so ids and chains are written once and
referred to by number. The browser only ever looks ids up; it never builds one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence


def context_data(contexts: Mapping[str, Sequence[str]], offered: Mapping[str, Sequence[str]]) -> str:
    """JSON `{"ids": [...], "chains": [[number of id, ...], ...], "chain_of": [...], "offers": {number of id: chain}}`.

    `chain_of[n]` is the chain of `ids[n]`; ids beyond its end (titles, headings) have none. `offers` has the chain of
    what may be added to the context, of those elements that are offered anything.
    """
    numbers = {element_id: number for number, element_id in enumerate(contexts)}
    chains: dict[tuple[int, ...], int] = {}
    chain_of = []
    for context in contexts.values():
        chain = tuple(numbers.setdefault(element_id, len(numbers)) for element_id in context)
        chain_of.append(chains.setdefault(chain, len(chains)))
    offers = {}
    for element_id, context in offered.items():
        chain = tuple(numbers.setdefault(each, len(numbers)) for each in context)
        offers[numbers[element_id]] = chains.setdefault(chain, len(chains))
    data = {"ids": list(numbers), "chains": list(chains), "chain_of": chain_of, "offers": offers}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
