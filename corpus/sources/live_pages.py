"""Convert API responses to source records: one for every requested title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from corpus.sources.live_wiki import Wiki
from corpus.sources.mediawiki_api import JsonObject, WikiRefused
from corpus.sources.source import SourceFailure, SourcePage

Record = SourcePage | SourceFailure

BATCH = 50  # titles an anonymous request may name
SEPARATOR = "\x1f"  # instead of "|", which somebody may have written into a title

_MISSING = "the wiki has no page of this title", "Check how it is spelled there, or take it off the list."


@dataclass(frozen=True, slots=True)
class Target:
    """Target of a redirect. `is_elsewhere`: to another wiki."""

    title: str
    fragment: str
    is_elsewhere: bool


def fetch(wiki: Wiki, titles: Sequence[str], *, rendered: bool) -> Iterator[tuple[Record, list[str]]]:
    """One record a title, in order, with the title of the article that it redirects to, if any.

    At most BATCH titles; rendered ones are asked for as they are taken. Raises WikiSilent, WikiRefused.
    """
    content = "" if rendered else "|content"
    wanted = {"prop": "info|revisions", "rvprop": f"ids|timestamp|contentmodel{content}", "rvslots": "main"}
    names, pages = _asked(wiki, titles, wanted)
    redirects = [title for title in titles if pages.get(names[title], {}).get("redirect")]
    targets = redirect_targets(wiki, redirects) if redirects else {}
    for title in titles:
        target = targets.get(title)
        record = _record(wiki, title, pages.get(names[title]), target, rendered=rendered)
        yield record, followed(wiki, [target] if target else [])


def followed(wiki: Wiki, targets: Iterable[Target]) -> list[str]:
    """The titles of those that are articles of this wiki."""
    return [target.title for target in targets if not target.is_elsewhere and wiki.site.is_article(target.title)]


def redirect_targets(wiki: Wiki, titles: Sequence[str]) -> dict[str, Target]:
    """Targets of those titles that are redirects: one hop, in the wiki's own reading of them."""
    found: dict[str, Target] = {}
    names: dict[str, str] = {}
    for answer in wiki.api.ask_on({"action": "query", "titles": _joined(titles), "redirects": "1"}):
        query = answer.get("query", {})
        names |= _renamed(query)
        for hop in query.get("redirects", []):
            fragment = str(hop.get("tofragment", ""))
            found[str(hop["from"])] = Target(str(hop["to"]), fragment, "tointerwiki" in hop)
    ends = {title: found.get(_final(title, names)) for title in titles}
    return {title: target for title, target in ends.items() if target is not None}


def _asked(wiki: Wiki, titles: Sequence[str], wanted: dict[str, str]) -> tuple[dict[str, str], dict[str, JsonObject]]:
    """Title as given -> title of its page; title of the page -> what the wiki says of it, its parts put together."""
    names: dict[str, str] = {}
    pages: dict[str, JsonObject] = {}
    for answer in wiki.api.ask_on({"action": "query", "titles": _joined(titles), **wanted}):
        query = answer.get("query", {})
        names |= _renamed(query)
        for page in query.get("pages", []):
            pages.setdefault(str(page["title"]), {}).update(page)
        for other in query.get("interwiki", []):
            pages[str(other["title"])] = {"title": other["title"], "interwiki": other.get("iw", "another")}
    return {title: _final(title, names) for title in titles}, pages


def _joined(titles: Sequence[str]) -> str:
    return SEPARATOR + SEPARATOR.join(titles)


def _renamed(query: JsonObject) -> dict[str, str]:
    changes = [*query.get("normalized", []), *query.get("converted", [])]
    return {str(each["from"]): str(each["to"]) for each in changes}


def _final(title: str, names: dict[str, str]) -> str:
    """The title after what the wiki did to it, in at most two steps (normalised, converted)."""
    once = names.get(title, title)
    return names.get(once, once)


def _record(wiki: Wiki, title: str, page: JsonObject | None, target: Target | None, *, rendered: bool) -> Record:
    problem = _problem(page)
    if page is None or problem is not None:
        return _failure(wiki, title, *(problem or _MISSING))
    if page.get("redirect"):
        return _redirect(wiki, page, title, target)
    revision = page["revisions"][0]
    slot = revision.get("slots", {}).get("main", revision)  # wikis before 1.32 have no slots
    if slot.get("contentmodel", "wikitext") != "wikitext":
        return _failure(wiki, title, f"its page holds {slot['contentmodel']}, not text", "Take it off the list.")
    name, number, time = str(page["title"]), int(revision["revid"]), str(revision.get("timestamp", "")) or None
    found = SourcePage(name, "", revision=number, timestamp=time, site=wiki.site)
    if rendered:
        return _rendered(wiki, title, found)
    if "content" not in slot:
        return _failure(wiki, title, "the wiki does not show its text (hidden, or lost)", "Take it off the list.")
    return replace(found, wikitext=str(slot["content"]))


def _problem(page: JsonObject | None) -> tuple[str, str] | None:
    """Reason why there is no article of this title, and the remedy; None if there is one."""
    if page is None:
        return "the wiki says nothing about this title", "Check how it is spelled there, or take it off the list."
    if page.get("invalid"):
        return f"no title: {page.get('invalidreason', 'the wiki refuses it')}".rstrip("."), "Correct it."
    if "interwiki" in page:
        return f"a page of another wiki ({page['interwiki']})", "Import it from there with --wiki."
    if page.get("special") or page.get("ns", 0) != 0:
        return "no article: it is in another namespace", "Take it off the list."
    if page.get("missing"):
        return _MISSING
    if not page.get("revisions"):
        return "the wiki sent no revision of it", "Import it again."
    return None


def _failure(wiki: Wiki, title: str, reason: str, remedy: str) -> SourceFailure:
    return SourceFailure(title, wiki.api.address, reason, remedy)


def _redirect(wiki: Wiki, page: JsonObject, title: str, target: Target | None) -> Record:
    if target is None:
        return _failure(wiki, title, "a redirect that leads nowhere", "Take it off the list.")
    goal = f"{target.title}#{target.fragment}" if target.fragment else target.title
    return SourcePage(str(page["title"]), "", redirect_to=goal, site=wiki.site)


def _rendered(wiki: Wiki, title: str, page: SourcePage) -> Record:
    """The page with the HTML of exactly its revision."""
    wanted = {"action": "parse", "oldid": str(page.revision), "prop": "text", "disableeditsection": "1"}
    try:
        answer = wiki.api.ask({**wanted, "disablelimitreport": "1", "disabletoc": "1"})
    except WikiRefused as error:
        return _failure(wiki, title, f"the wiki does not render it: {error}", "Import it again, or without --rendered.")
    html = answer.get("parse", {}).get("text")
    if not isinstance(html, str):
        return _failure(wiki, title, "the wiki sent no HTML of it", "Import it again, or without --rendered.")
    return replace(page, html=relative_links(html, wiki.article_path))


def relative_links(html: str, article_path: str) -> str:
    """Links to articles as "./Title", as Parsoid writes them, where the wiki does not keep its articles at /wiki/."""
    if article_path == "/wiki/" or not article_path:
        return html
    path = re.escape(article_path).replace("&", "&(?:amp;)?")
    return re.sub(rf'href="{path}([^"&?]+)"', r'href="./\1"', html)
