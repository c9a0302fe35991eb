"""An index of the loopback server: settings and mapping checked as the real server does, documents, postings."""

from __future__ import annotations

import copy
import math
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.search.elastic.refusals import Json, Refused, bad, number, one, only

GAP = 100  # position_increment_gap's default
IMMENSE = 32_766  # bytes of a term
LONGEST_TOKEN = 255  # the whitespace tokenizer's default, in UTF-16 units

Positions = dict[str, list[int]]  # document id -> where a term stands in it


@dataclass
class Postings:
    """A field: its terms, and the number of words each document has in it."""

    terms: dict[str, Positions] = field(default_factory=lambda: defaultdict(dict))
    lengths: dict[str, int] = field(default_factory=dict)

    def idf(self, term: str) -> float:
        found, documents = len(self.terms.get(term, ())), len(self.lengths)
        return math.log(1 + (documents - found + 0.5) / (found + 0.5))

    def bm25(self, idf: float, frequency: float, document: str, k1: float = 1.2, b: float = 0.75) -> float:
        average = sum(self.lengths.values()) / len(self.lengths)
        return idf * frequency / (frequency + k1 * (1 - b + b * self.lengths[document] / average))


class Index:
    """`live` holds what was written, `seen` what a search sees: the two agree after a refresh, and not before."""

    def __init__(self, name: str, body: Json) -> None:
        self.name = name
        self.settings = check_settings(body.get("settings", {}))
        self.mappings = copy.deepcopy(check_mappings(body.get("mappings", {}), self.settings))
        self.aliases: set[str] = set(body.get("aliases", {}))
        for options in body.get("aliases", {}).values():
            only(options, "alias", "is_hidden")
        self.properties: dict[str, Json] = self.mappings["properties"]
        self.live: dict[str, Json] = {}
        self.seen: dict[str, Json] = {}
        self.postings: dict[str, Postings] = {}

    @property
    def is_blocked(self) -> bool:
        return self.settings.get("blocks.write") is True

    # --- Writing ---

    def put(self, identifier: str, source: Json) -> bool:
        """Whether the document is new. Raises Refused as a bulk item would fail."""
        if not 0 < len(identifier.encode()) <= 512:
            raise bad(f"id is too long or empty [{identifier[:20]}]", "illegal_argument_exception")
        for name, value in source.items():
            if name not in self.properties:
                raise bad(
                    f"mapping set to strict, dynamic introduction of [{name}] within [_doc] is not allowed",
                    "strict_dynamic_mapping_exception",
                )
            self._check_value(name, value)
        is_new = identifier not in self.live
        self.live[identifier] = source
        return is_new

    def _check_value(self, name: str, value: object) -> None:
        kind = self.properties[name]["type"]
        if kind == "object":
            return  # a field that is not enabled takes anything
        if kind == "completion":
            _check_completion(name, value)
            return
        for part in value if isinstance(value, list) else [value]:
            if kind == "integer":
                number(part, name)
            elif not isinstance(part, str):
                raise bad(f"failed to parse field [{name}] of type [{kind}]", "document_parsing_exception")
            elif kind == "keyword" and len(part.encode()) > IMMENSE and len(part) <= self._longest(name):
                raise bad(
                    f'Document contains at least one immense term in field="{name}"', "document_parsing_exception"
                )

    def _longest(self, name: str) -> int:
        return int(self.properties[name].get("ignore_above", 2**31))

    def refresh(self) -> None:
        self.seen = dict(self.live)
        self.postings = {}
        for name, options in self.properties.items():
            if options["type"] in ("text", "keyword") and options.get("index", True):
                self.postings[name] = self._posted(name, options)

    def _posted(self, name: str, options: Json) -> Postings:
        posted = Postings()
        for identifier, source in self.seen.items():
            words = list(self._words(options, source.get(name)))
            if words:
                posted.lengths[identifier] = len(words)
            for word, position in words:
                posted.terms[word].setdefault(identifier, []).append(position)
        return posted

    def _words(self, options: Json, value: object) -> Iterator[tuple[str, int]]:
        """Words with their positions; a gap lies between two values of an array."""
        position = 0
        for part in value if isinstance(value, list) else [] if value is None else [value]:
            if options["type"] == "keyword":
                if len(part) <= options.get("ignore_above", 2**31):
                    yield part, 0
                continue
            for word in tokens(part):
                yield word, position
                position += 1
            position += options.get("position_increment_gap", GAP)

    @property
    def shards(self) -> int:
        return int(self.settings.get("number_of_shards", 1))

    def parts(self) -> list[Index]:
        """What each shard sees, with counts of words of its own. Documents are dealt out by their ids."""
        if self.shards == 1:
            return [self]
        made = [copy.copy(self) for _ in range(self.shards)]
        for place, part in enumerate(made):
            part.live = {one: what for one, what in self.seen.items() if zlib.crc32(one.encode()) % len(made) == place}
            part.refresh()
        return made

    def source(self, identifier: str) -> Json:
        """What is stored of a document: what the mapping includes in `_source`."""
        included = self.mappings.get("_source", {}).get("includes", self.properties)
        return {name: value for name, value in self.seen[identifier].items() if name in included}


