"""python -m benchmarks.search relevance|claims|speed [--engine elasticsearch] [--folder DIR] [...]: see README.md"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path


def main() -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search")
    parser.add_argument("what", choices=["relevance", "claims", "speed"])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "attest-search-benchmark")
    parser.add_argument("--show", help="relevance: the queries of this kind that did not come first")
    parser.add_argument("--documents", type=int, default=100_000, help="speed: how many")
    parser.add_argument("--keep", action="store_true", help="speed: measure what an earlier run has built")
    parser.add_argument("--engine", choices=["embedded", "elasticsearch"], default="embedded", help="of speed")
    parser.add_argument("--shards", type=int, nargs="+", default=[1, 3], help="speed of Elasticsearch: one by one")
    options = parser.parse_args()
    if options.engine == "elasticsearch" and (options.what != "speed" or not os.environ.get("ELASTICSEARCH_URL")):
        parser.error("--engine elasticsearch measures speed, on the server that ELASTICSEARCH_URL names")
    options.folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["ATTEST_DATA_DIR"] = str(options.folder)
    os.environ["DATABASE_URL"] = ""
    if options.engine == "embedded":
        os.environ["ELASTICSEARCH_URL"] = ""
    import django

    django.setup()
    if options.what == "relevance":
        from benchmarks.search import relevance

        relevance.main(options.folder, options.show)
    elif options.what == "claims":
        from benchmarks.search import claims

        claims.main(options.folder)
    elif options.engine == "elasticsearch":
        from benchmarks.search import elasticsearch_speed
        from search.elastic.server import server_from_settings

        elasticsearch_speed.main(server_from_settings(), options.folder, options.documents, options.shards)
    else:
        from benchmarks.search import speed

        speed.main(options.folder, options.documents, keep=options.keep)


if __name__ == "__main__":
    main()
