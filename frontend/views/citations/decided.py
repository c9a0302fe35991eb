"""The decisions on citations: a list, and task lists to take away. Nothing is sent to a wiki."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from annotation.citations.access import still_there
from annotation.citations.decisions import current
from annotation.citations.models import Choice, CitationDecision
from annotation.citations.wikitext import words_around
from annotation.projects.access import READERS
from annotation.projects.models import Project
from corpus.page.element_id import full_id
from frontend.reading.permanent_link import permanent_link, wiki_of
from frontend.views.access import PersonRequest, member_view
from frontend.views.citations.pages import wikitext_of
from frontend.views.csv_file import csv_answer
from frontend.views.lists import choice_of, page_of

COLUMNS = (
    *("article", "revision", "permanent_link", "sections", "element", "claim", "words_before", "words_behind"),
    *("old_url", "old_title", "decision", "new_url", "new_title", "new_passage", "wikitext", "note"),
    *("decided_by", "decided_at"),
)
CHOICES = [one for one in Choice if one != Choice.UNDONE]


@member_view("GET", roles=READERS, fresh=True)
def decisions(request: PersonRequest, project: Project) -> HttpResponseBase:
    """The decisions that hold, newest first; ?file=csv, jsonl or wikitext downloads them all."""
    choice = choice_of(request, "decision", Choice.values)
    rows = current(project).filter(choice=choice) if choice else current(project)
    kind = choice_of(request, "file", ("csv", "jsonl", "wikitext"))
    if kind:
        return _file(project, rows.iterator(chunk_size=500), kind)
    page = page_of(request, rows.order_by("-pk"))
    wiki = wiki_of(project)
    shown = {
        "project": project,
        "page": page,
        "rows": [(one, wikitext_of(one, wiki)) for one in page],
        "there": still_there(project, [one.citation_id for one in page]),
        "choices": CHOICES,
        "choice": choice,
    }
    return render(request, "citations/decisions.html", shown)


def _file(project: Project, rows: Iterable[CitationDecision], kind: str) -> StreamingHttpResponse:
    wiki = wiki_of(project)
    tasks = (_task(one, wiki) for one in rows)
    name = f"{project.slug}-citations"
    if kind == "csv":
        lines = ([_cell(task[column]) for column in COLUMNS] for task in tasks)
        return csv_answer(f"{name}.csv", COLUMNS, lines)
    if kind == "jsonl":
        text = (json.dumps(task, ensure_ascii=False) + "\n" for task in tasks)
        answer = StreamingHttpResponse(text, content_type="application/jsonl; charset=utf-8")
    else:
        answer = StreamingHttpResponse(_by_article(tasks), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.{"txt" if kind == "wikitext" else kind}"'
    return answer


def _task(one: CitationDecision, wiki: str) -> dict[str, Any]:
    before, behind = words_around(one.claim, one.offset)
    values = (
        *(one.article, one.revision, permanent_link(wiki, one.article, one.revision), one.sections),
        *(full_id(one.article, one.element_id), one.claim, before, behind),
        *(one.old.get("url", ""), one.old.get("title", "") or one.old.get("text", ""), one.choice),
        *(one.new.get(name, "") for name in ("url", "title", "passage")),
        *(wikitext_of(one, wiki), one.note, one.made_by.get_username(), one.made_at.isoformat()),
    )
    return dict(zip(COLUMNS, values, strict=True))


def _cell(value: Any) -> Any:
    return " › ".join(value) if isinstance(value, list) else value


def _by_article(tasks: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The accepted sources as wikitext, by article, with their section and the words around their place."""
    accepted = sorted((task for task in tasks if task["wikitext"]), key=lambda task: str(task["article"]))
    article = None
    for task in accepted:
        if task["article"] != article:
            article = task["article"]
            yield f"== {article} ==\n{task['permanent_link']}\n".replace("\n\n", "\n")
        place = " › ".join(task["sections"])
        behind = f" | {task['words_behind']}" if task["words_behind"] else ""
        lines = (f"§ {place}" if place else "", f"… {task['words_before']} [*]{behind}", f"− {task['old_url']}")
        yield "\n" + "".join(f"{line}\n" for line in lines if line) + f"{task['wikitext']}\n"
