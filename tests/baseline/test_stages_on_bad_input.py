"""Every trained stage on bad input and at limits: lists, claims, weights, training files, trainings that are killed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path

import pytest

from annotation.release.record import EvidenceSetRecord, Record, lines
from baseline.candidates import Candidate, Kind, identity
from baseline.config import Config, default_config
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.rerank.open import TRAINED
from baseline.source import PagesInMemory
from baseline.training.__main__ import main
from baseline.training.rerank.stages import STAGES
from corpus.page.elements import Page, Sentence
from corpus.page.page_json import page_to_json
from tests.baseline.pages import table
from tests.baseline.test_models import tiny
from tests.baseline.test_training import refused
from tests.baseline.training_data import league, record

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
safetensors = pytest.importorskip("safetensors.torch", reason="no torch: bin/setup web models")

pytestmark = pytest.mark.extended

CLAIM = "Zebra Museum lent painting 3."
MANY = 500
SIZES = {"length", "anchors", "dimensions", "hidden", "layers", "hidden_size", "width"}  # in config.json
LISTED = 12  # candidates that a stage orders here, unless it orders more
QUICK = ["--steps", "2", "--batch", "4", "--depth", str(LISTED), "--seed", "3"]


# --- A wiki in which 500 of everything are found, and trained stages over it -----------------------------------------
def wiki() -> list[Page]:
    """The leagues that training is about; a page of 500 sentences and tables; 500 pages more of which only the number
    differs.
    """
    museum = Page(
        "Zebra Museum",
        (
            *(Sentence(f"sentence_{n}", f"The museum lent painting {n % 7}.") for n in range(MANY)),
            *(table([["Painting", "Lent"], [f"Painting {n % 7}", str(1500 + n)]], f"table_{n}") for n in range(MANY)),
        ),
    )
    rooms = (Page(f"Zebra room {n}", (Sentence("sentence_0", f"Painting {n} is here."),)) for n in range(MANY))
    return [*map(league, range(12)), museum, *rooms]


@pytest.fixture(scope="module")
def source() -> PagesInMemory:
    return PagesInMemory(wiki())


def write_rows(path: Path, records: Sequence[Record]) -> str:
    path.write_text("".join(lines(records)), encoding="utf-8")
    return str(path)


def arguments(folder: Path, stage: str, kind: Kind, *more: str, out: str = "out") -> list[str]:
    """A command that trains a stage in seconds; its files are written beside."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = folder / "pages.jsonl"
    pages.write_text("".join(json.dumps(page_to_json(page)) + "\n" for page in wiki()), encoding="utf-8")
    train = write_rows(folder / "train.jsonl", [*map(record, range(10))])
    given = [
        "rerank",
        kind,
        "--stage",
        stage,
        "--train",
        train,
        "--pages",
        str(pages),
        "--out",
        str(folder / out),
        *QUICK,
    ]
    if STAGES[stage].starts:
        given += ["--start", tiny(folder / "start", "MaskedLM")]
    return [*given, *more]


def listing(stage: str, kind: Kind, folder: Path | str) -> Config:
    """Settings that list a stage with weights, and find 500 pages."""
    config, section = default_config(), STAGES[stage].section
    return replace(
        config,
        pages=replace(config.pages, read=2 * MANY),
        stages=replace(config.stages, **{kind: (stage,)}),
        **{section: replace(getattr(config, section), **{kind: str(folder)})},
    )


def kind_of_stage(stage: str) -> Kind:
    return "sentences" if "sentences" in STAGES[stage].kinds else STAGES[stage].kinds[0]


@pytest.fixture(scope="module")
def trained(tmp_path_factory) -> Iterator[Callable[[str], Path]]:
    """The folder of a stage, trained once for all tests of the module."""
    made: dict[str, Path] = {}

    def folder(stage: str) -> Path:
        if stage not in made:
            place = tmp_path_factory.mktemp(stage)
            main(arguments(place, stage, kind_of_stage(stage)))
            made[stage] = place / "out"
        return made[stage]

    yield folder


# --- Lists -----------------------------------------------------------------------------------------------------------
def same(candidate: Candidate) -> Candidate:
    """As every other: one score of every stage and signal."""
    return replace(candidate, score=1.0, signals=(0.5,) * len(candidate.signals))


LISTS: dict[str, Callable[[Sequence[Candidate]], Sequence[Candidate]]] = {
    "none": lambda found: [],
    "one": lambda found: found[:1],
    "two": lambda found: found[:2],  # fewer than the anchors of any model
    "500": lambda found: found[:MANY],
    "500 of one score": lambda found: [same(one) for one in found[:MANY]],
    "one nine times": lambda found: [found[0]] * 9,
    "turned around": lambda found: found[:30][::-1],
    "scores of any size": lambda found: [
        replace(one, score=score) for one, score in zip(found, (1e30, -1e30, 0.0, 1e-30, -0.0), strict=False)
    ],
}


@pytest.mark.parametrize("case", LISTS)
@pytest.mark.parametrize("stage", STAGES)
def test_any_list_comes_back_whole_with_a_rank_and_a_finite_score_each(stage, case, trained, source):
    kind = kind_of_stage(stage)
    config = listing(stage, kind, trained(stage))
    found = Pipeline(source, replace(config, stages=default_config().stages)).candidates(CLAIM, kind)
    assert len(found) >= MANY
    given = LISTS[case](found)
    reranker = TRAINED[stage](config, kind)
    ordered = reranker.rerank(CLAIM, given, source)
    assert sorted(map(identity, ordered)) == sorted(map(identity, given))
    scored = [one.stages[-1] for one in ordered if one.stages]
    assert [one.rank for one in scored] == [*range(1, len(scored) + 1)]
    assert len(scored) >= min(len(given), LISTED)
    assert all(isfinite(one.score) for one in scored)
    assert [one.score for one in scored] == sorted((one.score for one in scored), reverse=True)
    assert list(map(identity, ordered[len(scored) :])) == list(map(identity, given[len(scored) :]))
    assert [*reranker.rerank(CLAIM, given, source)] == [*ordered]  # and the same once more


