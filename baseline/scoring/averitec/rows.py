"""Read gold and predicted rows of AVeriTeC, and pair them by id or by claim, never by their order alone."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, TextIO

from baseline.scoring.predictions import BadPrediction

LARGEST_ROW = 5_000_000  # characters of one row: files are read a row at a time, however long they are
_CHUNK = 65_536
_END: Final = object()
_NUMBERS = ("claim_id", "id")

Row = dict[str, Any]
Placed = tuple[str, Row]  # the words that name a row's place, and the row


@dataclass(frozen=True, slots=True)
class Pair:
    """A gold row with what was predicted for it. `where` names the line or place of the prediction.

    `place`: that of the gold row in its file, from 0.
    """

    gold: Row
    predicted: Row
    where: str
    place: int = 0


def iter_rows(path: Path) -> Iterator[Placed]:
    """The objects of a JSON array or of JSON lines, read one at a time, each with the words that name its place.

    Raises BadPrediction, OSError and UnicodeDecodeError.
    """
    empty = True
    with path.open(encoding="utf-8-sig") as file:
        for row in _of_array(path, file) if _is_array(path) else _of_lines(path, file):
            empty = False
            yield row
    if empty:
        raise BadPrediction(f"{path}: no row. Write a JSON array, or one object a line.")


def rows_of(path: Path) -> list[Placed]:
    """All of them."""
    return list(iter_rows(path))


def iter_pairs(gold: Sequence[Placed], path: Path) -> Iterator[Pair]:
    """The rows of a file of predictions with their gold rows, in the order of the file, which is read twice.

    Raises BadPrediction before the first pair where it is not certain which claim a row is of; else as `iter_rows`.
    """
    places = _places(gold, [_key(where, row) for where, row in iter_rows(path)])
    for place, (where, row) in zip(places, iter_rows(path), strict=True):
        yield Pair(gold[place][1], row, where, place)


def paired(gold: Sequence[Placed], predicted: Sequence[Placed]) -> list[Pair]:
    """Every gold row with its prediction, in the order of the gold rows. Raises BadPrediction as `iter_pairs` does."""
    places = _places(gold, [_key(where, row) for where, row in predicted])
    pairs = (Pair(gold[place][1], row, where, place) for place, (where, row) in zip(places, predicted, strict=True))
    return sorted(pairs, key=lambda pair: pair.place)


def _key(where: str, row: Row) -> Placed:
    """What of a row tells its claim. Raises BadPrediction for a number that is none."""
    for name in _NUMBERS:
        value = row.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | str)):
            raise BadPrediction(f"{where}: {name}: {value!r} is no whole number and no text. Write the claim's own.")
    return where, {name: row[name] for name in (*_NUMBERS, "claim") if name in row}


def _places(gold: Sequence[Placed], predicted: Sequence[Placed]) -> list[int]:
    """The place among the gold rows of every prediction. Raises BadPrediction where that is not certain.

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
    known = set(found)
    if missing := [place for place in range(len(gold)) if place not in known]:
        first = gold[missing[0]]
        raise BadPrediction(
            f"{len(missing):,} of {len(gold):,} gold claims have no prediction, first that of {first[0]}: "
            f"{str(first[1].get('claim'))[:60]!r}. Predict every claim; evidence may be empty."
        )
    return found


def _by_number(gold: Sequence[Placed], predicted: Sequence[Placed]) -> list[int]:
    numbers = [_number(row) for _where, row in gold]
    own = all(number is not None for number in numbers)
    places = {str(number if own else place): place for place, number in enumerate(numbers)}
    found: dict[int, str] = {}
    for where, row in predicted:
        number = str(_number(row))
        if number not in places:
            raise BadPrediction(f"{where}: claim_id: {number} is no claim of the gold file. Correct or remove the row.")
        place = places[number]
        if place in found:
            raise BadPrediction(f"{where}: claim_id: {number} is that of {found[place]} too. Keep one of them.")
        claim, known = row.get("claim"), gold[place][1].get("claim")
        if isinstance(claim, str) and isinstance(known, str) and _plain(claim) != _plain(known):
            raise BadPrediction(
                f"{where}: claim: {claim[:60]!r} is not the claim {number} of the gold file, {known[:60]!r}. "
                "The rows are of another file or their numbers are shifted."
            )
        found[place] = where
    return list(found)


