"""Data statement of a project: its manager's answers, completed from the corpus."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from annotation.projects.models import Project
from annotation.release.averitec import LICENCE as AVERITEC_LICENCE
from annotation.release.averitec import has_imported
from annotation.release.cards.corpus_metadata import known_of
from annotation.release.cards.fields import FIELDS, missing
from annotation.release.cards.models import DataStatement

NOT_GIVEN = "not given"
ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")


@dataclass(frozen=True, slots=True)
class Author:
    """`orcid` and `institution` may be empty."""

    family: str
    given: str
    orcid: str = ""
    institution: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """Answers by field name. `told`: those that came with the corpus, or with rows of AVeriTeC (their licence)."""

    answers: Mapping[str, str]
    told: Mapping[str, str]

    def get(self, name: str) -> str:
        """Return the answer given, or that of the corpus; "" where there is neither. Raises KeyError for no field."""
        return self.answers.get(FIELDS[name].name, "").strip() or self.told.get(name, "")

    def say(self, name: str) -> str:
        """Return the answer, or "not given"."""
        return self.get(name) or NOT_GIVEN

    @property
    def missing(self) -> list[str]:
        """Names of fields that should be given and are not."""
        return missing({**self.told, **{name: text for name, text in self.answers.items() if text.strip()}})

    @property
    def authors(self) -> list[Author]:
        return [author_of(line) for line in self.get("authors").splitlines() if line.strip()]

    @property
    def languages(self) -> list[str]:
        return [code.strip() for code in self.get("language").split(",") if code.strip()]


def statement_of(project: Project) -> Statement:
    """The project's statement; an empty one where nobody has written any."""
    stored = DataStatement.objects.filter(project=project).first()
    answers = {name: text for name, text in (stored.answers if stored else {}).items() if name in FIELDS}
    told = dict(known_of(project.corpus))
    if has_imported(project):
        told.setdefault("licence", AVERITEC_LICENCE)
    return Statement(answers, told)


def author_of(line: str) -> Author:
    """ "Lovelace, Ada; 0000-0002-1825-0097; Example University": what follows the name may come in either order."""
    name, *more = (part.strip() for part in line.split(";"))
    family, _comma, given = (part.strip() for part in name.partition(","))
    orcid = next((found[0] for part in more if (found := ORCID.search(part))), "")
    institution = next((part for part in more if part and not ORCID.search(part)), "")
    return Author(family, given, orcid, institution)
