"""Rules that speak to games of certain families."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from compliance.checks.names import families_of, has_part, has_word, letters
from compliance.checks.verdicts import Verdict, Verdicts, not_applicable
from compliance.documents.game import Game


class Families(NamedTuple):
    """Families that a limit is for: by name, by a word that their names have; and those that it is not for."""

    names: Sequence[str]
    words: Sequence[str] = ()
    others: Sequence[str] = ()

    def includes(self, game: Game) -> bool | None:
        """Whether a game is of these families; None where its names do not tell, or its title tells otherwise."""
        families = families_of(game)
        if families & set(self.names) or any(has_part(name, self.words) for name in families):
            return True
        titled = any(has_word(name, letters(word)) for name in (game.title, *game.aliases) for word in self.words)
        return False if families & set(self.others) and not titled else None

    def answers(self, game: Game, verdicts: Iterable[Verdict], if_unknown: str = "review") -> Verdicts:
        """Verdicts on a limit of these families. A name cannot switch it off: where the family is missing or unknown
        the limit is asked, and what would fail is for a person."""
        of_them = self.includes(game)
        said = f"the family of the game is {game.family or 'not stated'}"
        if of_them is False:
            yield not_applicable(f"Asked of {self.names[0]} and its like; {said}.", ("family",))
            return
        for verdict in verdicts:
            if of_them is None and verdict.absent and if_unknown == "not-applicable":
                yield not_applicable(f"{verdict.message} Only {self.names[0]} has it, and {said}.", ("family",))
            elif of_them is None and verdict.status == "fail":
                message = (
                    f"{verdict.message} That is the limit of {self.names[0]}; {said}: a person must say what it is."
                )
                yield verdict._replace(status="review", message=message)
            else:
                yield verdict
