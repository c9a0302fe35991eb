"""Running text to sentences: rules over curated abbreviations, the same on every machine.

Sentence ids depend on every decision made here. A change that moves a boundary raises
SPLITTER_VERSION, which each corpus records. A link is never cut: its target counts as no text at all,
and its anchor cannot hold a boundary.
"""

from __future__ import annotations

import re

from corpus.links import LINK

SPLITTER_VERSION = "2"

# A full stop, mark or ellipsis, what may close after it, and the white space where the cut would be.
_CANDIDATE = re.compile(
    r"(?P<stop>[.!?…]+)(?P<close>[\"'”’»)\]]*)\s+(?=\S)|(?P<wide>[。！？])(?P<shut>[」』”）]*)(?=\S)"
)
_LAST_WORD = re.compile(r"[^\s(\[“\"‘'«/–—]*$")
_FIRST_WORD = re.compile(r"[\"'“‘«(\[]*(?P<word>[^\s,;:.!?…)\]”\"]*)")
_INITIAL = re.compile(r"(?:[^\W\d_]\u0301?[\u0300-\u036f]*)(?:\.?-[^\W\d_])?")
_DOTTED = re.compile(r"(?:[^\W\d_][\u0300-\u036f]*\.)+[^\W\d_][\u0300-\u036f]*")
_ENUMERATION = re.compile(r"\(?(?:\d{1,3}|[ivxIVX]{1,4}|[a-zA-Z])\)?")

# Never end a sentence: something always follows them.
_ALWAYS_GO_ON = frozenset(
    """mr mrs ms messrs mme mlle dr drs prof rev fr hon st ste mt capt cpt cmdr cdr col lt sgt cpl pvt maj gen
    adm brig sen rep gov pres supt insp sr.dr amb atty e.g i.e viz vs v cf ca c fl r b d approx esp incl ibid op
    cit ed eds trans vol vols pp p fig figs eq eqs ch sec sect art cl para pt nos bk al.seq et repr rpt ser
    transl illus dept univ assn inst natl intl bros.of var subsp ssp sp spp cv syn auct nom betw c.f resp abbr
    lit pron arr feat prod dir perf mag rt.hon ven mons msgr sra srta dña der von""".split()
)
# End a sentence only when what follows can hardly be anything but a new one.
_MAY_END = frozenset(
    """inc ltd co corp plc llc bros jr sr esq etc al jan feb mar apr jun jul aug sep sept oct nov dec mon tue
    thu ave blvd rd hwy sq bldg apt no min max hr hrs sec mi km kg lb lbs oz ft in cu pop est ext ann
    calif mass conn penn tenn wash ill ind minn wis mich fla ala ark ariz colo okla ore tex va vt ga ky la md mo
    miss neb nev mont wyo n s e w u.s u.k u.n e.u d.c ph.d m.d b.a m.a b.s m.s j.d ll.b a.m p.m b.c a.d b.c.e
    c.e u.s.a u.s.s.r n.y l.a""".split()
)
_BEFORE_NUMBERS = frozenset("no nos nr vol vols pp p fig ch sec art pt op ser bk rev ver col ph approx".split())
_NAMES_WITH_MARKS = frozenset(
    "yahoo jeopardy wham oklahoma panic godspeed airplane help oliver mamma chips-ahoy kahoot yum joomla viva".split()
)
# Words that, capitalised after an abbreviation, begin a sentence and not a name.
_STARTERS = frozenset(
    """the a an this that these those he she it they we you i his her its their our my your in on at by for from
    with after before during since until although though while when where if as because however but and or so
    yet also there here then thus hence therefore moreover furthermore meanwhile nevertheless additionally
    according despite both each every all some many most several few one two three another other such no not
    only even what who why how which whose to of under over between among within without through against
    following today later earlier soon once still unlike like instead because subsequently eventually initially
    originally currently recently finally first second third next former unlike upon throughout part early late
    more much approximately about around""".split()
)


def split_sentences(text: str, language: str = "en") -> list[str]:
    """The sentences of one paragraph, stripped, none empty; joined by spaces they give the text back.

    `language` is a wiki's code ("en", "de", "ltg").
    """
    plain, offsets = _without_links(text)
    sentences, start = [], 0
    for cut in _boundaries(plain):
        end = offsets[cut]
        if piece := text[start:end].strip():
            sentences.append(piece)
        start = end
    if piece := text[start:].strip():
        sentences.append(piece)
    return _with_letters(sentences)


def _without_links(text: str) -> tuple[str, list[int]]:
    """The text with anchors for links, and where each of its characters stands in the original.

    A character of an anchor maps to the start of its link's mark-up, so no cut can fall inside.
    White space in an anchor becomes a private character: a boundary needs real white space.
    """
    characters: list[str] = []
    offsets: list[int] = []
    end = 0
    for match in LINK.finditer(text):
        characters += text[end : match.start()]
        offsets += range(end, match.start())
        anchor = re.sub(r"\s", _JOINED, match[2] if match[2] is not None else match[1].replace("_", " "))
        characters += anchor
        offsets += [match.start()] * len(anchor)
        end = match.end()
    characters += text[end:]
    offsets += range(end, len(text) + 1)
    return "".join(characters), offsets


