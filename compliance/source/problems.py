"""The messages for problems of a file, except syntax errors, which `syntax_errors` explains.

Each function builds one problem: what was found, what was expected, what to do next. Nothing is decided here.
"""

from compliance.source.characters import describe_character
from compliance.source.tree import Limits, Problem, Span

_START = Span(1, 1, 1, 1)


def quote_text(text: str) -> str:
    """Return a value as messages show it: in quotes, on one line, shortened."""
    flat = " ".join(text.split())
    return f'"{flat[:39]}…"' if len(flat) > 40 else f'"{flat}"'


def oversized_file(size: int, limits: Limits) -> Problem:
    message = f"The file has {size:,} bytes; at most {limits.bytes:,} are read."
    return Problem("too-large", message, "Check that this is the right file, or split it into several.", _START)


def excess_depth(limits: Limits, place: Span) -> Problem:
    message = f"The nesting goes deeper than {limits.depth} levels here."
    help_ = "Check the brackets and the indentation up to here; no document needs that many levels."
    return Problem("too-deep", message, help_, place)


def excess_nodes(limits: Limits, place: Span) -> Problem:
    message = f"The file holds more than {limits.nodes:,} keys and values, counting what its aliases stand for."
    return Problem("too-many-nodes", message, "Split it into several files, or use fewer aliases (*name).", place)


def excess_characters(limits: Limits, place: Span) -> Problem:
    message = f"The file holds more than {limits.characters:,} characters, counting what its aliases stand for."
    return Problem("too-many-characters", message, "Use fewer aliases (*name) for long texts.", place)


def oversized_text(length: int, limits: Limits, place: Span) -> Problem:
    message = f"The text that begins here has {length:,} characters; at most {limits.scalar:,} are read."
    help_ = "Check that no quote is left open; otherwise shorten the text, or keep it in a file of its own."
    return Problem("too-long", message, help_, place)


def invalid_utf_8(byte: int, place: Span) -> Problem:
    message = f"The byte 0x{byte:02X} is not valid UTF-8, the encoding expected here."
    try:
        meant = bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:
        meant = ""
    if meant.isprintable() and meant:
        message = f'{message} In a Windows-1252 file it would be "{meant}".'
    return Problem("not-utf-8", message, "Save the file again with the encoding UTF-8.", place)


def wide_encoding(encoding: str) -> Problem:
    message = f"The file is saved as {encoding}; UTF-8 is expected."
    return Problem("not-utf-8", message, "Save the file again with the encoding UTF-8.", _START)


def invalid_character(character: str, place: Span, *more_places: Span) -> Problem:
    further = tuple((other, "also here") for other in more_places)
    what = f"The character {describe_character(character)}"
    if character in "\u0085\u2028\u2029":
        message = f"{what} is a line break for some programs and not for others, so lines could not be counted."
        return Problem("line-separator", message, "Replace it with an ordinary line break or a blank.", place, further)
    if character == "\ufeff":
        message = f"{what} cannot be seen and belongs at the very start of a file only, if anywhere."
        return Problem("byte-order-mark", message, "Delete it: retype the text around it.", place, further)
    message = f"{what} cannot be seen and has no place in a text."
    return Problem("control-character", message, "Delete it: retype the text around it.", place, further)


def escaped_control_character(character: str, place: Span) -> Problem:
    message = f"An escape in this text stands for {describe_character(character)}, which cannot be seen."
    return Problem("control-character", message, "Remove the escape: the part with the backslash.", place)


def odd_space(character: str, place: Span) -> Problem:
    message = (
        f"The character {describe_character(character)} looks like a blank or like nothing, but YAML takes it for text."
    )
    return Problem("odd-space", message, "Replace it with an ordinary blank, or delete it.", place)


def tab_character(place: Span) -> Problem:
    message = "A tab stands here where YAML expects blanks; lines are indented with blanks only."
    return Problem("tab", message, "Replace the tab with blanks, as many as the lines of the same level have.", place)


def empty_file() -> Problem:
    message = "The file is empty: no keys and no values are written in it."
    return Problem("empty", message, "Write the document, or delete the file.", _START)


def second_document(place: Span) -> Problem:
    message = "A second document begins here; one file holds one document."
    help_ = "Move what follows into a file of its own; if this line was meant as a divider, delete it."
    return Problem("several-documents", message, help_, place)


def directive(line: str, place: Span) -> Problem:
    message = (
        f'The line {quote_text(line)} is an instruction to YAML; only one is known here, "%YAML 1.1" or "%YAML 1.2".'
    )
    return Problem("directive", message, "Delete the line.", place)


def yaml_tag(written: str, place: Span) -> Problem:
    message = f"{quote_text(written)} is a YAML tag; tags are not used here."
    help_ = "Delete it. If the text really begins with an exclamation mark, put the text in quotes."
    return Problem("tag", message, help_, place)


def duplicate_key(key: str, place: Span, first: Span) -> Problem:
    message = f"The key {quote_text(key)} is written a second time in the same block."
    help_ = "Keep one of them, or rename one if another key was meant."
    if len(key) == 3 and key.isdigit():
        help_ = 'Inside braces a comma ends the value: write amounts with a comma in quotes, such as "$5,000".'
    return Problem("duplicate-key", message, help_, place, ((first, "first written here"),))


def missing_colon(written: str, place: Span) -> Problem:
    message = f'{quote_text(written)} has no colon after it; a key and its value are written as in "key: value".'
    help_ = "Add the colon and a blank after the key. If this continues the text above, indent it further than its key."
    return Problem("missing-colon", message, help_, place)


def null_key(written: str, place: Span) -> Problem:
    what = f"The key {written} means nothing in YAML" if written else "There is no key before this colon"
    return Problem("key-not-text", f"{what}; a key is a text.", "Write the key; put it in quotes if need be.", place)


def key_not_text(place: Span) -> Problem:
    message = "This key is a list or a block of keys; a key is a text."
    help_ = 'Write the key as plain text; if it begins with "[", "{" or "? ", put it in quotes.'
    return Problem("key-not-text", message, help_, place)


def unknown_alias(name: str, place: Span) -> Problem:
    message = f'"*{name}" refers to "&{name}", which is not written anywhere above.'
    help_ = f'Mark the value that is meant with "&{name}"; if "*{name}" is meant as text, put it in quotes.'
    return Problem("unknown-alias", message, help_, place)


def recursive_alias(name: str, place: Span) -> Problem:
    message = f'"*{name}" stands inside the value marked "&{name}", so that value would contain itself.'
    return Problem("recursive-alias", message, "Write the value out here instead.", place)


def bad_merge(written: str, place: Span) -> Problem:
    message = f'"<<" brings in the keys of a block that is marked elsewhere; {quote_text(written)} does not name one.'
    help_ = 'Write "<<: *name" or "<<: [*name, *other]", or write the keys out.'
    return Problem("merge", message, help_, place)
