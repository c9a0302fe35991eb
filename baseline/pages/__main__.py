"""python -m baseline.pages CLAIM...: a line of JSON a candidate; see README.md"""

from __future__ import annotations

from baseline.arguments import run_stage

if __name__ == "__main__":
    run_stage(".pages", "The pages that claims are about.", lambda found: found.pages)
