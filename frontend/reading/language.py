"""Text direction and language of a page, from its letters and words.

A corpus does not say. A screen reader that is told the wrong language reads nonsense, so a doubtful one is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from corpus.page.elements import List, Page, Section, Sentence
from corpus.page.links import plain_text

LOOKED_AT = 4_000  # characters of running text
RIGHT_TO_LEFT = frozenset(("R", "AL"))
# By the first word of a letter's Unicode name; scripts that several large Wikipedias share are not here.
SCRIPTS = {"HEBREW": "he", "GREEK": "el", "HANGUL": "ko", "HIRAGANA": "ja", "KATAKANA": "ja", "THAI": "th",
           "ARMENIAN": "hy", "GEORGIAN": "ka", "TAMIL": "ta", "TELUGU": "te", "KHMER": "km"}  # fmt: skip
PERSIAN, URDU = frozenset("پچژگ"), frozenset("ٹڈڑےں")
ENGLISH = frozenset("the of and in to was is for on as with by at from".split())
ENOUGH_ENGLISH = 0.12  # of the words; other languages with such words stay far below


@dataclass(frozen=True, slots=True)
class Writing:
    """`direction` is "ltr" or "rtl"; `language` a code for `lang`, "" when it is not known."""

    direction: str
    language: str


def writing(page: Page) -> Writing:
    """How the page's running text is written, by its first 4,000 characters."""
    text = " ".join(islice(_texts(page), 60))[:LOOKED_AT]
    kinds = Counter(unicodedata.bidirectional(letter) for letter in text)
    is_right_to_left = sum(kinds[kind] for kind in RIGHT_TO_LEFT) > kinds["L"]
    return Writing("rtl" if is_right_to_left else "ltr", _language(text))


def _texts(page: Page) -> Iterator[str]:
    for element in page.elements:
        if isinstance(element, Sentence):
            yield plain_text(element.text)
        elif isinstance(element, Section):
            yield plain_text(element.value)
        elif isinstance(element, List):
            yield from (plain_text(item.value) for item in element.items)
    yield page.title


def _language(text: str) -> str:
    scripts = Counter(unicodedata.name(letter, "?").split()[0] for letter in text if letter.isalpha())
    if not scripts:
        return ""
    script = scripts.most_common(1)[0][0]
    if script == "CJK":
        return "ja" if scripts["HIRAGANA"] + scripts["KATAKANA"] > scripts["CJK"] // 20 else "zh"
    if script == "ARABIC":
        letters = set(unicodedata.normalize("NFC", text))
        return "ur" if letters & URDU else "fa" if letters & PERSIAN else "ar"
    if script == "LATIN":
        words = re.findall(r"\w+", text.lower())
        return "en" if sum(word in ENGLISH for word in words) >= ENOUGH_ENGLISH * len(words) else ""
    return SCRIPTS.get(script, "")
