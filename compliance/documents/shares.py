"""Shares in any clothes: `5%`, `one percent of the pot`, `1/20 of the winnings`, `$1 per $100 wagered`.

A fixed fee for each stated amount of money is a share of that money. What cannot be reckoned is not guessed: a text
that only mentions a share is told apart from one that gives it.
"""

import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import normalize

from compliance.documents.values import LARGER_NUMBER_WORDS, NUMBER_WORDS

_MULTIPLES: Final = {"hundred": 100, "thousand": 1000}
_NUMBERS: Final = {**NUMBER_WORDS, **LARGER_NUMBER_WORDS, **_MULTIPLES, "a": 1, "an": 1, "twenty-five": 25}
_PARTS: Final = {
    **{"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10, "twelfth": 12},
    **{"fifteenth": 15, "twentieth": 20, "twenty-fifth": 25, "fiftieth": 50, "hundredth": 100},
}
_COUNT: Final = rf"(?:[0-9]{{1,3}}(?:\.[0-9]{{1,6}})?|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_PART: Final = rf"(?:{'|'.join(sorted(_PARTS, key=len, reverse=True))})"
# Any part that has a name, whether or not it is reckoned with: a fortieth.
_ANY_PART: Final = r"(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|[a-z]{3,7}teen|[a-z]{3,5}tie|hundred|thousand)th"
_OF: Final = r"(?: of (?:the |a |an |each |every |any )?(.+))?"
_PERCENT: Final = re.compile(rf"({_COUNT}) ?(?:%|per ?cent(?:um)?){_OF}")
_FRACTION: Final = re.compile(rf"([0-9]{{1,3}}) ?/ ?([0-9]{{1,4}}){_OF}")
_ORDINAL: Final = re.compile(rf"({_COUNT}) ({_PART})s?(?: part)?{_OF}")
# What `read_share` reads, in any case and with any spaces.
SHARES: Final = (_PERCENT.pattern, _FRACTION.pattern, _ORDINAL.pattern)
_FIGURES: Final = r"[0-9][0-9,]*(?:\.[0-9]{2})?"
_MONEY: Final = re.compile(
    rf"(?:for )?(?:each |every |any )*(?:\$(?P<money>{_FIGURES})|(?P<dollars>{_FIGURES}) dollars"
    r"|(?P<big>(?:[a-z]+ )??(?:hundred|thousand))(?: dollars)?|(?P<few>[a-z]+) dollars|dollar)"
    r"(?: of| in| from)?(?: the| a| each)?(?: (?:(?:that|which) (?:is|are|was|were) )?(?P<of>.+))?"
)
# A part of the amount that counts as the whole: the share is at least what it is of the whole.
_OR_A_PART: Final = re.compile(r",? or (?:any )?(?:part|fraction|portion)(?: thereof| of (?:it|that))?\b,?")
# What is kept back when somebody is paid: `less two percent`, `minus a twentieth`.
_LESS: Final = rf"\b(?:less|minus) (?:the )?{_COUNT} ?(?:%|per ?cent(?:um)?\b|{_PART}\b)"
# What somebody stakes or wins, told by the verb: `a twentieth of what they win`.
_WHOSE: Final = r"(?:the |a |each |every )?(?:player dealer|banker?|player|winner|bettor)s?"
_WHAT: Final = rf"what (?:is |was |they |he |she |{_WHOSE} )"
# A text that speaks of a share of what is staked or won, or of an amount for each amount.
_MENTION: Final = re.compile(
    rf"{_LESS}|[0-9] ?%|\bper ?cent(?:um|ages?)?\b|\bpct\b|\bbasis points?\b|\bvig(?:orish)?\b|\bcommissions?\b"
    rf"|(?:\b[0-9]+/[0-9]+|\b{_PART}|\b{_ANY_PART})s?(?: parts?)? of (?:the |a |an |each |every |any |all |{_WHAT})?"
    r"(?:pot|wager|bet|stake|win|won|winning|winnings|action|payout)"
    r"|(?:\$[0-9][0-9.,]*|\bdollars?|\bcents?) (?:per|for each|for every|on each|on every|on the) "
    r"(?:\$?[0-9]+ ?(?:dollars|wagered|won|bet)|\$[0-9]|(?:[a-z]+ )?(?:hundred|thousand|dollar))"
    # The same with words in between, where the amount is said to be staked or won.
    r"|(?:\$[0-9][0-9.,]*|\bdollars?|\bcents?) (?:[a-z]+ ){1,8}?(?:per|for each|for every|on each|on every|for any) "
    r"(?:\$?[0-9][0-9,.]*(?: dollars)?|(?:[a-z0-9]+ )?(?:hundred|thousand)(?: dollars)?|[a-z]+ dollars|dollar) "
    r"(?:that (?:is|are|was|were) |which (?:is|are|was|were) )?(?:of |in )?(?:the )?"
    r"(?:won|wagered|bet|staked|winnings?|wagers?|bets|action|pot)\b"
    # A coin of each dollar, so many cents of each ten dollars, one in twenty of what is won.
    r"|\b(?:cents?|penny|pennies|nickels?|dimes?|quarters?|dollars?) (?:of|from|in|out of|on) (?:each|every|the|any|a) "
    r"(?:\$[0-9]|(?:[a-z0-9]+ )?dollars?\b|hundred|thousand)"
    rf"|\b(?:one|[0-9]+|{_COUNT} (?:dollars?|chips?)) (?:in|out of) (?:each |every )?{_COUNT} "
    rf"(?:dollars?|chips?|of (?:the |each |every |all |any |{_WHAT})?(?:pot|wager|bet|win|won))"
)
# One of these stands in every such text. Most texts have none, which is seen in a tenth of the time.
_SIGN: Final = re.compile(
    r"%|\$|less|minus|cent|pct|basis|vig|commission|dollar|penn|nickel|dime|quarter|chip"
    rf"|of (?:the |a |an |each |every |any |all |{_WHAT})?(?:pot|wager|bet|stake|win|won|action|payout)"
)
# What is taken, or goes to who runs the game: a share that nobody takes is no fee.
_HOUSE: Final = (
    r"(?:house|club|casino|card ?room|establishment|enterprise|management|operator|licensee|owners?|room|floor|cage)"
)
_CHARGED: Final = re.compile(
    rf"{_LESS}"
    r"|\b(?:fees?|collections?|commissions?|rakes?|raked|vig(?:orish)?|toll|tax|levy|levied|surcharges?|charges?|charged|deduct\w*|"
    r"withh[eo]ld\w*|skim\w*|drops?|dropped)\b"
    rf"|\b(?:to|for|by|of|with) (?:the |its )?{_HOUSE}\b|\b{_HOUSE}(?:'s)? (?:share|cut|part|portion|percentage)\b"
    rf"|\b{_HOUSE} (?:\w+ )?(?:gets?|receives?|earns?|wins?|is (?:paid|owed|due)|has|is entitled)\b"
    r"|\b(?:players?|winners?|bettors?) (?:\w+ )?(?:pays?|gives?|contributes?|owes?)\b"
)
_TAKEN: Final = re.compile(r"\b(?:retain\w*|keeps?|kept|keeping|takes?|taken|taking|collect(?:s|ed|ing)?)\b")
# What the bank, a winner or another player takes is play and no fee, as long as nobody else is named.
_PLAYED_FOR: Final = re.compile(
    r"\b(?:to|by) (?:the |a |each |all )?(?:player dealer|bank|banker|winners?|winning|players?|holders?|other)\b"
    r"|\b(?:player dealer|banker?|winner) (?:\w+ )?(?:keeps|takes|collects|wins|retains)\b"
)
_OF_MONEY: Final = re.compile(
    rf"(?:%|\bper ?cent(?:um|ages?)?|\bpct|\b{_PART}) of (?:the |a |an |each |every |any |all |what is )*"
    r"(?:pots?|wager\w*|bets?|stakes?|win\w*|won|action|payouts?|handle|drop|amount)\b"
)
# A small share of money of which nothing says that it is staked, paid or only reckoned: what else would become of it?
_SMALL_SHARE: Final = re.compile(
    r"(?:%|\b(?:per ?cent(?:um)?|pct|tenth|twelfth|fifteenth|twentieth|twenty fifth|fiftieth|hundredth)s?) of "
    r"(?:the |a |an |each |every |any |all |what is |player's |total )*"
    r"(?:pots?|wager\w*|bets?|stakes?|win\w*|won|action|payouts?|handle)\b"
)
_STAKED_OR_PAID: Final = re.compile(
    r"\b(?:pays?|paid|paying|receives?|gets?|awards?|awarded|returns?|returned|refund\w*|forfeits?|forfeited|loses?|lost|"
    r"raises?|minimum|maximum|at (?:least|most)|up to|jackpots?|meter|progressive|seed\w*|edge|advantage|expect\w*|"
    r"average|probabilit\w*|chances?|odds)\b"
)
_ANY_HOUSE: Final = re.compile(rf"\b{_HOUSE}\b")
# All of it goes to players: of that nobody takes a share.
_ALL_GOES_BACK: Final = re.compile(
    r"\b(?:100 ?%|(?:one |a )?hundred per ?cent) of [^;.]{1,80}? (?:returned|paid|given|goes|go|distributed)"
    r"(?: out| back)? to (?:the |its |winning )?(?:players|winners|patrons)\b"
)
_AGENCY: Final = re.compile(
    r"\b(?:gambling|control|gaming|state) commission\b|\bcut card\b|\bhouse (?:dealer|way|rules?)\b"
)
# `Commission-free`, and how sentences part; what stands in a clause of its own denies nothing in another.
_FREE: Final = re.compile(r"\b(?:commission|fee|rake|percentage) free\b|\bfree of\b")
_PARTED: Final = re.compile(r"[;:.!?](?=\s|$)|\b(?:and|then|but|while)\b")
_DENIAL: Final = re.compile(r"\b(?:no|not|never|none|neither|without|cannot|nothing|nobody)\b|n't\b")
_SUPPOSED: Final = re.compile(
    r"\b(?:who|whose|which|that|if|when|where|whether|unless|until|because|though|except|other than)\b"
)
_BOUNDED: Final = re.compile(
    r"\b(?:more|less|fewer|higher|lower|greater|above|below|over|under|beyond|only) than\b|"
    r"\b(?:above|beyond|except|only)\b"
)
# What a text only names to say that it is not so. From where a sentence begins, and so looked for once in each.
_DISOWNED: Final = re.compile(
    r"(?:^|(?<=[;.]))[^;.]*, which (?:(?:this|this game|the game|it|here) )?(?:is|are|does|do) not"
    r"(?: (?:done|so|allowed|here))?(?=[;.]|$)"
)
_ONE_OF_THEM: Final = re.compile(r"\b(none|neither) of (?:which|them|these)\b")
_SHORT: Final = 500  # characters of a text that is kept
_FIGURE: Final = re.compile(rf"[0-9]%|\b(?!an? ){_COUNT} per ?cent\b")


class MoneyShare(NamedTuple):
    """A share, and of what it is one; `per` is the amount of money that it was written for, if it was."""

    share: Fraction
    of: str
    per: str = ""


def read_share(text: str) -> MoneyShare | None:
    """A share written as a percentage, a fraction or in words; None for anything else."""
    words = " ".join(text.lower().split())
    if found := _PERCENT.fullmatch(words):
        return MoneyShare(_parse_number(found[1]) / 100, found[2] or "")
    if (found := _FRACTION.fullmatch(words)) and int(found[2]):
        return MoneyShare(Fraction(int(found[1]), int(found[2])), found[3] or "")
    if found := _ORDINAL.fullmatch(words):
        return MoneyShare(_parse_number(found[1]) / _PARTS[found[2]], found[3] or "")
    return None


@lru_cache(maxsize=1024)
def share_per_money(amount: Decimal, per: str) -> MoneyShare | None:
    """A fixed fee for each stated amount of money, as the share that it is; None where `per` names no amount."""
    words = _OR_A_PART.sub("", " ".join(per.lower().split()))
    found = _MONEY.fullmatch(words)
    measure = _base_amount(found) if found is not None else None
    if found is None or not measure:
        return None
    return MoneyShare(Fraction(amount) / measure, found["of"] or "", per)


def mentions_share(text: str, of_a_fee: bool = True, among_fees: bool = False) -> bool:
    """Whether a text speaks of a share of what is wagered or won that somebody takes, and does not deny that there is
    one. What is said of a fee need not say that it is taken; among fees, a share of money need not."""
    mentioned = _cached_mentions_share if len(text) <= _SHORT else _mentions_share
    return mentioned(text, of_a_fee, among_fees)


def _mentions_share(text: str, of_a_fee: bool, among_fees: bool) -> bool:
    # `½`, and figures and signs of other widths, mean what they look like.
    words = (text if text.isascii() else normalize("NFKC", text).replace("\u2044", "/")).lower()
    words = " ".join(words.replace("-", " ").split())
    if _SIGN.search(words) is None:
        return False
    words = _FREE.sub("no commission", _AGENCY.sub(" ", _ALL_GOES_BACK.sub(" ", _DISOWNED.sub(" ", words))))
    if _MENTION.search(words) is None:
        return False
    taken = of_a_fee or (among_fees and _OF_MONEY.search(words) is not None)
    taken = taken or any(_is_taken(sentence) for sentence in re.split(r"[;.](?=\s|$)", words))
    return taken and any(_asserts_share(clause) for clause in _split_clauses(_ONE_OF_THEM.sub(r"\1", words)))


# Several requirements look through the same texts.
_cached_mentions_share = lru_cache(maxsize=2048)(_mentions_share)


def _is_taken(sentence: str) -> bool:
    """Whether a sentence with a share in it has somebody take something, and not only the bank or a player."""
    if _MENTION.search(sentence) is None:
        return False
    taken = _TAKEN.search(sentence) is not None
    played_for = _PLAYED_FOR.search(sentence) is not None and _ANY_HOUSE.search(sentence) is None
    return _CHARGED.search(sentence) is not None or (taken and not played_for) or _stands_alone(sentence)


def _stands_alone(sentence: str) -> bool:
    """Whether a sentence speaks of a small share of money, and of nobody who stakes it or is paid it."""
    beside = _SMALL_SHARE.sub(" ", sentence)
    return beside != sentence and _STAKED_OR_PAID.search(beside) is None


def _split_clauses(words: str) -> list[str]:
    """The clauses of a text. A list after one denial is one clause, as long as no figure stands in it."""
    found: list[str] = []
    for part in _PARTED.split(words):
        pieces = part.split(", ")
        listed = " or " in part and _FIGURE.search(part) is None
        found += [part] if listed else pieces
    return found


def _asserts_share(clause: str) -> bool:
    """Whether a clause speaks of a share and does not deny it: by one negation, of which nothing is taken out."""
    mention = _MENTION.search(clause)
    if mention is None:
        return False
    denials = list(_DENIAL.finditer(clause))
    if len(denials) != 1 or _BOUNDED.search(clause) is not None:
        return True
    # From the beginning to what is denied: what is only supposed, or told of somebody, denies nothing.
    return _SUPPOSED.search(clause[: max(denials[0].end(), mention.start())]) is not None


def _parse_number(text: str) -> Fraction:
    return Fraction(_NUMBERS[text]) if text in _NUMBERS else Fraction(Decimal(text))


def _base_amount(found: re.Match[str]) -> Fraction | None:
    """The amount of money that a fee is taken for."""
    if figures := found["money"] or found["dollars"]:
        return Fraction(Decimal(figures.replace(",", "")))
    if found["big"]:
        *before, unit = found["big"].split()
        times = _NUMBERS.get(before[0]) if before else 1
        return Fraction(times * _NUMBERS[unit]) if times is not None else None
    if found["few"]:
        return Fraction(_NUMBERS[found["few"]]) if found["few"] in _NUMBERS else None
    return Fraction(1)
