"""Claims from one sentence and, by the same person at once, their mutations (FEVER paper, section 3.1)."""

from __future__ import annotations

from pathlib import Path

from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from annotation.projects.models import Project, Role
from annotation.work.capabilities import OwnFile, OwnSettings, Releasable, ReportedTime, Samplable
from annotation.work.skip_reasons import FORMATTING, NOTHING_VERIFIABLE, OTHER, POLITICS
from annotation.work.workflow import QueueTexts, Workflow
from annotation.workflows.kinds import PAGES_OF_CLAIMS
from annotation.workflows.sentence_claims.eligibility import exclude_seen_sentences, own_sentences
from annotation.workflows.sentence_claims.guided import GUIDED
from annotation.workflows.sentence_claims.models import SentenceWork
from annotation.workflows.sentence_claims.payload import payload
from annotation.workflows.sentence_claims.queries import lines, my_work, page_of_claim, pages_of_claims
from annotation.workflows.sentence_claims.sampling.sample import SLUG, sample_sentences
from annotation.workflows.sentence_claims.serializers import SentenceAssignmentOut, SentenceSubmissionIn
from annotation.workflows.sentence_claims.settings import save_settings, settings_from, settings_of
from annotation.workflows.sentence_claims.storage import SentenceStorage, Work, open_claims


def _postponed(count: int) -> str:
    words = ngettext("You have put %(count)d sentence aside.", "You have put %(count)d sentences aside.", count)
    return words % {"count": count}


def _prepare(project: Project) -> None:
    """Make the walkthroughs: their suggested answers are gold, which stands above this folder."""
    import_string("annotation.quality.workflows.sentence_claims.walkthroughs.make_walkthroughs")(project)


WORKFLOW: Workflow[Work, SentenceWork] = Workflow(
    slug=SLUG,
    label=_("claims from sentences"),
    activity=_("Writing claims from sentences"),
    items=_("sentences"),
    role=Role.CLAIM_WRITER,
    exclude=exclude_seen_sentences,
    keeps_from_claims=own_sentences,
    page_of_claim=page_of_claim,
    pages_of_claims=pages_of_claims,
    subject=("sampled_sentence__project__corpus",),
    limit=lambda project: project.claim_sets_per_person,
    texts=QueueTexts(
        take=_("Take a sentence"),
        skipped=_("Skipped. You will not see this sentence again."),
        postponed=_postponed,
        limit_reached=_("You have written from %(count)d sentences: that is this project’s limit per person."),
        nothing_yet=_("This project has no sentences yet. Your manager can draw some."),
        excluded=_("You have verified claims from the sentences that are left: others write from them."),
        had_all=_("You have had every sentence that is left. Others will write from them."),
        held_by_others=_("Others are writing from the last sentences. Look again later: one may come back."),
        withdrawn=_("The sentences that are left were skipped for a reason, and wait for your manager."),
        all_done=_("There are claims from every sentence of this project. Your manager can draw more."),
    ),
    skip_reasons=(FORMATTING, NOTHING_VERIFIABLE, POLITICS, OTHER),
    payload=payload,
    assignment_serializer=SentenceAssignmentOut,
    submission_serializer=SentenceSubmissionIn,
    storage=SentenceStorage(),
    opens=open_claims,
    answer_key="sentence_work",
    workspace="write-sentence",
    guidelines=Path(__file__).parent,
    is_timed=False,  # how long all lines of a sentence take says little
    guided=GUIDED,
    samplable=Samplable(
        sample=sample_sentences,
        title=_("Sentences"),
        page="manage-sentences",
        link=_("Draw sentences"),
        what="sentence",
    ),
    settings=OwnSettings(
        label=_("Settings of sentences and mutations"),
        read=lambda project: settings_of(project).to_json(),
        write=lambda project, stored: save_settings(project, settings_from(stored)),
    ),
    releasable=Releasable(
        file=OwnFile(name="mutations.jsonl", rows=lines),
        time=ReportedTime(
            item="writing claims from a sentence", activity="writing from sentences", table="time-of-sentence-writers"
        ),
    ),
    title=lambda task: task.sampled_sentence.text,
    my_work=my_work,
    pages=(
        *("manage-sentences", "manage-sentence-settings", "manage-sentence-draw"),
        *("manage-sentence-drawing", "manage-stop-sentence-drawing"),
        *PAGES_OF_CLAIMS,
    ),
    when_switched_on=_prepare,
)
