"""Printed figures, at the precision with which they are printed."""

import re
from fractions import Fraction
from typing import NamedTuple

from compliance.odds.wagers import percent, places


class Figure(NamedTuple):
    """A printed figure: its value, how many decimal places it is printed with, and in which notation."""

    value: Fraction
    digits: int
    one_in: bool = False
    plain: bool = False  # 0.0703, where others print 7.03%

    def shows(self, exact: Fraction) -> bool:
        """Whether this is how the exact value looks at the printed precision."""
        scaled = self._scaled(exact)
        return scaled is not None and _half_up(scaled, self.digits) == self._scaled_value()

    def cuts(self, exact: Fraction) -> bool:
        """Whether this is the exact value with its further digits cut off, where they should have been rounded."""
        scaled = self._scaled(exact)
        return scaled is not None and _cut_off(scaled, self.digits) == self._scaled_value()

    def printed(self, exact: Fraction) -> str:
        """The exact value in the notation of this figure."""
        if self.one_in:
            return f"1 in {places(1 / exact, self.digits)}" if exact else "never"
        return places(exact, self.digits) if self.plain else percent(exact, self.digits)

    @property
    def share(self) -> Fraction:
        """The figure as a part of one."""
        return 1 / self.value if self.one_in else self.value

    def _scaled(self, exact: Fraction) -> Fraction | None:
        if self.one_in:
            return 1 / exact if exact else None
        return exact if self.plain else exact * 100

    def _scaled_value(self) -> Fraction:
        return self.value if self.one_in or self.plain else self.value * 100


def _cut_off(number: Fraction, digits: int) -> Fraction:
    return Fraction(int(abs(number) * 10**digits), 10**digits) * (1 if number >= 0 else -1)


def _half_up(number: Fraction, digits: int) -> Fraction:
    return _cut_off(number + (1 if number >= 0 else -1) * Fraction(1, 2 * 10**digits), digits)


_PERCENT = re.compile(r"([-+]?)([0-9]{1,9})?(?:\.([0-9]{1,30}))? ?(?:%|percent|per cent)")
_PLAIN = re.compile(r"([-+]?)(0|1)?\.([0-9]{1,30})")
_ONE_IN = re.compile(r"(?:1|one)(?: in |:| out of )([0-9,]{1,20})(?:\.([0-9]{1,30}))?")


def read_figure(text: str) -> Figure | None:
    """`7.0273%`, `-7.0273%`, `0.070273` or `1 in 25.8`; None for anything else."""
    words = text.strip().lower()
    if (found := _PERCENT.fullmatch(words)) and (found[2] or found[3]):
        return Figure(_number(found[1], found[2], found[3]) / 100, len(found[3] or ""))
    if found := _PLAIN.fullmatch(words):
        return Figure(_number(*found.groups()), len(found[3]), plain=True)
    if found := _ONE_IN.fullmatch(words):
        value = _number("", found[1].replace(",", ""), found[2])
        return Figure(value, len(found[2] or ""), True) if value else None
    return None


def _number(sign: str, whole: str | None, part: str | None) -> Fraction:
    value = Fraction(f"{whole or 0}.{part or 0}")
    return -value if sign == "-" else value
