"""Characters that look like nothing, or like something else. Ranges for regular expressions, and names for messages."""

# Never in a file. Controls can change what a terminal shows; the parser takes the separators for line breaks, which
# would shift every line number after them, and stops at the last two.
FORBIDDEN = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff"

# Look like a blank, or like nothing at all, and yet are part of a text.
ODD_SPACES = (
    "\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u202a-\u202f\u205f-\u2064"
    "\u2066-\u206f\u2800\u3000\u3164\uffa0"
)

_CONTROL_NAMES = {0x00: "null", 0x08: "backspace", 0x0B: "vertical tab", 0x0C: "form feed", 0x1B: "escape"}
_CONTROL_NAMES |= {0x7F: "delete", 0x85: "next line", 0xFEFF: "byte order mark"}


def describe_character(character: str) -> str:
    """Describe a character that cannot be shown: "U+00A0 (no-break space)"."""
    from unicodedata import name  # a large table, needed only when something is wrong

    code = ord(character)
    return f"U+{code:04X} ({_CONTROL_NAMES.get(code) or name(character, 'control character').lower()})"
