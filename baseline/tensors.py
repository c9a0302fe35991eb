"""Weights as numpy arrays: files of float32 tensors in the safetensors format, without torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]


def read_safetensors(path: Path) -> dict[str, Array]:
    """Name -> tensor: length of the header, header as JSON, data.

    Raises OSError, ValueError, LookupError or TypeError.
    """
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    found = {}
    header = json.loads(data[8:start])
    if not isinstance(header, dict):
        raise ValueError("its header is no object")
    for name, about in header.items():
        if name == "__metadata__":
            continue
        if about["dtype"] != "F32":
            raise ValueError(f"{name} is of type {about['dtype']}; want F32")
        first, last = about["data_offsets"]
        found[name] = np.frombuffer(data[start + first : start + last], dtype="<f4").reshape(about["shape"])
    return found
