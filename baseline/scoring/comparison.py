"""Two prediction files of the same claims: every number of both, and their difference with a paired interval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from annotation.quality.agreement.bootstrap import Array
from baseline.scoring.intervals import Draws, Estimate, estimates
from baseline.scoring.predictions import BadPrediction, Prediction
from baseline.scoring.scores import Scores, report_with, said
from baseline.scoring.tables import Report, Table, Unit, exactly

A, B, DIFFERENCE = "A ", "B ", "A - B "
CHANGED = {Unit.SHARE: Unit.DIFFERENCE, Unit.NUMBER: Unit.CHANGE}


def paired(first: Sequence[Prediction], second: Sequence[Prediction]) -> list[int]:
    """For each claim of the first file, its place in the second: by id where both have ids, else by order.

    Raises BadPrediction where they are not the same claims with the same gold, naming a line of each.
    """
    if len(first) != len(second):
        raise BadPrediction(f"{len(first):,} claims against {len(second):,}: the files must have the same claims.")
    has_ids = all(one.number is not None for one in (*first, *second))
    places = {one.number: place for place, one in enumerate(second)} if has_ids else {}
    if has_ids and len(places) < len(second):
        raise BadPrediction("the second file has an id twice: the claims cannot be paired.")
    found = []
    for place, one in enumerate(first):
        other = places.get(one.number) if has_ids else place
        if other is None:
            raise BadPrediction(f"{one.where}: id {one.number!r} is not in the second file.")
        if _gold(one) != _gold(second[other]):
            raise BadPrediction(f"{one.where}: its gold is not that of {second[other].where} of the second file.")
        found.append(other)
    if len({*found}) < len(found):
        raise BadPrediction("the first file has an id twice: the claims cannot be paired.")
    return found


def comparison(
    first: Scores, second: Scores, places: Sequence[int], names: tuple[str, str], *, resamples: int, seed: int
) -> Report:
    """A row for each number that both files have. `places` are those of `paired`. Raises NothingToScore."""
    parts = [
        {f"{A}{name}": part for name, part in one.items()}
        | {f"{B}{name}": part for name, part in second.parts[place].items()}
        for one, place in zip(first.parts, places, strict=True)
    ]
    found = estimates(parts, lambda ratios: _derived(ratios, first, second), resamples=resamples, seed=seed)
    sides = [_of_side(found, side) for side in (A, B, DIFFERENCE)]
    both = [said(sides[0], first.unsaid), said(sides[1], second.unsaid)]
    common = both[0].keys() & both[1].keys() & sides[2].keys()
    fixed = first.fixed.keys() & second.fixed.keys()
    values = [
        {name: side[name] for name in common} | {name: one[name] for name in fixed}
        for side, one in zip(sides, (first.fixed, second.fixed, _differences(first, second)), strict=True)
    ]
    built = [first.build(one) for one in values]
    tables = [table for three in zip(*built, strict=True) for table in _beside(three, names)]
    return report_with(tables, first.predictions, resamples)


def _gold(prediction: Prediction) -> object:
    judged = prediction.judged
    return judged.label.upper(), sorted(map(sorted, judged.evidence))


def _derived(ratios: Draws, first: Scores, second: Scores) -> dict[str, Array]:
    """The derived numbers of both files, and all differences."""
    found: dict[str, Array] = {}
    for side, scores in ((A, first), (B, second)):
        own = {name.removeprefix(side): draws for name, draws in ratios.items() if name.startswith(side)}
        own |= scores.derive(own)
        found |= {f"{side}{name}": draws for name, draws in own.items()}
    for name in [one.removeprefix(A) for one in found if one.startswith(A)]:
        if f"{B}{name}" in found:
            found[f"{DIFFERENCE}{name}"] = found[f"{A}{name}"] - found[f"{B}{name}"]
    return found


def _of_side(found: Mapping[str, Estimate], side: str) -> dict[str, Estimate]:
    return {name.removeprefix(side): value for name, value in found.items() if name.startswith(side)}


def _differences(first: Scores, second: Scores) -> dict[str, Estimate]:
    """Of numbers without an interval."""
    return {
        name: exactly(value.value - second.fixed[name].value, value.rows)
        for name, value in first.fixed.items()
        if name in second.fixed
    }


def _beside(tables: Sequence[Table], names: tuple[str, str]) -> Iterator[Table]:
    """A table of one file as rows of three columns, for each unit that it has."""
    one = tables[0]
    columns = (*names, "difference")
    for unit in dict.fromkeys(map(one.unit, one.columns)):
        rows = []
        for row, (name, values) in enumerate(one.rows):
            for place, column in enumerate(one.columns):
                three = tuple(table.rows[row][1][place] for table in tables)
                if one.unit(column) is unit and values[place] is not None:
                    rows.append((": ".join(filter(None, (name, column))), three))
        units = {**dict.fromkeys(names, unit), "difference": CHANGED.get(unit, unit)}
        yield Table(one.title, one.note, columns, tuple(rows), units)
