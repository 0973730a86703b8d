"""Study of many games: a value, shown as a plain table or as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from statistics import stdev
from typing import Any

from ...foundation.source.frozen import frozen
from ...foundation.texts import Texts, texts, translatable
from ...play.positions.wording import Wording
from ...play.states.game import Game
from ...rules.program import instructions as i
from .played_games import Played


@frozen
class Spread:
    """Distribution of a number: its mean, the least and the most, and how far from the mean it usually lies."""

    mean: float
    least: int
    most: int
    deviation: float = 0.0

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Spread | None:
        """The spread of some numbers; None where there is no number.

        >>> Spread.of([1, 2, 6])
        Spread(mean=3.0, least=1, most=6, deviation=2.65)
        """
        found = list(numbers)
        if not found:
            return None
        deviation = round(stdev(found), 2) if len(found) > 1 else 0.0
        return cls(sum(found) / len(found), min(found), max(found), deviation)


@frozen
class Study:
    """Many games of one ruleset. Scores and lengths are those of the games that ended by the rules; the others are
    counted, and named.

    `clauses` are all that could fire, `categories` what points are given for, `bounds` the rounds and the decisions of
    one player after which a game was given up, `wanted` how many games there would be if nobody had stopped them.
    """

    game: str
    title: str
    version: str
    hash: str
    options: tuple[tuple[str, Any], ...]
    seats: tuple[str, ...]
    seed: int
    bounds: tuple[int, int]
    categories: tuple[str, ...]
    clauses: tuple[str, ...]
    played: tuple[Played, ...]
    wanted: int

    @classmethod
    def of(
        cls,
        game: Game,
        seats: tuple[str, ...],
        seed: int,
        bounds: tuple[int, int],
        played: tuple[Played, ...],
        wanted: int,
    ) -> Study:
        """A study of games that were played."""
        scoring = game.rules_model.scoring
        assert scoring is not None
        changed = tuple(
            (name, game.options[name]) for name, o in game.rules_model.options.items() if o.value != o.default
        )
        return cls(
            game.rules_model.full_id,
            game.title,
            game.version,
            game.hash,
            changed,
            seats,
            seed,
            bounds,
            tuple(line.name for line in scoring.lines),
            could_fire(game),
            played,
            wanted,
        )

    # ---- figures -----------------------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """Number of games that were played."""
        return len(self.played)

    @property
    def finished(self) -> tuple[Played, ...]:
        """The games that ended by the rules."""
        return tuple(each for each in self.played if each.ended)

    @property
    def ended(self) -> int:
        """Number of games that ended by the rules."""
        return len(self.finished)

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The seeds of the games that were given up."""
        return tuple(each.seed for each in self.played if not each.ended)

    @property
    def counted(self) -> float | None:
        """The share of players who were in the running at the end; None if no game ended."""
        return sum(flag for each in self.finished for flag in each.counted) / self._players if self._players else None

    @property
    def out_by(self) -> dict[str | None, int]:
        """Causes that took players out, each with its number, the most frequent first: clauses as in
        `Played.out_by`."""
        found = Counter(self._running("out_by", False))
        return dict(sorted(found.items(), key=lambda each: (-each[1], each[0] or "")))

    def _running(self, what: str, wanted: bool = True) -> Iterator[Any]:
        """Something of the players who were in the running at the end, or of the others."""
        for each in self.finished:
            for value, counts in zip(getattr(each, what), each.counted, strict=True):
                if counts == wanted:
                    yield value

    @property
    def total(self) -> Spread | None:
        """The totals of the players who were in the running at the end; None if there were none."""
        return Spread.of(self._running("totals"))

    @property
    def winning(self) -> Spread | None:
        """The winner's score; games that nobody won are left out, None if there are no others."""
        return Spread.of(each.totals[each.winners[0]] for each in self.finished if each.winners)

    @property
    def lengths(self) -> dict[str, Spread | None]:
        """Lengths of games: in decisions, turns and rounds; None if no game ended."""
        return {
            word: Spread.of(getattr(each, word) for each in self.finished) for word in ("decisions", "turns", "rounds")
        }

    @property
    def categories_mean(self) -> dict[str, float | None]:
        """The mean points of every category, of the players who were in the running at the end; None if there were
        none."""
        parts = list(self._running("breakdown"))
        return {
            name: sum(each[n] for each in parts) / len(parts) if parts else None
            for n, name in enumerate(self.categories)
        }

    @property
    def wins(self) -> tuple[float, ...]:
        """Games won by each seat; one that several sides win is shared among them, and who is together wins
        together."""
        won = [0.0] * len(self.seats)
        for each in self.finished:
            for winner in each.winners:
                won[winner] += 1 / len({each.sides[n] for n in each.winners})
        return tuple(won)

    @property
    def lost(self) -> int:
        """Games that nobody won."""
        return sum(1 for each in self.finished if not each.winners)

    @property
    def are_together(self) -> bool:
        """True if in some game several seats were one side."""
        return any(len(set(each.sides)) < len(each.sides) for each in self.played)

    @property
    def wins_of_bots(self) -> dict[str, float]:
        """Games won by each kind of bot, in the order of the names; a game that several win is shared among them."""
        won = dict.fromkeys(sorted(set(self.seats)), 0.0)
        for each in self.finished:
            for winner in each.winners:
                won[each.bots[winner]] += 1 / len(each.winners)
        return won

    @property
    def fired(self) -> dict[str, tuple[int, int]]:
        """For every clause that fired: how many times, and in how many games. Games that were given up count here
        too."""
        times, games = Counter[str](), Counter[str]()
        for each in self.played:
            times.update(dict(each.fired))
            games.update(name for name, _ in each.fired)
        return {name: (times[name], games[name]) for name in sorted(times)}

    @property
    def never_fired(self) -> tuple[str, ...]:
        """The clauses that never fired: a rule by its name alone where none of its clauses did."""
        fired = self.fired
        lively = {name.partition(".")[0] for name in fired}
        silent = ((name, name.partition(".")[0]) for name in self.clauses if name not in fired)
        return tuple(dict.fromkeys(name if rule in lively else rule for name, rule in silent))

    # ---- for people, and for programs -------------------------------------------------------------------------------

    def table(self, words: Wording | None = None) -> str:
        """The figures as plain text, a line each, in the language of `words` (English if not given)."""
        head, rows, silent = self.parts_of_account(words)
        width = max(len(word) for word, _ in rows)
        return "\n".join([head, *(f"{word:<{width}}  {each}" for word, each in rows), silent])

    def parts_of_account(self, words: Wording | None = None) -> tuple[str, list[tuple[str, str]], str]:
        """Returns the account in parts: what was played, the figures with what they are, and the rules that never fired."""
        said = words.texts if words is not None else texts()
        phrase = said.phrase
        rows = [
            (phrase("games"), self._games(said)),
            (phrase("ended by the rules"), phrase("{number} of {all}", number=self.ended, all=self.games)),
            *self._given_up(said),
            *self._report_unchanged(said),
            (phrase("bots go by"), phrase("what they were shown")),
        ]
        if self.ended:
            rows += self._scores(said, words)
        silent = ", ".join(self.never_fired) or phrase("none")
        title = words.text("ruleset", self.title) if words is not None else self.title
        head = phrase(
            "{title} ({rules} {version}), {n} players: {bots}; seeds from {seed}",
            title=title,
            rules=self.game,
            version=self.version,
            n=len(self.seats),
            bots=", ".join(self.seats),
            seed=self.seed,
        )
        return head, rows, phrase("rules that never fired: {rules}", rules=silent)

    def _games(self, said: Texts) -> str:
        return (
            str(self.games)
            if self.games == self.wanted
            else said.phrase("{number} of {all}, then stopped", number=self.games, all=self.wanted)
        )

    def _given_up(self, said: Texts) -> list[tuple[str, str]]:
        if not self.unfinished:
            return []
        seeds = ", ".join(map(str, self.unfinished[:10])) + (", …" if len(self.unfinished) > 10 else "")
        text = said.phrase(
            "{n} at the bound of {rounds:,} rounds, or {decisions:,} decisions of one player; seeds {seeds}",
            n=len(self.unfinished),
            rounds=self.bounds[0],
            decisions=self.bounds[1],
            seeds=seeds,
        )
        stuck = [each.stuck for each in self.played if each.stuck is not None]
        often = Counter((each.place, each.line, each.waiting) for each in stuck).most_common(1)
        shown = [(said.phrase("given up"), text)]
        for (place, line, waiting), many in often:
            place_text = said.phrase("{place}: {line}, in {n} games", place=place, line=line, n=many)
            shown.append(("  " + said.phrase("most often at"), place_text))
            shown += [("  " + said.phrase("which waited for"), each) for each in waiting]
        return shown

    def _report_unchanged(self, said: Texts) -> list[tuple[str, str]]:
        seeds = [str(each.seed) for each in self.played if each.unchanged]
        if not seeds:
            return []
        shown = ", ".join(seeds[:10]) + (", …" if len(seeds) > 10 else "")
        text = said.plural("{n} game; seeds {seeds}", "{n} games; seeds {seeds}", len(seeds), seeds=shown)
        return [(said.phrase("a loop ended by a round without change"), text)]

    def _scores(self, said: Texts, words: Wording | None) -> list[tuple[str, str]]:
        phrase, many = (
            said.phrase,
            {"decisions": translatable("decisions"), "turns": translatable("turns"), "rounds": translatable("rounds")},
        )
        shown = [
            (phrase("winner's score"), self.winning),
            (phrase("score"), self.total),
            *((phrase(many[word]), each) for word, each in self.lengths.items()),
        ]
        won = (
            self.wins_of_bots
            if len(set(self.seats)) > 1
            else {phrase("seat {number}", number=n + 1): wins for n, wins in enumerate(self.wins)}
        )
        by = translatable("won by {name} and its side") if self.are_together else translatable("won by {name}")
        return [
            *((word, f"{each.mean:.1f}  ({each.least} … {each.most})" if each else "–") for word, each in shown),
            *(
                (
                    f"  {words.name(f'scoring.{name}', name) if words else name.replace('_', ' ')}",
                    "–" if mean is None else f"{mean:.1f}",
                )
                for name, mean in self.categories_mean.items()
            ),
            (phrase("in the running at the end"), self._share(round((self.counted or 0) * self._players))),
            *(
                (
                    "  " + (phrase("out from the start") if by is None else phrase("out by {rule}", rule=by)),
                    self._share(many),
                )
                for by, many in self.out_by.items()
            ),
            *(
                (phrase(by, name=name), phrase("{number} of {all}", number=f"{wins:g}", all=self.ended))
                for name, wins in won.items()
            ),
            *(
                [(phrase("won by nobody"), phrase("{number} of {all}", number=self.lost, all=self.ended))]
                if self.lost
                else []
            ),
        ]

    @property
    def _players(self) -> int:
        """All players of the games that ended."""
        return sum(len(each.counted) for each in self.finished)

    def _share(self, many: int) -> str:
        return f"{100 * many / self._players:.1f} %"

    def to_json(self) -> str:
        """Everything as JSON: the table's figures under `figures`, every game under `played`. Figures of games that
        there are not are null."""
        figures = {
            "games": self.games,
            "stopped": self.games < self.wanted,
            "ended": self.ended,
            "unfinished": self.unfinished,
            "stuck": [{"seed": each.seed, **asdict(each.stuck)} for each in self.played if each.stuck is not None],
            "counted": self.counted,
            "out": [{"by": by, "players": many} for by, many in self.out_by.items()],
            "winning": self.winning,
            "total": self.total,
            "categories": self.categories_mean,
            "lengths": self.lengths,
            "wins": self.wins,
            "lost": self.lost,
            "wins_of_bots": self.wins_of_bots,
            "fired": {name: {"times": times, "games": games} for name, (times, games) in self.fired.items()},
            "never_fired": self.never_fired,
        }
        whole = {
            **asdict(self),
            "options": dict(self.options),
            "bounds": {"rounds": self.bounds[0], "decisions": self.bounds[1]},
        }
        whole["played"] = [{**asdict(each), "fired": dict(each.fired)} for each in self.played]
        return json.dumps({"figures": figures, **whole}, ensure_ascii=False, indent=1, default=asdict)


def could_fire(game: Game) -> tuple[str, ...]:
    """The clauses that can change something, leave a decision, be chosen, or score; in the order of the program."""
    found: list[str] = []
    for node in game.program.code:
        if isinstance(node, i.Set) and node.target.op == "local":
            continue
        if isinstance(node, (i.Set, i.Pieces, i.Returned, i.LayTile, i.Decide, i.Chance)):
            found.append(node.clause.name)
    scoring = game.rules_model.scoring
    assert scoring is not None
    return tuple(dict.fromkeys([*game.rules_model.actions, *found, *(line.clause.name for line in scoring.lines)]))
