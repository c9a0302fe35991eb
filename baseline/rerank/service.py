"""A re-ranker behind an address: any model in any language. README.md has the requests and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from baseline.candidates import identity
from baseline.config import Config
from baseline.models import NoModel
from baseline.remote import Service, finite, secret, text_of
from baseline.rerank.protocol import C, reordered, texts
from baseline.source import Source

PROTOCOL = 1


@dataclass(frozen=True, slots=True)
class ServiceReranker:
    """See Reranker."""

    name: str
    service: Service
    depth: int

    def rerank(self, claim: str, candidates: Sequence[C], source: Source) -> Sequence[C]:
        """See Reranker."""
        asked = candidates[: self.depth]
        if not asked:
            return candidates
        answer = self.service.post(
            {
                "protocol": PROTOCOL,
                "claim": claim,
                "candidates": [
                    {"id": identity(one), "text": text} for one, text in zip(asked, texts(asked, source), strict=True)
                ],
            }
        )
        given = answer.get("scores")
        scores = [finite(score) for score in given] if isinstance(given, list) else []
        if len(scores) != len(asked) or None in scores:
            raise NoModel(f"{self.service.url} did not answer with {len(asked)} finite scores, one for each candidate.")
        return reordered(self.name, candidates, [score for score in scores if score is not None])


def open_service(config: Config) -> ServiceReranker:
    """The service of the configured address, which says its name and version. Raises NoModel."""
    settings = config.service
    if not settings.url:
        raise NoModel("The stage service needs an address (service.url in the configuration).")
    service = Service(settings.url, settings.seconds, secret(settings.key))
    return ServiceReranker(said_name(service), service, settings.candidates)


def said_name(service: Service) -> str:
    """Model and version, as the service gives them to a GET request. Raises NoModel."""
    said = service.get()
    if said.get("protocol") != PROTOCOL:
        raise NoModel(f"{service.url} speaks version {said.get('protocol')!r} of the protocol; want {PROTOCOL}.")
    return f"{text_of(said, 'model', service.url)} {text_of(said, 'version', service.url)}"