def tokens(value: str) -> Iterator[str]:
    """The whitespace tokenizer: a longer word is cut into pieces of 255 UTF-16 units."""
    for word in re.split(r"[\t-\r\x1c-\x20\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]+", value):
        units = word.encode("utf-16-le")
        for start in range(0, len(units), 2 * LONGEST_TOKEN):
            yield units[start : start + 2 * LONGEST_TOKEN].decode("utf-16-le", "replace")


# --- What an index may be made of ------------------------------------------------------------------------------------


_SETTINGS = (
    "number_of_shards",
    "number_of_replicas",
    "auto_expand_replicas",
    "refresh_interval",
    "max_result_window",
    "blocks.write",
    "analysis",
)


def check_settings(settings: object) -> Json:
    """The settings without "index." before them, if each is known and its value can be."""
    known = (*_SETTINGS, *(f"index.{name}" for name in _SETTINGS))
    checked = {name.removeprefix("index."): value for name, value in only(settings, "settings", *known).items()}
    for name in ("number_of_shards", "max_result_window"):
        number(checked.get(name, 1), name, least=1)
    if checked.get("blocks.write") not in (None, True, False):
        raise bad("Failed to parse value for setting [index.blocks.write]", "illegal_argument_exception")
    analysis = only(checked.get("analysis", {}), "analysis", "analyzer")
    for name, analyzer in analysis.get("analyzer", {}).items():
        if analyzer != {"type": "custom", "tokenizer": "whitespace"}:
            raise bad(f"analyzer [{name}] is not one that this server plays", "illegal_argument_exception")
    return checked


def check_mappings(mappings: object, settings: Json) -> Json:
    checked = only(mappings, "mappings", "dynamic", "properties", "_meta", "_source")
    if checked.get("dynamic") != "strict":
        raise bad("this server plays strict mappings only", "mapper_parsing_exception")
    only(checked.get("_source", {}), "_source", "includes")
    analyzers = {"keyword", *settings.get("analysis", {}).get("analyzer", {})}
    for name, options in checked["properties"].items():
        _check_field(name, options, analyzers)
    for name in checked.get("_source", {}).get("includes", []):
        if name not in checked["properties"]:
            raise bad(f"_source includes [{name}], which is no field", "mapper_parsing_exception")
    return checked


_FIELD_OPTIONS: dict[str, tuple[str, ...]] = {
    "text": ("type", "analyzer", "norms", "index_options"),
    "keyword": ("type", "ignore_above", "doc_values", "index"),
    "integer": ("type", "doc_values", "index"),
    "completion": ("type", "analyzer", "max_input_length"),
    "object": ("type", "enabled"),
}


def _check_field(name: str, options: Json, analyzers: set[str]) -> None:
    kind = options.get("type")
    if kind not in _FIELD_OPTIONS:
        raise bad(f"No handler for type [{kind}] declared on field [{name}]", "mapper_parsing_exception")
    for option in options:
        if option not in _FIELD_OPTIONS[kind]:
            raise bad(f"unknown parameter [{option}] on mapper [{name}] of type [{kind}]", "mapper_parsing_exception")
    if kind == "object" and options.get("enabled") is not False:
        raise bad("this server plays no objects that are read", "mapper_parsing_exception")
    if options.get("analyzer", "keyword") not in analyzers:
        raise bad(f"analyzer [{options['analyzer']}] has not been configured in mappings", "mapper_parsing_exception")
    if options.get("index_options", "positions") not in ("docs", "freqs", "positions", "offsets"):
        raise bad(f"Unknown value for field [index_options] on [{name}]", "mapper_parsing_exception")


