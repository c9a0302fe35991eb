"""Addresses: one spelling, the site, what archives show, and what two addresses have in common."""

from __future__ import annotations

import pytest

from corpus.web.addresses import canonical, domain, hosts, is_same_page, is_web_address, unarchived


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://www.Ex.com:80/a//b/?utm_source=x&b=2&a=1&fbclid=9#part", "https://ex.com/a/b?a=1&b=2"),
        ("ex.com", "https://ex.com"),
        ("https://ex.com/index.html", "https://ex.com"),
        ("https://ex.com/%7Ename/Ä", "https://ex.com/~name/%C3%84"),
        ("https://ex.com/%E4%20b", "https://ex.com/%E4%20b"),
        ("https://xn--ex-uia.de/", "https://äex.de"),
        ("https:/ex.com/a", "https://ex.com/a"),
        ("https://ex.com:8443/?ref=home", "https://ex.com:8443?ref=home"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        (" http://[::1 ", "http://[::1"),
        ("https://ex.com:port/", "https://ex.com:port/"),
        ("", ""),
    ],
)
def test_an_address_has_one_spelling(url: str, expected: str) -> None:
    assert canonical(url) == expected
    assert canonical(expected) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://news.bbc.co.uk/1/hi", "bbc.co.uk"),
        ("WWW.Example.COM.", "example.com"),
        ("https://a.b.blogspot.com/x", "b.blogspot.com"),
        ("http://82.221.129.208/x", "82.221.129.208"),
        ("http://localhost:8000/", "localhost"),
        ("example.com:8080/a", "example.com"),
        ("data:text/html,<p>", ""),
        ("mailto:a@example.com", ""),
        ("", ""),
    ],
)
def test_the_domain_is_what_one_registers(url: str, expected: str) -> None:
    assert domain(url) == expected


def test_a_list_may_name_a_host_or_its_domain() -> None:
    assert hosts("https://www.world.politics.com/a") == ["world.politics.com", "politics.com"]
    assert hosts("http://82.221.129.208/") == ["82.221.129.208"]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "https://web.archive.org/web/20230323135844/https://en.wikipedia.org/wiki/X",
            "https://en.wikipedia.org/wiki/X",
        ),
        ("web.archive.org/web/2021*/ex.com/a?b=1", "https://ex.com/a?b=1"),
        ("https://web.archive.org/web/20210101000000if_/http://ex.com/", "http://ex.com/"),
        ("https://archive.is/wip/https://ex.com/a", "https://ex.com/a"),
        ("https://archive.ph/2020.01.02-101112/https://ex.com/a", "https://ex.com/a"),
        ("https://archive.ph/XKbDK#selection-2972.0", "https://archive.ph/XKbDK#selection-2972.0"),
        ("https://perma.cc/P79B-UBQV?view-mode=client-side", "https://perma.cc/P79B-UBQV?view-mode=client-side"),
        ("https://replay.perma.cc/s/w/id-c47/mp_/https://cbn.gov.ng/R%20P.pdf", "https://cbn.gov.ng/R%20P.pdf"),
        (
            "https://webcache.googleusercontent.com/search?q=cache:AbCdEf123456:https://ex.com/a+x&hl=en",
            "https://ex.com/a",
        ),
        ("https://www.google.co.uk/amp/s/ex.com/amp/a", "https://ex.com/amp/a"),
        ("https://ex-com.cdn.ampproject.org/c/s/ex.com/a", "https://ex.com/a"),
        ("https://www.google.com/url?sa=t&url=https%3A%2F%2Fex.com%2Fa", "https://ex.com/a"),
        ("https://www.webarchive.org.uk/wayback/archive/20180518080732/http://gov.scot/P", "http://gov.scot/P"),
        ("https://webarchive.nationalarchives.gov.uk/ukgwa/20130321074055/https:/ex.uk/S", "https://ex.uk/S"),
        (
            "https://web-archive-org.translate.goog/web/20210125063421/https://ex.com/a?_x_tr_sl=auto",
            "https://ex.com/a?_x_tr_sl=auto",
        ),
        ("https://web.archive.org/web/20200101/https://web.archive.org/web/20190101/https://ex.com", "https://ex.com"),
        (
            "https://archive.pib.gov.in/newsite/erelease.aspx?relid=193758",
            "https://archive.pib.gov.in/newsite/erelease.aspx?relid=193758",
        ),
        ("https://ex.com/web/20200101/other.com", "https://ex.com/web/20200101/other.com"),
    ],
)
def test_archives_and_caches_show_another_address(url: str, expected: str) -> None:
    assert unarchived(url) == expected


def test_a_page_is_recognised_in_other_copies() -> None:
    page = "https://www.ex.com/news/a?id=3"
    for copy in (
        "http://ex.com/news/a/?id=3&utm_medium=mail#top",
        "https://web.archive.org/web/20200101000000/http://www.ex.com:80/news/a?id=3",
        "https://m.ex.com/news/a/amp?id=3",
        "https://www.google.com/amp/s/amp.ex.com/news/a?id=3&amp=1",
    ):
        assert is_same_page(page, copy), copy
    for other in (
        "https://ex.com/news/a?id=4",
        "https://ex.com/news",
        "https://ex.org/news/a?id=3",
        "",
        "javascript:x",
    ):
        assert not is_same_page(page, other), other
    assert not is_same_page("", "")
    assert is_same_page("https://en.m.wikipedia.org/wiki/A", "https://en.wikipedia.org/wiki/A")


def test_only_pages_of_the_web_have_web_addresses() -> None:
    assert is_web_address("HTTPS://ex.com/a")
    for url in (
        "ex.com",
        "data:text/html,x",
        "javascript:alert(1)",
        "https://ex.com/" + "a" * 3_000,
        "ftp://ex.com",
    ):
        assert not is_web_address(url)
