"""Addresses of cited pages that no web corpus has: what an archiver such as wget is given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from django.db.models import QuerySet

from corpus.exporting import complete_file
from corpus.models import CitationState, Corpus, StoredCitation
from corpus.web.addresses import is_web_address

TO_ARCHIVE = (CitationState.UNRESOLVED, CitationState.NOT_IMPORTED)
_ROWS = 500
# Of the Wayback Machine: "id_" asks for the page as it was, without the archive's own frame.
_WAYBACK = re.compile(r"^(https?://web\.archive\.org/web/\d{4,14})(?=/)")
_LIVE = "live"  # of `url-status`; a template with an archived copy and without a status says that the page is gone


def addresses_to_archive(rows: QuerySet[StoredCitation]) -> Iterator[str]:
    """One address of each source among the citations that is not imported, in page order.

    It is the archived copy where there is one, unless the cite template says that the page is still there.
    """
    seen: set[str] = set()
    wanted = rows.filter(state__in=TO_ARCHIVE).exclude(key="").order_by("page_id", "number")
    for row in wanted.only("key", "url", "archive_url", "fields").iterator(chunk_size=_ROWS):
        if row.key not in seen:
            seen.add(row.key)
            address = _address(row)
            if is_web_address(address):
                yield address


def write_addresses(path: Path, corpus: Corpus) -> int:
    """Write `addresses_to_archive`, one a line; the file appears complete or not at all. Returns how many."""
    addresses = list(addresses_to_archive(StoredCitation.objects.filter(corpus=corpus)))
    with complete_file(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{address}\n" for address in addresses)
    return len(addresses)


def _address(row: StoredCitation) -> str:
    is_live = row.fields.get("url-status", "").strip().lower() == _LIVE
    chosen = row.address if is_live or not row.archive_url else row.archive_url
    address = "".join(chosen.split())
    if "://" not in address[:8]:
        address = f"http://{address.removeprefix('//')}"
    return _WAYBACK.sub(r"\1id_", address)
