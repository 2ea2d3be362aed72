"""What is said of several items of one list: the same words but for the name of the item.

Options go by their number in the words, everything else by the name under which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_OPTION: Final = re.compile(r"\b([Oo]ption) ([\w.-]+)")
_MOST_NAMED: Final = 12
_SAME: Final = re.compile(r" The same (?:in options?|for) [^.]*\.$")
_PART_OF_WORD: Final = re.compile(r"[\w-]")
OPTIONS: Final = "options"


def mask_names(message: str, item: tuple[str, str] | None) -> str:
    """What is said, with the name of the item left open. An item is the list that holds it, and its name there."""
    if item is None or (item[1].isdigit() and item[0] != OPTIONS):
        return message
    if item[0] == OPTIONS:
        return _OPTION.sub(r"\1 *", message)
    # By its id, or by a name that is the id in other letters: `joker-in-hand`, Joker in Hand.
    return _mask_name(message, item[1])


def _mask_name(message: str, name: str) -> str:
    """A message with a star for every word that is a name, with hyphens or blanks in it, in large or small letters. No
    pattern is made of it: a document may have thousands of names."""
    text, wanted = message.lower().replace(" ", "-"), name.lower().replace(" ", "-")
    if len(text) != len(message) or not wanted:  # letters that grow when they are made small
        return message
    pieces: list[str] = []
    done = at = 0
    while (at := text.find(wanted, at)) >= 0:
        end = at + len(wanted)
        within = (at and _PART_OF_WORD.match(message, at - 1)) or _PART_OF_WORD.match(message, end)
        if not within:
            pieces += [message[done:at], "*"]
            done = end
        at = at + 1 if within else end
    return "".join([*pieces, message[done:]])


def name_of(message: str, item: tuple[str, str] | None) -> str:
    """What the item is called that a message is about; nothing where it has no name."""
    if item is None:
        return ""
    if item[0] == OPTIONS:
        found = _OPTION.search(message)
        return found[2].rstrip(".") if found else ""
    return item[1] if not item[1].isdigit() else ""


def append_others(message: str, of: str, names: Sequence[str]) -> str:
    """What is said of one item, and of which others it is said too."""
    if not names:
        return message
    where = f"in option{'s' if len(names) > 1 else ''}" if of == OPTIONS else "for"
    return f"{message} The same {where} {_list_names(names)}."


def drop_others(message: str) -> str:
    """What is said of the first item alone."""
    return _SAME.sub("", message)


def _list_names(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMED:
        return f"{', '.join(names[:_MOST_NAMED])} and {len(names) - _MOST_NAMED:,} more"
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
