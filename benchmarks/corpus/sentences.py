"""The sentence splitter: agreement with the gold sets, FEVEROUS' sentences, speed, and growth with the text.

    python -m benchmarks.corpus.sentences [--errors] [--shared ../shared/data] [--against OLDER.py]

CPU time throughout, the best of five rounds in which all splitters take turns. Peers (pysbd, nltk's Punkt, here
without training, as nltk ships no data) are measured when they can be imported; they are no dependencies.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from corpus.page.links import plain_text
from corpus.sentences import SPLITTER_VERSION, split_sentences
from corpus.sources import SourcePage, read_source
from tests.corpus.raw_paragraphs import raw_paragraphs
from tests.corpus.sentence_gold import Paragraph, Splitter, cuts, own_prose, real_prose, score

ROUNDS = 5
HOSTILE = {
    "full stops": ".",
    "initials": "A. ",
    "quotes": '."',
    "brackets": "(",
    "ellipses": "… ",
    "links": "[[A. B|C.]] ",
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--shared", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--against", type=Path, help="an older sentences.py to compare with")
    arguments.add_argument("--errors", action="store_true", help="show every boundary missed or wrong")
    given = arguments.parse_args()
    print(f"Python {platform.python_version()} on {platform.machine()}, splitter version {SPLITTER_VERSION}")
    splitters = {f"version {SPLITTER_VERSION}": split_sentences} | _peers(given.against)
    sets = _gold(given.shared)
    _print_agreement(splitters, sets)
    if given.errors:
        _print_errors(sets)
    _print_feverous(given.shared)
    _print_speed(splitters, given.shared)
    _print_growth()


def _peers(against: Path | None) -> dict[str, Splitter]:
    found: dict[str, Splitter] = {}
    if against and (spec := importlib.util.spec_from_file_location("older", against)) and spec.loader:
        older = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(older)
        found["older"] = older.split_sentences
    if importlib.util.find_spec("pysbd"):
        import pysbd  # type: ignore[import-not-found,import-untyped,unused-ignore]

        segmenter = pysbd.Segmenter(language="en", clean=False)
        found["pysbd"] = lambda text, language: [each for each in map(str.strip, segmenter.segment(text)) if each]
    if importlib.util.find_spec("nltk"):
        from nltk.tokenize.punkt import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
            PunktSentenceTokenizer,
        )

        punkt = PunktSentenceTokenizer()
        found["Punkt, untrained"] = lambda text, language: punkt.tokenize(text)
    return found


def _gold(shared: Path) -> dict[str, list[Paragraph]]:
    own = list(own_prose())
    sets = {
        "own, English": [paragraph for paragraph in own if paragraph.language == "en"],
        "own, 32 other languages": [paragraph for paragraph in own if paragraph.language != "en"],
    }
    if shared.is_dir():
        for part in ("tune", "held", "blind"):
            found = real_prose(shared, part)
            sets[f"real, {part}, English"] = [paragraph for paragraph in found if paragraph.language == "en"]
            sets[f"real, {part}, other"] = [paragraph for paragraph in found if paragraph.language != "en"]
    return {name: paragraphs for name, paragraphs in sets.items() if paragraphs}


def _print_agreement(splitters: dict[str, Splitter], sets: dict[str, list[Paragraph]]) -> None:
    print("\nAgreement with the gold sets")
    for name, paragraphs in sets.items():
        for splitter, split in splitters.items():
            if splitter not in ("pysbd", "Punkt, untrained") or name.endswith("English"):
                print(f"  {name:24} {splitter:18} {score(split, paragraphs)}")


def _print_errors(sets: dict[str, list[Paragraph]]) -> None:
    for name, paragraphs in sets.items():
        for paragraph in paragraphs:
            text = paragraph.text
            found = cuts(text, split_sentences(text, paragraph.language))
            for cut in sorted(found ^ paragraph.cuts):
                kind = "wrong " if cut in found else "missed"
                print(f"  {kind} {name} {paragraph.language}: {text[max(0, cut - 40) : cut]}|{text[cut : cut + 25]}")


def _print_feverous(shared: Path) -> None:
    path = shared / "feverous" / "sentence_claims_dev.jsonl"
    if not path.is_file():
        return
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    sentences = {each.partition("\t")[2].strip() for line in lines for each in line["evidence"].split("\n")} - {""}
    cut = sorted(sentence for sentence in sentences if len(split_sentences(sentence)) > 1)
    print(f"\nFEVEROUS' sentences: {len(sentences)}, whole {1 - len(cut) / len(sentences):.4%}; cut:")
    for sentence in cut:
        print("  " + " | ".join(plain_text(each) for each in split_sentences(sentence)))


def _print_speed(splitters: dict[str, Splitter], shared: Path) -> None:
    if not shared.is_dir():
        return
    texts = [
        text
        for page in read_source(shared / "wikitext" / "articles.jsonl.xz")
        if isinstance(page, SourcePage)
        for text in raw_paragraphs(page.wikitext)
    ]
    best: dict[str, float] = {}
    counts: Counter[str] = Counter()
    for turn in range(ROUNDS):
        for name, split in splitters.items():
            if name != "pysbd" or turn == 0:  # slow: once, over a tenth
                some = texts[::10] if name == "pysbd" else texts
                seconds, counts[name] = _timed(split, some)
                best[name] = min(best.get(name, seconds), seconds)
    print(f"\nSpeed over {len(texts)} paragraphs, {sum(map(len, texts)):,} characters")
    for name, seconds in best.items():
        print(f"  {name:18} {counts[name]:6} sentences {seconds:7.3f} s {counts[name] / seconds:9,.0f} a second")


def _timed(split: Splitter, texts: Iterable[str]) -> tuple[float, int]:
    start = time.process_time()
    count = sum(len(split(text, "en")) for text in texts)
    return time.process_time() - start, count


def _print_growth() -> None:
    print("\nTime for 200,000 hostile characters, and how it grows from 100,000 (2 is linear, 4 square)")
    for name, unit in HOSTILE.items():
        short, long = (
            _best(lambda text: split_sentences(text), unit * (size // len(unit))) for size in (10**5, 2 * 10**5)
        )
        print(f"  {name:12} {long:6.3f} s  x{long / short:.1f}")


def _best(split: Callable[[str], object], text: str) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        split(text)
        times.append(time.process_time() - start)
    return max(min(times), 1e-6)


if __name__ == "__main__":
    main()
