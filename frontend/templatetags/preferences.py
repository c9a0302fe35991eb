"""A person's preferences in templates: looks of the page, and their own keys."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from annotation.accounts.preferences import Density, Preferences, TextSize, preferences_of
from frontend.shortcuts import BY_ACTION, SHIFT, keys_of, label_of, rebound

register = template.Library()


@register.simple_tag(takes_context=True)
def looks(context: template.Context) -> SafeString:
    """Attributes of <html>: what differs from the normal look."""
    chosen = _chosen(context)
    differing = []
    if chosen["text_size"] != TextSize.NORMAL:
        differing.append(("text-size", chosen["text_size"]))
    if chosen["density"] != Density.NORMAL:
        differing.append(("density", chosen["density"]))
    return format_html_join("", ' data-{}="{}"', differing)


@register.simple_tag(takes_context=True)
def own_keys(context: template.Context) -> dict[str, str]:
    """Default key -> the person's own, for the scripts."""
    return rebound(_chosen(context)["keys"])


@register.simple_tag(takes_context=True)
def key(context: template.Context, action: str) -> SafeString:
    """The person's key for an action, drawn as one: `{% key "search" %}`."""
    own = _key(context, action)
    drawn = format_html('<kbd data-action="{}">{}</kbd>', action, own.removeprefix(SHIFT))
    return format_html("<kbd>{}</kbd> + {}", _("Shift"), drawn) if own.startswith(SHIFT) else drawn


@register.simple_tag(takes_context=True)
def key_label(context: template.Context, action: str) -> str:
    """The person's key for an action, as words: `{% key_label "search" as search_key %}`."""
    return label_of(_key(context, action))


def _key(context: template.Context, action: str) -> str:
    return keys_of(_chosen(context)["keys"])[BY_ACTION[action].action]


def _chosen(context: template.Context) -> Preferences:
    """Those of the person who asks; the default ones on a page of nobody, or without a request."""
    person: Any = getattr(context.get("request"), "user", None)
    return preferences_of(getattr(person, "preferences", None) or {})
