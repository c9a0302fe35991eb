"""How numbers, units and negations are written in English; shared by what compares texts without a model."""

from __future__ import annotations

NEGATIONS = frozenset("no not never none nobody nothing nor neither cannot without".split())
UNITS = {
    "$": "dollar", "dollar": "dollar", "dollars": "dollar", "usd": "dollar", "£": "pound", "pounds": "pound",
    "€": "euro", "euro": "euro", "euros": "euro", "₹": "rupee", "rs": "rupee", "rupees": "rupee",
    "%": "percent", "percent": "percent", "percentage": "percent",
}  # fmt: skip
SCALES = {
    "hundred": 1e2, "thousand": 1e3, "k": 1e3, "lakh": 1e5, "lakhs": 1e5, "million": 1e6, "m": 1e6, "mn": 1e6,
    "crore": 1e7, "crores": 1e7, "billion": 1e9, "bn": 1e9, "trillion": 1e12,
}  # fmt: skip
NUMBER_WORDS = {
    word: float(value) for value, word in enumerate("two three four five six seven eight nine ten".split(), 2)
} | {"eleven": 11.0, "twelve": 12.0, "twenty": 20.0, "thirty": 30.0, "forty": 40.0, "fifty": 50.0}
