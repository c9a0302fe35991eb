"""python -m baseline.scoring PREDICTIONS.jsonl [--gold FILE] [--format text|json|markdown]: see README.md"""

from __future__ import annotations

import argparse
import sys

from baseline.scoring.arguments import CannotScore, add_arguments, evaluated


def main() -> None:
    """Print the tables, or end with what is wrong and exit code 1."""
    parser = argparse.ArgumentParser(prog="python -m baseline.scoring", description="Score FEVEROUS predictions.")
    add_arguments(parser)
    try:
        sys.stdout.write(evaluated(parser.parse_args()))
    except CannotScore as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
