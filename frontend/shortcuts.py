"""Keys of the workspaces that a person may choose: each action with its default, and what two of them may not share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

BOTH, VERIFY, WRITE = frozenset({"verify", "lines", "write"}), frozenset({"verify", "lines"}), frozenset({"write"})
# Of verification, where pages are articles, and where they are lines.
ARTICLES, LINES = frozenset({"verify"}), frozenset({"lines"})
# Of questions with answers, which use the keys of cards, sets and suggestions for theirs.
ANSWERS = frozenset({"answers"})
SHIFT = "shift+"
# "?" must lead to the list of keys whatever else was chosen; numbers are verdicts and claims.
FIXED = frozenset("?0123456789")
READING, SELECTING, DECIDING = gettext_noop("Reading"), gettext_noop("Selecting"), gettext_noop("Deciding")


@dataclass(frozen=True, slots=True)
class Shortcut:
    """`key` is the default, named as `static/js/layout/keys.js` names keys; the scripts know the action by it."""

    action: str
    key: str
    group: str
    name: str | Promise
    rooms: frozenset[str] = BOTH


SHORTCUTS = (
    Shortcut("search", "/", READING, gettext_lazy("Search for a page")),
    Shortcut("find", "f", READING, gettext_lazy("Find on this page")),
    Shortcut("back", "b", READING, gettext_lazy("Back")),
    Shortcut("article", "a", READING, gettext_lazy("To the article")),
    Shortcut("contents", "o", READING, gettext_lazy("Contents")),
    Shortcut("next-heading", "j", READING, gettext_lazy("Next heading")),
    Shortcut("previous-heading", "k", READING, gettext_lazy("Previous heading")),
    Shortcut("next-table", "t", READING, gettext_lazy("Next table")),
    Shortcut("previous-table", "shift+t", READING, gettext_lazy("Previous table")),
    Shortcut("next-link", "l", READING, gettext_lazy("Next link")),
    Shortcut("previous-link", "shift+l", READING, gettext_lazy("Previous link")),
    Shortcut("bookmark", "p", READING, gettext_lazy("Bookmark this element or page")),
    Shortcut("bookmarks", "shift+p", READING, gettext_lazy("To the bookmarks")),
    Shortcut("guidelines", "g", READING, gettext_lazy("Guidelines")),
    Shortcut("highlight", "h", READING, gettext_lazy("Back to the highlight"), WRITE),
    Shortcut("beside", "d", READING, gettext_lazy("Two pages side by side"), ARTICLES),
    Shortcut("row", "r", SELECTING, gettext_lazy("Select this row"), ARTICLES),
    Shortcut("column", "c", SELECTING, gettext_lazy("Select this column"), ARTICLES),
    Shortcut("remove-row", "shift+r", SELECTING, gettext_lazy("Remove this row"), ARTICLES),
    Shortcut("remove-column", "shift+c", SELECTING, gettext_lazy("Remove this column"), ARTICLES),
    Shortcut("previous-set", "[", SELECTING, gettext_lazy("Previous evidence set"), VERIFY),
    Shortcut("next-set", "]", SELECTING, gettext_lazy("Next evidence set"), VERIFY),
    Shortcut("add-set", "+", SELECTING, gettext_lazy("Another evidence set"), VERIFY),
    Shortcut("compare", "v", SELECTING, gettext_lazy("Compare the sets"), VERIFY),
    Shortcut("cards", "e", SELECTING, gettext_lazy("To the cards"), VERIFY),
    Shortcut("card-menu", "m", SELECTING, gettext_lazy("Menu of a card"), VERIFY),
    Shortcut("suggestions", "s", SELECTING, gettext_lazy("To the suggestions"), VERIFY),
    Shortcut("accept", "y", SELECTING, gettext_lazy("Accept a suggestion"), VERIFY),
    Shortcut("dismiss", "n", SELECTING, gettext_lazy("Dismiss a suggestion"), VERIFY),
    Shortcut("dictionary", "x", SELECTING, gettext_lazy("To the dictionary of the line"), LINES),
    Shortcut("main-page", "w", SELECTING, gettext_lazy("Add the main page to the dictionary"), LINES),
    Shortcut("add-page", "q", SELECTING, gettext_lazy("Add a page to the dictionary"), LINES),
    Shortcut("unsure", "u", DECIDING, gettext_lazy("Flag as “not sure”"), VERIFY),
    Shortcut("add-answer", "i", DECIDING, gettext_lazy("Another answer to a question"), ANSWERS),
)
BY_ACTION = {each.action: each for each in SHORTCUTS}


def keys_of(chosen: Mapping[str, str]) -> dict[str, str]:
    """The key of every action, with the person's choices."""
    return {each.action: chosen.get(each.action) or each.key for each in SHORTCUTS}


def rebound(chosen: Mapping[str, str]) -> dict[str, str]:
    """Default key -> the person's, of those that differ: what the scripts need."""
    own = keys_of(chosen)
    return {each.key: own[each.action] for each in SHORTCUTS if own[each.action] != each.key}


def normalised(written: str) -> str:
    """A key as the scripts name it: "R" and "Shift+R" are both "shift+r"."""
    written = written.strip()
    if len(written) == 1 and written.isalpha() and written != written.lower():
        return SHIFT + written.lower()
    return written.lower()


def label_of(key: str) -> str:
    """A key as people read it."""
    return f"{_('Shift')}+{key.removeprefix(SHIFT).upper()}" if key.startswith(SHIFT) else key


def problems_of(keys: Mapping[str, str]) -> dict[str, list[str]]:
    """Action -> what is wrong with its key; `keys` has one for every action, normalised."""
    found: dict[str, list[str]] = defaultdict(list)
    for action, key in keys.items():
        plain = key.removeprefix(SHIFT)
        if len(plain) != 1 or plain.isspace() or not plain.isprintable():
            found[action].append(_("Press one key, alone or with Shift."))
        elif plain in FIXED:
            found[action].append(_("“%(key)s” has a meaning that stays. Choose another key.") % {"key": plain})
    for one in SHORTCUTS:
        for other in SHORTCUTS:
            if one is not other and keys[one.action] == keys[other.action] and one.rooms & other.rooms:
                values = {"key": label_of(keys[one.action]), "other": other.name}
                found[one.action].append(_("“%(key)s” is also the key for “%(other)s”.") % values)
    return dict(found)
