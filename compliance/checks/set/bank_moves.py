"""Whether the bank moves on, by what system, and whether anybody can keep one."""

from collections.abc import Sequence
from typing import Final

from compliance.checks.looking import or_else
from compliance.checks.parameters import About, Affirms, Denies, IfUnstated, Says, Where
from compliance.checks.registry import check
from compliance.checks.set.bank import every_saying, rotation
from compliance.checks.set.bank_cycle import Cycle, cycle_of
from compliance.checks.set.bank_turn import Ends, GoesOn
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import BankExtract, Extract
from compliance.checks.set.readings import Read, counted, judged, statements_read
from compliance.checks.set.said import Said, placed_facts, said, silence, statements_said
from compliance.checks.verdicts import Verdict, Verdicts, failed, on_a_word, passed, review, unstated
from compliance.routes import Route

_ROTATION: Final = "bank / rotation / "


@check("position-moves")
def position_moves(
    document: BankExtract,
    documents: DocumentSet,
    rotates: Says,
    offers: Sequence[str],
    affirm: Sequence[str],
    deny: Sequence[str],
    ends: Ends = (),
    goes_on: GoesOn = (),
    holders: Where = "",
    amongst: Sequence[str] = (),
) -> Verdicts:
    """The bank is rotated: played through, it leaves each holder. One that is only offered is for a person to judge;
    one that a holder may keep does not rotate, whatever it is called.

    offers: statements that it is only offered
    affirm: phrases that say it is rotated
    deny: phrases that say it is not
    holders: where the rules list who may hold the bank
    amongst: those among whom it must go round
    """
    apart = [
        failed(f"{_only(said)}: it does not go round among the {' or '.join(amongst)}.", said.at)
        for said in _without(document, documents, holders, amongst)
    ]
    if apart:
        return iter(apart)
    cycle = cycle_of(document, documents, ends, goes_on)
    verbs = [_moves(said, cycle) for said in rotation(document, documents, "verb")]
    read = statements_read(document, documents, rotates, affirm, deny)
    told = counted(read, lambda one: _played_through(judged(one, "how the bank moves"), cycle), bool(verbs))
    made = verbs + [verdict for verdict in told if not (verbs and cycle.keeps)]
    offered = [said._replace(value="is offered") for said in statements_said(document, documents, offers)]
    made = made or [_moves(said, cycle) for said in offered]
    nothing = silence(document, "fail", "that the bank rotates", _ROTATION + "verb", (*rotates, *offers))
    return or_else(made, nothing)


def _without(document: Extract, documents: DocumentSet, holders: str, amongst: Sequence[str]) -> list[Said]:
    """Lists of who may hold the bank that have none of those among whom it must go round."""
    listed = placed_facts(document, documents, holders) if holders and amongst else []
    return [said for said in listed if said.value and not set(said.value) & set(amongst)]


def _only(said: Said) -> str:
    return f"The bank may be held by {_names([said])} only{said.whose}"


def _moves(said: Said, cycle: Cycle) -> Verdict:
    verb, at, whose, _ = said
    if verb == "rotates":
        return _played_through(passed(f"The bank rotates{whose}.", at), cycle)
    message = (
        f"The bank {verb}{whose}; that it rotates among the participants is asked, and an offer may be enough where "
        "the rules make it impossible to keep a bank by other means: whether these rules do is for a person to say."
    )
    return review(message, at, label=f"general terms: {verb}" if whose else f"{verb}, not rotated")


def _played_through(verdict: Verdict, cycle: Cycle) -> Verdict:
    """A word that says the bank moves, held against what the rules do with it."""
    if verdict.status != "pass":
        return verdict
    if cycle.keeps:
        (kept, why), *_ = cycle.keeps
        message = f"{verdict.message} Played through, one person may keep it: {why}{kept.whose}."
        return failed(message, kept.at, [(verdict.at, "said here")], "keeps the bank")._replace(elsewhere=kept.there)
    if cycle.moves:
        return verdict._replace(message=f"{verdict.message} Played through, it leaves each holder: {cycle.told}.")
    return on_a_word(verdict)


