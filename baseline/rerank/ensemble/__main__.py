"""python -m baseline.rerank.ensemble CLAIM...: a line of JSON a page, with its rank in each list; see README.md"""

from __future__ import annotations

import sys
from dataclasses import replace

from baseline.arguments import claims_of, parser_for, pipeline_of, show
from baseline.config import ENSEMBLE
from baseline.words import claim_words


def main() -> None:
    """Print all pages of the aggregated ranking of each claim."""
    options = parser_for(".rerank.ensemble", "The pages of TF-IDF and BM25, joined by rank aggregation.").parse_args()
    pipeline = pipeline_of(options, lambda config: replace(config, retriever=ENSEMBLE))
    for claim in claims_of(options):
        pages = pipeline.retriever.pages(claim_words(claim))
        show(pages)
        if not pages:
            print("No page has a word of the claim.", file=sys.stderr)


if __name__ == "__main__":
    main()
