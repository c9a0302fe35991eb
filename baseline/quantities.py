"""English numbers, units, negations and function words; shared by what compares texts without a model."""

from __future__ import annotations

FUNCTION_WORDS = frozenset(
    "a an the of in on at to for from by with as and or but is are was were be been being has have had do does did "
    "will would can could should may might must shall it its this that these those there here he she they them him "
    "his her their we our you your i my me us who whom whose which what when where why how than then so if about into "
    "over under after before during between also s st th nd rd".split()
)
# With those that the evidence scores of AVeriTeC count as words, which keeps their published values.
ALL_FUNCTION_WORDS = FUNCTION_WORDS | frozenset(
    "while not no nor such other some any all both each more most very own same too just only up down out off again "
    "further once until against because through above below".split()
)
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
