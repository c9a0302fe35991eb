"""Pages, queries and hits in tantivy's terms."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

import tantivy
from tantivy import Occur, SchemaBuilder

from search.documents import IndexDocument
from search.folding import fold
from search.hits import Hit
from search.query import Query, Term
from search.snippets import snippet

# A word in the title says most about what a page is about, then other names of it.
FIELDS = {"title": 4.0, "redirects": 2.5, "headings": 1.5, "introduction": 2.0, "body": 1.0}
# Fields that hold a whole folded name as one term, and a score that words do not reach: somebody who typed a title
# wants that page.
NAMES = {"own_name": 100.0, "other_names": 50.0}

analyzer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(tantivy.Filter.stemmer("english")).build()


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem a folded word is indexed by: "elections" and "elected" are "elect"."""
    return analyzer.analyze(word)[0]


def schema() -> tantivy.Schema:
    """The fields of an index. Text comes folded; what a hit shows is stored beside it."""
    builder = SchemaBuilder()
    for field in FIELDS:
        builder.add_text_field(field, tokenizer_name="folded")
    for field in NAMES:
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    builder.add_bytes_field("page", stored=True)
    return builder.build()


def entry(page: IndexDocument) -> tantivy.Document:
    """A page as tantivy takes it."""
    made = tantivy.Document()
    texts = {
        "title": (page.title,),
        "redirects": page.redirects,
        "headings": page.headings,
        "introduction": page.introduction,
        "body": page.body,
    }
    for field in FIELDS:
        for text in texts[field]:  # every text a value of its own: no phrase is found across two
            made.add_text(field, fold(text))
    made.add_text("own_name", fold(page.title))
    for name in page.redirects:
        made.add_text("other_names", fold(name))
    passages = [(passage.section, passage.text, passage.is_prose) for passage in page.passages]
    made.add_bytes("page", json.dumps([page.title, page.size, passages], ensure_ascii=False).encode())
    return made


def hit(stored: tantivy.Document, terms: tuple[Term, ...]) -> Hit:
    """A stored page as a hit for these terms."""
    title, size, passages = json.loads(stored["page"][0])
    shown = snippet(title, passages, terms, stem)
    return Hit(title, shown.section, shown.fragments, size)


def compiled(index_schema: tantivy.Schema, query: Query) -> tantivy.Query:
    """The query in tantivy's own objects: its text syntax, and what can be wrong with it, is not involved."""
    parts = [(Occur.Must, _any(_term(index_schema, term) for term in clause)) for clause in query.clauses]
    parts += [(Occur.MustNot, _term(index_schema, term)) for term in query.excluded]
    if query.title:
        for field, score in NAMES.items():
            is_it = tantivy.Query.term_query(index_schema, field, query.title)
            parts.append((Occur.Should, tantivy.Query.const_score_query(is_it, score)))
    return tantivy.Query.boolean_query(parts)


def _term(index_schema: tantivy.Schema, term: Term) -> tantivy.Query:
    """Found in any field; the more fields, the better."""
    stems = [stem(word) for word in term]
    return _any(
        tantivy.Query.boost_query(
            tantivy.Query.phrase_query(index_schema, field, [*stems])
            if len(stems) > 1
            else tantivy.Query.term_query(index_schema, field, stems[0]),
            boost,
        )
        for field, boost in FIELDS.items()
    )


def _any(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return tantivy.Query.boolean_query([(Occur.Should, query) for query in queries])