def _check_completion(name: str, value: object) -> None:
    value = only(value, name, "input", "weight")
    if not value["input"] or not all(value["input"]):
        raise bad("value must have a length > 0", "document_parsing_exception")
    weight = value.get("weight", 1)
    if isinstance(weight, bool) or not isinstance(weight, int) or not 0 <= weight < 2**31:
        raise bad(f"Weight must be in the interval [0..2147483647], but was [{weight}]", "document_parsing_exception")


# --- All of them -----------------------------------------------------------------------------------------------------


class Cluster:
    """Indexes by name, and who answers to which name."""

    def __init__(self) -> None:
        self.indexes: dict[str, Index] = {}

    def create(self, name: str, body: Json) -> Index:
        if not re.fullmatch(r'[^A-Z\\/*?"<>| ,#:]+', name) or name[0] in "-_+." or len(name.encode()) > 255:
            raise bad(f"Invalid index name [{name}]", "invalid_index_name_exception")
        if name in self.indexes or self.behind(name):
            raise bad(f"index [{name}] already exists", "resource_already_exists_exception")
        made = Index(name, body)
        for alias in made.aliases:
            if alias in self.indexes or alias == name:
                raise bad(f"Invalid alias name [{alias}]", "invalid_alias_name_exception")
        self.indexes[name] = made
        made.refresh()
        return made

    def behind(self, alias: str) -> list[Index]:
        return [index for index in self.indexes.values() if alias in index.aliases]

    def clone(self, old: Index, name: str, body: Json) -> None:
        """A copy with everything but aliases and replicas; its source must be one that nobody writes."""
        if not old.is_blocked:
            raise bad(f"index {old.name} must be read-only to resize index", "illegal_state_exception")
        settings = {key: value for key, value in old.settings.items() if "replicas" not in key}
        settings |= check_settings(body.get("settings", {}))
        changed = {key: value for key, value in settings.items() if value is not None}
        made = self.create(name, {"settings": changed, "mappings": old.mappings, "aliases": body.get("aliases", {})})
        if old.live != old.seen:
            raise bad("this server plays clones of refreshed indexes only")
        made.live = dict(old.live)
        made.refresh()

    def named(self, name: str) -> list[Index]:
        """The indexes of a name, an alias or a pattern with `*`; only a pattern may name none. Raises Refused."""
        if "*" in name:
            pattern = re.compile(".*".join(map(re.escape, name.split("*"))))
            return [index for key, index in self.indexes.items() if any(map(pattern.fullmatch, (key, *index.aliases)))]
        found = [self.indexes[name]] if name in self.indexes else self.behind(name)
        if not found:
            raise Refused(404, "index_not_found_exception", f"no such index [{name}]")
        return found

    def single(self, name: str) -> Index:
        found = self.named(name)
        if len(found) != 1:
            raise bad(f"[{name}] has more than one index associated with it", "illegal_argument_exception")
        return found[0]

    def change_aliases(self, actions: object) -> None:
        """All of the actions or none of them."""
        if not isinstance(actions, list) or not actions:
            raise bad("No action specified", "action_request_validation_exception")
        after = {name: set(index.aliases) for name, index in self.indexes.items()}
        for action in actions:
            kind, options = one(action, "aliases")
            options = only(options, kind, "index", "alias", *(["must_exist"] if kind == "remove" else []))
            name, alias = self.single(options["index"]).name, options["alias"]
            if kind == "add":
                if alias in self.indexes:
                    raise bad(
                        f"Invalid alias name [{alias}]: an index exists of that name", "invalid_alias_name_exception"
                    )
                after[name].add(alias)
            elif kind == "remove":
                if alias not in after[name]:
                    raise Refused(404, "aliases_not_found_exception", f"aliases [{alias}] missing")
                after[name].remove(alias)
            else:
                raise bad(f"[aliases] unknown field [{kind}]")
        for name, aliases in after.items():
            self.indexes[name].aliases = aliases


def described(index: Index) -> Json:
    """An index as GET /<index> shows it."""
    aliases: Json = {alias: {} for alias in sorted(index.aliases)}
    return {"aliases": aliases, "mappings": index.mappings}
