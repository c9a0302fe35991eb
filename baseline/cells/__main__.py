"""python -m baseline.cells CLAIM...: a line of JSON a candidate; see README.md"""

from __future__ import annotations

from baseline.arguments import claims_of, parser_for, pipeline_of, show


def main() -> None:
    """Print the candidates of each claim, best first."""
    options = parser_for(".cells", "The cells and list items that are evidence.").parse_args()
    pipeline = pipeline_of(options)
    for claim in claims_of(options):
        found = pipeline.find(claim)
        show(found.cells, (note for note in found.notes if not note.startswith("No verdict")))


if __name__ == "__main__":
    main()
