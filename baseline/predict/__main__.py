"""python -m baseline.predict DATA.jsonl [--stages] [--corpus SLUG | --pages FILE] > PREDICTIONS.jsonl

See baseline/README.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

from annotation.release.record import BadRecord, line, read
from baseline.arguments import parser_for, pipeline_of
from baseline.predict.rows import predicted_rows
from corpus.encoding_errors import undecodable_line


def main() -> None:
    """Write the rows of a released file with predictions to standard output."""
    parser = parser_for(".predict", "Predict for every claim of a FEVEROUS file (in the place of CLAIM).")
    parser.add_argument("--stages", action="store_true", help="add the order after every stage, for evaluate --stages")
    options = parser.parse_args()
    if len(options.claims) != 1:
        sys.exit("Name one FEVEROUS file.")
    path = Path(options.claims[0])
    pipeline = pipeline_of(options)
    try:
        with path.open(encoding="utf-8-sig") as lines:
            for number, row in enumerate(predicted_rows(read(lines), pipeline, with_stages=options.stages)):
                sys.stdout.write(line(row))
                if number and number % 100 == 0:
                    print(f"{number:,} claims", file=sys.stderr)
    except OSError as error:
        sys.exit(f"{path} cannot be read: {error.strerror}.")
    except UnicodeDecodeError as error:
        sys.exit(f"{path}: line {undecodable_line(path)}: not UTF-8 ({error.reason}). Save it as UTF-8, unpacked.")
    except BadRecord as error:
        sys.exit(f"{path}: {error}")


if __name__ == "__main__":
    main()
