"""Addresses of web pages: one spelling of each, whose site it is, and what an archive's address stands for. No Django.

Nothing here asks the network. Suffixes under which one registers a name come from the Public Suffix List that the
package `publicsuffixlist` ships, its private part included: a blog of blogspot.com is a site of its own.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache, lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from publicsuffixlist import PublicSuffixList

SCHEMES = ("http", "https")
MAX_LENGTH = 2_083  # of what browsers and servers take for certain
_DEFAULT_PORTS = {"http": 80, "https": 443}
_ARCHIVES_IN_ARCHIVES = 4
# What senders of links add and no page depends on; `ref`, `source` and `id` may choose the page and stay.
_TRACKERS = re.compile(
    r"(utm_.*|mtm_.*|pk_.*|hsa_.*|_hs.*|__twitter_impression|_?fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|twclid|ttclid|"
    r"yclid|ysclid|igsh|igshid|mc_cid|mc_eid|mkt_tok|oly_anon_id|oly_enc_id|vero_id|_ga|_gl|xtor|cmpid|ns_.*|"
    r"view-mode|amp|outputtype|_x_tr_.*)",
    re.IGNORECASE,
)
_PORT = re.compile(r"^[^/?#:]+:\d+(?:[/?#]|$)")  # "example.com:8080/a" has no scheme
_IN_SCHEME = re.compile(r"^([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_INNER = r"(?P<url>(?:https?:/|www\.|[^/]+\.[^/]+).*)$"
# Host and path of archives and caches, with the address that they show.
_ARCHIVES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^(?:web|wayback)\.archive\.org/(?:web/)?(?:[0-9*]{{1,14}}(?:[a-z]{{2}}_)?\*?/){_INNER}",
        rf"^(?:web|wayback)\.archive\.org/(?:web|save)/{_INNER}",
        rf"^archive\.(?:is|ph|today|vn|fo|md|li)/(?:wip/|o/[a-z0-9]+/|newest/|oldest/|[0-9][0-9.-]{{3,18}}/){_INNER}",
        r"^archive\.(?:is|ph|today|vn|fo|md|li)/(?P<url>https?:/.*)$",
        r"^(?:replay\.)?perma\.cc/.*?/(?:[0-9]{14})?(?:[a-z]{2}_)?/?(?P<url>https?:/.*)$",
        rf"^(?:[a-z-]+\.)?(?:webarchive|archive|wayback)[a-z.-]*/(?:[a-z_]+/)*[0-9]{{4,14}}(?:[a-z]{{2}}_)?/{_INNER}",
        rf"^ghostarchive\.org/archive/[0-9]{{14}}/{_INNER}",
        r"^webcache\.googleusercontent\.com/search\?(?:.*&)?q=cache:(?:[\w-]{6,20}:)?(?P<url>[^+&\s]+)",
        r"^(?:www\.)?google\.[a-z.]+/amp/s/(?P<url>.+)$",
        r"^(?:www\.)?google\.[a-z.]+/url\?(?:.*&)?(?:url|q)=(?P<quoted>https?[^&]+)",
        r"^(?:[a-z0-9-]+\.)?cdn\.ampproject\.org/[a-z]/(?:s/)?(?P<url>.+)$",
        r"^translate\.google\.[a-z.]+/translate\?(?:.*&)?u=(?P<quoted>https?[^&]+)",
        r"^(?:www\.)?webcitation\.org/.*[?&]url=(?P<quoted>https?[^&]+)",
    )
)
_MAY_BE_ARCHIVE = re.compile(r"archive|wayback|perma\.cc|google|ampproject|translate|webcitation", re.IGNORECASE)
_TRANSLATED = re.compile(r"^(?P<host>[a-z0-9-]+)\.translate\.goog$", re.IGNORECASE)
_FOR_PHONES = re.compile(r"^(?:m|mobile|amp|touch)\.(?=[^.]+\.)")
_AMP_PATH = re.compile(r"(?:^/amp(?=/))|(?:/amp/?$)|(?:\.amp(?=\.html$|$))", re.IGNORECASE)
_PLAIN_PATH = re.compile(r"[\w/.~-]*", re.ASCII)  # that quoting leaves as it is
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?)$", re.IGNORECASE)


def canonical(url: str) -> str:
    """One spelling of an address: https, no "www.", port, fragment or trackers, sorted query, no slash at the end.

    Archives are not resolved (`unarchived`). What is no address of a web page comes back without surrounding blanks.
    """
    parts = _parts(url)
    if parts is None:
        return url.strip()
    return _canonical(parts)


def _canonical(parts: SplitResult) -> str:
    return urlunsplit(("https", _host_and_port(parts), _path(parts.path), _query(parts.query), ""))


def domain(url: str) -> str:
    """The registrable host of an address, or of a host alone: "bbc.co.uk". "" for what has no host.

    An IP address and a name without a public suffix are themselves. International names stand as people read them.
    """
    return _registrable(host(url))


def host(url: str) -> str:
    """The host of an address in lower case, without "www.", port and the dot at the end; "" for what has none."""
    parts = _parts(url)
    return "" if parts is None else _name(parts)


def hosts(url: str) -> list[str]:
    """The host of an address and those above it, down to `domain`: what a list of domains may name it by."""
    return [*_above(host(url))]


def unarchived(url: str) -> str:
    """The address that an archive's, cache's or translator's address shows; any other address as it is.

    Short ones ("archive.ph/XKbDK", "perma.cc/P79B-UBQV") name no page and come back as they are.
    """
    found = url.strip()
    if not _MAY_BE_ARCHIVE.search("".join(found.split())):
        return found
    for _ in range(_ARCHIVES_IN_ARCHIVES):
        inner = _shown_by_archive(found)
        if inner is None:
            return found
        found = inner
    return found


def is_same_page(first: str, second: str) -> bool:
    """Whether two addresses show one page: archived, for phones, as AMP, or spelt otherwise."""
    one, other = _page(first), _page(second)
    return bool(one) and one == other


def place_of(url: str) -> tuple[str, str, int]:
    """`page_key`, `domain` and elements of the path of an address without its archive; "", "", -1 for no address."""
    parts = _parts(unarchived(url))
    if parts is None:
        return "", "", -1
    depth = sum(1 for each in parts.path.split("/") if each)
    return _key(_canonical(parts)), _registrable(_name(parts)), depth


def page_key(url: str, collection: str = "") -> str:
    """What stands for a page in a corpus of web pages, and of its collection of documents: 16 digits (hex)."""
    return _key(canonical(unarchived(url)), collection)


def _key(address: str, collection: str = "") -> str:
    return hashlib.sha256(f"{address}\n{collection}".encode("utf-8", "replace")).hexdigest()[:16]


def page_keys(url: str) -> list[str]:
    """`page_key` of the address, and of its usual other spellings for phones and as AMP that `is_same_page` knows."""
    parts = urlsplit(canonical(unarchived(url)))
    plain, name, path = _FOR_PHONES.sub("", parts.netloc), parts.netloc, _AMP_PATH.sub("", parts.path)
    spelt = [(name, parts.path), (plain, path), (f"m.{plain}", path), (f"mobile.{plain}", path), (f"amp.{plain}", path)]
    spelt += [(plain, f"{path}/amp"), (plain, f"/amp{path}")]
    if path.endswith(".html"):
        spelt.append((plain, f"{path.removesuffix('.html')}.amp.html"))
    found = (page_key(urlunsplit((parts.scheme, host, path, parts.query, ""))) for host, path in spelt)
    return list(dict.fromkeys(found))


def is_web_address(url: str) -> bool:
    """Whether this is an address of http or https with a host, not longer than browsers take."""
    return _is_of_web(_IN_SCHEME.match(url.strip())) and len(url) <= MAX_LENGTH and bool(host(url))


@lru_cache(maxsize=50_000)  # the same sites come again and again
def _registrable(name: str) -> str:
    if not name or _is_number(name):
        return name
    return _suffixes().privatesuffix(name) or name


@cache
def _suffixes() -> PublicSuffixList:
    """The list, read when it is first needed; of international names the spelling that `_name` gives them."""
    return PublicSuffixList(accept_unknown=False, accept_encoded_idn=False)


@lru_cache(maxsize=50_000)
def _above(name: str) -> tuple[str, ...]:
    if not name or _is_number(name):
        return (name,) if name else ()
    least, labels = _registrable(name), name.split(".")
    above = (".".join(labels[start:]) for start in range(len(labels)))
    return tuple(each for each in above if len(each) >= len(least))


def _is_of_web(scheme: re.Match[str] | None) -> bool:
    return scheme is not None and scheme[1].lower() in SCHEMES


def _parts(url: str) -> SplitResult | None:
    """The parts of an address, which may lack its scheme; None for other schemes, no host, and what cannot be read."""
    text = "".join(url.split())
    scheme = _IN_SCHEME.match(text)
    if _is_of_web(scheme):
        # Archives write "https:/host", with one slash.
        text = re.sub(r"^(https?):/*", r"\1://", text, flags=re.IGNORECASE)
    elif text.startswith("//"):
        text = f"https:{text}"
    elif scheme and not _PORT.match(text):
        return None  # data:, javascript:, mailto: and their like
    else:
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018  # a port that is no number is found when asked for
    except ValueError:
        return None
    return parts if parts.hostname else None


def _name(parts: SplitResult) -> str:
    name = (parts.hostname or "").rstrip(".").removeprefix("www.")
    if name == "dx.doi.org":  # the older name of doi.org
        return "doi.org"
    if "xn--" in name:
        try:
            name = name.encode("ascii").decode("idna")
        except UnicodeError:
            return name
    return name


def _host_and_port(parts: SplitResult) -> str:
    name = _name(parts)
    name = f"[{name}]" if ":" in name else name
    port = parts.port
    return name if port is None or port in _DEFAULT_PORTS.values() else f"{name}:{port}"


def _path(path: str) -> str:
    plain = (
        path
        if _PLAIN_PATH.fullmatch(path)
        else quote(unquote(path, errors="surrogateescape"), safe="/%!=:,-~@$&'()*+;", errors="surrogateescape")
    )
    return _INDEX.sub("", re.sub(r"/+", "/", plain)).rstrip("/")


def _query(query: str) -> str:
    if not query:
        return ""
    pairs = parse_qsl(query, keep_blank_values=True, errors="surrogateescape")
    kept = sorted(pair for pair in pairs if not _TRACKERS.fullmatch(pair[0]))
    return urlencode(kept, errors="surrogateescape")


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _shown_by_archive(url: str) -> str | None:
    parts = _parts(url)
    if parts is None:
        return None
    translated = _TRANSLATED.match(parts.hostname or "")
    if translated:
        # A dot is written "-", a hyphen "--".
        name: str = translated["host"].replace("--", "\0").replace("-", ".").replace("\0", "-")
        return urlunsplit((parts.scheme, name, parts.path, parts.query, ""))
    place = urlunsplit(("", "", parts.path, parts.query, ""))
    for pattern in _ARCHIVES:
        match = pattern.match(_name(parts) + place)
        if match:
            groups = match.groupdict()
            inner = unquote(groups["quoted"]) if groups.get("quoted") else groups["url"]
            inside = _parts(unquote(inner) if re.match(r"https?%3a", inner, re.IGNORECASE) else inner)
            return urlunsplit(inside) if inside else None
    return None


def _page(url: str) -> str:
    parts = _parts(unarchived(url))
    if parts is None:
        return ""
    plain = urlsplit(canonical(parts.geturl()))
    name = _FOR_PHONES.sub("", plain.netloc)
    name = re.sub(r"\.m\.(wikipedia|wikimedia)\.", r".\1.", name)
    return urlunsplit((plain.scheme, name, _AMP_PATH.sub("", plain.path).rstrip("/"), plain.query, ""))