def _by_claim(gold: Sequence[Placed], predicted: Sequence[Placed]) -> list[int]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, (_where, row) in reversed([*enumerate(gold)]):
        places[_plain(str(row.get("claim", "")))].append(place)
    found: list[int] = []
    for where, row in predicted:
        free = places.get(_plain(row["claim"]))
        if not free:
            words = "is no claim of the gold file, or was predicted before. Correct or remove the row."
            raise BadPrediction(f"{where}: claim: {row['claim'][:60]!r} {words}")
        found.append(free.pop())
    return found


def _plain(claim: str) -> str:
    return " ".join(claim.split())


def _number(row: Row) -> int | str | None:
    values = (row.get(name) for name in _NUMBERS)
    return next((one for one in values if isinstance(one, int | str) and not isinstance(one, bool)), None)


def _is_array(path: Path) -> bool:
    with path.open(encoding="utf-8-sig") as file:
        return file.read(1_000).lstrip().startswith("[")


def _of_array(path: Path, file: TextIO) -> Iterator[Placed]:
    """The objects of an array, with no more of it in memory than one object and a chunk. Raises BadPrediction."""
    text, number = file.read(_CHUNK).lstrip()[1:], 0
    while True:
        where = f"{path}: row {number}"
        text, row = _next_value(where, text.lstrip(" \t\r\n"), file)
        if row is _END:
            return
        if not isinstance(row, dict):
            raise BadPrediction(f"{where}: not an object. Write an object a claim.")
        yield where, row
        number += 1
        text = _more(text, file, least=2).lstrip(" \t\r\n")
        if text.startswith(","):
            text = text[1:]
        elif not text.startswith("]"):
            raise BadPrediction(f"{path}: row {number}: not readable as JSON (want a comma or a bracket). Correct it.")


def _next_value(where: str, text: str, file: TextIO) -> tuple[str, Any]:
    """The rest of the text after its first value, and the value; _END where the array ends. Raises BadPrediction."""
    text = _more(text, file, least=2).lstrip(" \t\r\n")
    if text.startswith("]"):
        return text[1:], _END
    while True:
        try:
            value, end = _decoder(where).raw_decode(text)
        except RecursionError as error:
            raise BadPrediction(f"{where}: nested too deeply to be read.") from error
        except json.JSONDecodeError as error:
            longer = _more(text, file, least=2 * len(text))
            if len(longer) > LARGEST_ROW + 2 * _CHUNK:
                raise BadPrediction(_too_large(where)) from error
            if len(longer) == len(text):
                raise BadPrediction(f"{where}: not readable as JSON ({error}). Correct it.") from error
            text = longer
        else:
            if end > LARGEST_ROW:
                raise BadPrediction(_too_large(where))
            return text[end:], value


def _more(text: str, file: TextIO, least: int) -> str:
    """The text with what follows it in the file, of so many characters at least if there are."""
    while len(text.lstrip()) < least and (read := file.read(max(_CHUNK, least - len(text)))):
        text += read
    return text


def _too_large(where: str) -> str:
    return f"{where}: more than {LARGEST_ROW // 1_000_000} MB, or not closed. Leave out whole pages."


def _of_lines(path: Path, file: TextIO) -> Iterator[Placed]:
    number = 0
    while text := file.readline(LARGEST_ROW + 1):
        number += 1
        where = f"{path}: line {number}"
        if len(text) > LARGEST_ROW:
            raise BadPrediction(_too_large(where))
        if not text.strip():
            continue
        row = _parsed(where, text)
        if not isinstance(row, dict):
            raise BadPrediction(f"{where}: not an object. Write an object a claim.")
        yield where, row


def _decoder(where: str) -> json.JSONDecoder:
    def no_number(name: str) -> NoReturn:
        raise BadPrediction(f"{where}: {name} is no JSON. Write a number, or null.")

    return json.JSONDecoder(parse_constant=no_number)


def _parsed(where: str, text: str) -> Any:
    try:
        return _decoder(where).decode(text)
    except RecursionError as error:
        raise BadPrediction(f"{where}: nested too deeply to be read.") from error
    except json.JSONDecodeError as error:
        raise BadPrediction(f"{where}: not readable as JSON ({error}). Correct it.") from error
