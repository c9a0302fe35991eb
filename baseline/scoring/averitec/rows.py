"""Read gold and predicted rows of AVeriTeC, and pair them by id or by claim, never by their order alone."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from baseline.scoring.predictions import BadPrediction

LARGEST_ARRAY = 100_000_000  # bytes: a JSON array is read whole, lines one at a time
_NUMBERS = ("claim_id", "id")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold row with what was predicted for it. `where` names the line or place of the prediction."""

    gold: Row
    predicted: Row
    where: str


def rows_of(path: Path) -> list[tuple[str, Row]]:
    """The objects of a JSON array or of JSON lines, each with the words that name its place.

    Raises BadPrediction, OSError and UnicodeDecodeError.
    """
    with path.open(encoding="utf-8-sig") as file:
        if _is_array(path):
            if path.stat().st_size > LARGEST_ARRAY:
                most = LARGEST_ARRAY // 1_000_000
                raise BadPrediction(f"{path}: an array of more than {most} MB. Write one object a line (JSONL).")
            found = list(_of_array(path, _parsed(str(path), file.read())))
        else:
            found = [_of_line(f"{path}: line {number}", text) for number, text in enumerate(file, 1) if text.strip()]
    if not found:
        raise BadPrediction(f"{path}: no row. Write a JSON array, or one object a line.")
    return found


def paired(gold: Sequence[tuple[str, Row]], predicted: Sequence[tuple[str, Row]]) -> list[Pair]:
    """Every gold row with its prediction. Raises BadPrediction where that is not certain.

    Rows pair by `claim_id` or `id`; gold rows without one have their place, from 0, as in the shared task. Where
    predictions have none they pair by the words of the claim, equal claims in their order.
    """
    if all(_number(row) is not None for _where, row in predicted):
        found = _by_number(gold, predicted)
    elif all(isinstance(row.get("claim"), str) for _where, row in predicted):
        found = _by_claim(gold, predicted)
    else:
        where = next(where for where, row in predicted if _number(row) is None)
        raise BadPrediction(f"{where}: claim_id: missing. Give every row its claim_id, or the words of its claim.")
    if missing := [place for place in range(len(gold)) if place not in found]:
        first = gold[missing[0]]
        raise BadPrediction(
            f"{len(missing):,} of {len(gold):,} gold claims have no prediction, first that of {first[0]}: "
            f"{str(first[1].get('claim'))[:60]!r}. Predict every claim; evidence may be empty."
        )
    return [Pair(row, found[place][1], found[place][0]) for place, (_where, row) in enumerate(gold)]


def _by_number(gold: Sequence[tuple[str, Row]], predicted: Sequence[tuple[str, Row]]) -> dict[int, tuple[str, Row]]:
    numbers = [_number(row) for _where, row in gold]
    own = all(number is not None for number in numbers)
    places = {str(number if own else place): place for place, number in enumerate(numbers)}
    found: dict[int, tuple[str, Row]] = {}
    for where, row in predicted:
        number = str(_number(row))
        if number not in places:
            raise BadPrediction(f"{where}: claim_id: {number} is no claim of the gold file. Correct or remove the row.")
        place = places[number]
        if place in found:
            raise BadPrediction(f"{where}: claim_id: {number} is that of {found[place][0]} too. Keep one of them.")
        claim, known = row.get("claim"), gold[place][1].get("claim")
        if isinstance(claim, str) and isinstance(known, str) and _plain(claim) != _plain(known):
            raise BadPrediction(
                f"{where}: claim: {claim[:60]!r} is not the claim {number} of the gold file, {known[:60]!r}. "
                "The rows are of another file or their numbers are shifted."
            )
        found[place] = where, row
    return found


def _by_claim(gold: Sequence[tuple[str, Row]], predicted: Sequence[tuple[str, Row]]) -> dict[int, tuple[str, Row]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, (_where, row) in reversed([*enumerate(gold)]):
        places[_plain(str(row.get("claim", "")))].append(place)
    found: dict[int, tuple[str, Row]] = {}
    for where, row in predicted:
        free = places.get(_plain(row["claim"]))
        if not free:
            words = "is no claim of the gold file, or was predicted before. Correct or remove the row."
            raise BadPrediction(f"{where}: claim: {row['claim'][:60]!r} {words}")
        found[free.pop()] = where, row
    return found


def _plain(claim: str) -> str:
    return " ".join(claim.split())


def _number(row: Row) -> int | str | None:
    values = (row.get(name) for name in _NUMBERS)
    return next((one for one in values if isinstance(one, int | str) and not isinstance(one, bool)), None)


def _is_array(path: Path) -> bool:
    with path.open(encoding="utf-8-sig") as file:
        return file.read(1_000).lstrip().startswith("[")


def _of_array(path: Path, values: Any) -> Iterator[tuple[str, Row]]:
    for place, row in enumerate(values):
        if not isinstance(row, dict):
            raise BadPrediction(f"{path}: row {place}: not an object. Write an object a claim.")
        yield f"{path}: row {place}", row


def _of_line(where: str, text: str) -> tuple[str, Row]:
    row = _parsed(where, text)
    if not isinstance(row, dict):
        raise BadPrediction(f"{where}: not an object. Write an object a claim.")
    return where, row


def _parsed(where: str, text: str) -> Any:
    def no_number(name: str) -> NoReturn:
        raise BadPrediction(f"{where}: {name} is no JSON. Write a number, or null.")

    try:
        return json.loads(text, parse_constant=no_number)
    except RecursionError as error:
        raise BadPrediction(f"{where}: nested too deeply to be read.") from error
    except BadPrediction:
        raise
    except ValueError as error:
        raise BadPrediction(f"{where}: not readable as JSON ({error}). Correct it.") from error
