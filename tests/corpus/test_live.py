"""Articles of a live wiki, read from one on the loopback that answers as the real API does."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from corpus.sources.live import LiveRequest, read_live, titles_from
from corpus.sources.mediawiki_api import VERSION, Manners
from corpus.sources.source import SourceError, SourceFailure, SourcePage
from tests.servers.wiki import Article, LoopbackWiki
from tests.servers.wiki_server import loopback_wiki

IMPATIENT = Manners(pause=0, attempts=3, first_wait=0.01, longest_wait=0.02, read_timeout=2, answer_timeout=2)
ROOT = Path(__file__).resolve().parents[2]
MANY = [f"Ship {number:03}" for number in range(120)]


@pytest.fixture
def wiki(monkeypatch) -> Iterator[LoopbackWiki]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")  # a proxy of this machine would answer for the loopback
    pages = {
        "Harbour League": Article("The '''Harbour League'''.", 11, html="<p>The <b>Harbour League</b>.</p>"),
        "Anna Berg": Article("'''Anna Berg'''.", 12, html='<p><a href="/wiki/Anna_Berg">Anna Berg</a>.</p>'),
        "HL": Article("#WEITERLEITUNG [[Harbour League#Saison]]", 13, redirect=("Harbour League", "Saison")),
        "Berg": Article("#WEITERLEITUNG [[A. Berg]]", 14, redirect=("A. Berg", "")),
        "A. Berg": Article("#WEITERLEITUNG [[Anna Berg]]", 15, redirect=("Anna Berg", "")),
        "Ring": Article("#WEITERLEITUNG [[Gnir]]", 16, redirect=("Gnir", "")),
        "Gnir": Article("#WEITERLEITUNG [[Ring]]", 17, redirect=("Ring", "")),
        "Elsewhere": Article("#WEITERLEITUNG [[en:Elsewhere]]", 18, redirect=("en:Elsewhere", "")),
        "Diskussion:Anna Berg": Article("Talk.", 19),
        "Data": Article("{}", 20, model="json"),
        "Secret": Article("x", 21, is_hidden=True),
    }
    pages |= {title: Article(f"'''{title}''' sails.", 100 + n) for n, title in enumerate(MANY)}
    with loopback_wiki(pages=pages) as running:
        yield running


def read(wiki: LoopbackWiki, *titles: str, **more) -> list[SourcePage | SourceFailure]:
    return list(read_live(LiveRequest(more.pop("at", wiki.root), titles, **{"manners": IMPATIENT} | more)))


def names(records: list[SourcePage | SourceFailure]) -> list[str]:
    return [record.title for record in records]


# --- What a title gives ----------------------------------------------------------------------------------------------


def test_a_title_gives_its_latest_wikitext_with_revision_and_time_and_the_wikis_own_names(wiki):
    (page,) = read(wiki, "Anna Berg")
    assert isinstance(page, SourcePage)
    assert (page.title, page.wikitext, page.html) == ("Anna Berg", "'''Anna Berg'''.", None)
    assert (page.revision, page.timestamp) == (12, "2026-01-02T03:04:05Z")
    assert page.site.language == "de"
    assert [page.site.namespaces[name] for name in ("datei", "bild", "file", "kategorie")] == [6, 6, 6, 14]


def test_titles_come_in_the_order_given_each_once_however_they_are_spelled(wiki):
    records = read(wiki, "Harbour League", "anna_Berg", " Harbour_ League ", "", "Anna Berg#Life")
    assert names(records) == ["Harbour League", "Anna Berg", "Anna Berg"]  # the wiki alone knows the last is the same
    assert [record.revision for record in records] == [11, 12, 12]


def test_more_titles_than_a_request_may_name_come_in_batches(wiki):
    assert names(read(wiki, *MANY)) == MANY
    assert [len(each["titles"][1:].split("\x1f")) for each in wiki.asked(prop="info|revisions")] == [50, 50, 20]


def test_texts_that_do_not_fit_into_one_answer_are_read_on(wiki):
    wiki.pages_an_answer = 7
    records = read(wiki, *MANY[:20], "Nowhere")
    assert [record.wikitext for record in records[:20]] == [f"'''{title}''' sails." for title in MANY[:20]]
    assert isinstance(records[20], SourceFailure)
    assert len(wiki.asked(prop="info|revisions")) == 3


@pytest.mark.parametrize(
    ("title", "reason", "remedy"),
    [
        ("Nowhere", "no page of this title", "spelled"),
        ("A|B", "no title: .*invalid characters", "Correct"),
        ("A <b>", "no title: .*invalid characters", "Correct"),
        ("Spezial:Zufall", "another namespace", "list"),
        ("Diskussion:Anna Berg", "another namespace", "list"),
        ("en:Anna Berg", r"another wiki \(en\)", "--wiki"),
        ("Data", "holds json", "list"),
        ("Secret", "hidden", "list"),
    ],
)
def test_a_title_without_an_article_is_a_failure_of_its_own_with_a_remedy(wiki, title, reason, remedy):
    before, failure, after = read(wiki, "Anna Berg", title, "Harbour League")
    assert isinstance(before, SourcePage) and isinstance(after, SourcePage)
    assert isinstance(failure, SourceFailure)
    assert (failure.title, failure.place) == (title, wiki.api)
    assert re.search(reason, failure.reason) and remedy in failure.remedy


# --- Redirects -------------------------------------------------------------------------------------------------------


def test_a_redirect_is_a_record_with_its_section_and_its_article_is_read_at_the_end(wiki):
    redirect, other, article = read(wiki, "HL", "Anna Berg")
    assert (redirect.title, redirect.redirect_to) == ("HL", "Harbour League#Saison")
    assert (other.title, article.title, article.wikitext) == (
        "Anna Berg",
        "Harbour League",
        "The '''Harbour League'''.",
    )


def test_redirects_to_redirects_are_read_to_their_end(wiki):
    records = read(wiki, "Berg")
    assert [(each.title, each.redirect_to) for each in records] == [
        ("Berg", "A. Berg"),
        ("A. Berg", "Anna Berg"),
        ("Anna Berg", None),
    ]


def test_redirects_in_a_circle_end(wiki):
    assert names(read(wiki, "Ring")) == ["Ring", "Gnir"]


def test_a_redirect_to_another_wiki_is_not_followed(wiki):
    (redirect,) = read(wiki, "Elsewhere")
    assert redirect.redirect_to == "en:Elsewhere"


# --- Categories ------------------------------------------------------------------------------------------------------


def test_a_category_gives_its_articles_in_its_own_order_after_the_titles(wiki):
    wiki.categories["Ships"] = [MANY[5], "HL", MANY[2], "Anna Berg"]
    wiki.members_an_answer = 2
    records = read(wiki, "Anna Berg", category="Ships")
    assert names(records) == ["Anna Berg", MANY[5], "HL", MANY[2], "Harbour League"]


@pytest.mark.parametrize("name", ["Ships", "Category:Ships", "Kategorie:Ships", "kategorie: Ships"])
def test_a_category_may_be_named_with_the_wikis_prefix(wiki, name):
    wiki.categories["Ships"] = wiki.categories[" Ships"] = [MANY[0]]
    assert names(read(wiki, category=name)) == [MANY[0]]


def test_subcategories_are_read_as_deep_as_asked_and_never_in_circles(wiki):
    wiki.categories |= {"A": [MANY[0]], "B": [MANY[1], MANY[0]], "C": [MANY[2]]}
    wiki.subcategories |= {"A": ["B"], "B": ["C", "A"], "C": ["A"]}
    assert names(read(wiki, category="A")) == MANY[:1]
    assert names(read(wiki, category="A", depth=1)) == MANY[:2]
    assert names(read(wiki, category="A", depth=9)) == MANY[:3]


def test_a_category_without_articles_is_an_error_that_says_what_to_check(wiki):
    with pytest.raises(SourceError, match=r"'Category:Shipps' has no articles.*spelled.*--depth"):
        read(wiki, category="Shipps")


# --- Going on --------------------------------------------------------------------------------------------------------


def test_reading_on_after_any_number_of_records_gives_exactly_the_rest(wiki):
    wiki.categories["Ships"] = MANY[:60]
    titles = ["HL", "Berg", "Nowhere", "Anna Berg"]
    whole = read(wiki, *titles, category="Ships")
    assert names(whole[-2:]) == ["Harbour League", "A. Berg"] and len(whole) == 66
    for skip in (0, 1, 2, 3, 49, 50, 51, 63, 64, 65, 66, 70):
        assert read(wiki, *titles, category="Ships", skip=skip) == whole[skip:], skip


def test_the_texts_of_skipped_titles_are_not_fetched(wiki):
    read(wiki, *MANY, skip=70)
    assert wiki.texts_sent_for() == MANY[70:]


# --- Rendered HTML ---------------------------------------------------------------------------------------------------


def test_rendered_articles_are_the_html_of_exactly_the_revision_that_is_stored(wiki):
    league, berg = read(wiki, "Harbour League", "Anna Berg", rendered=True)
    assert (league.html, league.wikitext, league.revision) == ("<p>The <b>Harbour League</b>.</p>", "", 11)
    assert berg.html == '<p><a href="/wiki/Anna_Berg">Anna Berg</a>.</p>'
    assert [each["oldid"] for each in wiki.asked(action="parse")] == ["11", "12"]
    assert wiki.texts_sent_for() == []


def test_a_revision_that_is_gone_when_it_is_to_be_rendered_is_a_failure_of_its_own(wiki):
    gone, league = read(wiki, MANY[0], "Harbour League", rendered=True)
    assert isinstance(gone, SourceFailure) and "nosuchrevid" in gone.reason and gone.title == MANY[0]
    assert isinstance(league, SourcePage)


def test_a_redirect_is_not_rendered(wiki):
    redirect, article = read(wiki, "HL", rendered=True)
    assert redirect.redirect_to == "Harbour League#Saison" and redirect.html is None
    assert article.html is not None


@pytest.mark.parametrize(
    ("path", "href", "link"),
    [
        ("/$1", "/Anna_Berg", "./Anna_Berg"),
        ("/w/index.php/$1", "/w/index.php/AC/DC%3F#Band", "./AC/DC%3F#Band"),
        ("/w/index.php?title=$1", "/w/index.php?title=Anna_Berg", "./Anna_Berg"),
        ("/w/index.php?title=$1", "/w/index.php?title=A&amp;action=edit", "/w/index.php?title=A&amp;action=edit"),
    ],
)
def test_links_of_a_wiki_that_keeps_its_articles_elsewhere_are_made_relative(wiki, path, href, link):
    wiki.article_path = path
    wiki.pages["Anna Berg"].html = f'<p><a href="{href}">x</a></p>'
    (page,) = read(wiki, "Anna Berg", rendered=True)
    assert page.html == f'<p><a href="{link}">x</a></p>'


# --- Where the wiki is -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script_path", ["/w", "", "/mediawiki/core"])
@pytest.mark.parametrize("address", ["{api}", "{root}/wiki/Main_Page", "{root}/wiki/", "{api}?action=help"])
def test_a_wiki_is_found_by_its_api_or_any_of_its_pages(wiki, script_path, address):
    wiki.script_path = script_path
    assert names(read(wiki, "Anna Berg", at=address.format(api=wiki.api, root=wiki.root))) == ["Anna Berg"]


@pytest.mark.parametrize("script_path", ["/w", ""])
def test_a_wiki_is_found_by_its_root(wiki, script_path):
    wiki.script_path = script_path
    assert names(read(wiki, "Anna Berg")) == ["Anna Berg"]


@pytest.mark.parametrize(
    "address", ["", "http://", "https://", "ftp://127.0.0.1/", "http://127.0.0.1:99999/", "http://127.0.0.1:x"]
)
def test_what_is_no_address_is_refused_with_an_example(wiki, address):
    with pytest.raises(SourceError, match=r"Give the wiki's address as in --wiki https"):
        read(wiki, "Anna Berg", at=address)


def test_a_site_that_is_no_mediawiki_is_refused(wiki):
    wiki.script_path, wiki.article_path = "/nowhere", "/pages/$1"
    with pytest.raises(SourceError, match=r"no MediaWiki API was found.*HTTP 404.*api\.php"):
        read(wiki, "Anna Berg")


# --- Patience --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        "maxlag",
        "ratelimited",
        "429",
        "503",
        "html",
        "not json",
        "not an object",
        "broken off",
        "reset",
        "slow",
        "trickle",
    ],
)
def test_a_passing_failure_is_waited_out(wiki, fault):
    wiki.faults = ["", "", fault, fault]
    records = read(wiki, *MANY[:60])
    assert [record.wikitext for record in records] == [f"'''{title}''' sails." for title in MANY[:60]]
    assert wiki.faults == [] and len(wiki.requests) == 5


@pytest.mark.parametrize("fault", ["maxlag", "429"])
def test_the_wiki_says_how_long_it_wants_to_be_left_alone(wiki, fault):
    wiki.faults = ["", fault]
    read(wiki, "Anna Berg")
    _, refused, again = wiki.starts
    assert again - refused >= 1.0  # the client's own first wait is a hundredth of a second


def test_a_wiki_that_asks_for_more_patience_than_there_is_is_left_alone(wiki):
    wiki.faults = ["", "", "429 for an hour"]
    with pytest.raises(SourceError, match=r"after 50 titles, the last of them 'Ship 049': .*3,600 s.*Wait a while"):
        read(wiki, *MANY)
    assert len(wiki.requests) == 3


def test_waits_grow_and_requests_keep_their_distance(wiki):
    wiki.faults = ["", *["503"] * 4]
    read(wiki, "Anna Berg", manners=Manners(pause=0.5, attempts=5, first_wait=0.2, longest_wait=0.8))
    waits = [after - before for before, after in pairwise(wiki.starts)]
    for wait, least in zip(waits, (0.2, 0.1, 0.2, 0.4, 0.4), strict=True):
        assert wait >= least  # seen from the wiki, where the first request of a busy machine may come late


def test_when_the_wiki_stays_silent_what_was_read_is_kept_and_the_place_named(wiki):
    wiki.faults = ["", "", *["503"] * 3]
    read_before = []
    with pytest.raises(SourceError) as silent:
        for record in read_live(LiveRequest(wiki.root, tuple(MANY), manners=IMPATIENT)):
            read_before.append(record)
    assert names(read_before) == MANY[:50]
    assert str(silent.value) == (
        f"{wiki.root}, after 50 titles, the last of them 'Ship 049': no answer in 3 tries (HTTP 503 Service "
        "Unavailable). Wait a while."
    )


def test_a_rendering_that_fails_in_the_middle_of_a_batch_keeps_those_before_it(wiki):
    for number, title in enumerate(MANY[:5]):
        wiki.pages[title].html = f"<p>{number}</p>"
    wiki.faults = ["", "", "", "", *["reset"] * 3]
    read_before = []
    with pytest.raises(SourceError, match="after 2 titles, the last of them 'Ship 001'"):
        for record in read_live(LiveRequest(wiki.root, tuple(MANY[:5]), rendered=True, manners=IMPATIENT)):
            read_before.append(record.html)
    assert read_before == ["<p>0</p>", "<p>1</p>"]


def test_nobody_at_the_address_is_named_in_plain_words(wiki):
    with pytest.raises(SourceError, match=r"at its beginning: no answer in 3 tries \(.*refused\)"):
        read(wiki, "Anna Berg", at="http://127.0.0.1:9/")


@pytest.mark.parametrize(("fault", "problem"), [("403", "HTTP 403.*ATTEST_CONTACT"), ("denied", "readapidenied")])
def test_a_wiki_that_refuses_is_not_asked_again(wiki, fault, problem):
    wiki.faults = [fault]
    with pytest.raises(SourceError, match=problem):
        read(wiki, "Anna Berg")
    assert len(wiki.requests) == 1


# --- Manners ---------------------------------------------------------------------------------------------------------


def test_every_request_says_who_asks_and_gives_way_to_a_lagging_wiki(wiki):
    read(wiki, "HL", "Anna Berg", manners=Manners(pause=0, contact="mina@example.org\n"))
    assert {agent.partition(")")[0] for agent in wiki.agents} == {"Attest/0.1.0 (mina@example.org"}
    assert {each["maxlag"] for each in wiki.requests} == {"5"}


def test_the_version_it_gives_is_attests():

    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION


def test_long_titles_that_no_address_could_hold_go_into_the_body(wiki):
    long = [f"{'шхуна ' * 15}{number}" for number in range(50)]
    assert all(isinstance(record, SourceFailure) for record in read(wiki, *long))
    assert wiki.methods == ["GET", "POST"]


# --- Lists of titles -------------------------------------------------------------------------------------------------


def test_a_list_of_titles_has_one_a_line(tmp_path):
    file = tmp_path / "titles.txt"
    file.write_bytes("\ufeffAnna Berg\r\n\n# Clubs\n  Harbour_League  \nÅsa Lind\n".encode())
    assert titles_from(file) == ("Anna Berg", "Harbour_League", "Åsa Lind")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"Anna Berg\n\xff\xfe\n", "titles.txt, line 2: not UTF-8"),
        (b"Anna Berg\n" + b"x" * 1001, "titles.txt, line 2: more than a title"),
        (b"\n# nothing\n", "titles.txt: no title is in it"),
    ],
)
def test_a_list_that_cannot_be_read_is_named_by_line_with_the_remedy(tmp_path, content, problem):
    file = tmp_path / "titles.txt"
    file.write_bytes(content)
    with pytest.raises(SourceError, match=problem):
        titles_from(file)


def test_a_list_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SourceError, match=r"none\.txt: cannot be read.*Check the path"):
        titles_from(tmp_path / "none.txt")
