"""The guidelines of a project as HTML, with the definitions of its challenges in their place."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from frontend.reading.prose import rendered

# A paragraph of the Markdown: here the challenges are listed, in the words that both workspaces show.
CHALLENGES = "{challenges}"


def guidelines_html(project: Project, text: str) -> SafeString:
    """Render Markdown; a paragraph `{challenges}` becomes the list of the project's challenges."""
    html = rendered(text)
    place = f"<p>{CHALLENGES}</p>"
    if place not in html:
        return html
    listed = render_to_string("workspace/_challenges.html", {"challenges": label_set_of(project).challenge_set})
    return mark_safe(html.replace(place, listed))  # noqa: S308 - both are escaped
