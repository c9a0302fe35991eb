"""Five workflows in a chain: each submission opens the next task about the same text; two people do the third."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from annotation.models import Task
from annotation.work.chains import exclude_chain, is_complete
from annotation.work.workflow import Workflow
from tests.workflows.toy.models import ToyAnswer, ToyItem
from tests.workflows.toy.workflow import WORKFLOW

PLACES = (1, 1, 2, 1, 1)
pause = 0.0  # seconds; so that of two who submit at once both come here before one is done


def opener(number: int) -> Callable[[ToyAnswer], list[Task]]:
    """Open the task of this phase for a text once everybody has answered it in the one before."""

    def opens(answer: ToyAnswer) -> list[Task]:
        done = answer.assignment.task
        complete = is_complete(done)
        time.sleep(pause)
        if not complete:
            return []
        places = PLACES[number - 1]
        task = Task.objects.create(project=done.project, kind=f"phase_{number}", required_annotations=places)
        ToyItem.objects.create(task=task, text=done.toyitem.text)
        return [task]

    return opens


def phase(number: int) -> Workflow[dict[str, Any], ToyAnswer]:
    opens = opener(number + 1) if number < len(PLACES) else None
    return replace(WORKFLOW, slug=f"phase_{number}", exclude=exclude_chain, limit=lambda project: None, opens=opens)


PHASES = [phase(number + 1) for number in range(len(PLACES))]
PATHS = [f"tests.workflows.chain.PHASE_{number + 1}" for number in range(len(PLACES))]
PHASE_1, PHASE_2, PHASE_3, PHASE_4, PHASE_5 = PHASES
AGAIN = replace(PHASE_5, exclude=WORKFLOW.exclude)  # whoever met the text before may meet it here
