"""Rows of files from which articles are made: those of Attest, and AVeriTeC's raw claims.

Ours: `url`, and where known `archived_url`, `date`, `title`, `page` (the title of its copy in the corpus) and what a
search for fact-checks said: `claim`, `speaker`, `claim_url`, `verdict`; `claim_id` of a knowledge store. AVeriTeC's:
`web_archive`, `claim_text`, `source_claim`, `source_claim_url`, `verdict_article`, and `fact_checking_date`, such as
"16-01-21T06:08:00".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation.evidence.models import LONGEST_TITLE, LONGEST_URL
from annotation.projects.models import Project
from annotation.work.models import Task
from annotation.workflows.question_answering.articles import digest
from annotation.workflows.question_answering.dates import BadDate, from_averitec, parse_date
from annotation.workflows.question_answering.models import Article
from corpus.characters import storable
from corpus.web.addresses import is_web_address, unarchived

Row = Mapping[str, Any]
RAW = {"url": "", "archived_url": "web_archive", "date": "fact_checking_date", "claim": "claim_text"}
RAW |= {"speaker": "source_claim", "claim_url": "source_claim_url", "verdict": "verdict_article"}
OF_OTHERS = {"questions", "text", "sentences", "evidence"}  # a row that has one of these is no article
FOUND = ("claim", "speaker", "claim_url", "verdict")
LONGEST = {"url": LONGEST_URL, "archived_url": LONGEST_URL, "title": LONGEST_TITLE, "page": 512}
LONGEST_FOUND = 5_000
_RAW_DATE = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{2}|\d{4})(?:T[\d:.]*Z?)?")


def recognise(row: Row) -> bool:
    """Whether this is the row of an article."""
    return not OF_OTHERS & row.keys() and bool({"web_archive", "archived_url", "url"} & row.keys())


def problem(row: Row) -> str:
    """What is wrong with a row, as a sentence that names the field and the remedy; "" if nothing is."""
    is_raw = "web_archive" in row
    for name in ("url", "archived_url", "date", "title", "page", *FOUND):
        field = RAW.get(name, name) if is_raw else name
        value = row.get(field) if field else None
        if value is not None and not isinstance(value, str):
            return _("%(field)s: no text; write it in quotation marks, or leave it out") % {"field": field}
        text, most = value or "", LONGEST.get(name, LONGEST_FOUND)
        if len(text) > most:
            size = {"field": field, "count": len(text), "most": most}
            return _("%(field)s: %(count)d characters are too many; %(most)d is the most") % size
        if storable(text) != text:
            return _("%(field)s: has a character that cannot be stored; remove it") % {"field": field}
    for field in ("url", "archived_url", "web_archive"):
        if row.get(field) and not is_web_address(row[field]):
            return _("%(field)s: no address of the web; write one that begins with https://") % {"field": field}
    if not (row.get("url") or row.get("archived_url") or row.get("web_archive")):
        return _("url: missing; give the address of the article")
    try:
        _published(row)
    except BadDate as error:
        return f"{'fact_checking_date' if is_raw else 'date'}: {error}"
    return ""


def extend(article: Article, row: Row) -> bool:
    """Add the claim of another row of the article; returns False where it is there."""
    claim = _found(row)
    if not claim or claim in article.found:
        return False
    article.found.append(claim)
    article.save(update_fields=["found"])
    return True


def known(project: Project, row: Row) -> QuerySet[Article]:
    """The article of this address in the project, however it is archived or spelt."""
    return Article.objects.filter(project=project, address_digest=digest(_address(row)))


def store(task: Task, row: Row) -> Article:
    """Store the article of a row that has no problem."""
    claim = _found(row)
    archived = (row.get("web_archive") or row.get("archived_url") or "").strip()
    return Article.objects.create(
        task=task,
        project=task.project,
        url=_address(row),
        archived_url="" if archived == _address(row) else archived,
        address_digest=digest(_address(row)),
        published=_published(row),
        title=(row.get("title") or "").strip(),
        page_title=(row.get("page") or "").strip(),
        found=[claim] if claim else [],
    )


def _found(row: Row) -> dict[str, str]:
    """What a search for fact-checks said of a claim. `claim_id`: of a knowledge store, whose documents are for it."""
    key, is_raw = row.get("claim_id"), "web_archive" in row
    found = {name: (row.get(RAW[name] if is_raw else name) or "").strip() for name in FOUND}
    if isinstance(key, str | int) and not isinstance(key, bool):
        found["claim_id"] = str(key)
    return {name: value for name, value in found.items() if value}


def _address(row: Row) -> str:
    """The address of the article itself."""
    return unarchived((row.get("url") or row.get("web_archive") or row.get("archived_url") or "").strip())


def _published(row: Row) -> str:
    """The date in our spelling; AVeriTeC's raw file has the day first and two digits of the year. Raises BadDate."""
    text = (row.get("fact_checking_date") or row.get("date") or "").strip()
    if raw := _RAW_DATE.fullmatch(text):
        day, month, year = raw.groups()
        return from_averitec(f"{day}-{month}-{year if len(year) == 4 else f'20{year}'}")
    text = re.sub(r"T[\d:.+Z-]*$", "", text)
    date = parse_date(text)
    return "" if date is None else date.text
