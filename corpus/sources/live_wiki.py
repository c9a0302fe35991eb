"""Describe a live wiki: API address, namespaces, articles of a category."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import urljoin, urlsplit

from corpus.site import CATEGORY, Site, site_with
from corpus.sources.mediawiki_api import Api, JsonObject, Manners, NoApi, WikiSilent

_REMEDY = "Give the wiki's address as in --wiki https://en.wikipedia.org, or the full address of its api.php."
# Every page of a MediaWiki says where its API is: <link rel="EditURI" href="//host/w/api.php?action=rsd">
_EDIT_URI = re.compile(r"<link\b[^>]*\brel=[\"']?EditURI[\"']?[^>]*>", re.IGNORECASE)
_HREF = re.compile(r"\bhref=[\"']([^\"']+)[\"']", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wiki:
    """`article_path` is what stands before a title in the wiki's own links ("/wiki/")."""

    api: Api
    site: Site
    article_path: str


def find_wiki(address: str, manners: Manners) -> Wiki:
    """The wiki of its root, of any of its pages, or of its api.php. Raises WikiSilent, WikiRefused."""
    given = address.strip() if "://" in address else f"https://{address.strip()}"
    if not _is_address(given):
        raise WikiSilent("not the address of a wiki", _REMEDY)
    problem = "no MediaWiki API was found"
    for candidate in _candidates(given, manners):
        try:
            return _wiki(Api(candidate, manners))
        except NoApi as error:
            problem = f"no MediaWiki API was found ({candidate}: {error})"
    raise WikiSilent(problem, _REMEDY)


def members(wiki: Wiki, category: str, depth: int) -> Iterator[str]:
    """Titles of the category's articles by sort key, then those of its subcategories, level by level, each once."""
    level, seen = [category_title(wiki.site, category)], {""}
    for remaining in range(depth, -1, -1):
        below: list[str] = []
        for name in level:
            seen.add(name)
            yield from _listed(wiki.api, name, "page")
            if remaining:
                below += [found for found in _listed(wiki.api, name, "subcat") if found not in seen]
        level = [name for name in dict.fromkeys(below) if name not in seen]


def category_title(site: Site, name: str) -> str:
    """The name with the wiki's prefix: "Category:Ships" for "Ships"; "Kategorie:Schiffe" stays."""
    prefix, colon, _ = name.partition(":")
    return name.strip() if colon and site.is_category(prefix) else f"Category:{name.strip()}"


def _listed(api: Api, category: str, kind: str) -> Iterator[str]:
    wanted = {"action": "query", "list": "categorymembers", "cmtitle": category, "cmlimit": "max"}
    namespace = str(CATEGORY) if kind == "subcat" else "0"
    for answer in api.ask_on({**wanted, "cmprop": "title", "cmtype": kind, "cmnamespace": namespace}):
        for member in answer.get("query", {}).get("categorymembers", []):
            yield str(member["title"])


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, or too large a one
        return False


def _candidates(given: str, manners: Manners) -> Iterator[str]:
    parts = urlsplit(given)
    if parts.path.endswith("api.php"):
        yield given.partition("?")[0]
        return
    root = f"{parts.scheme}://{parts.netloc}"
    folder = given.partition("?")[0].rstrip("/")
    yield from dict.fromkeys((f"{root}/w/api.php", f"{folder}/api.php", f"{folder}/w/api.php"))
    named = _named_by_page(given, manners)
    if named:
        yield named


def _named_by_page(address: str, manners: Manners) -> str | None:
    """The API that the page at this address names, if it does."""
    page = Api(address, manners).page()
    link = _EDIT_URI.search(page)
    href = _HREF.search(link[0]) if link else None
    return urljoin(address, unescape(href[1])).partition("?")[0] if href else None


def _wiki(api: Api) -> Wiki:
    wanted = {"action": "query", "meta": "siteinfo", "siprop": "general|namespaces|namespacealiases"}
    found = api.ask(wanted).get("query", {})
    general = found.get("general")
    if not isinstance(general, dict):
        raise NoApi("it says nothing about itself")
    path = str(general.get("articlepath", "/wiki/$1")).partition("$1")[0]
    return Wiki(api, site_with(_namespaces(found), str(general.get("lang", "en"))), path)


def _namespaces(siteinfo: JsonObject) -> dict[str, int]:
    """Own names, canonical names and aliases."""
    names: dict[str, int] = {}
    for namespace in siteinfo.get("namespaces", {}).values():
        names |= {str(namespace[key]): int(namespace["id"]) for key in ("name", "canonical") if key in namespace}
    return names | {str(each["alias"]): int(each["id"]) for each in siteinfo.get("namespacealiases", [])}
