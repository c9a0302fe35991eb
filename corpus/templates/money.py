"""Templates that write amounts of money."""

from __future__ import annotations

from collections.abc import Callable

from corpus.syntax.parser_state import HOLE
from corpus.templates.call import Call
from corpus.templates.convert import figure
from corpus.word_lists import pairs

# Template names, a tab, the sign that they write before an amount.
_SIGNS = {name: sign for names, sign in pairs("currencies.tsv").items() for name in names.split(" | ")}
_POWERS = {"l": " lakh", "c": " crore", "lc": " lakh crore", "m": " million", "b": " billion", "t": " trillion"}


def _with_sign(amount: str, sign: str) -> str:
    """ "US$5", "CHF 5"."""
    return f"{sign} {figure(amount)}" if sign[-1:].isalpha() else sign + figure(amount)


def _amount(call: Call) -> str:
    """{{US$|5}}: "US$5". What it is worth today, or elsewhere, depends on the day the page is seen: a hole."""
    sign, amount = _SIGNS[call.name], call.get("1")
    text = _with_sign(amount, sign) if amount else sign
    return f"{text} {HOLE}" if call.get("year") or call.flag("about") else text


def _converted(call: Call) -> str:
    """{{INRConvert|5|c}}: "₹5 crore", and a hole for what it is worth elsewhere."""
    amount = call.get("1")
    return f"₹{figure(amount)}{_POWERS.get(call.get('2').lower(), '')} {HOLE}" if amount else HOLE


def _old_pounds(call: Call) -> str:
    """{{£sd|l=5|s=2|d=6}}: "£5 2s 6d"."""
    pounds, shillings, pence = call.get("l", "1"), call.get("s", "2"), call.get("d", "3")
    parts = (f"£{figure(pounds)}" if pounds else "", f"{shillings}s" if shillings else "", f"{pence}d" if pence else "")
    return " ".join(filter(None, parts)) or "£"


def _currency(call: Call) -> str:
    """{{currency|100|USD}}: "US$100"; a currency without a sign is named by its code."""
    amount, code = call.get("amount", "1"), call.get("type", "2") or "USD"
    return _with_sign(amount, _SIGNS.get(code.lower(), code.upper())) if amount else ""


MONEY: dict[str, Callable[[Call], str]] = {
    **dict.fromkeys(_SIGNS, _amount),
    **dict.fromkeys(("inrconvert", "inr convert"), _converted),
    "£sd": _old_pounds,
    "currency": _currency,
}