@pytest.mark.parametrize("claim", ["", " ", "?!", "Ω", "word " * 3_000])
@pytest.mark.parametrize("stage", STAGES)
def test_any_claim_is_ordered_for(stage, claim, trained, source):
    kind = kind_of_stage(stage)
    config = listing(stage, kind, trained(stage))
    given = Pipeline(source, replace(config, stages=default_config().stages)).candidates(CLAIM, kind)[:9]
    ordered = TRAINED[stage](config, kind).rerank(claim, given, source)
    assert sorted(map(identity, ordered)) == sorted(map(identity, given))
    assert all(isfinite(one.stages[-1].score) for one in ordered)


# --- Weights ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("stage", STAGES)
def test_weights_of_another_kind_are_refused_and_both_are_named(stage, trained, source):
    own = kind_of_stage(stage)
    (other, *_) = [kind for kind in STAGES[stage].kinds if kind != own]
    with pytest.raises(NoModel) as raised:
        TRAINED[stage](listing(stage, other, trained(stage)), other)
    assert own in str(raised.value)
    assert other in str(raised.value)
    notes = Pipeline(source, listing(stage, other, trained(stage))).notes
    assert [note for note in notes if stage in note and own in note]


@pytest.mark.parametrize("stage", STAGES)
def test_no_weights_are_named_with_the_setting_that_lacks_them(stage, tmp_path):
    kind = kind_of_stage(stage)
    with pytest.raises(NoModel, match=f"{STAGES[stage].section}.{kind}"):
        TRAINED[stage](listing(stage, kind, ""), kind)
    with pytest.raises(NoModel, match="nowhere"):
        TRAINED[stage](listing(stage, kind, tmp_path / "nowhere"), kind)


@pytest.mark.parametrize("stage", STAGES)
def test_weights_of_another_stage_are_refused(stage, trained):
    kind = kind_of_stage(stage)
    for other in STAGES:
        if other != stage and kind_of_stage(other) == kind:
            with pytest.raises(NoModel, match=str(trained(other))):
                TRAINED[stage](listing(stage, kind, trained(other)), kind)


@pytest.mark.parametrize("stage", STAGES)
def test_numbers_of_other_weights_in_config_json_are_refused_and_both_are_named(stage, trained, tmp_path):
    """Such as the length of lists, or the width of a layer."""
    kind = kind_of_stage(stage)
    folder = shutil.copytree(trained(stage), tmp_path / "other")
    file = next(path for path in (folder / "encoder" / "config.json", folder / "config.json") if path.is_file())
    about = json.loads(file.read_text(encoding="utf-8"))
    sizes = SIZES & {name for name, value in about.items() if isinstance(value, int)}
    assert sizes
    for name in sizes:
        file.write_text(json.dumps(about | {name: 2 * about[name]}), encoding="utf-8")
        with pytest.raises(NoModel) as raised:
            TRAINED[stage](listing(stage, kind, folder), kind)
        assert {str(folder), str(about[name]), str(2 * about[name])} <= {
            *re.findall(r"/[^']+other|[0-9]+", str(raised.value))
        }


# --- Trainings -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("stage", STAGES)
def test_a_training_file_without_evidence_in_its_lists_is_refused(stage, tmp_path, capsys):
    given = arguments(tmp_path, stage, kind_of_stage(stage))
    content = ("Nowhere_sentence_0", "Nowhere_cell_0_1_0")
    found = EvidenceSetRecord(content, dict.fromkeys(content, ("Nowhere_title",)))
    write_rows(tmp_path / "train.jsonl", [replace(record(number), evidence=(found,)) for number in range(4)])
    assert str(tmp_path / "train.jsonl") in refused(capsys, given)
    assert not (tmp_path / "out").exists()


class Killed(BaseException):
    """What nothing catches, as nothing runs after a SIGKILL."""


def kill_at(call: int, monkeypatch) -> None:
    """End the training at so manieth step, whatever the task."""
    from baseline.training.loop import Training

    real, calls = Training.training_step, []

    def step(self, *given, **more):
        calls.append(1)
        if len(calls) == call:
            raise Killed
        return real(self, *given, **more)

    monkeypatch.setattr(Training, "training_step", step)


def weights_in(folder: Path) -> dict[str, bytes]:
    (file,) = folder.glob("*.safetensors")
    return {name: value.numpy().tobytes() for name, value in safetensors.load_file(file).items()}


@pytest.mark.parametrize("stage", STAGES)
def test_a_killed_training_comes_to_the_weights_of_one_that_was_not(stage, tmp_path, monkeypatch):
    more = ["--steps", "6", "--batch", "2", "--save-every", "0"]
    kind = kind_of_stage(stage)
    main(arguments(tmp_path, stage, kind, *more, out="whole"))
    given = arguments(tmp_path, stage, kind, *more, "--resume", out="killed")
    for call in (2, 3):  # the second one goes on, and is killed again
        with monkeypatch.context() as patch:
            kill_at(call, patch)
            with pytest.raises(Killed):
                main(given)
        assert not (tmp_path / "killed" / "config.json").exists()
    main(given)
    assert weights_in(tmp_path / "whole") == weights_in(tmp_path / "killed")
