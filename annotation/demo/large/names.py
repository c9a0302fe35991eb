"""Generate unique names for a simulated world."""

from __future__ import annotations

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


def town(number: int) -> str:
    """The town of this number: "Ardenbridge", "Birchbridge", ...; after 900 of them with a number of its own."""
    number, first = divmod(number, len(FIRST))
    again, second = divmod(number, len(SECOND))
    return f"{FIRST[first]}{SECOND[second]}" + (f" {again + 1}" if again else "")


def club(number: int) -> str:
    """The club of this number; every town has one of each of `CLUBS` before any comes again."""
    towns, kind = divmod(number, len(CLUBS))
    return f"{town(towns)} {CLUBS[kind]}"
