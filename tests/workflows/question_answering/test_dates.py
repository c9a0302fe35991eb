"""Dates keep their precision; AVeriTeC's own writing and days that do not exist."""

from __future__ import annotations

import json
import lzma
from datetime import date
from pathlib import Path

import pytest

from annotation.workflows.question_answering.dates import (
    BadDate,
    earliest_day,
    from_averitec,
    latest_day,
    parse_date,
    to_averitec,
)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2017", date(2017, 1, 1), date(2017, 12, 31)),
        ("2016-02", date(2016, 2, 1), date(2016, 2, 29)),
        ("2017-02-13", date(2017, 2, 13), date(2017, 2, 13)),
        ("2017-02/2017-04", date(2017, 2, 1), date(2017, 4, 30)),
        ("2016/2017-03-02", date(2016, 1, 1), date(2017, 3, 2)),
    ],
)
def test_precision(text: str, first: date, last: date) -> None:
    known = parse_date(text)
    assert known is not None
    assert (known.earliest, known.latest, known.text) == (first, last, text)
    assert (earliest_day(text), latest_day(text)) == (first, last)


def test_unknown_stays_unknown() -> None:
    assert [parse_date(""), earliest_day(" "), latest_day(""), to_averitec("")] == [None] * 4
    assert from_averitec(None) == from_averitec("") == ""


@pytest.mark.parametrize(
    "text",
    [
        "2020-00-00",
        "2020-13",
        "2020-02-30",
        "0000",
        "31-2-2020",
        "2020-1-1",
        "Feb 2017",
        "2017-04/2017-02",
        "2017/",
        "20",
    ],
)
def test_no_dates(text: str) -> None:
    with pytest.raises(BadDate) as found:
        parse_date(text)
    assert text in str(found.value)


@pytest.mark.parametrize("text", ["31-2-2020", "0-1-2020", "1-13-2020", "2020-10-31", "1/2/2020", "1-1-0000", "1-1-20"])
def test_no_dates_of_averitec(text: str) -> None:
    with pytest.raises(BadDate):
        from_averitec(text)


def test_averitec_writing() -> None:
    assert from_averitec("31-10-2020") == "2020-10-31"
    assert from_averitec("01-02-2020") == "2020-02-01"
    assert to_averitec("2020-10-31") == "31-10-2020"
    assert to_averitec("2017-02") == "1-2-2017"
    assert to_averitec("2017/2018") == "1-1-2017"


def test_every_date_of_the_data_set_comes_back(shared_data: Path) -> None:
    rows = json.loads((shared_data / "averitec" / "dev.json").read_text())
    with lzma.open(shared_data / "averitec" / "train.json.xz") as file:
        rows += json.load(file)
    assert len(rows) == 3_568
    assert [to_averitec(from_averitec(row["claim_date"])) for row in rows] == [row["claim_date"] for row in rows]