_JOINED = "\ue000"


def _boundaries(plain: str) -> list[int]:
    """Indexes of the first character of every sentence but the first."""
    depths = _bracket_depths(plain)
    found: list[int] = []
    start = 0
    for match in _CANDIDATE.finditer(plain):
        if depths[match.end() - 1] > 0:
            continue
        if match["wide"] or _ends_sentence(plain, start, match):
            start = match.end()
            found.append(start)
    return found


def _bracket_depths(plain: str) -> list[int]:
    """How many round brackets are open after each character; all zero when they do not balance."""
    depths, depth = [], 0
    for character in plain:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return [0] * len(plain)
        depths.append(depth)
    return depths if depth == 0 else [0] * len(plain)


def _ends_sentence(plain: str, start: int, match: re.Match[str]) -> bool:
    """Whether the candidate is a boundary, judged by the words on both its sides."""
    following = _FIRST_WORD.match(plain, match.end())
    following_word = following["word"].replace(_JOINED, " ").split(" ")[0] if following else ""
    first = following_word[:1]
    if first.islower() and not _is_brand(following_word):
        return False
    if not first and plain[match.end()] in "-–—,;:)&/=+":
        return False
    word = _last_word(plain, start, match.start())
    starts_new = following_word.lower() in _STARTERS
    stop = match["stop"]
    if stop != ".":
        return _mark_ends(stop, word, starts_new=starts_new, closed=bool(match["close"]))
    if match["close"] and match["close"][0] in '"”»)]':
        return True
    return _full_stop_ends(plain, start, match, word, following_word, starts_new=starts_new)


def _is_brand(word: str) -> bool:
    """iPhone, eBay, mRNA: a capital follows the first small letter."""
    return len(word) > 1 and word[1].isupper()


def _last_word(plain: str, start: int, end: int) -> str:
    found = _LAST_WORD.search(plain, start, end)
    word = found[0] if found else ""
    return word.rpartition(_JOINED)[2]


def _mark_ends(stop: str, word: str, *, starts_new: bool, closed: bool) -> bool:
    """ "..." goes on unless a sentence clearly begins; "!" and "?" end one unless they belong to a name."""
    if stop.strip(".…") == "":
        return starts_new or closed
    return starts_new or word.lower() not in _NAMES_WITH_MARKS


def _full_stop_ends(
    plain: str, start: int, match: re.Match[str], word: str, following: str, *, starts_new: bool
) -> bool:
    bare = word.lower().strip("[]()")
    if following[:1].isdigit() and bare in _BEFORE_NUMBERS:
        return False
    if bare in _ALWAYS_GO_ON and not (bare in ("p", "c", "b", "d", "r", "v") and starts_new and word.isupper()):
        return False
    if plain[start : match.start()].strip() == word and _ENUMERATION.fullmatch(word):
        return False  # "1. First", at the start of a line
    if bare == "no":
        return not following[:1].isdigit()
    if _INITIAL.fullmatch(word) and len(following) == 1 and plain[match.end() + 1 : match.end() + 2] == ".":
        return False  # "N. A. Langlet": two initials, though "A" could begin a sentence
    if _is_unit(plain, start, match.start(), word):
        return True
    if bare in _MAY_END and not (len(bare) > 1 and bare.isalpha() and bare in _WORDS_TOO and word.islower()):
        return starts_new
    if _INITIAL.fullmatch(word) or _DOTTED.fullmatch(word):
        return starts_new
    return True


def _is_unit(plain: str, start: int, end: int, word: str) -> bool:
    """ "8,500 m. Hillary": a short small word right after a figure is a unit, and units take no full stop."""
    before = plain[start : end - len(word)].rstrip(" \xa0" + _JOINED)
    return word.isalpha() and word.islower() and len(word) <= 3 and before[-1:].isdigit()


# Abbreviations that are ordinary words as well: written small they end sentences freely.
_WORDS_TOO = frozenset("in mar ill ind mass wash miss mo la ore min max sec art al mi pop no".split())


def _with_letters(sentences: list[str]) -> list[str]:
    """A piece without any letter or digit joins the one before it, a first one the second: it would be no sentence."""
    kept: list[str] = []
    for sentence in sentences:
        if kept and not (_has_letters(sentence) and _has_letters(kept[-1])):
            kept[-1] = f"{kept[-1]} {sentence}"
        else:
            kept.append(sentence)
    return kept


def _has_letters(text: str) -> bool:
    return any(character.isalnum() for character in text)
