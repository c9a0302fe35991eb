"""Namespace names and interwiki prefixes of a wiki.

A dump names its own namespaces; everything else is read as the English Wikipedia.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

FILE, CATEGORY = 6, 14


class Prefix(Enum):
    """What stands before the colon of a link target."""

    ARTICLE = auto()  # nothing special: the colon belongs to the title
    HIDDEN = auto()  # files, categories, language links: the link shows no text
    ELSEWHERE = auto()  # another namespace or project: only its text is shown


_ENGLISH_NAMESPACES = {
    "media": -2,
    "special": -1,
    "talk": 1,
    "user": 2,
    "user talk": 3,
    "wikipedia": 4,
    "wp": 4,
    "project": 4,
    "wikipedia talk": 5,
    "wt": 5,
    "file": FILE,
    "image": FILE,
    "file talk": 7,
    "image talk": 7,
    "mediawiki": 8,
    "mediawiki talk": 9,
    "template": 10,
    "template talk": 11,
    "help": 12,
    "help talk": 13,
    "category": CATEGORY,
    "category talk": 15,
    "portal": 100,
    "portal talk": 101,
    "book": 108,
    "book talk": 109,
    "draft": 118,
    "draft talk": 119,
    "education program": 446,
    "timedtext": 710,
    "module": 828,
    "module talk": 829,
}
_PROJECTS = frozenset(
    """b betawikiversity c commons d foundation foundationsite incubator m mediazilla meta metawikipedia mw n otrs
    phab phabricator q quality s species specieswiki toollabs toolforge v voy w wikibooks wikicommons wikidata
    wikilivres wikimedia wikinews wikipedia wikiquote wikisource wikispecies wikiversity wikivoyage wikt wiktionary
    wmf arxiv bugzilla doi dmoz google iso imdb jstor mail oeis rfc""".split()
)
_LANGUAGES = frozenset(
    """aa ab ace ady af ak als am an ang ar arc arz as ast atj av ay az azb ba bar bat-smg bcl be be-tarask be-x-old bg
    bh bi bjn bm bn bo bpy br bs bug bxr ca cbk-zam cdo ce ceb ch cho chr chy ckb co cr crh cs csb cu cv cy da de din
    diq dsb dty dv dz ee el eml en eo es et eu ext fa ff fi fiu-vro fj fo fr frp frr fur fy ga gag gan gd gl glk gn gom
    gor got gu gv ha hak haw he hi hif ho hr hsb ht hu hy hz ia id ie ig ii ik ilo io is it iu ja jam jbo jv ka kaa kab
    kbd kbp kg ki kj kk kl km kn ko koi kr krc ks ksh ku kv kw ky la lad lb lbe lez lfn lg li lij lmo ln lo lrc lt ltg
    lv mai map-bms mdf mg mh mhr mi min mk ml mn mo mr mrj ms mt mus mwl my myv mzn na nah nap nds nds-nl ne new ng nl
    nn no nov nrm nso nv ny oc olo om or os pa pag pam pap pcd pdc pfl pi pih pl pms pnb pnt ps pt qu rm rmy rn ro
    roa-rup roa-tara ru rue rw sa sah sat sc scn sco sd se sg sh si simple sk sl sm sn so sq sr srn ss st stq su sv sw
    szl ta tcy te tet tg th ti tk tl tn to tpi tr ts tt tum tw ty tyv udm ug uk ur uz ve vec vep vi vls vo wa war wo
    wuu xal xh xmf yi yo za zea zh zh-classical zh-min-nan zh-yue zu""".split()
)


@dataclass(frozen=True, slots=True)
class Site:
    """Namespace names of one wiki, in lower case with spaces, and the language it is written in ("en", "ltg")."""

    namespaces: Mapping[str, int]
    language: str = "en"

    def prefix(self, text: str) -> Prefix:
        """What the part of a link target before its first colon says about the link."""
        name = " ".join(text.replace("_", " ").split()).lower()
        number = self.namespaces.get(name)
        if number is not None:
            return Prefix.HIDDEN if number in (FILE, CATEGORY) else Prefix.ELSEWHERE
        if name in _PROJECTS:
            return Prefix.ELSEWHERE
        # "It: Chapter Two" is a title, "it:Roma" is a language link: those are written in lower case
        return Prefix.HIDDEN if text.strip() in _LANGUAGES else Prefix.ARTICLE


ENGLISH = Site(_ENGLISH_NAMESPACES)


def site_with(names: Mapping[str, int], language: str = "en") -> Site:
    """The English names, which work on every wiki, and the wiki's own."""
    own = {name.replace("_", " ").lower(): number for name, number in names.items() if name and number != 0}
    return Site(_ENGLISH_NAMESPACES | own, language)
