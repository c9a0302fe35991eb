"""Dual-channel verdict: all evidence as text and all evidence as table rows, each read by an encoder of its own.

After Hu et al. 2022 ("Dual-Channel Unified Format Fact Verification with Unified Evidence", NAACL): sentences become
rows, cells become sentences, so that each channel has everything. The label is predicted from both vectors:

    logits = W [text encoder(claim, text), table encoder(claim, rows)]

A folder is one of `encoder_folder.py`. Trained by `python -m baseline.training verdicts --dual`. Nothing ships:
`verdict.weights` names a folder of yours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from annotation.release.record import LABELS
from baseline.encoder_folder import about_model, open_encoders, save_encoders
from baseline.models import NoModel, Opened, batches, encode_pairs, libraries, memory_reported
from baseline.source import Source
from baseline.verdict.linearise import by_page, in_order
from corpus.page.element_id import ElementKind, parse
from corpus.page.elements import Page, UnknownElement
from corpus.page.excerpt import Excerpt, excerpt

DUAL = "attest-dual-channel"
CELL = " | "  # between the cells of a row

Pair = tuple[str, str]
Channels = tuple[Pair, Pair]  # (claim, text) and (claim, rows)


# --- Evidence as a table ---------------------------------------------------------------------------------------------


def table_rows(evidence: Iterable[str], source: Source) -> Iterator[str]:
    """The evidence as rows, page by page: title and heading or caption, then the cells.

    Cells of one row of a table are one row here, row headers first, each as "column header : value"; a sentence or an
    item is a row of one cell. Elements that the source does not have are left out.
    """
    for title, elements in by_page(evidence).items():
        page = source.page(title)
        if page is not None:
            yield from _rows_of(page, in_order(elements))


def _rows_of(page: Page, elements: Sequence[str]) -> Iterator[str]:
    lines: dict[object, list[Excerpt]] = {}
    for element in elements:
        try:
            found = excerpt(page, element)
        except UnknownElement:
            continue
        is_cell = found.kind in (ElementKind.CELL, ElementKind.HEADER_CELL)
        lines.setdefault(parse(element).numbers[:2] if is_cell else element, []).append(found)
    for line in lines.values():
        first = line[0]
        about = first.caption or (first.sections[-1] if first.sections else "")
        cells = [*first.row_headers, *(" : ".join([*one.column_headers[-1:], one.text]) for one in line)]
        yield CELL.join(filter(None, [page.title, about, *dict.fromkeys(cells)]))


# --- The model -------------------------------------------------------------------------------------------------------


def new_dual(opened: Opened) -> Opened:
    """Two copies of a sequence classifier's encoder under a new head, with its tokenizer."""
    return Opened(opened.name, _joined(opened.model).to(opened.device), opened.tokenizer, opened.device, opened.longest)


def _joined(classifier: Any) -> Any:
    torch, _ = libraries()
    module = torch.nn.Module()
    module.text, module.table = classifier.base_model, deepcopy(classifier.base_model)
    module.head = torch.nn.Linear(2 * classifier.config.hidden_size, len(LABELS))
    module.config = deepcopy(classifier.config)
    module.config.id2label = dict(enumerate(LABELS))
    return module


def dual_logits(opened: Opened, channels: Sequence[Channels], length: int) -> Any:
    """The logits of LABELS for each example: a tensor (examples, labels)."""
    torch, _ = libraries()
    vectors = []
    for place, encoder in enumerate((opened.model.text, opened.model.table)):
        encoded = encode_pairs(opened.tokenizer, [one[place] for one in channels], length).to(opened.device)
        vectors.append(encoder(**encoded).last_hidden_state[:, 0])
    return opened.model.head(torch.cat(vectors, 1)).float()


def dual_chances(opened: Opened, channels: Sequence[Channels], length: int, batch: int = 16) -> list[list[float]]:
    """The probability of each of LABELS for each example. Raises NoModel."""
    torch, _ = libraries()
    found: list[list[float]] = []
    with memory_reported(opened.device), torch.inference_mode():
        for some in batches(channels, batch):
            found += dual_logits(opened, some, length).softmax(-1).tolist()
    return found


# --- Its folder ------------------------------------------------------------------------------------------------------


def is_dual(folder: Path) -> bool:
    """Whether config.json of a folder names a dual-channel model."""
    return about_model(folder).get("model_type") == DUAL


def save_dual(folder: Path, opened: Opened) -> None:
    """Write the folder that `open_dual` reads."""
    save_encoders(folder, opened, {"model_type": DUAL, "labels": list(LABELS)})


def open_dual(folder: Path) -> Opened:
    """Read a folder of `save_dual`. Raises NoModel."""
    labels = about_model(folder).get("labels")
    if labels != list(LABELS):
        raise NoModel(f"The outputs of {str(folder)!r} are {labels}; want {', '.join(LABELS)}.")
    return open_encoders(folder, _joined, ("text", "table"))
