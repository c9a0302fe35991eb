"""What notes of wikitext cite: their sources, and the full description of a source that a short note names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corpus.citations.calls import Call, outermost_calls, without_comments
from corpus.citations.identifiers import FIELDS
from corpus.citations.record import Source, Tag
from corpus.citations.source_values import LABELLED, best, first_address, plain, web_address
from corpus.citations.template_names import SHORT_NOTES, TAGS, is_source
from corpus.citations.wikitext_marks import Mark, Marked

_LONGEST = 2_000  # characters kept of a note or field
_YEAR = re.compile(r"(?<!\d)(\d{4}[a-z]?|n\.d\.[a-z]?)(?!\d)")
_AUTHOR = re.compile(
    r"(?:(?:author|editor)-?)?(?:last|surname|cognome|author|editor)-?[1-4]?|(?:author|editor)[1-4]-last"
)
_AND = re.compile(r",? (?:and|&|e|et|und|y) |, ")
_NAME = r"[^\W\d_][\w.'’-]+"
_WRITTEN_SHORT = re.compile(
    rf"(?P<authors>{_NAME}(?:(?:{_AND.pattern}){_NAME}){{0,3}})(?: et al\.?)?,? "
    r"\(?(?P<year>\d{4}[a-z]?)\)?(?:[,.:;]? .*)?"
)
_LONGEST_SHORT = 100  # characters
# Of the English templates, then of the Italian, German, French, Spanish and Portuguese ones.
_TITLES = (
    *("chapter", "entry", "article", "script-title", "contribution"),
    *("titolo", "titel", "titre", "título", "titulo"),
)
_AUTHORS = (
    *("last1", "author", "author1", "editor-last"),
    *("cognome", "autore", "autor", "nom1", "nom", "auteur", "auteur1", "apellidos", "último", "ultimo"),
)
_WORKS = (
    *("work", "website", "newspaper", "journal", "magazine", "encyclopedia", "publisher"),
    *("sito", "rivista", "editore", "werk", "sammelwerk", "verlag", "site", "périodique", "éditeur"),
    *("obra", "periódico", "editorial", "jornal", "editora"),
)
_DATES = ("year", "data", "anno", "datum", "jahr", "année", "fecha", "año", "ano")
_ARCHIVES = ("archive-url", "archiveurl", "urlarchivio", "archiv-url", "urlarchivo", "arquivourl")
_ACCESSED = (
    *("access-date", "accessdate", "access date"),
    *("accesso", "abruf", "consulté le", "fechaacceso", "acessodata"),
)
_ADDRESSES = (
    *("chapter-url", "chapterurl", "contribution-url", "section-url", "article-url", "entry-url", "conference-url"),
    *("transcript-url", "event-url", "map-url", "link", "online", "lire en ligne", "url texte"),
)
_DEPTH = 3

Found = tuple[tuple[Source, ...], tuple[Tag, ...]]


class Notes:
    """The notes of one page."""

    def __init__(self, marked: Marked) -> None:
        self._marked = marked
        self._named: dict[tuple[str, str], str] = {}
        for mark in marked.marks:  # of several notes of a name the first counts, as in MediaWiki
            if mark.name and mark.content:
                self._named.setdefault((mark.group, mark.name), mark.content)
        self._read: dict[str, Found] = {}
        self._described: dict[str, list[tuple[Call, Source | None]]] = {}
        self._library: dict[tuple[str, str], Source] | None = None

    def cited_by(self, mark: Mark) -> Found:
        """The sources of a mark's note, at least one, and the tags inside the note."""
        content = mark.content or self._named.get((mark.group, mark.name), "")
        found = self._read.get(content)
        if found is None:
            found = self._read[content] = self._found(content)
        return found

    def _found(self, written: str) -> Found:
        calls = self._calls_in(written)
        tags = tuple(dict.fromkeys(TAGS[call.name] for call, _ in calls if call.name in TAGS))
        sources = [full or self._short(call) for call, full in calls if full or call.name in SHORT_NOTES]
        return tuple(sources) or (self._of_words(without_comments(written), [call for call, _ in calls]),), tags

    def _calls_in(self, written: str) -> list[tuple[Call, Source | None]]:
        """The calls in a text, those of cite templates with their source."""
        found = self._described.get(written)
        if found is None:
            calls = _calls(without_comments(written)) if "{{" in written else ()
            found = [(call, full_source(call) if is_source(call.name) else None) for call in calls]
            self._described[written] = found
        return found

    def _of_words(self, content: str, calls: list[Call]) -> Source:
        """A note without a cite template."""
        text = plain(content[: 2 * _LONGEST])
        if not text and calls:  # {{R:OED}}: what it says stands elsewhere
            text = _as_called(calls[0])
        text = text[:_LONGEST]
        short = _WRITTEN_SHORT.fullmatch(text) if len(text) <= _LONGEST_SHORT else None
        fields = {each.name: each.positional[0] for each in calls if each.name in FIELDS and each.positional}
        if short is not None and "//" not in content and not fields:
            return self._named_by(_AND.split(short["authors"]), short["year"], "", text)
        url, archive = first_address(content)
        for call in calls:
            archive = archive or (web_address(call.named.get("url", "")) if call.name == "webarchive" else "")
            url = url or web_address(call.named.get("url", ""))
        label = LABELLED.search(content)
        return Source(url, archive, "", plain(label[1])[:_LONGEST] if label else "", "", text, fields)

    def _short(self, call: Call) -> Source:
        """{{sfn|Smith|Jones|2010|p=4}}."""
        parts = [plain(each) for each in call.positional if each] or _of_many(call)
        year = parts.pop() if parts and (_YEAR.search(parts[-1]) or len(parts) > 1) else ""
        pages = best(call.named, ("p", "pp", "page", "pages", "loc", "at", "1p", "1pp"))
        said = " & ".join(parts) + (f" {year}" if year else "") + (f", {pages}" if pages else "")
        return self._named_by(parts, year, call.name, plain(said)[:_LONGEST], {"p": pages} if pages else {})

    def _named_by(
        self, authors: Iterable[str], year: str, template: str, text: str, fields: dict[str, str] | None = None
    ) -> Source:
        """The full source of these authors' last names and year; the short note itself where the page has none."""
        if self._library is None:
            self._library = self._full_sources()
        names = [each.split()[-1].lower() if each.split() else "" for each in authors]
        whole = " ".join(names)
        full = self._library.get((whole, year)) or self._library.get((names[0] if names else "", year))
        if full is None:
            return Source(template=template, text=text, fields=fields or {})
        return Source(full.url, full.archive_url, full.accessed, full.title, full.template, text, full.fields)

    def _full_sources(self) -> dict[tuple[str, str], Source]:
        """By last names and year, and by the first one and year, of every cite template of the page."""
        found: dict[tuple[str, str], Source] = {}
        notes = (mark.content for mark in self._marked.marks if mark.content and "{{" in mark.content)
        for text in (*self._marked.sources, *notes):
            for call, source in self._calls_in(text):
                if source is not None:
                    for key in _keys(call):
                        found.setdefault(key, source)
        return found


