"""python -m baseline.cells CLAIM...: a line of JSON a candidate; see README.md"""

from __future__ import annotations

from baseline.arguments import run_stage

if __name__ == "__main__":
    run_stage(".cells", "The cells and list items that are evidence.", lambda found: found.cells)
