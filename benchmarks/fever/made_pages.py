"""Made rows in the form of FEVER's `wiki-NNN.jsonl`: about its number of sentences and links a page, words of our own.

python -m benchmarks.fever.made_pages NUMBER FILE
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

SYLLABLES = "ba ro mi ten la sor ki ne da vul gar pe tis on er".split()
SENTENCES = 4.7  # a page on average: 25.2 million lines with words on 5.4 million pages
LINKS = (0, 0, 1, 1, 1, 2, 3)  # of a sentence, each as likely


def made_rows(number: int, seed: int = 1) -> Iterator[str]:
    """So many rows, each a line; the same for a seed."""
    rng = random.Random(seed)
    words = ["".join(rng.choices(SYLLABLES, k=rng.randint(1, 4))) for _ in range(3_000)]
    names = [f"{rng.choice(words).title()} {rng.choice(words).title()} {n}" for n in range(20_000)]
    for page in range(number):
        lines = [_line(rng, words, names) for _ in range(1 + min(int(rng.expovariate(1 / (SENTENCES - 1))), 60))]
        for _ in range(rng.randint(0, len(lines) // 3)):  # ends of paragraphs
            lines.insert(rng.randint(1, len(lines)), "")
        lines.append("")
        name = f"{rng.choice(words).title()}_{rng.choice(words)}_{page}"
        name += "_-LRB-film-RRB-" if page % 6 == 0 else "_e\u0301" if page % 20 == 0 else ""
        text = " ".join(line.partition("\t")[0] for line in lines)
        written = "\n".join(f"{n}\t{line}" for n, line in enumerate(lines))
        yield json.dumps({"id": name, "text": text, "lines": written}, ensure_ascii=False) + "\n"


def _line(rng: random.Random, words: list[str], names: list[str]) -> str:
    """A sentence with its anchors and entities, in the order in which they stand in it."""
    tokens = rng.choices(words, k=rng.randint(8, 26))
    anchors = rng.sample(names, rng.choice(LINKS))
    for place, anchor in zip(sorted(rng.sample(range(len(tokens)), len(anchors))), anchors, strict=True):
        tokens[place] = anchor
    if rng.random() < 0.2:
        tokens[1:1] = ["-LRB-", "born", "1", "May", "1900", "-RRB-"]
    links = [part for anchor in anchors for part in (anchor, f"{anchor} (film)" if rng.random() < 0.3 else anchor)]
    return "\t".join([" ".join([*tokens, "."]), *links])


def write_pages(path: Path, number: int) -> None:
    """Write a file of so many rows."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(made_rows(number))


if __name__ == "__main__":
    write_pages(Path(sys.argv[2]), int(sys.argv[1]))
