"""A language model behind an OpenAI-compatible address, as re-ranker and as judge of verdicts.

Off unless a file of settings names the address and the model. The claim and the texts of its candidates are sent there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.release.record import LABELS
from baseline.candidates import VerdictCandidate
from baseline.config import Config
from baseline.models import NoModel
from baseline.remote import Service, secret
from baseline.rerank.protocol import C, reordered, texts
from baseline.source import Source
from baseline.verdict.linearise import pieces

LONGEST = 2_000  # characters of a text that is sent
MOST_EVIDENCE = 50  # pieces of evidence that are sent
_ORDER = (
    "You order passages of Wikipedia by how much they help to verify a claim, whether they support or refute it. "
    'Answer with a JSON object alone: {"order": [numbers of the passages, best first]}.'
)
_JUDGE = (
    "You verify a claim by the given evidence of Wikipedia alone, never by what you know. "
    'Answer with a JSON object alone: {"verdict": one of ' + ", ".join(f'"{label}"' for label in LABELS) + "}."
)
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A model of the chat-completions interface; `rerank` makes it a Reranker, `judge` a Judge."""

    name: str
    service: Service
    depth: int

    def rerank(self, claim: str, candidates: Sequence[C], source: Source) -> Sequence[C]:
        """See Reranker: list-wise, all candidates in one question.

        Scores fall from 1 to 0 by rank. What the model leaves out follows in the order given.
        """
        asked = candidates[: self.depth]
        if not asked:
            return candidates
        lines = [f"{number}. {text[:LONGEST]}" for number, text in enumerate(texts(asked, source), start=1)]
        order = self._ask(_ORDER, "\n".join([f"Claim: {claim}", *lines])).get("order")
        named = [place - 1 for place in order if type(place) is int] if isinstance(order, list) else []
        places = [place for place in dict.fromkeys(named) if 0 <= place < len(asked)]
        if not places:
            raise NoModel(f"{self.name} gave no order of the candidates.")
        places += [place for place in range(len(asked)) if place not in set(places)]
        rank = {place: number for number, place in enumerate(places)}
        return reordered(self.name, candidates, [1 - rank[place] / len(asked) for place in range(len(asked))])

    def judge(self, claim: str, evidence: Sequence[str], source: Source) -> VerdictCandidate:
        """See Judge. The model gives a label and no probabilities: the label has 1, the others 0."""
        lines = [f"- {text[:LONGEST]}" for text in [*pieces(evidence, source)][:MOST_EVIDENCE]]
        said = self._ask(_JUDGE, "\n".join([f"Claim: {claim}", "Evidence:", *(lines or ["(none)"])])).get("verdict")
        label = str(said).strip().upper()
        if label not in LABELS:
            raise NoModel(f"{self.name} gave the verdict {str(said)[:40]!r}; want {', '.join(LABELS)}.")
        return VerdictCandidate(label, {one: float(one == label) for one in LABELS}, self.name)

    def _ask(self, task: str, question: str) -> dict[str, object]:
        """The JSON object of the model's answer, which may stand between other words. Raises NoModel."""
        messages = [{"role": "system", "content": task}, {"role": "user", "content": question}]
        answer = self.service.post({"model": self.name, "temperature": 0, "messages": messages})
        try:
            content = answer["choices"][0]["message"]["content"]
            found = _OBJECT.search(content)
            value = json.loads(found[0] if found else content)
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            raise NoModel(f"{self.service.url} gave no message with a JSON object.") from error
        if not isinstance(value, dict):
            raise NoModel(f"{self.service.url} gave no message with a JSON object.")
        return value


def open_language_model(config: Config) -> LanguageModel:
    """The model at the configured address. Raises NoModel where one of the two is missing."""
    settings = config.language_model
    if not settings.url or not settings.model:
        raise NoModel("A language model needs language_model.url and language_model.model in the configuration.")
    service = Service(settings.url.rstrip("/") + "/chat/completions", settings.seconds, secret(settings.key))
    return LanguageModel(settings.model, service, settings.candidates)
