"""MediaWiki's parser functions and variables, as far as infobox templates use them.

A function that is not here gives "": the wiki's data ({{#property:}}), dates of today, what the software says about
itself.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Later(NamedTuple):
    """An argument that is expanded when it is asked for: the name before "=" or None, the value after it, all of it."""

    key: Callable[[], str | None]
    value: Callable[[], str]
    text: Callable[[], str]


Function = Callable[[str, Sequence[Later]], str]
_EXPRESSION = re.compile(r"[-+*/^()<>=!.\d\s]|\b(?:and|or|not|mod|div|e)\b")
_ERROR = '<strong class="error">'
_LONGEST_EXPRESSION = 500


def _text(arguments: Sequence[Later], number: int) -> str:
    return arguments[number].text() if number < len(arguments) else ""


def _if(condition: str, arguments: Sequence[Later]) -> str:
    return _text(arguments, 0 if condition else 1)


def _ifeq(first: str, arguments: Sequence[Later]) -> str:
    return _text(arguments, 1 if _equal(first, _text(arguments, 0)) else 2)


def _equal(first: str, second: str) -> bool:
    if first == second:
        return True
    try:
        return float(first) == float(second)
    except ValueError:
        return False


def _ifexpr(expression: str, arguments: Sequence[Later]) -> str:
    value = calculated(expression)
    return _text(arguments, 0 if value else 1)


def _iferror(text: str, arguments: Sequence[Later]) -> str:
    if _ERROR in text:
        return _text(arguments, 0)
    return _text(arguments, 1) if len(arguments) > 1 else text


def _switch(value: str, arguments: Sequence[Later]) -> str:
    """The first case that equals the value; cases without "=" fall through to the next that has one."""
    found = False
    default: Later | None = None
    for number, argument in enumerate(arguments):
        key = argument.key()
        if key is None:
            case = argument.value()
            if number == len(arguments) - 1:
                return case
            found = found or _equal(value, case)
            if case == "#default":
                default = next((each for each in arguments[number:] if each.key() is not None), None)
        elif found or _equal(value, key):
            return argument.value()
        elif key == "#default":
            default = argument
    return default.value() if default is not None else ""


def calculated(expression: str) -> float | None:
    """The value of a calculation; None for one that is empty or not understood."""
    text = expression.strip().lower()
    if not text or len(text) > _LONGEST_EXPRESSION or _EXPRESSION.sub("", text):
        return None
    text = text.replace("<>", "!=").replace("^", "**").replace("mod", "%").replace("div", "/")
    text = re.sub(r"(?<![<>!=])=(?!=)", "==", text)
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError):
        return None


_OPERATORS: dict[type[ast.AST], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def _value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.BinOp(left, ast.Pow(), right):
            base, power = _value(left), _value(right)
            if abs(power) > 100:
                raise ValueError(power)
            return float(base**power)
        case ast.BinOp(left, sign, right) if type(sign) in _OPERATORS:
            return _OPERATORS[type(sign)](_value(left), _value(right))
        case ast.Compare(left, [sign], [right]) if type(sign) in _OPERATORS:
            return float(_OPERATORS[type(sign)](_value(left), _value(right)))
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand)
        case ast.UnaryOp(ast.UAdd(), operand):
            return _value(operand)
        case ast.UnaryOp(ast.Not(), operand):
            return float(not _value(operand))
        case ast.BoolOp(ast.And(), values):
            return float(all(_value(each) for each in values))
        case ast.BoolOp(ast.Or(), values):
            return float(any(_value(each) for each in values))
    raise ValueError(ast.dump(node)[:80])


def _expr(expression: str, arguments: Sequence[Later]) -> str:
    value = calculated(expression)
    if value is None:
        return _ERROR if expression else ""
    return f"{value:.12g}"


def _title_parts(title: str, arguments: Sequence[Later]) -> str:
    parts = title.split("/")
    try:
        count, first = int(_text(arguments, 0) or 0), int(_text(arguments, 1) or 1)
    except ValueError:
        return title
    start = first - 1 if first > 0 else len(parts) + first
    taken = parts[max(start, 0) :]
    return "/".join(taken[:count] if count else taken)


def _padded(text: str, arguments: Sequence[Later], *, left: bool) -> str:
    width, fill = _text(arguments, 0), (_text(arguments, 1) or "0")[:1]
    size = min(int(width), 500) if width.isdigit() else 0
    return text.rjust(size, fill) if left else text.ljust(size, fill)


FUNCTIONS: dict[str, Function] = {
    "#if": _if,
    "#ifeq": _ifeq,
    "#ifexpr": _ifexpr,
    "#iferror": _iferror,
    "#ifexist": lambda title, arguments: _text(arguments, 0),  # what a template asks about is mostly there
    "#switch": _switch,
    "#expr": _expr,
    "#titleparts": _title_parts,
    "lc": lambda text, arguments: text.lower(),
    "uc": lambda text, arguments: text.upper(),
    "lcfirst": lambda text, arguments: text[:1].lower() + text[1:],
    "ucfirst": lambda text, arguments: text[:1].upper() + text[1:],
    "padleft": lambda text, arguments: _padded(text, arguments, left=True),
    "padright": lambda text, arguments: _padded(text, arguments, left=False),
    "formatnum": lambda text, arguments: f"{{{{formatnum:{text}}}}}",
    "plural": lambda text, arguments: _text(arguments, 0 if text in ("1", "-1") else 1),
    "anchorencode": lambda text, arguments: text,
    "urlencode": lambda text, arguments: text,
    "#tag": lambda name, arguments: "" if name == "ref" else _text(arguments, 0),
}
VARIABLES: dict[str, Callable[[str], str]] = {
    "!": lambda title: "|",
    "=": lambda title: "=",
    "!!": lambda title: "||",
    "!-": lambda title: "|-",
    "PAGENAME": lambda title: title,
    "FULLPAGENAME": lambda title: title,
    "BASEPAGENAME": lambda title: title.rpartition("/")[0] or title,
    "SUBPAGENAME": lambda title: title.rpartition("/")[2],
    "PAGENAMEE": lambda title: title.replace(" ", "_"),
    "NAMESPACE": lambda title: "",
    "NAMESPACENUMBER": lambda title: "0",
    "ns:0": lambda title: "",
    "TALKPAGENAME": lambda title: "",
}
