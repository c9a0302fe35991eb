"""Time of the pages of citations of a project with 100,000: `python -m benchmarks.citations.doctor [--citations N]`.

Fills the empty database that the settings name (DATABASE_URL, ATTEST_DATA_DIR) with made citations, then asks for each
page of the list with each filter, its first, second and tenth page, and for citations beside their sources.
"""

from __future__ import annotations

import argparse
import html
import os
import random
import re
import statistics
import time
from collections.abc import Callable

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ROUNDS = 10
WORDS = "fleet harbour ship sailed 1921 crew captain port league herring cod salt river north south company".split()
FILTERS = (
    "",
    "bucket=90-100",
    "bucket=50-75",
    "bucket=0-25",
    "bucket=unknown",
    "bucket=none",
    "state=available",
    "state=paywall",
    "state=no_text",
    "state=not_imported",
    "language=other",
    "language=de",
    "language=sk",
    "tag=failed_verification",
    "section=History",
    "section=Section 250",
    "domain=site3.example",
    "domain=nowhere.example",
    "depth=0",
    "depth=4",
    "depth=-1",
    "decided=no",
    "decided=yes",
    "decided=source_wrong",
    "article=Article 7",
    "state=paywall&depth=3",
    "tag=dead_link&depth=4&bucket=50-75",
    "section=History&decided=no&state=available",
)


def main() -> None:
    """Fill, measure and print a table of medians and 95th percentiles, in milliseconds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--citations", type=int, default=100_000)
    given = parser.parse_args()
    django.setup()
    call_command("migrate", verbosity=0)
    from annotation.models import Project

    if not Project.objects.filter(slug="measured").exists():
        _fill(given.citations)
    _measure()


def _measure() -> None:
    from django.conf import settings
    from django.test import Client

    from annotation.models import User
    from corpus.models import CitationSuggestion, StoredCitation

    settings.ALLOWED_HOSTS = ["*"]
    client = Client()
    client.force_login(User.objects.get(username="measurer"))
    start = "/p/measured/citations/"
    cold, busy = _timed(lambda: client.get(start))
    count = StoredCitation.objects.count()
    print(f"{count:,} citations; first request {cold:.0f} ms, {busy:.0f} of processor time\n")
    print("| page | median, ms | p95, ms | median, processor | p95, processor | requests |\n|---|---|---|---|---|---|")
    everything: list[tuple[float, float]] = []
    for query in FILTERS:
        times, path = [], f"{start}?{query}"
        for page in range(10):
            answer = client.get(path)
            assert answer.status_code == 200, (path, answer.status_code)
            if page in (0, 1, 9):
                times += [_timed(lambda: client.get(path)) for _ in range(ROUNDS)]  # noqa: B023 - called at once
            following = re.search(r'rel="next" href="([^"]+)"', answer.text)
            if following is None:
                break
            path = start + html.unescape(following[1])
        everything += times
        _say(query or "all", times)
    _say("any", everything)
    suggested = list(CitationSuggestion.objects.filter(place=0).values_list("citation", flat=True)[:ROUNDS])
    _say("a citation", [_timed(lambda: client.get(f"{start}{key}/")) for key in suggested])  # noqa: B023
    filtered = [_timed(lambda: client.get(f"{start}{key}/?state=available&depth=4")) for key in suggested]  # noqa: B023
    _say("a citation, filtered", filtered)


def _timed(act: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds by the clock, and of this process's processor time (SQLite's work is in it, PostgreSQL's not)."""
    began, busy = time.perf_counter(), time.process_time()
    act()
    return (time.perf_counter() - began) * 1000, (time.process_time() - busy) * 1000


def _say(what: str, times: list[tuple[float, float]]) -> None:
    cells = []
    for values in zip(*times, strict=True):
        ordered = sorted(values)
        p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
        cells.append(f"{statistics.median(values):.0f} | {p95:.0f}")
    print(f"| {what} | {' | '.join(cells)} | {len(times)} |", flush=True)


