"""Find evidence in several processes, for the command. One process stores the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context

import django

from annotation.projects.models import Project
from annotation.suggestions.runner import Answer, Suggester, Wanted, answer_for, open_suggester

AHEAD = 8  # claims handed to each process before its answers are read


def answers(project: Project, wanted: Iterable[Wanted], workers: int = 1) -> Iterator[tuple[Wanted, Answer]]:
    """Each claim with what was found for it, in their order. Raises NoSuggester."""
    if workers == 1:
        suggester = open_suggester(project.corpus)
        for claim in wanted:
            yield claim, answer_for(suggester, claim.text)
        return
    # Spawned, not forked: a connection to the database, and a model, belong to one process. What is called first there
    # must be Django itself: our modules cannot be read before it is set up.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=django.setup) as pool:
        rest = iter(wanted)
        while some := list(islice(rest, workers * AHEAD)):
            found = pool.map(partial(_one, project.corpus_id), [claim.text for claim in some])
            yield from zip(some, found, strict=True)


_suggester: dict[int, Suggester] = {}


def _one(corpus_id: int, text: str) -> Answer:
    from corpus.models import Corpus

    if corpus_id not in _suggester:
        _suggester[corpus_id] = open_suggester(Corpus.objects.get(pk=corpus_id))
    return answer_for(_suggester[corpus_id], text)
