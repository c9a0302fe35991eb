"""The lexicon of hedges for the script that marks them on evidence cards."""

from __future__ import annotations

from django import template

from frontend.reading.hedging import hedges

register = template.Library()


@register.simple_tag
def hedge_words() -> dict[str, list[str]]:
    return hedges()
