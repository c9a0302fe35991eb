"""All models of the app, imported for Django; each is defined in the folder of its subject."""

from __future__ import annotations

from annotation.accounts.models import User
from annotation.accounts.provider_links import ProviderLink
from annotation.accounts.second_factor import RecoveryCode, SecondFactor
from annotation.accounts.sessions import Session
from annotation.accounts.throttling import Attempts
from annotation.accounts.tokens import ApiToken
from annotation.actions.models import Action, ActionItem
from annotation.actions.rules.models import QualityRules
from annotation.alerts.models import AlertAnnouncement, AlertReview
from annotation.audit_log.models import AuditEntry, AuditHead
from annotation.claims.models import Claim, ClaimRevision, ClaimSignature
from annotation.discussion.models import Discussion, DiscussionEntry, DiscussionRead
from annotation.evidence.models import Evidence, EvidenceSet, Source
from annotation.evidence.web.models import FlaggedDomain, FlaggedList, ProjectWebCorpus
from annotation.projects.announcement_models import (
    Announcement,
    AnnouncementRead,
    AnnouncementRevision,
    FaqEntry,
    Question,
)
from annotation.projects.data_version import DataVersion
from annotation.projects.invitation_models import ProjectInvitation
from annotation.projects.member_settings import MemberSettings
from annotation.projects.models import Guidelines, GuidelinesConfirmation, Membership, Project
from annotation.quality.adjudication.models import (
    Adjudication,
    AdjudicationAssignment,
    SecondAdjudication,
    TaskDecision,
)
from annotation.quality.calibration.models import Calibration, ClaimGrade, GoldChange, GoldItem, Rescore
from annotation.quality.guideline_changes.models import GuidelineChange
from annotation.quality.sampling.models import HiddenItem, HiddenItemCounter, QaCounter, QaSample
from annotation.release.cards.models import DataStatement
from annotation.release.models import ImportedLine, Release
from annotation.release.privacy.models import FreeTextChoice, Redaction, TextFinding
from annotation.release.webhook.models import Webhook, WebhookDelivery
from annotation.results.models import CachedResult
from annotation.submission_check.models import SubmissionCheckArm
from annotation.suggestions.models import Suggestion, SuggestionArm, SuggestionRun
from annotation.work.models import Assignment, Draft, Operation, Submission, Task, TaskReport
from annotation.workflows.models import (
    CheckLine,
    ClaimSet,
    Contradiction,
    FlagReview,
    GenerationItem,
    Highlight,
    HighlightSample,
    Report,
    RevisionRequest,
    Verification,
    VerificationItem,
)

__all__ = [
    "Action",
    "ActionItem",
    "Adjudication",
    "AdjudicationAssignment",
    "AlertAnnouncement",
    "AlertReview",
    "Announcement",
    "AnnouncementRead",
    "AnnouncementRevision",
    "ApiToken",
    "Assignment",
    "Attempts",
    "AuditEntry",
    "AuditHead",
    "CachedResult",
    "Calibration",
    "CheckLine",
    "Claim",
    "ClaimGrade",
    "ClaimRevision",
    "ClaimSet",
    "ClaimSignature",
    "Contradiction",
    "FlagReview",
    "DataStatement",
    "DataVersion",
    "Discussion",
    "DiscussionEntry",
    "DiscussionRead",
    "Draft",
    "Evidence",
    "EvidenceSet",
    "FaqEntry",
    "FlaggedDomain",
    "FlaggedList",
    "FreeTextChoice",
    "GenerationItem",
    "GoldChange",
    "GoldItem",
    "GuidelineChange",
    "Guidelines",
    "GuidelinesConfirmation",
    "HiddenItem",
    "HiddenItemCounter",
    "Highlight",
    "HighlightSample",
    "ImportedLine",
    "MemberSettings",
    "Membership",
    "Operation",
    "Project",
    "ProjectInvitation",
    "ProjectWebCorpus",
    "ProviderLink",
    "QaCounter",
    "QaSample",
    "QualityRules",
    "Question",
    "RecoveryCode",
    "Redaction",
    "Release",
    "Report",
    "Rescore",
    "RevisionRequest",
    "SecondAdjudication",
    "SecondFactor",
    "Session",
    "Source",
    "Submission",
    "SubmissionCheckArm",
    "Suggestion",
    "SuggestionArm",
    "SuggestionRun",
    "Task",
    "TaskDecision",
    "TaskReport",
    "TextFinding",
    "User",
    "Verification",
    "VerificationItem",
    "Webhook",
    "WebhookDelivery",
]