def full_source(call: Call) -> Source:
    """The source that a cite template describes. Fields stay as written; title and text are plain."""
    fields = {name: value[:_LONGEST] for name, value in call.named.items() if value}
    address = fields.get("url") or best(fields, _ADDRESSES)
    title = fields.get("title") or best(fields, _TITLES)
    if not (address or title) and call.positional and "//" in call.positional[0]:  # {{cita web|http://a.it|Titolo}}
        address, title, *_ = (*call.positional, "")
    title = plain(title)
    author = plain(fields.get("last") or best(fields, _AUTHORS))
    where, date = plain(best(fields, _WORKS)), plain(fields.get("date") or best(fields, _DATES))
    return Source(
        url=web_address(address),
        archive_url=web_address(best(fields, _ARCHIVES)),
        accessed=plain(best(fields, _ACCESSED)),
        title=title,
        template=call.name,
        text=". ".join(filter(None, (author, title, where, date))) or _as_called(call),
        fields=fields,
    )


def _as_called(call: Call) -> str:
    """What a template whose words stand elsewhere is called by: "cite q Q15625490"."""
    return " ".join((call.name, *map(plain, call.positional))).strip()[:_LONGEST]


def _calls(text: str, depth: int = _DEPTH) -> Iterator[Call]:
    """The calls of cite templates, short notes and tags; those within other templates too, as {{small}}."""
    for call in outermost_calls(text):
        if _cites(call) or call.name in TAGS or call.name == "webarchive":
            yield call
            if (
                call.name not in TAGS and "{{" in text[call.start + 2 : call.end]
            ):  # {{cite web|...|quote={{dead link}}}}
                inside = text[call.start + 2 : call.end - 2]
                yield from (each for each in outermost_calls(inside) if each.name in TAGS)
        elif depth and "{{" in text[call.start + 2 : call.end]:
            yield from _calls(text[call.start + 2 : call.end - 2], depth - 1)
        else:
            yield call


def _cites(call: Call) -> bool:
    return call.name in SHORT_NOTES or is_source(call.name)


def _of_many(call: Call) -> list[str]:
    """Authors and year of the first source of {{sfnm|1a1=Smith|1y=2010|...}}."""
    return [plain(call.named[key]) for key in ("1a1", "1a2", "1a3", "1y") if call.named.get(key)]


def _keys(call: Call) -> Iterator[tuple[str, str]]:
    reference = call.named.get("ref", "")
    if reference.startswith("{{"):
        for each in outermost_calls(reference):
            *authors, of = [plain(part) for part in each.positional] or [""]
            yield " ".join(name.split()[-1].lower() for name in authors if name.split()), of
    date = _YEAR.search(best(call.named, ("year", "date", "anno", "data", "jahr", "datum", "origyear")))
    year = date[1] if date else ""
    names = [
        plain(value).split(",")[0].split()
        for key, value in call.named.items()
        if value and (key.startswith(("last", "author", "editor", "surname", "cognome")) and _AUTHOR.fullmatch(key))
    ]
    last = [each[-1].lower() for each in names if each]
    if last:
        yield " ".join(last), year
        yield last[0], year
