"""Print the requirements of a group of pyproject.toml, one a line: `python docker/requirements.py web`."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("group", help="web (the project's own dependencies), or a dependency group")
    group = parser.parse_args().group
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = pyproject["project"]["dependencies"] if group == "web" else pyproject["dependency-groups"][group]
    print("\n".join(wanted))


if __name__ == "__main__":
    main()