def _fill(total: int) -> None:
    """A project with this many citations in 1,000 articles, 300 sources, and 5,000 decisions."""
    from annotation.citations.models import CitationDecision
    from annotation.evidence.web.models import ProjectWebCorpus
    from annotation.models import Membership, Project, User
    from annotation.projects.models import Role
    from corpus.models import CitationSuggestion, Corpus, CorpusKind, StoredCitation, StoredPage, WebPage
    from corpus.page.elements import Page, Sentence
    from corpus.store import PageRecord, save_pages

    rng = random.Random(1921)
    corpus = Corpus.objects.create(slug="measured", name="Measured")
    web = Corpus.objects.create(slug="measured-web", name="Measured web", kind=CorpusKind.WEB)
    sentence = Sentence("sentence_0", "The fleet sailed in 1921.")
    save_pages(corpus, [PageRecord(Page(f"Article {n}", (sentence,)), revision=n) for n in range(1_000)])
    texts = [
        tuple(Sentence(f"sentence_{n}", " ".join(rng.choices(WORDS, k=100))) for n in range(50)) for _ in range(300)
    ]
    save_pages(web, [PageRecord(Page(f"Source {n}", text)) for n, text in enumerate(texts)])
    sources = list(StoredPage.objects.filter(corpus=web).values_list("pk", flat=True))
    WebPage.objects.bulk_create(
        WebPage(page_id=key, corpus=web, key=f"{key:016x}", url=f"https://s{key}.example/a", name=f"Source {key}")
        for key in sources
    )
    project = Project.objects.create(slug="measured", name="Measured", corpus=corpus)
    ProjectWebCorpus.objects.create(project=project, corpus=web)
    person = User.objects.create_user("measurer")
    Membership.objects.create(project=project, user=person, role=Role.MANAGER)
    articles = list(StoredPage.objects.filter(corpus=corpus).values_list("pk", flat=True))
    states = ["available"] * 12 + ["not_imported"] * 5 + ["no_address"] * 2 + ["no_source", "unresolved"]
    tags = ["failed_verification", "dead_link", "better_source_needed", "citation_needed"]

    def made(n: int) -> StoredCitation:
        state = "paywall" if n % 5_000 == 0 else "no_text" if n % 3_000 == 0 else rng.choice(states)
        depth = -1 if state in ("no_address", "no_source") else min(12, int(rng.expovariate(0.6)))
        claim = " ".join(rng.choices(WORDS, k=24))
        section = ["", "History", "Career", *(f"Section {k}" for k in range(300))][int(rng.expovariate(0.03)) % 303]
        tag = rng.choice(tags) if rng.random() < 0.02 else ""
        given = {"claim": claim, "offset": len(claim), "section": section, "tag": tag, "depth": depth, "state": state}
        given |= {"sections": [section] if section else [], "tags": [tag] if tag else [], "element_id": "sentence_0"}
        given |= {
            "fields": {"title": "t" * 60, "url": "u" * 60},
            "title": f"Source {n}, with a title",
            "key": f"{n:016x}",
        }
        if depth >= 0:
            given |= {"url": "https://a.example/b/c", "domain": f"site{int(rng.expovariate(0.01)) % 4_000}.example"}
        given |= {"checked_with": "" if state == "unresolved" else "lexical 2:-"}
        if state == "available":
            given |= {"source_page_id": rng.choice(sources), "fails": rng.betavariate(1, 4), "score": 0.0}
            given |= {"passage": "sentence_3", "missing": [[6, 13, "word"]], "checked_with": "lexical 1"}
            if rng.random() < 0.05:
                given |= {"language": rng.choice(["de"] * 60 + ["fr"] * 40 + ["sk"]), "fails": None, "score": None}
        return StoredCitation(corpus=corpus, page_id=articles[n % 1_000], number=n // 1_000, **given)

    StoredCitation.objects.bulk_create((made(n) for n in range(total)), batch_size=1_000)
    bad = list(StoredCitation.objects.filter(fails__gte=0.4).order_by("-fails").values_list("pk", flat=True))
    CitationSuggestion.objects.bulk_create(
        (
            CitationSuggestion(
                citation_id=key, place=n, page_id=rng.choice(sources), passage="sentence_2", score=1, fails=0.1
            )
            for key in bad
            for n in range(5)
        ),
        batch_size=1_000,
    )
    of = {"project": project, "made_by": person, "article": "Article 1", "element_id": "sentence_0", "offset": 0}
    choices = ["not_better", "source_wrong", "cannot_tell", "undone"]
    CitationDecision.objects.bulk_create(
        CitationDecision(citation_id=key, choice=rng.choice(choices), claim="c", **of) for key in bad[:5_000]
    )
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    main()
