"""Display labels of infobox arguments, and the arguments that are never displayed."""

from __future__ import annotations

from corpus.word_lists import names, pairs

LABELS = pairs("infobox_labels.tsv")
SKIPPED = names("infobox_skipped.txt", "arguments")
SKIPPED_STARTS = tuple(names("infobox_skipped.txt", "beginnings"))
SKIPPED_ENDINGS = tuple(names("infobox_skipped.txt", "endings"))
NAME_ARGUMENTS = (
    "name", "title", "above", "official_name", "conventional_long_name", "common_name", "company_name", "ship_name",
    "playername", "fullname_title", "show_name", "station_name", "building_name", "clubname", "school_name",
    "currency_name", "drug_name", "iupac_title", "taxon_name", "show_title", "nome", "nombre", "naam", "pasauka",
)  # fmt: skip