def _told(
    document: Extract, documents: DocumentSet, fact: str, said: Sequence[Read], about: str, yes: str, no: str
) -> list[Verdict]:
    """What a fact answers, and what statements say: alone where there is no fact, and against it where they deny it."""
    told = [
        passed(f"{yes}{whose}.", at) if value in (True, "yes") else failed(f"{no}{whose}.", at)
        for value, at, whose, _ in every_saying(document, documents, fact)
    ]
    return told + counted(said, lambda one: judged(one, about), bool(told))


@check("position-systematic")
def position_systematic(
    document: BankExtract,
    documents: DocumentSet,
    says: Says,
    affirm: Sequence[str],
    deny: Sequence[str],
    holders: Where = "",
    amongst: Sequence[str] = (),
) -> Verdicts:
    """The bank goes round without a break and by a system, not at somebody's choice: by its direction, its turn and how
    it moves on; words that say so confirm it.

    affirm: phrases that say so
    deny: phrases that say the opposite
    holders: where the rules list who may hold the bank
    amongst: those among whom it must go round
    """
    about = "whether the bank moves continuously and systematically"
    broken = [
        failed(f"The bank does not move continuously{said.whose}.", said.at)
        for said in rotation(document, documents, "continuous")
        if said.value in (False, "no")
    ]
    broken += [
        review(
            f"{_only(said)}: a system that leaves out the {' and '.join(amongst)} is for a person to judge.", said.at
        )
        for said in _without(document, documents, holders, amongst)
    ]
    yes, no = "The bank moves systematically", "The bank does not move systematically"
    read = [one for one in statements_read(document, documents, says, affirm, deny) if one.words]
    told = _told(document, documents, _ROTATION + "systematic", read, about, yes=yes, no=no)
    silent = silence(document, "fail", about, _ROTATION + "systematic", says)
    system = _system(document, documents)
    shown = system is not None and system.status == "pass"
    told = [on_a_word(verdict) if verdict.status == "pass" and not shown else verdict for verdict in told]
    if broken:
        told = [verdict for verdict in told if verdict.status != "pass"]
    return or_else([*broken, *told], system or silent)


def _system(document: Extract, documents: DocumentSet) -> Verdict | None:
    """What a direction and a turn tell of a system where the rules do not use the word; None when there is neither."""
    direction = rotation(document, documents, "direction")
    turns = rotation(document, documents, "at-most") or rotation(document, documents, "every")
    if not direction or not turns:
        message = "The rules give a direction or a turn for the bank, not both, and do not say it moves by a system."
        return review(message, (direction or turns)[0].at) if direction or turns else None
    verbs = {found.value for found in rotation(document, documents, "verb")}
    also = [(turns[0].at, "")]
    said = f"The rules give a direction ({direction[0].value}) and a turn ({turns[0].value}) for the bank"
    if verbs == {"rotates"}:
        told = passed(f"{said}, and it rotates: we read that as a system.", direction[0].at, also)
        return told._replace(basis="reading")
    message = f"{said}, and do not say that it rotates or moves by a system: whether it does is for a person to say."
    return review(message, direction[0].at, also)


