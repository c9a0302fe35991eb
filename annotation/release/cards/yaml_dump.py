"""YAML of the cards by PyYAML: keys plain, texts in double quotes, everything in the order given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

_TEXT = "tag:yaml.org,2002:str"


class _Dumper(yaml.SafeDumper):
    """Quote all texts, so that no reader takes one for a number, a date or a bool; keys only where one might."""

    def represent_str(self, data: str) -> yaml.ScalarNode:
        return self.represent_scalar(_TEXT, data, style='"')

    def represent_dict(self, data: Any) -> yaml.MappingNode:
        node = super().represent_dict(data)
        for key, _value in node.value:
            tag: str = self.resolve(yaml.ScalarNode, key.value, (True, False))  # type: ignore[no-untyped-call]
            if tag == _TEXT:
                key.style = None
        return node

    def ignore_aliases(self, data: Any) -> bool:
        return True


_Dumper.add_representer(str, _Dumper.represent_str)
_Dumper.add_representer(dict, _Dumper.represent_dict)


def yaml_text(value: Mapping[str, Any]) -> str:
    """Dump a mapping of texts, numbers, bools, lists and mappings; newline at the end."""
    return yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=float("inf"))
