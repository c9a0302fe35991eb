"""python -m baseline.verdict CLAIM... [--evidence ID...]: the verdict, or why there is none; see README.md"""

from __future__ import annotations

import json
import sys

from baseline.arguments import claims_of, parser_for, pipeline_of, show
from baseline.models import NoModel
from baseline.verdict.classify import NO_WEIGHTS
from baseline.verdict.linearise import linearised


def main() -> None:
    """Print the verdict on each claim from the given evidence, or from what is found for it."""
    parser = parser_for(".verdict", "Judge claims by their evidence.")
    parser.add_argument("--evidence", nargs="+", metavar="ID", help="element ids (default: what the stages find)")
    parser.add_argument("--text", action="store_true", help="print what the model reads instead")
    options = parser.parse_args()
    pipeline = pipeline_of(options)
    for claim in claims_of(options):
        evidence = options.evidence or [one.element for one in pipeline.find(claim).suggestions if one.is_shown]
        if options.text:
            print(
                json.dumps({"claim": claim, "text": linearised(claim, evidence, pipeline.source)}, ensure_ascii=False)
            )
        elif pipeline.judge is None:
            sys.exit("\n".join([*pipeline.notes, NO_WEIGHTS]))
        else:
            try:
                show([pipeline.judge(claim, evidence, pipeline.source)])
            except NoModel as error:
                sys.exit(str(error))


if __name__ == "__main__":
    main()
