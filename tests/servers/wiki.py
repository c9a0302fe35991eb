"""What a MediaWiki on the loopback answers; `tests.servers.wiki_server` puts it on the network.

The shapes are those of `formatversion=2` (https://www.mediawiki.org/wiki/API:JSON_version_2): a title that is missing,
invalid or special is a page that says so; redirects come as a list beside the pages; an answer that grows too large
goes on under `continue`; errors have status 200.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Answer = dict[str, Any]

NAMESPACES = {-1: "Spezial", 0: "", 1: "Diskussion", 6: "Datei", 14: "Kategorie"}
CANONICAL = {-1: "Special", 1: "Talk", 6: "File", 14: "Category"}
MOST_TITLES = 50


@dataclass
class Article:
    """One page of the wiki; `redirect` is (title, fragment), `html` what it renders to."""

    text: str = ""
    revision: int = 0
    timestamp: str = "2026-01-02T03:04:05Z"
    model: str = "wikitext"
    redirect: tuple[str, str] | None = None
    html: str = ""
    is_hidden: bool = False


@dataclass
class LoopbackWiki:
    """What the wiki holds, how it is asked to misbehave, and what it was asked.

    `faults` are taken one a request, first to last; `pages_an_answer` is how many texts fit into one answer.
    """

    pages: dict[str, Article] = field(default_factory=dict)
    categories: dict[str, list[str]] = field(default_factory=dict)
    subcategories: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    pages_an_answer: int = 1_000
    members_an_answer: int = 500
    article_path: str = "/wiki/$1"
    script_path: str = "/w"
    requests: list[dict[str, str]] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    methods: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    root: str = ""

    @property
    def api(self) -> str:
        return f"{self.root}{self.script_path}/api.php"

    def asked(self, **wanted: str) -> list[dict[str, str]]:
        """The requests that had these parameters."""
        return [each for each in self.requests if wanted.items() <= each.items()]

    def texts_sent_for(self) -> list[str]:
        """The titles whose text was asked for, in order, once a request."""
        full = [each for each in self.requests if "content" in each.get("rvprop", "").split("|")]
        return [title for each in full if "rvcontinue" not in each for title in _titles(each)]

    def answer(self, asked: dict[str, str]) -> Answer:
        """The answer to one request, by action."""
        if asked.get("formatversion") != "2" or asked.get("format") != "json":
            return api_error("badformat", "The loopback wiki speaks formatversion=2 only.")
        if asked.get("action") == "parse":
            return self._parse(asked)
        if asked.get("action") != "query":
            return api_error("badvalue", f'Unrecognized value for parameter "action": {asked.get("action")}.')
        if asked.get("meta") == "siteinfo":
            return {"batchcomplete": True, "query": self._siteinfo()}
        if asked.get("list") == "categorymembers":
            return self._members(asked)
        return self._query(asked)

    def _siteinfo(self) -> Answer:
        spaces = {
            str(number): {"id": number, "case": "first-letter", "name": name, "canonical": CANONICAL.get(number, name)}
            for number, name in NAMESPACES.items()
        }
        general = {
            "sitename": "Loopback",
            "generator": "MediaWiki 1.43.0",
            "lang": "de",
            "articlepath": self.article_path,
        }
        return {"general": general, "namespaces": spaces, "namespacealiases": [{"id": 6, "alias": "Bild"}]}

    def _members(self, asked: dict[str, str]) -> Answer:
        name = asked["cmtitle"].partition(":")[2].replace("_", " ")
        held, space = (self.subcategories, 14) if asked["cmtype"] == "subcat" else (self.categories, 0)
        titles, start = held.get(name, []), int(asked.get("cmcontinue", "page|0").rpartition("|")[2])
        shown = titles[start : start + self.members_an_answer]
        rows = [{"ns": space, "title": title if space == 0 else f"Kategorie:{title}"} for title in shown]
        answer: Answer = {"batchcomplete": True, "query": {"categorymembers": rows}}
        if start + len(shown) < len(titles):
            answer["continue"] = {"cmcontinue": f"page|{start + len(shown)}", "continue": "-||"}
        return answer

    def _query(self, asked: dict[str, str]) -> Answer:
        titles = _titles(asked)
        if len(titles) > MOST_TITLES:
            return api_error(
                "toomanyvalues", f'Too many values supplied for parameter "titles". The limit is {MOST_TITLES}.'
            )
        query: Answer = {}
        wanted: list[str] = []
        for title in titles:
            self._take_in(title, query, wanted)
        if "redirects" in asked:
            wanted = self._followed(wanted, query)
        pages = [self._page(title, asked) for title in dict.fromkeys(wanted)]
        answer: Answer = {"query": query}
        self._fill(pages, asked, answer)
        query["pages"] = [*query.pop("invalid", []), *pages]
        return answer

    def _take_in(self, title: str, query: Answer, wanted: list[str]) -> None:
        """A title as the wiki understands it, noted where it differs from what was given."""
        if any(sign in title for sign in "<>[]{}|#") and "#" not in title:
            reason = "The requested page title contains invalid characters."
            query.setdefault("invalid", []).append({"title": title, "invalidreason": reason, "invalid": True})
            return
        name = " ".join(title.partition("#")[0].replace("_", " ").split())
        name = name[:1].upper() + name[1:]
        if name.startswith("En:"):
            name = f"en:{name[3:]}"
            query.setdefault("interwiki", []).append({"title": name, "iw": "en"})
        else:
            wanted.append(name)
        if name != title:
            query.setdefault("normalized", []).append({"fromencoded": False, "from": title, "to": name})

    def _followed(self, wanted: list[str], query: Answer) -> list[str]:
        ends = []
        for title in wanted:
            seen = {title}
            while (page := self.pages.get(title)) is not None and page.redirect is not None:
                to, fragment = page.redirect
                hop = {"from": title, "to": to, **({"tofragment": fragment} if fragment else {})}
                if to.startswith("en:"):
                    hop["tointerwiki"] = "en"
                if hop not in query.setdefault("redirects", []):
                    query["redirects"].append(hop)
                if to in seen:
                    break
                seen.add(to)
                title = to
            ends.append(title)
        return ends

    def _page(self, title: str, asked: dict[str, str]) -> Answer:
        space = next(
            (n for n, name in NAMESPACES.items() if name and title.startswith((f"{name}:", f"{CANONICAL[n]}:"))), 0
        )
        if space < 0:
            return {"ns": space, "title": title, "special": True}
        page = self.pages.get(title)
        if page is None:
            return {"ns": space, "title": title, "missing": True}
        shown: Answer = {"pageid": 1000 + list(self.pages).index(title), "ns": space, "title": title}
        if "info" in asked.get("prop", ""):
            shown |= {
                "contentmodel": page.model,
                "pagelanguage": "de",
                "lastrevid": page.revision,
                "length": len(page.text),
            }
            shown |= {"redirect": True} if page.redirect else {}
        return shown

    def _fill(self, pages: list[Answer], asked: dict[str, str], answer: Answer) -> None:
        """Revisions into the pages of this answer, as many as fit; where it stops goes under `continue`."""
        if "revisions" not in asked.get("prop", ""):
            answer["batchcomplete"] = True
            return
        there = sorted((page for page in pages if "pageid" in page), key=lambda page: int(page["pageid"]))
        first = int(asked.get("rvcontinue", "0|0").partition("|")[0])
        left = [page for page in there if page["pageid"] >= first]
        for page in left[: self.pages_an_answer]:
            page["revisions"] = [self._revision(self.pages[page["title"]], asked)]
        if len(left) > self.pages_an_answer:
            following = left[self.pages_an_answer]
            revision = self.pages[following["title"]].revision
            answer["continue"] = {"rvcontinue": f"{following['pageid']}|{revision}", "continue": "||info"}
        else:
            answer["batchcomplete"] = True

    def _revision(self, page: Article, asked: dict[str, str]) -> Answer:
        slot: Answer = {"contentmodel": page.model, "contentformat": "text/x-wiki"}
        if "content" in asked["rvprop"].split("|"):
            slot |= {"texthidden": True} if page.is_hidden else {"content": page.text}
        return {
            "revid": page.revision,
            "parentid": page.revision - 1,
            "timestamp": page.timestamp,
            "slots": {"main": slot},
        }

    def _parse(self, asked: dict[str, str]) -> Answer:
        found = [(t, page) for t, page in self.pages.items() if str(page.revision) == asked.get("oldid") and page.html]
        if not found:
            return api_error("nosuchrevid", f"There is no revision with ID {asked.get('oldid')}.")
        title, page = found[0]
        return {"parse": {"title": title, "pageid": 1, "revid": page.revision, "text": page.html}}


def _titles(asked: dict[str, str]) -> list[str]:
    given = asked.get("titles", "")
    return given[1:].split("\x1f") if given.startswith("\x1f") else given.split("|")


def api_error(code: str, info: str) -> Answer:
    return {
        "error": {"code": code, "info": info, "docref": "See the API's help page for usage."},
        "servedby": "loopback",
    }
