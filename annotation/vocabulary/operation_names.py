"""Names of the operations in the log of an assignment. Pure: no Django."""

from __future__ import annotations

from enum import StrEnum


class OperationName(StrEnum):
    """Operations of an annotator, spelled as the paper's released logs spell them (section 7.1)."""

    START = "start"
    FINISH = "finish"
    NOW_ON = "Now on"
    SEARCH = "search"
    HYPERLINK = "hyperlink"
    PAGE_SEARCH = "Page search"
    PAGE_SEARCH_RESET = "page-search-reset"
    HIGHLIGHTING = "Highlighting"
    HIGHLIGHTING_DELETED = "Highlighting deleted"
    BACK = "back-button-clicked"
    # Claim writing, whose log the paper does not release; the first name is the original platform's.
    JUMP_TO_HIGHLIGHT = "Jump to Highlight"
    HINT_DISMISSED = "hint-dismissed"


class OwnOperation(StrEnum):
    """Operations that the paper does not name: stored to replay an assignment, never released."""

    SET_SWITCH = "set-switch"
    SET_ADD = "set-add"
    SET_REMOVE = "set-remove"
    SET_COPY = "set-copy"
    SET_CLEAR = "set-clear"
    SET_MOVE = "set-move"
    SET_LOOK = "set-look"
    SET_LABEL = "set-label"  # value: a verdict, or nothing; detail: the index of the set from 0
    EVIDENCE_ORDER = "evidence-order"
    CONTEXT_DROPPED = "context-dropped"
    CONTEXT_RESTORED = "context-restored"
    CONTEXT_ADDED = "context-added"
    CONTEXT_REMOVED = "context-removed"
    SENTENCES_JOINED = "sentences-joined"
    SENTENCES_SPLIT = "sentences-split"
    VERDICT = "verdict"
    CHALLENGE = "challenge"
    UNSURE = "unsure"  # value: "yes" or "no"
    UNDO = "undo"
    REDO = "redo"
    # The whole state, after a draft was loaded from another computer or part of the log was lost.
    DRAFT_TAKEN = "draft-taken"
    CONFIRM_OPEN = "confirm-open"
    CONFIRM_ADJUST = "confirm-adjust"
    GUIDE_SHOWN = "guide-shown"
    # Value: title of the page whose revision was opened on its own wiki.
    REVISION_OPENED = "revision-opened"
    # FEVER's `sentencesVisited` and `customPagesAdded`. Values: the line whose dictionary was opened, a title.
    LINE_OPENED = "line-opened"
    PAGE_ADDED = "page-added"
    # The evidence search. Value: the words, or the element that was opened. Detail of a search: where, filters, offset,
    # the cut-off, and the elements found, in their order; of an opening the place in them from 0, and whether it was
    # the snapshot. Of `EVIDENCE_CLOSED`: value is the element, detail the milliseconds for which its page was shown.
    EVIDENCE_SEARCH = "evidence_search"
    EVIDENCE_OPEN = "evidence_open"
    EVIDENCE_CLOSED = "evidence_closed"
    # The article of a fact-check in its frame. Values: milliseconds until it was loaded; seconds waited in vain.
    ARTICLE_LOADED = "article-loaded"
    ARTICLE_TIMEOUT = "article-timeout"
    HIDDEN = "hidden"
    VISIBLE = "visible"
    REPORT = "report"
    SKIP = "skip"
    PARK = "park"
    # First operation of an imported log: its position in the released data set. Only the server writes it.
    IMPORTED = "imported"
    # The clock of the server jumped while the task was open. Value: seconds, positive for forward. By the server only.
    CLOCK_JUMP = "clock-jump"
    # Value: element id. Detail: rank and stage, and for an accepted one the index of its set from 0. The operations
    # that follow an acceptance say what it changes in the sets.
    SUGGESTION_SHOWN = "suggestion-shown"
    SUGGESTION_ACCEPTED = "suggestion-accepted"
    SUGGESTION_DISMISSED = "suggestion-dismissed"
    # The check before submission. Value: the code of the line. Detail: its subjects; of a dismissal the reason and
    # note, or `taken_back`. `CHECK_OPENED`: value is the element or title that was opened from it.
    CHECK_SHOWN = "check-shown"
    CHECK_DISMISSED = "check-dismissed"
    CHECK_ACTED = "check-acted"
    CHECK_OPENED = "check-opened"
    # Value: the first element. Detail: the other one.
    CONTRADICTION_RECORDED = "contradiction-recorded"
    CONTRADICTION_REMOVED = "contradiction-removed"


FULL_TEXT = "contains"  # what the value of a full-text search begins with, in whatever case

# Operations without a value: the release repeats the name.
SELF_VALUED = frozenset(
    {
        OperationName.START,
        OperationName.FINISH,
        OperationName.PAGE_SEARCH_RESET,
        OperationName.BACK,
        OperationName.JUMP_TO_HIGHLIGHT,
    }
)
