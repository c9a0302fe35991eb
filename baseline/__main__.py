"""python -m baseline CLAIM...: everything for a claim, as one JSON object a claim; see README.md"""

from __future__ import annotations

from baseline.arguments import claims_of, parser_for, pipeline_of, show


def main() -> None:
    """Print pages, sentences, tables, cells, verdict and suggestions of each claim."""
    options = parser_for("", "Find the evidence of claims.").parse_args()
    pipeline = pipeline_of(options)
    for claim in claims_of(options):
        show([pipeline.find(claim)])


if __name__ == "__main__":
    main()
