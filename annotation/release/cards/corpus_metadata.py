"""Language, wiki and date of a corpus, from its source."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from corpus.models import Corpus, ImportRun

# As Wikimedia names its dumps: enwiki-20201201-pages-articles.xml.bz2, enwiki-NS0-20211020-ENTERPRISE-HTML.json.tar.gz.
_DUMP = re.compile(r"^([a-z]{2,3}(?:_[a-z]+)*|simple)wiki-(?:NS\d+-)?(\d{4})(\d{2})(\d{2})\b")
_HOST = re.compile(r"^([a-z-]{2,})\.(?:m\.)?wikipedia\.org$")


def known_of(corpus: Corpus) -> dict[str, str]:
    """Answers by field name (`language`, `wiki`, `snapshot`); what the sources do not tell is not there."""
    run = ImportRun.objects.filter(corpus=corpus).first()
    metadata = [_of(source) for source in run.sources] if run is not None else []
    return {
        name: first
        for name in ("language", "wiki", "snapshot")
        # Sources that say different things say nothing.
        for first in {one[name] for one in metadata if name in one}
        if len({one.get(name) for one in metadata}) == 1
    }


def _of(source: dict[str, Any]) -> dict[str, str]:
    name = str(source.get("name", ""))
    if source.get("kind") == "wiki":
        address = urlsplit(name if "//" in name else f"https://{name}")
        site = address.hostname or ""
        language = _HOST.match(site)
        found = {"wiki": f"{address.scheme}://{site}"} if site else {}
        return found | ({"language": language[1]} if language else {})
    dump = _DUMP.match(name)
    if dump is None:
        return {}
    name = dump[1].replace("_", "-")
    spoken = "en" if name == "simple" else name
    return {"language": spoken, "wiki": f"https://{name}.wikipedia.org", "snapshot": "-".join(dump.groups()[1:])}
