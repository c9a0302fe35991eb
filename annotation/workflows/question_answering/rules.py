"""What may be submitted in each phase, by the fields file. Problems are keyed as "questions.0.answers.1.source"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from annotation.evidence.models import LONGEST_URL
from annotation.workflows.question_answering import gates
from annotation.workflows.question_answering.countries import CODES
from annotation.workflows.question_answering.dates import BadDate, parse_date
from annotation.workflows.question_answering.fields.model import Choice, Field, Fields
from annotation.workflows.question_answering.models import SourceKind
from annotation.workflows.question_answering.phases import BLIND, PhaseName
from corpus.web.addresses import is_web_address

Problems = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """What a validator is shown of an answer, as far as problems depend on it."""

    is_answered: bool
    is_sourced: bool


@dataclass(slots=True)
class Judge:
    """Judges the content of a phase. `addresses`: of the article; `questions`, `answers`: the ids that were shown."""

    phase: str
    fields: Fields
    addresses: Sequence[str] = ()
    questions: frozenset[str] = frozenset()
    answers: Mapping[str, ShownAnswer] = field(default_factory=dict)
    found: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def problems(self, content: Mapping[str, Any]) -> Problems:
        """Return what is wrong, by part; empty where it may be submitted."""
        self.found.clear()
        if self.phase == PhaseName.NORMALISATION:
            self._normalisation(content)
        elif self.phase in BLIND:
            self._validation(content)
        else:
            self._answering(content)
        return dict(self.found)

    # --- Phase 1 -------------------------------------------------------------------------------------------------
    def _normalisation(self, content: Mapping[str, Any]) -> None:
        claims, most = content["claims"], self.fields.limits.most_claims
        if not claims:
            self._say("claims", _("Write at least one claim, or skip this article."))
        if len(claims) > most:
            counts = {"count": len(claims), "most": most}
            self._say("claims", _("These are %(count)d claims; %(most)d are the most.") % counts)
        self._distinct("claims", [claim["id"] for claim in claims])
        first: dict[str, int] = {}
        for number, claim in enumerate(claims):
            self._claim(f"claims.{number}", claim)
            same = first.setdefault(claim["claim"].casefold(), number)
            if claim["claim"] and same != number:
                message = _("This is the same as claim %(number)d. Remove one of them.")
                self._say(f"claims.{number}.claim", message % {"number": same + 1})
        wanted = [
            one
            for one in self.fields.confirmations
            if one.phase == self.phase and any(one.when.holds(claim) for claim in claims)
        ]
        for one in wanted:
            if one.name not in content["confirmed"]:
                self._say("confirmed", _("Confirm this, or change your claims: %(what)s") % {"what": one.sentence})

    def _claim(self, path: str, claim: Mapping[str, Any]) -> None:
        of = self.fields.claim
        for name in ("claim", "speaker", "reporting_source", "transcription"):
            self._text(f"{path}.{name}", claim[name], of[name])
        self._text(f"{path}.claim_date", claim["claim_date"], of["claim_date"])
        try:
            parse_date(claim["claim_date"])
        except BadDate as error:
            self._say(f"{path}.claim_date", f"{error}.")
        self._chosen(f"{path}.verdict", claim["verdict"], of["verdict"], self.fields.verdicts_in(self.phase))
        self._several(f"{path}.claim_types", claim["claim_types"], of["claim_types"], self.fields.claim_types)
        strategies = of["fact_checking_strategies"]
        self._several(
            f"{path}.fact_checking_strategies", claim["fact_checking_strategies"], strategies, self.fields.strategies
        )
        self._address(f"{path}.original_claim_url", claim["original_claim_url"], of["original_claim_url"])
        media = claim["media_sources"]
        if of["media_sources"].most and len(media) > of["media_sources"].most:
            counts = {"count": len(media), "most": of["media_sources"].most}
            self._say(f"{path}.media_sources", _("%(count)d are too many; %(most)d is the most.") % counts)
        for url in media:
            self._address(f"{path}.media_sources", url, of["media_sources"])
        country = claim["location_iso_code"]
        self._text(f"{path}.location_iso_code", country, of["location_iso_code"])
        if country and country not in CODES:
            self._say(f"{path}.location_iso_code", _("“%(code)s” is no code of a country.") % {"code": country[:20]})

    # --- Phases 2 and 4 ------------------------------------------------------------------------------------------
    def _answering(self, content: Mapping[str, Any]) -> None:
        of, questions = self.fields.question, content["questions"]
        if "correction" in content:
            self._text("correction", content["correction"], of["correction"])
        if not questions:
            self._say("questions", _("Ask at least one question."))
        if len(questions) > self.fields.limits.most_questions:
            counts = {"count": len(questions), "most": self.fields.limits.most_questions}
            self._say("questions", _("These are %(count)d questions; %(most)d are the most.") % counts)
        self._distinct("questions", [one["id"] for each in questions for one in (each, *each["answers"])])
        for number, question in enumerate(questions):
            self._question(f"questions.{number}", question)
        if not self.found and (message := gates.all_unanswerable(self.fields, questions)):
            self._say("questions", message)
        self._chosen("verdict", content["verdict"], of["verdict"], self.fields.verdicts_in(self.phase))
        for one in self.fields.confirmations:
            if one.phase == self.phase and not content["confirmed"]:
                self._say("confirmed", _("Confirm this before you submit: %(what)s") % {"what": one.sentence})

    def _question(self, path: str, question: Mapping[str, Any]) -> None:
        self._text(f"{path}.question", question["question"], self.fields.question["question"])
        answers = question["answers"]
        if not answers:
            self._say(f"{path}.answers", _("Give an answer, or say that there is none."))
        if len(answers) > self.fields.limits.most_answers:
            counts = {"count": len(answers), "most": self.fields.limits.most_answers}
            self._say(f"{path}.answers", _("These are %(count)d answers; %(most)d are the most.") % counts)
        for number, answer in enumerate(answers):
            self._answer(f"{path}.answers.{number}", answer)

    def _answer(self, path: str, answer: Mapping[str, Any]) -> None:
        of = self.fields.question
        kind = self.fields.answer_type.get(answer["answer_type"])
        self._chosen(f"{path}.answer_type", answer["answer_type"], of["answer_type"], self.fields.answer_types)
        if kind is None or kind.form == "none":
            return
        if kind.form == "choice":
            if answer["answer"] not in kind.choices:
                choices = {"choices": ", ".join(kind.choices)}
                self._say(f"{path}.answer", _("Choose one of: %(choices)s.") % choices)
            self._text(f"{path}.boolean_explanation", answer["boolean_explanation"], of["boolean_explanation"])
        else:
            self._text(f"{path}.answer", answer["answer"], of["answer"])
            if message := gates.bare_answer(self.fields, answer["answer"]):
                self._say(f"{path}.answer", message)
        self._source(path, answer)

    def _source(self, path: str, answer: Mapping[str, Any]) -> None:
        of, source = self.fields.question, answer["source"]
        medium = self.fields.medium.get(answer["source_medium"])
        self._chosen(f"{path}.source_medium", answer["source_medium"], of["source_medium"], self.fields.media)
        is_metadata = medium is not None and medium.source == "metadata"
        if is_metadata != (source["kind"] == SourceKind.METADATA):
            message = _("The medium and the source must both be the metadata of the claim, or neither.")
            self._say(f"{path}.source", message)
        elif source["kind"] == SourceKind.NONE:
            if of["source"].required:
                self._say(f"{path}.source", _("Give the source of this answer."))
        elif source["kind"] == SourceKind.URL:
            if not source["url"]:
                self._say(f"{path}.source", _("Give the address of the source."))
            self._address(f"{path}.source", source["url"], of["source"])
        elif source["kind"] == SourceKind.PAGE and not source["element"]:
            self._say(f"{path}.source", _("Choose a passage of the page."))
        has_address = source["url"] and source["kind"] in (SourceKind.URL, SourceKind.PAGE)
        if has_address and (message := gates.refused_source(self.fields, source["url"], self.addresses)):
            self._say(f"{path}.source", message)

    # --- Phases 3 and 5 ------------------------------------------------------------------------------------------
    def _validation(self, content: Mapping[str, Any]) -> None:
        of = self.fields.validation
        if content["unreadable"]:
            if content["verdict"]:
                self._say("verdict", _("A claim that cannot be understood has no verdict. Remove one of the two."))
            self._too_long("justification", content["justification"], of["justification"])
        else:
            self._chosen("verdict", content["verdict"], of["verdict"], self.fields.verdicts_in(self.phase))
            self._text("justification", content["justification"], of["justification"])
        for key, values in content["problems"].items():
            self._named(key, values)

    def _named(self, key: str, values: Iterable[str]) -> None:
        path, answer = f"problems.{key[:40]}", self.answers.get(key)
        known: tuple[Choice, ...]
        if key in self.questions:
            known = self.fields.question_problems
        elif answer is not None:
            states = {"all": True, "answered": answer.is_answered, "sourced": answer.is_answered and answer.is_sourced}
            known = tuple(one for one in self.fields.answer_problems if states[one.on])
        else:
            self._say(path, _("There is no such question or answer."))
            return
        for value in values:
            self._among(path, value, known)

    # --- Values --------------------------------------------------------------------------------------------------
    def _say(self, path: str, message: str) -> None:
        self.found[path].append(message)

    def _text(self, path: str, value: str, of: Field) -> None:
        if of.required and not value:
            self._say(path, _("“%(field)s” is missing.") % {"field": of.label})
        self._too_long(path, value, of)

    def _too_long(self, path: str, value: str, of: Field) -> None:
        if of.longest and len(value) > of.longest:
            size = {"count": len(value), "most": of.longest}
            self._say(path, _("%(count)d characters are too many; %(most)d is the most.") % size)

    def _address(self, path: str, url: str, of: Field) -> None:
        self._too_long(path, url, of)
        if len(url) > LONGEST_URL and not 0 < of.longest < len(url):
            size = {"count": len(url), "most": LONGEST_URL}
            self._say(path, _("%(count)d characters are too many; %(most)d is the most.") % size)
        elif url and not (url.lower().startswith(("http://", "https://")) and is_web_address(url)):
            self._say(path, _("Write an address that begins with http:// or https://."))

    def _chosen(self, path: str, value: str, of: Field, known: Sequence[Choice]) -> None:
        if not value:
            if of.required:
                self._say(path, _("Choose “%(field)s”.") % {"field": of.label})
            return
        self._among(path, value, known)

    def _several(self, path: str, values: Sequence[str], of: Field, known: Sequence[Choice]) -> None:
        if of.required and not values:
            self._say(path, _("Choose at least one of “%(field)s”.") % {"field": of.label})
        for value in values:
            self._among(path, value, known)

    def _among(self, path: str, value: str, known: Sequence[Choice]) -> None:
        if value not in [one.value for one in known]:
            names = {"value": value[:100], "known": ", ".join(one.value for one in known)}
            self._say(path, _("“%(value)s” is not known here. Known are: %(known)s.") % names)

    def _distinct(self, path: str, ids: Sequence[object]) -> None:
        if len(set(ids)) < len(ids):
            self._say(path, _("Two parts have the same id. Reload the page."))
