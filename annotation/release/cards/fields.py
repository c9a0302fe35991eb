"""Fields of a data statement: one closed list for the form, the cards and the completeness check.

The fields on language and people are those of Bender and Friedman (2018), Data Statements for Natural Language
Processing. Words are English, which the cards are written in; gettext knows them for the form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_noop as _


class Kind(StrEnum):
    """Kind of an answer, by which it is validated."""

    LINE = "line"
    TEXT = "text"
    ADDRESS = "address"  # of a page: https://...
    AUTHORS = "authors"  # one a line: family name, given name; ORCID and institution may follow
    LANGUAGES = "languages"  # BCP 47, by commas
    LICENCE = "licence"  # SPDX
    DOI = "doi"


@dataclass(frozen=True, slots=True)
class Field:
    """One question. `example` is shown in the empty field."""

    name: str
    label: str
    help: str
    kind: Kind = Kind.TEXT
    example: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that stand together. `words`: a sentence on what they are about."""

    name: str
    title: str
    words: str
    fields: tuple[Field, ...]


def _people(who: str) -> tuple[Field, ...]:
    return (
        Field(f"{who}_recruitment", _("Recruitment"), _("Where they were found, and how chosen.")),
        Field(f"{who}_age", _("Age"), _("Numbers of people by age group, and of those unknown.")),
        Field(f"{who}_gender", _("Gender"), _("Numbers of people, and of those unknown.")),
        Field(
            f"{who}_ethnicity",
            _("Race or ethnicity"),
            _("As they describe themselves, in numbers; where nobody asked, say so."),
        ),
        Field(f"{who}_native_language", _("Native language"), _("Numbers of people by language and variety.")),
        Field(f"{who}_socioeconomic", _("Socio-economic status"), _("In numbers; where nobody asked, say so.")),
        Field(
            f"{who}_training",
            _("Training"),
            _("In linguistics or fact-checking, and what they were taught for this work."),
        ),
    )


GROUPS = (
    Group(
        "dataset",
        _("The data set"),
        _("What it is called, who made it, and how it is cited."),
        (
            Field("title", _("Title"), _("Empty: the project’s name."), Kind.LINE),
            Field("version", _("Version"), _("Of the data, such as 1.0.0."), Kind.LINE, "1.0.0"),
            Field("summary", _("Summary"), _("What is in it and what it is for, in a few sentences.")),
            Field(
                "authors",
                _("Authors"),
                _("One a line: family name, given name; then ORCID and institution, if you like."),
                Kind.AUTHORS,
                "Lovelace, Ada; 0000-0002-1825-0097; Example University",
            ),
            Field("contact", _("Contact"), _("Whom to write to about it."), Kind.LINE),
            Field("homepage", _("Home page"), _("Where it is described."), Kind.ADDRESS, "https://"),
            Field(
                "publisher",
                _("Publisher"),
                _("Who publishes it, such as a repository. DataCite asks for it; empty: “:tba”, to be announced."),
                Kind.LINE,
                "Zenodo",
            ),
            Field("doi", _("DOI"), _("Of this data set."), Kind.DOI, "10.5281/zenodo.0000000"),
            Field("paper", _("Paper"), _("What to cite beside the data, as one reference.")),
            Field("funding", _("Funding"), _("Who paid for it, with the numbers of grants.")),
        ),
    ),
    Group(
        "source",
        _("Language, source and licence"),
        _("A corpus does not say these of itself. What its source told is filled in where you leave it empty."),
        (
            Field(
                "language", _("Language"), _("Codes (BCP 47) of the claims’ language, by commas."), Kind.LANGUAGES, "en"
            ),
            Field(
                "wiki",
                _("Address of the wiki"),
                _("Where the pages come from. Attribution leads there: to each page, its revision and its authors."),
                Kind.ADDRESS,
                "https://en.wikipedia.org",
            ),
            Field(
                "snapshot", _("Date of the snapshot"), _("When the pages were as they are here."), Kind.LINE, "2020-12"
            ),
            Field(
                "licence",
                _("Licence of the data"),
                _("Its SPDX name. Text of Wikipedia asks for CC-BY-SA-4.0 (until June 2023: CC-BY-SA-3.0)."),
                Kind.LICENCE,
                "CC-BY-SA-4.0",
            ),
            Field(
                "pages_licence",
                _("Licence of the pages"),
                _("Its SPDX name, where it is another than that of the wiki above."),
                Kind.LICENCE,
                "CC0-1.0",
            ),
        ),
    ),
    Group(
        "rationale",
        _("Curation and language variety"),
        _("Why these texts, and what language is in them."),
        (
            Field(
                "curation_rationale",
                _("Curation rationale"),
                _("Why these pages: what was drawn from, what was left out, and for what reason."),
            ),
            Field(
                "language_variety",
                _("Language variety"),
                _("Of the pages and of the claims, such as en-US; where it is mixed, how."),
            ),
        ),
    ),
    Group(
        "writers",
        _("Speakers: who wrote the claims"),
        _("Of all of them together, never of one person: no group so small that somebody could be told."),
        _people("writers"),
    ),
    Group(
        "verifiers",
        _("Annotators: who verified the claims"),
        _("Of all of them together, never of one person: no group so small that somebody could be told."),
        _people("verifiers"),
    ),
    Group(
        "situation",
        _("Situation and text"),
        _("When, how and for whom the text came about."),
        (
            Field(
                "speech_situation",
                _("Speech situation"),
                _("When and where claims were written, for whom, by which guidelines; whether they were edited."),
            ),
            Field(
                "text_characteristics",
                _("Text characteristics"),
                _("Genre, topics and form of pages and claims, and topics that were left out."),
            ),
            Field(
                "recording_quality",
                _("Recording quality"),
                _("Of recorded speech; of text, what was lost in conversion."),
            ),
            Field(
                "provenance", _("Provenance"), _("Data sets that went into this one, with their own data statements.")
            ),
        ),
    ),
    Group(
        "conditions",
        _("Work and use"),
        _("How people were treated, and what the data should and should not be used for."),
        (
            Field("pay", _("Pay"), _("What people were paid, beside the local minimum wage.")),
            Field("ethics", _("Ethics and consent"), _("Who approved of the work, and what people agreed to.")),
            Field("uses", _("Intended use"), _("What it was made for.")),
            Field("misuses", _("Not intended"), _("What it should not be used for, and why.")),
            Field("limitations", _("Biases and limitations"), _("What you know of that the report does not show.")),
            Field("other", _("Other"), _("What else a reader should know.")),
        ),
    ),
)
FIELDS = {field.name: field for group in GROUPS for field in group.fields}
# Said of itself in the cards where a manager gives none.
OPTIONAL = frozenset({"title", "version", "publisher", "doi", "paper", "funding", "homepage", "pages_licence", "other"})


def missing(answers: Mapping[str, str]) -> list[str]:
    """The names of fields that are not given and should be, in their order."""
    return [name for name in FIELDS if name not in OPTIONAL and not answers.get(name, "").strip()]
