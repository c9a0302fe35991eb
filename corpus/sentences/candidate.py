"""A mark that may end a sentence, with the words around it.

All reading is bounded (no word is longer than 48 characters), so that no text makes the splitter slow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from corpus.sentences.language import Rules
from corpus.sentences.visible_text import JOINED

_REACH = 48
_LAST_WORD = re.compile(r"[^\s(\[“\"‘'«»„”’/–—]*\Z")
_FIRST_WORD = re.compile(r"(?P<openers>[\"'“”‘’«»‹„‚(\[¿¡]{0,8})(?P<word>[^\s,;:.!?…)\]”\"»“؟،]{0,48})")

_CHESS_MOVE = re.compile(r"(?:\d{1,3}\.{1,3})?(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O(?:-O)?)(?![^\W_])")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Text before and after one mark.

    `word` is what the mark follows, as written, `before` the 48 characters before the word; `following` the word after
    the white space, `openers` the quotes and brackets before it. `length` is that of the sentence so far.
    """

    plain: str
    start: int
    stop: int
    after: int
    word: str
    before: str
    closers: str
    openers: str
    following: str
    begins: bool

    @classmethod
    def read(cls, plain: str, start: int, match: re.Match[str], rules: Rules) -> Candidate:
        """The candidate of a match in the sentence that begins at `start`."""
        stop, after = match.start(), match.end()
        window = plain[max(start, stop - 2 * _REACH) : stop]
        word = window[-_REACH:].rpartition(" ")[2]
        if not word.isalpha() and (last := _LAST_WORD.search(word)):
            word = last[0].rpartition(JOINED)[2]
        first = _FIRST_WORD.match(plain, after)
        openers, following = (first["openers"], first["word"].partition(JOINED)[0]) if first else ("", "")
        return cls(
            plain=plain,
            start=start,
            stop=stop,
            after=after,
            word=word,
            before=window[: len(window) - len(word)],
            closers=match["close"].strip(),
            openers=openers,
            following=following,
            begins=following.lower() in rules.begins,
        )

    @property
    def length(self) -> int:
        """Characters of the sentence up to the mark."""
        return self.stop - self.start

    @property
    def is_before_chess_move(self) -> bool:
        """Return whether "Nf3" or "25.Qd5" follows."""
        return _CHESS_MOVE.match(self.plain, self.after) is not None

    @property
    def is_before_initial(self) -> bool:
        """Return whether "A." follows."""
        end = self.after + len(self.openers) + 1
        return len(self.following) == 1 and self.following.isupper() and self.plain[end : end + 1] == "."

    @property
    def is_spaced_ellipsis(self) -> bool:
        """Return whether the mark is the last of ". . ."."""
        return not self.word and self.before.rstrip().endswith(".") and self.plain[self.stop : self.stop + 2] != ".."

    def sentence(self) -> str:
        """The sentence up to the mark. Only asked for where `length` is small."""
        return self.plain[self.start : self.stop]
