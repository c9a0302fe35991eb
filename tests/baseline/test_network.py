"""The network over a table's cells: trained on tiny files, used from its folder, stopped and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.cells.kinds import NAMES, kinds
from baseline.cells.table_words import table_words
from baseline.models import NoModel
from baseline.pipeline import Pipeline
from baseline.training.__main__ import main
from baseline.words import claim_words
from tests.baseline.pages import SEASONS, small_wiki, table
from tests.baseline.test_models import with_weights
from tests.baseline.test_training import refused
from tests.baseline.test_training_data import leagues
from tests.baseline.training_data import read_metrics, write_data

torch = pytest.importorskip("torch", reason="no torch: bin/setup web models")
pytest.importorskip("safetensors.torch", reason="no torch: bin/setup web models")

from baseline.cells import network as inference  # noqa: E402
from baseline.cells.network import FILE, INPUTS, About, chances, grid_of, load_network  # noqa: E402
from baseline.training.cells import TableExample  # noqa: E402
from baseline.training.networks import NetworkTask  # noqa: E402
from baseline.training.settings import NETWORK  # noqa: E402
from baseline.training.table_network import member_logits, new_network, save_network, side_by_side  # noqa: E402

pytestmark = pytest.mark.extended

CLAIM = "Quay Rovers won League 0 in 2001."
ABOUT = About(headers=True, shift=0.0, width=32, mixes=2, members=5)


def arguments(tmp_path: Path, *more: str, out: str = "out", **sizes) -> list[str]:
    data = write_data(tmp_path / "data", **sizes)
    where = [*data[:2], *data[4:]]  # without --dev
    return ["network", *where, "--out", str(tmp_path / out), "--seed", "3", *more]


def named(holder) -> list[dict[str, float]]:
    return [dict(zip(NAMES, values, strict=True)) for values in kinds(table_words(holder))]


def test_a_cell_and_its_column_are_of_a_kind():
    cells = named(table([["Year", "Position"], ["2004", "1st"], ["2005", "12th"]]))
    header, position = cells[1], cells[3]
    assert (position["ordinal"], position["column_ordinal"], position["year"]) == (1, 1, 0)
    assert (header["ordinal"], header["column_ordinal"]) == (0, 1)
    assert (cells[2]["year"], cells[2]["column_year"]) == (1, 1)


def test_a_trained_network_is_used_at_once(tmp_path, capsys):
    main(arguments(tmp_path, "--epochs", "30", "--patience", "30"))
    out = tmp_path / "out"
    assert f'[cells]\nweights = "{out}"' in capsys.readouterr().out
    found = Pipeline(leagues(), with_weights(cells=str(out))).find(CLAIM)
    best = [cell for cell in found.cells if cell.holder == found.tables[0].element][:2]
    assert {cell.element.partition("_")[2] for cell in best} == {"cell_0_2_0", "cell_0_2_1"}
    assert {one.model for one in found.suggestions if one.stage == "cells"} == {str(out)}
    left = {path.name for path in out.iterdir()}
    assert left == {"config.json", FILE, "training.json", "metrics.jsonl", "curves.svg"}
    about = json.loads((out / "training.json").read_text())
    rows = read_metrics(out / "metrics.jsonl")
    assert about["result"]["dev"]["score"] == max(row["dev"]["score"] for row in rows if "dev" in row) > 0.5


def test_a_network_goes_on_to_the_weights_of_one_that_was_never_stopped(tmp_path, capsys):
    main(arguments(tmp_path, "--epochs", "3", out="whole"))
    with pytest.raises(SystemExit) as ended:
        main(arguments(tmp_path, "--epochs", "3", "--minutes", "0.000001"))
    assert ended.value.code == 130
    main(arguments(tmp_path, "--epochs", "3", "--resume"))
    whole, parts = (load_network(tmp_path / name).weights for name in ("whole", "out"))
    assert whole.keys() == parts.keys() and all((value == parts[name]).all() for name, value in whole.items())


def test_tables_side_by_side_do_not_mix():
    claim = claim_words("Anchor Town won the Harbour League in 2002.")
    torch.manual_seed(0)
    network = new_network().eval()
    small = grid_of(claim, table([["Club", "Founded"], ["Pier Athletic", "1911"]]), headers=True)
    alone = grid_of(claim, table(SEASONS), headers=True)
    both = side_by_side([small, alone])
    with torch.inference_mode():
        both_logits, alone_logits = (member_logits(network, one) for one in (both, side_by_side([alone])))
        for apart, together in zip(alone_logits, both_logits, strict=True):
            assert together[len(small.ids) :].tolist() == pytest.approx(apart.tolist(), abs=1e-5)


def test_inference_in_numpy_is_that_of_torch(tmp_path):
    torch.manual_seed(1)
    module = new_network().eval()
    module.mean.copy_(torch.rand(len(INPUTS)))
    module.deviation.copy_(torch.rand(len(INPUTS)) + 0.1)
    save_network(tmp_path, module, ABOUT)
    grid = grid_of(claim_words("Anchor Town won the Harbour League in 2002."), table(SEASONS), headers=True)
    with torch.inference_mode():
        theirs = member_logits(module, side_by_side([grid]))
    ours = inference.member_logits(load_network(tmp_path), grid)
    assert len(ours) == len(theirs) == 5
    for one, other in zip(ours, theirs, strict=True):
        assert one.tolist() == pytest.approx(other.tolist(), abs=1e-5)


def test_a_member_never_learns_from_the_tables_it_is_judged_by():
    holders = [table([["Club"], [f"Club {n}"]]) for n in range(10)]
    task = NetworkTask(
        NETWORK, [TableExample(f"Club {n} won.", holders[n], frozenset({"cell_0_1_0"})) for n in range(10)]
    )
    opened = task.opened(0)
    place = task.left_out_by.index(2)
    loss, cells = task.losses(opened, 0, [place])
    loss.backward()
    assert cells == 1
    touched = [
        any(p.grad.abs().sum() > 0 for p in one.parameters() if p.grad is not None) for one in opened.model.members
    ]
    assert touched == [True, True, False, True, True]


def test_header_cells_are_chosen_only_where_the_profile_chooses_them(tmp_path):
    save_network(tmp_path, new_network(), ABOUT)
    network = load_network(tmp_path)
    claim = claim_words("Anchor Town won in 2002.")
    without, with_them = (chances(network, grid_of(claim, table(SEASONS), headers=one)) for one in (False, True))
    assert set(with_them) - set(without) == {"header_cell_0_0_0", "header_cell_0_0_1", "header_cell_0_0_2"}


def test_too_few_tables_are_refused(tmp_path, capsys):
    assert "two different tables or more" in refused(capsys, arguments(tmp_path, train=1))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("harm", ["weights", "inputs", "config"])
def test_a_network_that_is_no_good_costs_its_stage_only(harm, tmp_path):
    main(arguments(tmp_path, "--epochs", "1"))
    out = tmp_path / "out"
    about = json.loads((out / "config.json").read_text())
    assert tuple(about["inputs"]) == INPUTS
    if harm == "weights":
        (out / FILE).write_bytes(b"cut off")
    elif harm == "inputs":
        (out / "config.json").write_text(json.dumps(about | {"inputs": ["cell"]}))
    else:
        (out / "config.json").write_text(json.dumps(about | {"members": "many"}))
    with pytest.raises(NoModel, match="trained on other features" if harm == "inputs" else "cannot be read"):
        load_network(out)
    found = Pipeline(small_wiki(), with_weights(cells=str(out))).find("Anchor Town won the Harbour League in 2002.")
    assert found.cells
    assert any(str(out) in note for note in found.notes)


def test_a_claim_without_words_and_a_table_without_cells_give_nothing(tmp_path):
    main(arguments(tmp_path, "--epochs", "1"))
    from baseline.cells.classifier import open_classifier

    choose = open_classifier(with_weights(cells=str(tmp_path / "out")))
    page = small_wiki().page("Harbour League")
    assert choose(claim_words("?!"), page, table(SEASONS)) == []
    assert choose(claim_words("Anchor Town"), page, table([])) == []


def test_training_json_says_that_there_was_no_start(tmp_path):
    main(arguments(tmp_path, "--epochs", "1"))
    about = json.loads((tmp_path / "out" / "training.json").read_text())
    assert about["start"] == {"name": "", "sha256": ""}
    assert set(about["data"]) == {"train", "pages"}
