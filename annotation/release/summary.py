"""Options of a release and the summary of what was written, from which report and cards are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from annotation.projects.models import Project

# The sides of a release, in the order of everything that lists them.
SPLITS = ("train", "dev", "test")
# The paper's share of claims in training, development and test (FEVEROUS, section 4).
PAPER_SPLITS = (0.8, 0.1, 0.1)
EVERYTHING_IN_TRAIN = (1.0, 0.0, 0.0)
# The share of NOT ENOUGH INFO in the paper's test set: 1,500 of 7,845, where it is 5 % of all claims (Table 2).
PAPER_TEST_NEI = 0.191
FORMATS = frozenset({"feverous", "fever", "tables", "datasets", "corpus", "provenance", "report"})
# All but what few ask for and is larger than all the rest.
DEFAULT_FORMATS = FORMATS - {"provenance"}

# Words for a person, how much of the step is done, and of how much; what it raises stops the release.
Progress = Callable[[str, int, int], None]


def silent(step: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


class ReleaseError(Exception):
    """The release cannot be made; the message says of which claims and what to do."""


@dataclass(frozen=True, slots=True)
class ReleaseOptions:
    """Options of a release. Two releases of the same data with the same options are the same bytes.

    `splits`: shares of claims in train, dev, test; they sum to 1. `test_nei`: the share of NOT ENOUGH INFO wanted in
    test (0 to 1); None is the paper's. `operations`: whether rows carry what their annotator did. `shared_task`: keep
    the answers of the test split apart from what is published now (`shared_task.py`). `left_out`: kinds of free text
    that no file has (`privacy.kinds`). `smallest_group`: figures of the report about fewer people are left out.
    `without_people`: ids of people of whose work nothing is released, `without_periods`: first and last day (ISO, in
    the site's time zone) of periods in which nothing that was submitted is. `first_counts`: of a claim with several
    verdicts that nobody adjudicated the first annotation is released; None: as the project has it. `balanced`: dev and
    test have equally many claims of each verdict, as FEVER has, and train the others; `test_nei` says nothing then.
    """

    splits: tuple[float, float, float] = PAPER_SPLITS
    seed: int = 0
    test_nei: float | None = None
    operations: bool = True
    whole_corpus: bool = False
    formats: frozenset[str] = DEFAULT_FORMATS
    shared_task: bool = False
    left_out: frozenset[str] = frozenset()
    smallest_group: int = 1
    without_people: tuple[int, ...] = ()
    without_periods: tuple[tuple[str, str], ...] = ()
    first_counts: bool | None = None
    balanced: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain values by name; `splits` in the order train, dev, test."""
        lists = {"splits": list(self.splits), "formats": sorted(self.formats), "left_out": sorted(self.left_out)}
        lists |= {
            "without_people": sorted(self.without_people),
            "without_periods": [list(one) for one in self.without_periods],
        }
        found = asdict(self) | lists
        if not self.balanced:
            del found["balanced"]  # as it was before there was a choice
        return found


@dataclass(slots=True)
class Counts:
    """Released and excluded claims of a project; filled while the records are read."""

    claims: int = 0
    released: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    sources: Counter[str] = field(default_factory=Counter)
    excluded: Counter[str] = field(default_factory=Counter)
    # What is wrong with the data: reason -> row number -> the elements that are meant (`rule.FAULTS`).
    faults: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    # Verifications that speak for no row: of claims that are left out, and beside the one that is released.
    verifications: int = 0
    verifications_released: int = 0
    # Of these, verifications that no file has, by reason (`left_out.LeftOut`).
    verifications_left_out: Counter[str] = field(default_factory=Counter)
    # Rows that came without a challenge; the contract wants one (`formats.feverous`).
    challenges_not_given: int = 0
    # Released rows that FEVEROUS' readers would refuse: of FEVER, without evidence (`formats.feverous`).
    without_evidence: int = 0
    # The contract takes three sets a row; a project may ask for more, which stay in the database.
    evidence_sets_left_out: int = 0
    # Sets that lead to another verdict than the row's, where annotators label each set.
    sets_of_another_label: int = 0
    # The contract wants operations that name pages of the corpus; what a browser sent otherwise stays in the database.
    operations_left_out: int = 0

    def leave_out(self, reason: str) -> None:
        """One more claim is not released."""
        self.excluded[reason] += 1

    def fault(self, reason: str, number: int, elements: Sequence[str] = ()) -> None:
        """A claim that is left out should be looked at."""
        self.faults.setdefault(reason, {})[number] = list(elements)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsSummary:
    """Counts of the released rows.

    `rows`: split -> released rows; `labels`: split -> verdict -> rows (every split is a key, and every verdict).
    `as_of`: the newest moment among what is released (submitted, decided); None where nothing is.
    `splits_report`: the content of splits.json.
    """

    settings: ReleaseOptions
    counts: Counts
    rows: dict[str, int]
    labels: dict[str, dict[str, int]]
    as_of: datetime | None
    splits_report: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseSummary(RowsSummary):
    """A written release. Read its rows from `folder`: the database may have changed since.

    `tasks`: workflow -> counts of its tasks, of those that write rows of their own (`task_rows`). `sealed`: how many
    claims of the test split have no answers in it, as those of a shared task are published later.
    """

    project: Project
    folder: Path
    corpus_sha256: str
    code_version: str
    tasks: dict[str, dict[str, Any]]
    sealed: int = 0
