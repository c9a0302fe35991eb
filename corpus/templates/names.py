"""Template names by function, in lower case; `corpus.templates.render` and its neighbours render them."""

from __future__ import annotations

from corpus.word_lists import names

_FILE = "template_names.txt"

WRAPPERS = names(_FILE, "text is the first argument")
LAST_ARGUMENT = names(_FILE, "text is the last argument")
LISTS = names(_FILE, "every argument is an item")
OVERRIDABLE = names(_FILE, "fixed text unless there is an argument")  # {{yes|Since 1999}}
SILENT = names(_FILE, "no text of the article")  # references, banners, navigation, layout, media
INFOBOXES = names(_FILE, "infobox")
INFOBOXES_ELSEWHERE = names(_FILE, "infobox on other wikis")  # common words: only with several named arguments

# Templates that are one fixed text.
CONSTANTS = {
    "!": "|", "=": "=", "'": "'", '"': '"', "'s": "'s", "(": "{", ")": "}", "((": "{{", "))": "}}",
    "ndash": "–", "en dash": "–", "–": "–", "mdash": "—", "em dash": "—", "snd": " – ", "spnd": " – ", "sndash": " – ",
    "spaced ndash": " – ", "spaced en dash": " – ", "dash": " – ", "spaced mdash": " — ", "nbsp": " ", "space": " ",
    "spaces": " ", "thinsp": " ", "thin space": " ", "hair space": " ", "hsp": " ", "zwsp": "", "zwj": "", "zwnj": "",
    "shy": "", "wbr": "", "·": " · ", "•": " • ", "dot": " · ", "middot": " · ", "bullet": " • ", "bull": " • ",
    "sdot": " · ", "pi": "π", "hbar": "ℏ", "ell": "ℓ", "okina": "ʻ", "hamza": "ʼ", "ayin": "ʽ", "prime": "′",
    "asterisk": "*", "dagger": "†", "†": "†", "double dagger": "‡", "‡": "‡", "double-dagger": "‡", "ddagger": "‡",
    "check": "✓", "tick": "✓", "check mark": "✓", "cross": "✗", "x mark": "✗", "aye": "✓", "nay": "✗",
    "flat": "♭", "sharp": "♯", "natural": "♮", "degree": "°", "deg": "°", "euro": "€", "pound": "£", "infin": "∞",
    "male": "♂", "female": "♀", "ya": "✓", "na": "✗", "plus-minus": "±", "+-": "±", "minus": "−", "times": "×",
    "ad": "AD", "bc": "BC", "bce": "BCE", "ce": "CE", "spaced slash": " / ", "slash": " / ", "crlf": "\n",
    "yes": "Yes", "no": "No", "won": "Won", "nom": "Nominated", "nominated": "Nominated", "n/a": "N/A", "tba": "TBA",
    "tbd": "TBD", "partial": "Partial", "unknown": "Unknown", "dunno": "?", "included": "Included", "draw": "Draw",
    "maybe": "Maybe", "pending": "Pending", "sho": "Shortlisted", "lost": "Lost", "proposed": "Proposed", "any": "Any",
    "none": "None", "free": "Free", "some": "Some", "optional": "Optional", "terminated": "Terminated", "good": "Good",
    "success": "Success", "failure": "Failure", "active": "Active", "inactive": "Inactive", "dropped": "Dropped",
    "gold1": "1", "silver2": "2", "bronze3": "3", "gold01": "1", "silver02": "2", "bronze03": "3", "1st": "1st",
    "2nd": "2nd", "3rd": "3rd", "gold medal": "Gold medal", "silver medal": "Silver medal", "vs": "vs.",
    "bronze medal": "Bronze medal", "goldmedal": "Gold medal", "silvermedal": "Silver medal", "2d": "2D", "bye": "Bye",
    "bronzemedal": "Bronze medal", "left arrow": "←", "right arrow": "→", "ref?": "", "...": "…", "ellipsis": "…",
    "eqm": " ⇌ ", "equilibrium": " ⇌ ", "mdashb": "—", "emdash": "—", "endash": "–", "snds": " – ",
    "spaced dash": " – ", "co2": "CO₂", "h2o": "H₂O", "pow": "(POW)", "kia": "(KIA)", "dow": "(DOW)", "wia": "(WIA)",
    "extinct": "†",
    "' \"": "' \"", "\" '": "\" '", "-\"": "' \"", "\"'": "\" '", "'-": "'", "-'": "'", "carbon": "C", "hydrogen": "H",
    "oxygen": "O", "nitrogen": "N", "))!": "}}", "!((": "{{", "(!": "{|", "!)": "|}", "!-": "|-", "!!": "||",
    "\\": " / ",    "numero sign": "№", "no.": "No.", "laquo": "«", "raquo": "»", "ring": "˚", "pipe": "|",
    "colon": ":", "hyphen": "-",
    "*": "*", "semicolon": ";", "hash-tag": "#", "number sign": "#", "¦": "|", "rightarrow": "→", "leftarrow": "←",
    "two-way": "↔", "section sign": "§", "copyright": "©", "tex": "TeX", "latex": "LaTeX",
}  # fmt: skip
SILENT_PREFIXES = (
    "cite ", "cite-", "cita ", "link v", "link f", "citation/", "vcite", "use ", "pp-", "wikipedia:", "user:",
    "expand ", "portal:", "s-",
    "template ", "taxonomy/", "campaignbox", "navbox", "sister ", "commons ", "wikiquote", "wiktionary", "wikisource",
    "sfn", "harv", "infobox mapframe", "location map", "defaultsort", "displaytitle", "#", "citation needed",
    "refimprove", "stub", "featured ", "copied", "clarify", "dead ", "cleanup", "more ", "unreferenced",
    "attribution", "librivox", "noreferences", "multi-listen", "series overview", "start ", "end of", "contains ",
    "italic ", "css ", "image ",
)  # fmt: skip
SILENT_SUFFIXES = (
    "-stub", " stub", " sidebar", " navbox", " footer", " topics", " icon", "-inline", " inline", " needed",
    " timeline", " map", " series", " navigation", " template", "-bio-stub", " squad", " color", " colour",
    " labelled map",
)  # fmt: skip
INFOBOX_PREFIXES = (
    "infobox",
    "infobox_",
    "chembox ",
    "taxobox ",
    "geobox|",
    "drugbox ",
    "infoskreine",
    "inligtingskas",
    "ficha de ",
)
NOT_INFOBOXES = ("infobox mapframe", "infobox end", "infobox bottom", "infobox image")
