"""Gates: what is refused although it is complete, each with the way out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from annotation.workflows.question_answering.fields.model import Fields
from corpus.web.addresses import canonical, hosts, is_same_page, unarchived


def all_unanswerable(fields: Fields, questions: Sequence[Mapping[str, Any]]) -> str:
    """Refuse questions none of which has an answer while they are few; "" otherwise."""
    forms = [fields.answer_type[one["answer_type"]].form for each in questions for one in each["answers"]]
    least = fields.gates.questions_if_all_unanswerable
    if len(questions) >= least or not forms or any(form != "none" for form in forms):
        return ""
    return _(
        "None of your %(count)d questions has an answer. Find an answer at least to a part of one, or ask %(least)d "
        "questions in all."
    ) % {"count": len(questions), "least": least}


def bare_answer(fields: Fields, answer: str) -> str:
    """Refuse a bare "yes" as the text of an answer; "" otherwise."""
    if answer.strip(" .!?,;:").casefold() not in fields.gates.bare_answers:
        return ""
    names = {"type": next((str(one.label) for one in fields.answer_types if one.form == "choice"), "")}
    if not names["type"]:
        return _("Say more than this one word.")
    return _("Say more than this one word, or choose the type “%(type)s” and explain it.") % names


def refused_source(fields: Fields, url: str, addresses: Sequence[str]) -> str:
    """Refuse the fact-checking article, copies of it, and sites of fact-checks as a source; "" otherwise.

    `addresses`: those of the article, archived ones among them.
    """
    if fields.gates.refuse_the_article and any(is_same_page(url, one) for one in addresses if one):
        return _("This is the fact-checking article itself, or a copy of it. Cite what it relies on instead.")
    site = fact_checking_site(fields, url)
    if site:
        return _("%(site)s publishes fact-checks. Cite what the fact-check relies on instead.") % {"site": site}
    return ""


def fact_checking_site(fields: Fields, url: str) -> str:
    """The entry of the list of fact-checking sites that covers this address, wherever it is archived; "" if none."""
    address = canonical(unarchived(url))
    names = set(hosts(address))
    path = f"{urlsplit(address).path.rstrip('/')}/".lower()
    for site in fields.gates.fact_checking_sites:
        host, _slash, below = site.partition("/")
        if host.removeprefix("www.") in names and path.startswith(f"/{below}/" if below else "/"):
            return site
    return ""
