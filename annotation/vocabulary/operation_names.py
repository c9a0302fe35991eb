"""Names of the operations in the log of an assignment. Pure: no Django."""

from __future__ import annotations

from enum import StrEnum


class OperationName(StrEnum):
    """Section 7.1 of the supplementary material: what an annotator did, case and hyphens exactly so."""

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
    # Of claim writing, whose log the paper does not release; the first is the original platform's word.
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
    EVIDENCE_ORDER = "evidence-order"
    CONTEXT_DROPPED = "context-dropped"
    CONTEXT_RESTORED = "context-restored"
    VERDICT = "verdict"
    CHALLENGE = "challenge"
    UNDO = "undo"
    REDO = "redo"
    # The whole state, where it did not come about step by step: a draft of another computer, a gap in the log.
    DRAFT_TAKEN = "draft-taken"
    CONFIRM_OPEN = "confirm-open"
    CONFIRM_ADJUST = "confirm-adjust"
    GUIDE_SHOWN = "guide-shown"
    HIDDEN = "hidden"
    VISIBLE = "visible"
    REPORT = "report"
    SKIP = "skip"
    PARK = "park"
    # The first of a log that came with a released data set: where it stood there. Only the server writes it.
    IMPORTED = "imported"
    # The value is the element's id; the detail its rank and stage, and of what was accepted the set, counted from 0.
    # What accepting does to the sets stands in the operations after it.
    SUGGESTION_SHOWN = "suggestion-shown"
    SUGGESTION_ACCEPTED = "suggestion-accepted"
    SUGGESTION_DISMISSED = "suggestion-dismissed"


# These carry no value of their own: the release repeats the name.
SELF_VALUED = frozenset(
    {
        OperationName.START,
        OperationName.FINISH,
        OperationName.PAGE_SEARCH_RESET,
        OperationName.BACK,
        OperationName.JUMP_TO_HIGHLIGHT,
    }
)
