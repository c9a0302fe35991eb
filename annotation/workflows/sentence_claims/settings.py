"""Settings of the workflow in a project: where sentences are drawn from, and which boxes of mutations writers get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from annotation.projects.highlight_settings import BadSettings
from annotation.projects.models import Project
from annotation.workflows.sentence_claims.models import SentenceSettings
from annotation.workflows.sentence_claims.mutation_types import TYPES

MOST_CLAIMS, MOST_LINES, MOST_A_PAGE, MOST_LINKED = 10, 10, 1_000, 10_000_000
LONGEST_WORDS = 500
FEVER, FEVEROUS = "fever", "feverous"


@dataclass(frozen=True, slots=True)
class Box:
    """A box of mutations. `most` lines; `share`: weight of the type among all; `words`: "" for those of the type."""

    type: str
    most: int = 3
    share: float = 1
    words: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults are FEVER's. `most_linked`: so many pages, by links to them; 0: any page."""

    whole_page: bool = False
    sentences_a_page: int = 1
    most_linked: int = 0
    least_claims: int = 2
    most_claims: int = 5
    boxes: tuple[Box, ...] = tuple(
        map(Box, ("rephrase", "negate", "substitute_similar", "substitute_dissimilar", "specific", "general"))
    )

    def to_json(self) -> dict[str, Any]:
        """Plain values, as stored."""
        return asdict(self)

    @property
    def types(self) -> tuple[str, ...]:
        """The types of the boxes, in their order."""
        return tuple(box.type for box in self.boxes)


PRESETS = {
    FEVER: Settings().boxes,
    # FEVEROUS paper, section 3.1.1; Tense Shift is of its guideline 7.9 and can be switched on.
    FEVEROUS: (
        Box("specific", share=15),
        Box("general", share=15),
        Box("negate", share=30),
        Box("rephrase", share=10),
        Box("substitute", share=30),
    ),
}


class BadSentenceSettings(BadSettings):
    """Settings that cannot be worked by; the message says which and what would be right."""


def settings_of(project: Project) -> Settings:
    """Return the settings of the project; FEVER's where it has none."""
    stored = SentenceSettings.objects.filter(project=project).values_list("settings", flat=True).first()
    return settings_from(stored or {})


def settings_from(stored: Mapping[str, Any]) -> Settings:
    """Return the settings with these changes. Raises BadSentenceSettings."""
    plain = {name: value for name, value in stored.items() if name != "boxes"}
    settings = replace(Settings(), **plain)
    if "boxes" in stored:
        settings = replace(settings, boxes=tuple(Box(**one) for one in stored["boxes"]))
    if settings.least_claims > settings.most_claims:
        raise BadSentenceSettings(_("The fewest claims of a sentence are more than the most. Exchange the two."))
    if not settings.boxes or len(set(settings.types)) < len(settings.boxes) or set(settings.types) - TYPES.keys():
        raise BadSentenceSettings(_("Choose at least one box of mutations, each once."))
    if not any(box.share > 0 for box in settings.boxes):
        raise BadSentenceSettings(_("One of the shares must be above 0."))
    return settings


def save_settings(project: Project, settings: Settings) -> None:
    """Store the settings of the project, checked."""
    checked = settings_from(settings.to_json())
    SentenceSettings.objects.update_or_create(project=project, defaults={"settings": checked.to_json()})
