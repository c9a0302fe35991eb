"""Three further layouts, on which nothing was tuned: look at their numbers, do not choose rules by them.

They are built as sites of other kinds build them: classes that say nothing, an old site of nested tables with a poll
and a calendar, a magazine with boxes inside its text. Their texts are other ones than those of `skins`.
"""

from __future__ import annotations

from benchmarks.web.skins import Skin

MOST_READ = (
    "Council approves new bridge after twelve years of debate",
    "Rail strike called off hours before the morning rush",
    "What the budget means for tenants, savers and small firms",
    "Zoo welcomes twin bear cubs, names to be chosen by readers",
)
POLL = "Should the old market hall be torn down? Vote now and see what other readers think of the plan."
SUBSCRIBE = "You have read three of five free stories this month. Subscribe today for less than a coffee a week."
AUTHOR = "Kim Doe has covered local affairs for this paper since 2009 and lives near the river with two dogs."
RELATED = "Don't miss our interview with the mayor about the future of the harbour quarter"
LEGAL = "© 2021 Daily Sample Group plc. Reproduction in whole or in part is forbidden. Privacy policy. Contact us."
TEXTS = (*MOST_READ, POLL, SUBSCRIBE, AUTHOR, RELATED, LEGAL)

_LIST = "".join(f'<li><a href="/a/{n}">{text}</a></li>' for n, text in enumerate(MOST_READ))
_CARDS = "".join(
    f'<div class="css-9k2d"><a href="/a/{n}"><img src="/i.jpg" alt=""><span class="css-77aa">{text}</span></a></div>'
    for n, text in enumerate(MOST_READ)
)
_PLACES = "".join(f'<span><a href="/{name}">{name.title()}</a></span>' for name in "home local world money".split())
_ROWS = "".join(
    f'<tr><td><img src="/dot.gif"></td><td><font size="1"><a href="/a/{n}">{text}</a></font></td></tr>'
    for n, text in enumerate(MOST_READ)
)
_DAYS = "".join(f"<td>{day}</td>" for day in range(1, 15))

HELD_OUT = (
    Skin(
        "classes that say nothing",
        '<meta property="article:published_time" content="{day}T06:30:00Z">'
        '<meta property="og:title" content="{title}">',
        f'<div class="css-1x"><div class="css-2b">{_PLACES}</div></div><div class="css-5q"><div class="css-8w">'
        '<h1 class="css-0t">{title}</h1><div class="css-4m">',
        f'</div><div class="css-6u"><img src="/kim.jpg" alt=""><p>{AUTHOR}</p></div></div>'
        f'<div class="css-3c"><h2>Most read</h2>{_CARDS}</div></div><div class="css-7f"><p>{LEGAL}</p></div>',
        inside=f'<div class="css-2n"><a href="/mayor">{RELATED}</a></div>',
    ),
    Skin(
        "nested tables of an old site",
        '<meta name="dc.date" content="{day}">',
        '<center><table width="780" cellpadding="0" border="0"><tr><td colspan="3"><a href="/"><img src="/logo.gif">'
        f'</a></td></tr><tr><td width="140" valign="top"><table><tr>{_DAYS}</tr></table><table>{_ROWS}</table></td>'
        '<td width="500" valign="top"><font face="Arial"><h1>{title}</h1>',
        f'</font></td><td width="140" valign="top"><table><tr><td><b>Poll</b><br>{POLL}</td></tr></table></td></tr>'
        f'<tr><td colspan="3"><font size="1">{LEGAL}</font></td></tr></table></center>',
    ),
    Skin(
        "magazine with boxes in its text",
        '<script type="application/ld+json">{{"@type": "Article", "datePublished": "{day}"}}</script>',
        f'<header><nav>{_PLACES}</nav></header><main role="main"><div class="story"><h1>{{title}}</h1>'
        '<p class="byline">By Kim Doe</p>',
        f'<div class="bio"><p>{AUTHOR}</p></div></div></main><aside><h4>Most read</h4><ol>{_LIST}</ol></aside>'
        f"<footer><p>{LEGAL}</p></footer>",
        inside=f'<div class="paywall-prompt"><p>{SUBSCRIBE}</p></div><aside class="inline-related"><h4>Related</h4>'
        f"<p>{RELATED}</p></aside>",
    ),
)
