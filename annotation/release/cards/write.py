"""Write the cards of a release. The same release gives the same bytes."""

from __future__ import annotations

from annotation.release.cards.attribution import write_attribution
from annotation.release.cards.citation import bibtex, citation
from annotation.release.cards.croissant import croissant
from annotation.release.cards.data_statement import data_statement
from annotation.release.cards.deposit import datacite, zenodo
from annotation.release.cards.licence import licence
from annotation.release.cards.readme import readme
from annotation.release.cards.statement import statement_of
from annotation.release.summary import ReleaseSummary


def write_cards(facts: ReleaseSummary) -> None:
    """Write attribution.csv, README.md, DATA_STATEMENT.md, croissant.json, LICENSE.md; CITATION.cff, datacite.json and
    .zenodo.json of known authors.

    Everything else but the manifest is to be there: the cards say what is in the folder. Raises OSError.
    """
    statement, folder = statement_of(facts.project), facts.folder
    pages = write_attribution(facts, statement)
    texts = {
        "README.md": readme(facts, statement),
        "DATA_STATEMENT.md": data_statement(facts, statement),
        "CITATION.cff": citation(facts, statement),
        "datacite.json": datacite(facts, statement),
        ".zenodo.json": zenodo(facts, statement),
        "LICENSE.md": licence(facts, statement, pages),
        "croissant.json": croissant(facts, statement, bibtex(facts, statement)),
    }
    for name, text in texts.items():
        if text:
            (folder / name).write_text(text, encoding="utf-8", newline="")
