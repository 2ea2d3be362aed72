"""General terms of an establishment: what it says once for all the games and schedules that it names."""

from typing import Literal

from compliance.documents.bank import Bank
from compliance.documents.blocks import Block, Document
from compliance.documents.fields import Name
from compliance.documents.schedule import ScheduleTerms


class Covers(Block):
    """The games and schedules that these terms speak for, by id."""

    games: list[Name] = []
    schedules: list[Name] = []


class GeneralTerms(Document):
    """Terms that supply statements to the documents they cover."""

    document: Literal["terms"]
    covers: Covers
    bank: Bank | None = None
    terms: ScheduleTerms | None = None