@check("no-other-bank")
def no_other_bank(
    document: BankExtract,
    documents: DocumentSet,
    fact: Where,
    says: Says,
    affirm: Sequence[str],
    deny: Sequence[str],
    holders: Where = "",
    barred: Sequence[str] = (),
    ends: Ends = (),
    goes_on: GoesOn = (),
    amongst: Sequence[str] = (),
    backed: Where = "",
) -> Verdicts:
    """Nobody keeps a bank: the rules, played through, take it from each holder, and say who may hold it. Words that say
    so confirm it; where the rules only end each turn, a person must weigh them.

    fact: where the rules may say so
    affirm: phrases that say so
    deny: phrases that leave room for another bank
    holders: where the rules list who may hold the bank
    barred: those who may not be on that list
    amongst: those of whom one must be on it
    backed: where the rules say whether others may put money behind the holder
    """
    about = "that nobody else may keep or run a bank"
    yes, no = "Nobody else may keep a bank", "The rules leave room for another bank"
    read = statements_read(document, documents, says, affirm, deny)
    told = _told(document, documents, fact, read, about, yes=yes, no=no)
    cycle = cycle_of(document, documents, ends, goes_on)
    listed = placed_facts(document, documents, holders) if holders else []
    against = [*_kept(cycle), *_barred_holders(listed, barred)]
    against += [
        review(f"{_only(said)}: whether they keep a bank is for a person to say.", said.at)
        for said in _without(document, documents, holders, amongst)
    ]
    against += [
        review(f"Others may back the bank{said.whose}: whether one of them keeps it is for a person to say.", said.at)
        for said in (placed_facts(document, documents, backed) if backed else [])
        if said.value == "allowed"
    ]
    shown = cycle.moves and bool(listed) and not against
    told = [on_a_word(verdict) if verdict.status == "pass" and not shown else verdict for verdict in told]
    if against:
        return iter([*against, *(verdict for verdict in told if verdict.status != "pass")])
    if shown:
        by = "Nobody can keep a bank by these rules"
        return or_else(told, passed(f"{by}: {cycle.told}; it may be held by {_names(listed)}.", listed[0].at))
    turns = rotation(document, documents, "at-most", "every", "if-nobody-takes-it")
    return or_else(told, _turns_only(about, turns[0].at) if turns else silence(document, "fail", about, fact, says))


def _turns_only(about: str, at: Route) -> Verdict:
    message = f"Nothing states {about}. The rules end a turn; whether that rules out every other bank is for a person."
    return unstated("review", message, at)


def _kept(cycle: Cycle) -> list[Verdict]:
    told = "Played through, one person may keep the bank"
    return [failed(f"{told}: {why}{said.whose}.", said.at)._replace(elsewhere=said.there) for said, why in cycle.keeps]


def _barred_holders(listed: Sequence[Said], barred: Sequence[str]) -> list[Verdict]:
    return [
        failed(f"The bank may be held by {who}{said.whose}.", said.at)._replace(elsewhere=said.there)
        for said in listed
        for who in said.value
        if who in barred
    ]


def _doubtful_holders(listed: Sequence[Said], others: Sequence[str]) -> list[Verdict]:
    open_ = [(said, who) for said in listed for who in said.value if who not in others]
    why = "whether that is the house is for a person to say"
    return [review(f"The bank may be held by {who}{said.whose}: {why}.", said.at) for said, who in open_]


def _names(listed: Sequence[Said]) -> str:
    return ", ".join(str(who) for said in listed for who in said.value)


@check("house-keeps-out")
def house_keeps_out(
    document: BankExtract,
    documents: DocumentSet,
    about: About,
    fact: Where,
    is_: Sequence[str],
    holders: Where,
    barred: Sequence[str],
    others: Sequence[str],
    says: Says = (),
    if_unstated: IfUnstated = "review",
    affirms: Affirms = (),
    denies: Denies = (),
    banks: Where = "",
) -> Verdicts:
    """The house is not among those who may hold the bank: by the list of those who may, and by what is said of it.

    fact: where the rules say that the house takes no part
    is: the values that say so
    holders: where the rules list who may hold the bank
    barred: those who are the house
    others: those who are not; of anybody else a person must say
    banks: where the rules say who banks
    """
    listed = placed_facts(document, documents, holders)
    against = _barred_holders(listed, barred) or _doubtful_holders(listed, others)
    against += [
        failed(f"The {said.value} banks{said.whose}.", said.at)._replace(elsewhere=said.there)
        for said in (placed_facts(document, documents, banks) if banks else ())
        if said.value in barred
    ]
    yield from against
    told = list(said(document, documents, about, fact, says, is_, (), "fail", if_unstated, affirms, denies))
    for verdict in told:
        if verdict.status == "pass" and not against:
            yield verdict if listed else on_a_word(verdict)
        elif verdict.absent and listed and not against:
            yield passed(f"The bank may be held by {_names(listed)}, and the house is none of them.", listed[0].at)
        elif verdict.status != "pass" and not (verdict.absent and against):
            yield verdict
