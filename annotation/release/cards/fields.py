"""Fields of a data statement: one closed list for the form, the cards and the completeness check.

The fields on language and people are those of Bender and Friedman (2018), Data Statements for Natural Language
Processing. Words are English, which the cards are written in; gettext knows them for the form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from annotation.quality.agreement.result import gettext_noop


class Kind(StrEnum):
    """What may be typed in."""

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
        Field(
            f"{who}_recruitment", gettext_noop("Recruitment"), gettext_noop("Where they were found, and how chosen.")
        ),
        Field(f"{who}_age", gettext_noop("Age"), gettext_noop("Numbers of people by age group, and of those unknown.")),
        Field(f"{who}_gender", gettext_noop("Gender"), gettext_noop("Numbers of people, and of those unknown.")),
        Field(
            f"{who}_ethnicity",
            gettext_noop("Race or ethnicity"),
            gettext_noop("As they describe themselves, in numbers; where nobody asked, say so."),
        ),
        Field(
            f"{who}_native_language",
            gettext_noop("Native language"),
            gettext_noop("Numbers of people by language and variety."),
        ),
        Field(
            f"{who}_socioeconomic",
            gettext_noop("Socio-economic status"),
            gettext_noop("In numbers; where nobody asked, say so."),
        ),
        Field(
            f"{who}_training",
            gettext_noop("Training"),
            gettext_noop("In linguistics or fact-checking, and what they were taught for this work."),
        ),
    )


GROUPS = (
    Group(
        "dataset",
        gettext_noop("The data set"),
        gettext_noop("What it is called, who made it, and how it is cited."),
        (
            Field("title", gettext_noop("Title"), gettext_noop("Empty: the project’s name."), Kind.LINE),
            Field("version", gettext_noop("Version"), gettext_noop("Of the data, such as 1.0.0."), Kind.LINE, "1.0.0"),
            Field(
                "summary",
                gettext_noop("Summary"),
                gettext_noop("What is in it and what it is for, in a few sentences."),
            ),
            Field(
                "authors",
                gettext_noop("Authors"),
                gettext_noop("One a line: family name, given name; then ORCID and institution, if you like."),
                Kind.AUTHORS,
                "Lovelace, Ada; 0000-0002-1825-0097; Example University",
            ),
            Field("contact", gettext_noop("Contact"), gettext_noop("Whom to write to about it."), Kind.LINE),
            Field(
                "homepage", gettext_noop("Home page"), gettext_noop("Where it is described."), Kind.ADDRESS, "https://"
            ),
            Field("doi", gettext_noop("DOI"), gettext_noop("Of this data set."), Kind.DOI, "10.5281/zenodo.0000000"),
            Field("paper", gettext_noop("Paper"), gettext_noop("What to cite beside the data, as one reference.")),
            Field("funding", gettext_noop("Funding"), gettext_noop("Who paid for it, with the numbers of grants.")),
        ),
    ),
    Group(
        "source",
        gettext_noop("Language, source and licence"),
        gettext_noop(
            "A corpus does not say these of itself. What its source told is filled in where you leave it empty."
        ),
        (
            Field(
                "language",
                gettext_noop("Language"),
                gettext_noop("Codes (BCP 47) of the claims’ language, by commas."),
                Kind.LANGUAGES,
                "en",
            ),
            Field(
                "wiki",
                gettext_noop("Address of the wiki"),
                gettext_noop(
                    "Where the pages come from. Attribution leads there: to each page, its revision and its authors."
                ),
                Kind.ADDRESS,
                "https://en.wikipedia.org",
            ),
            Field(
                "snapshot",
                gettext_noop("Date of the snapshot"),
                gettext_noop("When the pages were as they are here."),
                Kind.LINE,
                "2020-12",
            ),
            Field(
                "licence",
                gettext_noop("Licence of the data"),
                gettext_noop("Its SPDX name. Text of Wikipedia asks for CC-BY-SA-4.0 (until June 2023: CC-BY-SA-3.0)."),
                Kind.LICENCE,
                "CC-BY-SA-4.0",
            ),
        ),
    ),
    Group(
        "rationale",
        gettext_noop("Curation and language variety"),
        gettext_noop("Why these texts, and what language is in them."),
        (
            Field(
                "curation_rationale",
                gettext_noop("Curation rationale"),
                gettext_noop("Why these pages: what was drawn from, what was left out, and for what reason."),
            ),
            Field(
                "language_variety",
                gettext_noop("Language variety"),
                gettext_noop("Of the pages and of the claims, such as en-US; where it is mixed, how."),
            ),
        ),
    ),
    Group(
        "writers",
        gettext_noop("Speakers: who wrote the claims"),
        gettext_noop("Of all of them together, never of one person: no group so small that somebody could be told."),
        _people("writers"),
    ),
    Group(
        "verifiers",
        gettext_noop("Annotators: who verified the claims"),
        gettext_noop("Of all of them together, never of one person: no group so small that somebody could be told."),
        _people("verifiers"),
    ),
    Group(
        "situation",
        gettext_noop("Situation and text"),
        gettext_noop("When, how and for whom the text came about."),
        (
            Field(
                "speech_situation",
                gettext_noop("Speech situation"),
                gettext_noop(
                    "When and where claims were written, for whom, by which guidelines; whether they were edited."
                ),
            ),
            Field(
                "text_characteristics",
                gettext_noop("Text characteristics"),
                gettext_noop("Genre, topics and form of pages and claims, and topics that were left out."),
            ),
            Field(
                "recording_quality",
                gettext_noop("Recording quality"),
                gettext_noop("Of recorded speech; of text, what was lost in conversion."),
            ),
            Field(
                "provenance",
                gettext_noop("Provenance"),
                gettext_noop("Data sets that went into this one, with their own data statements."),
            ),
        ),
    ),
    Group(
        "conditions",
        gettext_noop("Work and use"),
        gettext_noop("How people were treated, and what the data should and should not be used for."),
        (
            Field("pay", gettext_noop("Pay"), gettext_noop("What people were paid, beside the local minimum wage.")),
            Field(
                "ethics",
                gettext_noop("Ethics and consent"),
                gettext_noop("Who approved of the work, and what people agreed to."),
            ),
            Field("uses", gettext_noop("Intended use"), gettext_noop("What it was made for.")),
            Field("misuses", gettext_noop("Not intended"), gettext_noop("What it should not be used for, and why.")),
            Field(
                "limitations",
                gettext_noop("Biases and limitations"),
                gettext_noop("What you know of that the report does not show."),
            ),
            Field("other", gettext_noop("Other"), gettext_noop("What else a reader should know.")),
        ),
    ),
)
FIELDS = {field.name: field for group in GROUPS for field in group.fields}
# Said of itself in the cards where a manager gives none.
OPTIONAL = frozenset({"title", "version", "doi", "paper", "funding", "homepage", "other"})


def missing(answers: Mapping[str, str]) -> list[str]:
    """The names of fields that are not given and should be, in their order."""
    return [name for name in FIELDS if name not in OPTIONAL and not answers.get(name, "").strip()]
