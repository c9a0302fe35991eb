"""Display labels of infobox arguments, and the arguments that are never displayed."""

from __future__ import annotations

from corpus.word_lists import names, pairs

LABELS = pairs("infobox_labels.tsv")
SKIPPED = names("infobox_skipped.txt", "arguments")
NAME_ARGUMENTS = (
    "name", "title", "above", "official_name", "conventional_long_name", "common_name", "company_name", "ship_name",
    "playername", "fullname_title", "show_name", "station_name", "building_name", "clubname", "school_name",
    "currency_name", "drug_name", "iupac_title", "taxon_name", "show_title", "nome", "nombre", "naam", "pasauka",
)  # fmt: skip

SKIPPED_STARTS = (
    "image", "img_", "imagefile", "logo_", "map_", "mapframe", "pushpin", "caption", "alt_", "photo", "range_map",
    "pattern_", "leftarm", "rightarm", "body1", "shorts", "socks", "kit_", "dim_", "colour_", "color_", "bgcol",
    "symbol_type", "hdi_change",
    "signature", "flag_", "coat_", "seal_", "emblem_", "shield_", "embed", "module", "mapsize", "rangemap",
    "picture_", "bg_", "px_", "image-", "audio", "mpicsize", "party_colo", "above_style", "extinct_ref",
    "verified", "footnote", "headericon",
)  # fmt: skip
SKIPPED_ENDINGS = (
    "_size", "_alt", "_caption", "_upright", "_width", "_style", "_lang", "_ref", "_refs", "_footnotes", "_footnote",
    "_image", "_logo", "_map", "_colour", "_color", "_bg", "_link", "_icon", "_flag", "_note_ref", "imagesize",
    "image_size", "_source", "_citation", "imageleft", "imageright", "_imagename", "mapsize", "_display",
    "imagewidth", "caption", "_px", "_image2", "_marker", "style", "_imagefile", "_photo", "_file", "_fontsize",
    "_coa", "imagefile", "_seal", "_relief",
)  # fmt: skip
