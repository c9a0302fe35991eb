"""Generate a simulated world of football clubs: a page each, and facts for claims. Deterministic per seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from annotation.vocabulary.labels import Challenge
from corpus.building.page_builder import BuiltPage
from corpus.page.element_id import ElementKind, full_id, local_id
from corpus.wikitext.build import build_page

FIRST = (
    "Arden Birch Calder Dunmore Elm Fenwick Garrow Hazel Inver Juniper Kestrel Larch Marl Nether Orchard Pendle "
    "Quarry Raven Silver Thistle Upper Vale Willow Yarrow Ash Bramble Copper Drift Ember Flint"
).split()
SECOND = (
    "bridge brook bury combe cross dale field ford gate ham haven hill holm hurst keld lea marsh mere mill moor mouth "
    "ness port ridge shaw stead stow thorpe wick worth"
).split()
CLUBS = (
    "Rovers Athletic Wanderers Albion Harriers Rangers Casuals Mariners Borough Thistles Corinthians Olympic".split()
)
TRADES = "a baker|a shipwright|a teacher|a printer|a brewer|a doctor|a miller|a clockmaker".split("|")
GIVEN = "Ada Bram Cora Dirk Edda Finn Greta Hugo Ilse Jonas Klara Lars Mona Nils Olga Piet Runa Sven Tilda Ulf".split()
GROUNDS = "Park Road Lane Meadow".split()
SEASONS = 8
OTHER, NUMERICAL = Challenge.OTHER.value, Challenge.NUMERICAL.value

Set = frozenset[str]


@dataclass(frozen=True, slots=True)
class Fact:
    """What can be said of a club: "was founded in {}", its value, false ones, the sets of which each proves it."""

    words: str
    value: str
    others: tuple[str, ...]
    proof: tuple[Set, ...]
    challenge: str


@dataclass(frozen=True, slots=True)
class Club:
    """A page and its facts. `sentences` and `table` are what a highlight shows, `elements` what is cited."""

    title: str
    built: BuiltPage
    facts: tuple[Fact, ...]
    sentences: tuple[str, ...]
    table: str
    seasons: range

    @property
    def elements(self) -> list[str]:
        return sorted({one for fact in self.facts for proof in fact.proof for one in proof} | set(self.sentences))


@dataclass(frozen=True, slots=True)
class _Season:
    year: int
    place: int
    points: int
    coach: str


def make_club(number: int, seed: int) -> Club:
    """The club of this number, from 0."""
    dice = Random(f"{seed} club {number}")
    title = club_name(number)
    founded, size = dice.randrange(1860, 1990), dice.randrange(12, 480) * 50
    founder = f"{dice.choice(GIVEN)} {dice.choice(FIRST)}{dice.choice(SECOND)}"
    trade = dice.choice(TRADES)
    ground = f"{dice.choice(FIRST)} {dice.choice(GROUNDS)}"
    other_grounds = tuple(f"{dice.choice(FIRST)} {dice.choice(GROUNDS)}" for _ in range(3))
    first = dice.randrange(1991, 2012)
    seasons = [
        _Season(first + n, dice.randrange(1, 21), dice.randrange(18, 99), dice.choice(GIVEN)) for n in range(SEASONS)
    ]
    lead = (
        f"'''{title}''' is a football club from the town of {title.rsplit(' ', 1)[0]}. "
        f"It was founded in {founded} by {founder}, {trade}. "
        f"The club plays at {ground}, a ground for {size:,} people. "
        f"Its {SEASONS} seasons from {first} on are told below."
    )
    infobox = f"{{{{Infobox football club\n| founded = {founded}\n| ground = {ground}\n| capacity = {size:,}\n}}}}"
    rows = "".join(f"|-\n| {s.year} || {s.place} || {s.points} || {s.coach}\n" for s in seasons)
    table = f'{{| class="wikitable"\n|+ Seasons in the league\n! Season !! Place !! Points !! Coach\n{rows}|}}'
    built = build_page(title, f"{infobox}\n{lead}\n\n== Seasons ==\n{table}\n")
    sentences = tuple(full_id(title, local_id(ElementKind.SENTENCE, n)) for n in range(4))
    box = [full_id(title, local_id(ElementKind.CELL, 0, row, 1)) for row in (1, 2, 3)]
    facts = (
        _fact("was founded in {}", founded, (founded - 11, founded - 2, founded + 10), sentences[1], box[0]),
        _fact("was founded by {}", trade, _but(TRADES, trade), sentences[1]),
        _fact("plays at {}", ground, other_grounds, sentences[2], box[1]),
        _fact("has a ground for {} people", f"{size:,}", (f"{size - 550:,}", f"{size + 450:,}"), sentences[2], box[2]),
        *(fact for row, season in enumerate(seasons, start=1) for fact in _season_facts(title, row, season)),
    )
    return Club(
        title, built, facts, sentences, full_id(title, local_id(ElementKind.TABLE, 1)), range(first, first + SEASONS)
    )


def _fact(words: str, value: object, others: tuple[object, ...], *proof: str) -> Fact:
    alone = tuple(frozenset({element}) for element in proof)
    return Fact(words, str(value), tuple(map(str, others)), alone, OTHER)


def _season_facts(title: str, row: int, season: _Season) -> list[Fact]:
    year, place, points, coach = (full_id(title, local_id(ElementKind.CELL, 1, row, n)) for n in range(4))
    in_year = f"in the season of {season.year}"
    wrong_points = (season.points - 5, season.points + 4, season.points + 12)
    return [
        Fact(f"won {{}} points {in_year}", str(season.points), tuple(map(str, wrong_points)),
             (frozenset({year, points}),), NUMERICAL),
        Fact(f"finished in place {{}} {in_year}", str(season.place), _other_places(season.place),
             (frozenset({year, place}),), NUMERICAL),
        Fact(f"was coached by {{}} {in_year}", season.coach, _but(GIVEN, season.coach),
             (frozenset({year, coach}),), OTHER),
    ]  # fmt: skip


def _other_places(place: int) -> tuple[str, ...]:
    return tuple(str(other) for other in (place - 4, place - 1, place + 1, place + 4) if 1 <= other <= 20)


def _but(values: list[str], value: str) -> tuple[str, ...]:
    return tuple(one for one in values if one != value)


def town_name(number: int) -> str:
    """The town of this number: "Ardenbridge", "Birchbridge", ...; after 900 of them with a number of its own."""
    number, first = divmod(number, len(FIRST))
    again, second = divmod(number, len(SECOND))
    return f"{FIRST[first]}{SECOND[second]}" + (f" {again + 1}" if again else "")


def club_name(number: int) -> str:
    """The club of this number; every town has one of each of `CLUBS` before any comes again."""
    towns, kind = divmod(number, len(CLUBS))
    return f"{town_name(towns)} {CLUBS[kind]}"
