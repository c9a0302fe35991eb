"""Questions and answers for a claim: questions from templates and from training claims, answers from passages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.averitec.labels import NO_ANSWER
from annotation.averitec.submissions import pairs_of
from baseline.averitec.ranking import Ranking
from baseline.candidates import PassageCandidate
from baseline.models import NoModel
from baseline.rerank.protocol import Reranker, check_same
from baseline.source import PagesInMemory

PAIRS = 10  # what the shared task reads of a submission
TEMPLATES = ("{claim}", "Did it happen that {claim}?", "What is known about the claim that {claim}?")
CANDIDATES = 100  # passages that stages of re-ranking see
WORDS = 60  # of a passage


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that may answer a question, with the address that it is from; "" where none is known."""

    text: str
    url: str


class Questions:
    """Questions of training claims, found by the words of a claim."""

    def __init__(self, training: Sequence[Mapping[str, Any]]) -> None:
        asked = [(row["claim"], one["question"]) for row in training for one in row.get("questions") or ()]
        self._claims, self._questions = [claim for claim, _ in asked], [question for _, question in asked]
        self._ranking = Ranking([f"{question} {claim}" for claim, question in asked])

    def nearest(self, claim: str, most: int) -> list[str]:
        """Different questions of other claims, the nearest first."""
        places = self._ranking.best(claim, 10 * most)
        found = dict.fromkeys(self._questions[place] for place, _score in places if self._claims[place] != claim)
        return [*found][:most]


class Pool:
    """Passages in which answers are looked for."""

    def __init__(self, passages: Sequence[Passage], stages: Sequence[Reranker] = ()) -> None:
        self._passages = passages
        self._ranking = Ranking([one.text for one in passages])
        self._stages = stages

    def best(self, claim: str, notes: list[str]) -> list[Passage]:
        """The passages for a claim, best first: by BM25, then in the order of each stage that is on.

        A stage that fails leaves the order as it was; `notes` says why.
        """
        found = [
            PassageCandidate(str(place), self._passages[place].url, "sentence", score, self._passages[place].text)
            for place, score in self._ranking.best(claim, CANDIDATES)
        ]
        for stage in self._stages:
            try:
                ordered = stage.rerank(claim, found, PagesInMemory([]))
                check_same(stage.name, found, ordered)
                found = list(ordered)
            except NoModel as error:
                notes.append(f"{stage.name}: {error}")
        return [self._passages[int(one.element)] for one in found]


def training_passages(training: Sequence[Mapping[str, Any]]) -> list[Passage]:
    """The beginnings of the answers of training claims as passages, for want of documents."""
    return [
        Passage(" ".join(pair["answer"].split()[:WORDS]), pair.get("url", ""))
        for row in training
        for pair in pairs_of(row)
        if pair["answer"] != NO_ANSWER
    ]


def collected_passages(rows: Iterable[Mapping[str, Any]]) -> Iterator[Passage]:
    """Passages of the documents that were collected for a claim: rows of the shared task, {url, url2text: [sentence]}.

    Neighbouring sentences are put together up to sixty words; a longer one is cut.
    """
    for row in rows:
        words: list[str] = []
        for sentence in row["url2text"]:
            more = sentence.split()[:WORDS]
            if words and len(words) + len(more) > WORDS:
                yield Passage(" ".join(words), row.get("url", ""))
                words = []
            words += more
        if words:
            yield Passage(" ".join(words), row.get("url", ""))


def evidence_for(claim: str, questions: Questions, passages: Sequence[Passage]) -> Iterator[dict[str, str]]:
    """Ten pairs of a question and an answer, with the address of the answer.

    The templates ask about the claim itself; the rest are questions that people asked about the nearest claims. The
    best passages answer them in turn.
    """
    said = claim.strip().rstrip(".?!")
    asked = [template.format(claim=said) for template in TEMPLATES]
    asked += questions.nearest(claim, PAIRS - len(asked))
    for place, question in enumerate(asked):
        if passages:
            passage = passages[place % len(passages)]
            yield {"question": question, "answer": passage.text, "url": passage.url}
        else:
            yield {"question": question, "answer": NO_ANSWER, "url": ""}
