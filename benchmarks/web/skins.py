"""Layouts of news sites around an article: menus, banners, teasers, comments, footers; the date is said in six ways."""

from __future__ import annotations

from dataclasses import dataclass

MENU = "".join(
    f'<li><a href="/{name.lower()}">{name}</a></li>' for name in "News Sport Weather Travel Culture Opinion".split()
)
TEASERS = (
    "Ministers meet again over the fishing quarrel as talks stall in the capital",
    "Five things to know before the final of the tournament this weekend",
    "Why our reporter gave up coffee for a month, and what happened then",
    "Storm warning for the coast: ferries stay in harbour until Thursday",
)
COMMENTS = (
    "I have lived here for thirty years and never heard of this. Who writes these things?",
    "Thank you for this article, my grandmother used to tell us the same story every winter.",
)
COOKIES = (
    "We and our 842 partners store and access information on your device such as cookies. You may change your choice."
)
NEWSLETTER = "Sign up for our newsletter and get the best stories of the week in your inbox every Friday morning."
FOOTER = "Copyright 2024 Example Media Limited. All rights reserved. Last updated 12 May 2023. Terms of use. Imprint."


@dataclass(frozen=True, slots=True)
class Skin:
    """What stands around an article. `head`, `before`, `after`: HTML with {title}, {day}, {slashed} to be filled in.

    `inside` is put behind the third paragraph of the article.
    """

    name: str
    head: str
    before: str
    after: str
    path: str = "/story"
    inside: str = ""


def _teasers(tag: str) -> str:
    return "".join(f'<{tag} class="card"><a href="/n"><h3>{text}</h3></a><p>{text}.</p></{tag}>' for text in TEASERS)


_NAV = f'<header><div class="logo">The Example</div><nav><ul>{MENU}</ul></nav></header>'
_COMMENTS = "".join(f'<div class="comment"><b>reader</b><p>{text}</p></div>' for text in COMMENTS)
SKINS = (
    Skin(
        "article element",
        '<meta property="article:published_time" content="{day}T08:00:00+01:00">'
        '<meta property="og:title" content="{title}">',
        f"{_NAV}<main><article><h1>{{title}}</h1>",
        f"</article></main><aside>{_teasers('div')}</aside><footer>{FOOTER}</footer>",
    ),
    Skin(
        "divisions with names",
        '<script type="application/ld+json">{{"@type": "NewsArticle", "datePublished": "{day}"}}</script>',
        f'<div id="cookie-banner">{COOKIES}</div>{_NAV}<div class="content"><div class="post-body"><h1>{{title}}</h1>',
        f'</div></div><div class="related">{_teasers("li")}</div><div id="comments">{_COMMENTS}</div>'
        f'<div class="footer">{FOOTER}</div>',
    ),
    Skin(
        "divisions without names",
        "",
        f"<div><ul>{MENU}</ul></div><div><div><h1>{{title}}</h1>",
        f"</div><div>{_teasers('div')}</div></div><div>{FOOTER}</div>",
        "/{slashed}/story",
    ),
    Skin(
        "layout by a table",
        '<meta name="date" content="{day}">',
        f"<table><tr><td><ul>{MENU}</ul></td><td><h1>{{title}}</h1>",
        f"</td><td>{_teasers('p')}</td></tr></table><p>{FOOTER}</p>",
    ),
    Skin(
        "newsletter and comments inside",
        '<meta itemprop="datePublished" content="{day}">',
        f'{_NAV}<section class="entry"><h1>{{title}}</h1><p class="promo newsletter">{NEWSLETTER}</p>',
        f'<div class="comments-list">{_COMMENTS}</div></section><footer>{FOOTER}</footer>',
    ),
    Skin(
        "no date anywhere but in the text",
        '<meta property="og:site_name" content="The Example">',
        f"{_NAV}<main><h1>{{title}}</h1><p>By a reporter, 12 May 2023</p>",
        f"</main><footer>{FOOTER}</footer>",
    ),
)
