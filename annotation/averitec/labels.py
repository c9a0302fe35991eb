"""AVeriTeC's verdicts, and the spellings of them that its file, its page and people's submissions have."""

from __future__ import annotations

from collections.abc import Collection

SUPPORTED, REFUTED = "Supported", "Refuted"
NOT_ENOUGH_EVIDENCE, CONFLICTING = "Not Enough Evidence", "Conflicting Evidence/Cherrypicking"
AVERITEC_LABELS = (SUPPORTED, REFUTED, NOT_ENOUGH_EVIDENCE, CONFLICTING)
NO_ANSWER = "No answer could be found."  # of what nobody could answer, in the file and for its scorers


def averitec_label(text: str, verdicts: Collection[str] = ()) -> str:
    """The verdict as AVeriTeC's file spells it: "conflicting evidence / Cherry-picking" too is one of the four.

    Case, spaces and marks do not count. `verdicts`: a project's own, which stay as they are. Returns "" for what is no
    verdict.
    """
    return text if text in verdicts else _BY_LETTERS.get(_letters(text), "")


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text)).lower()


_BY_LETTERS = {_letters(label): label for label in AVERITEC_LABELS}
