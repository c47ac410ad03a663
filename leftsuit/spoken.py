"""Sentences for the line by line game: what was done, why not, and how the table lies."""

from __future__ import annotations

from collections.abc import Sequence

from leftsuit import plainwords as w
from leftsuit import position as table
from leftsuit import session, words
from leftsuit.cards import ACE, SUITS, Card, card, is_red, rank, suit
from leftsuit.i18n import pgettext
from leftsuit.plainwords import counted, fill
from leftsuit.position import FOUNDATION, STOCK, WASTE, Move, Position, Refusal
from leftsuit.questions import Loss
from leftsuit.rules import ANY_OTHER_SUIT, Rules
from leftsuit.session import Session
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from leftsuit.record import Summary
    from leftsuit.statistics import Figures, Statistics
    from leftsuit.tips import Tip

_MOST_NAMED = 4
"""So many cards that went up together are named one by one, and no more."""
_MOST_IN_RUN = 3
"""So many cards of a run are named in the whole table; longer ones by their ends."""


class Voice:
    """Says things, with cards in words or in letters."""

    def __init__(self, *, in_words: bool = True) -> None:
        self.in_words = in_words

    def name(self, card: Card) -> str:
        """Name a card."""
        return w.card_name(card, in_words=self.in_words)

    def names(self, cards: Sequence[Card]) -> str:
        """Name cards one after the other."""
        return (", " if self.in_words else " ").join(map(self.name, cards))

    # Moves.

    def step(self, before: Position, moves: Sequence[Move], *, whence: bool = False) -> str:
        """Say what a step did, told from the position before it; with `whence` also from where."""
        first, position = moves[0], table.after(before, moves[0])
        if _only_up(moves):
            said = [self._sent_up(before, moves)]
            position = before
        else:
            said = [
                self._dealt(position) if first.source == STOCK else self.carried(before, first),
                *([_whence(first)] if whence and first.source != STOCK else []),
                *self._turned_up([(before, first)]),
            ]
            moves = moves[1:]
            if moves:
                said.append(self._sent_up(position, moves))
        made = []
        for move in moves:
            made.append((position, move))
            position = table.after(position, move)
        if table.is_won(position):
            return ", ".join(said)
        said += self._turned_up(made)
        pairs = zip(before.columns, position.columns, strict=True)
        empty = [str(n) for n, (old, new) in enumerate(pairs, 1) if old and not new]
        if empty:
            said.append(counted(w.COLUMNS_EMPTY, len(empty), columns=", ".join(empty)))
        if WASTE in (first.source, *(move.source for move in moves)):
            top = position.waste[-1:]
            said.append(fill(w.WASTE_NOW, card=self.name(top[0])) if top else fill(w.WASTE_EMPTY))
        return ", ".join(said)

    def _turned_up(self, made: Sequence[tuple[Position, Move]]) -> list[str]:
        """Name what moves turned up, each told from the position before it."""
        cards = [words.turned_up(before, move) for before, move in made]
        turned = [card for card in cards if card is not None]
        if not turned:
            return []
        if len(turned) > 1 or not self.in_words:
            return [fill(w.TURNED_UP_MANY, cards=self.names(turned))]
        return [fill(w.TURNED_UP, card=self.name(turned[0]))]

    def carried(self, position: Position, move: Move) -> str:
        """Say which cards a move carries where."""
        cards = self.name(table.source_card(position, move))
        if move.length > 1:
            cards = fill(w.AND_MORE, card=cards, count=move.length - 1)
        if move.target == FOUNDATION:
            return fill(w.TO_FOUNDATION, cards=cards)
        to = w.TO_COLUMN if position.columns[move.target] else w.TO_EMPTY
        return fill(to, cards=cards, column=move.target + 1)

    def _dealt(self, after: Position) -> str:
        if not after.waste:
            return counted(w.TURNED_OVER, len(after.stock))
        left = len(after.stock)
        rest = fill(w.LEFT_IN_STOCK, count=left) if left else fill(w.LAST_OF_STOCK)
        return f"{fill(w.DEALT, card=self.name(after.waste[-1]))}, {rest}"

    def _sent_up(self, position: Position, moves: Sequence[Move]) -> str:
        cards = []
        for move in moves:
            cards.append(table.source_card(position, move))
            position = table.after(position, move)
        if len(cards) > _MOST_NAMED:
            return counted(w.SENT_UP_MANY, len(cards), card=self.name(cards[-1]))
        return fill(w.SENT_UP, cards=self.names(cards))

    def last_step(self, game: Session, *, whence: bool = False) -> str:
        """Say what the last step in force did."""
        assert game.last is not None
        return self.step(session.undo(game).position, game.last.moves, whence=whence)

    def taken_back(self, before: Position, moves: Sequence[Move]) -> str:
        """Say which step was taken back, told from the position before it."""
        return fill(w.TAKEN_BACK, what=self._made(before, moves))

    def _made(self, before: Position, moves: Sequence[Move]) -> str:
        """Say shortly what a step did."""
        if _only_up(moves):
            return self._sent_up(before, moves)
        first = moves[0]
        said = [fill(w.THE_DEAL) if first.source == STOCK else self.carried(before, first)]
        if len(moves) > 1:
            said.append(self._sent_up(table.after(before, first), moves[1:]))
        return ", ".join(said)

    # Why not.

    def refused(self, position: Position, refusal: Refusal) -> str:
        """Say why a move is not legal."""
        card, on = refusal.card, refusal.on
        named = {} if card is None else {"card": self.name(card)}
        if on is not None:
            named["on"] = w.card_name(on, in_words=self.in_words, below=True)
        why = words.sentence(fill(refusal.why, **named))
        if refusal.why == table.DOES_NOT_FIT and refusal.on is not None and rank(refusal.on) > ACE:
            wanted = _partner(position.rules, refusal.on, rank(refusal.on) - 1)
            return fill(w.TAKES, why=why, wanted=wanted)
        return why

    def nowhere(self, position: Position, source: int) -> str:
        """Say why nothing can be played from a pile."""
        rules = position.rules
        if source == WASTE:
            cards: tuple[Card, ...] = position.waste[-1:]
            if not cards:
                return fill(w.WASTE_IS_EMPTY_DEAL if position.stock else w.WASTE_IS_EMPTY)
        else:
            cards = position.columns[source][position.hidden[source] :]
            if not cards:
                empty = w.COLUMN_IS_EMPTY_KING if rules.kings_only else w.COLUMN_IS_EMPTY
                return fill(empty, column=source + 1)
        if len(cards) > 1:
            first, last = self.name(cards[0]), self.name(cards[-1])
            return fill(w.NO_PART_FITS, first=first, last=last)
        if rank(cards[0]) == rules.ranks:
            wanted = pgettext("it wants", w.AN_EMPTY_COLUMN)
        elif rank(cards[0]) == ACE:
            wanted = pgettext("it wants", w.ITS_FOUNDATION)
        else:
            wanted = _partner(rules, cards[0], rank(cards[0]) + 1)
        return fill(w.FITS_NOWHERE, card=self.name(cards[0]), wanted=wanted)

    # Help from the game.

    def tip(self, position: Position, tip: Tip) -> str:
        """Say what is worth doing and why."""
        # Whoever never asks does not load this.
        from leftsuit import tips  # noqa: PLC0415

        if not tip.moves:
            return fill(w.NO_TIP_DEAD_END if tip.reason == tips.DEAD_END else w.NO_TIP_USELESS)
        said = []
        move = tip.moves[0]
        if move == table.DEAL:
            said.append(fill(w.TIP_DEAL if position.stock else w.TIP_TURN_OVER))
        else:
            card, column = tip.card, 0 if tip.column is None else tip.column + 1
            blanks = {"card": card, "free": tip.free, "other": tip.other}
            named = {blank: self.name(c) for blank, c in blanks.items() if c is not None}
            templates = {
                tips.TURNS_UP: w.TIP_TURNS_UP,
                tips.SAFE_UP: w.TIP_SAFE_UP,
                tips.GOES_UP: w.TIP_GOES_UP,
                tips.EMPTIES: w.TIP_EMPTIES,
                tips.PLAYS_WASTE: w.TIP_PLAYS_WASTE,
                tips.FREES: w.TIP_FREES,
            }
            why = fill(templates[tip.reason], column=column, **named)
            if len(tip.moves) > 1:
                why = counted(w.IN_MOVES, len(tip.moves), why=why)
            carried = f"{self.carried(position, move)}, {_whence(move)}"
            said.append(fill(w.TIP, move=carried, why=why))
        if tip.exact and tip.won == tip.samples == 1:
            said.append(fill(w.TIP_SURE))
        elif tip.won or (tip.samples and not tip.open):
            odds = w.TIP_ODDS_OPEN if tip.open else w.TIP_ODDS_EXACT if tip.exact else w.TIP_ODDS
            said.append(counted(odds, tip.samples, won=tip.won))
        return "; ".join([*said, fill(w.TIP_AGAIN)])

    def loss(self, game: Session, found: Loss) -> str:
        """Say where a game was lost."""
        could, lost = found
        if lost is None:
            return fill(w.NOT_KNOWN if could is None else w.STILL_WINNABLE)
        if lost == 0:
            return fill(w.NEVER_WINNABLE)
        last = session.go_to(game, lost - 1).moves + 1
        if could is None:
            return fill(w.LOST_AT_OR_BEFORE, last=last)
        if could < lost - 1:
            first = session.go_to(game, could).moves
            return fill(w.LOST_BETWEEN, first=first, last=last)
        what = self._made(session.go_to(game, could).position, game.steps[could].moves)
        return fill(w.LOST_WITH, last=last, what=what)

    # The table.

    def whole_table(self, position: Position) -> list[str]:
        """Tell the whole table, a few piles a line."""
        tops = [f"{self.stock(position)}, {self.waste(position)}", self.foundations(position)]
        columns = range(len(position.columns))
        return tops + [self.column(position, n, whole=False) for n in columns]

    def stock(self, position: Position) -> str:
        """Say how much is left in the stock."""
        count = len(position.stock)
        return fill(w.STOCK, count=count) if count else fill(w.STOCK_EMPTY)

    def waste(self, position: Position) -> str:
        """Name the top card of the waste, the only one that is shown."""
        if not position.waste:
            return fill(w.WASTE_NONE)
        under, top = len(position.waste) - 1, self.name(position.waste[-1])
        if not under:
            return fill(w.WASTE, card=top)
        return fill(w.WASTE_UNDER, card=top, count=under)

    def foundations(self, position: Position) -> str:
        """Name the top cards of the foundations."""
        tops = [card(position.foundations[s], s) for s in SUITS if position.foundations[s]]
        return fill(w.FOUNDATIONS, tops=self.names(tops)) if tops else fill(w.FOUNDATIONS_NONE)

    def column(self, position: Position, number: int, *, whole: bool = True) -> str:
        """Name the cards of a column that lie face up, or of a long run only its ends."""
        down = position.hidden[number]
        cards = position.columns[number][down:]
        if not cards:
            named = fill(w.EMPTY)
        elif whole or len(cards) <= _MOST_IN_RUN:
            named = self.names(cards)
        else:
            first, last = self.name(cards[0]), self.name(cards[-1])
            named = fill(w.RUN_ENDS, first=first, last=last, count=len(cards))
        if down:
            named = fill(w.AND_FACE_DOWN, cards=named, count=down)
        return fill(w.COLUMN, column=number + 1, cards=named)


def _only_up(moves: Sequence[Move]) -> bool:
    """Say whether a step sends up several cards, and does nothing else."""
    return len(moves) > 1 and moves[0].target == FOUNDATION


def _whence(move: Move) -> str:
    if move.source >= FOUNDATION:
        return fill(w.FROM_FOUNDATION)
    return (
        fill(w.FROM_WASTE) if move.source == WASTE else fill(w.FROM_COLUMN, column=move.source + 1)
    )


def _partner(rules: Rules, card: Card, rank: int) -> str:
    """Say which cards of a rank go together with a card in a column."""
    if rules.build == ANY_OTHER_SUIT:
        return fill(w.A_RANK_OF_ANOTHER_SUIT[rank - 1])
    return fill((w.A_BLACK_RANK if is_red(suit(card)) else w.A_RED_RANK)[rank - 1])


# Games.


def game(rules: Rules, deal: int) -> str:
    """Name a game."""
    return _game(rules.name, rules.draw, deal)


def _game(name: str, draw: int, deal: int) -> str:
    return fill(w.GAME, game=fill(words.GAME_NAMES[name]), draw=fill(words.DRAWS[draw]), deal=deal)


def moves(count: int) -> str:
    """Say how many moves."""
    return counted(w.MOVES, count)


def minutes(seconds: float) -> str:
    """Say how long something took."""
    whole = int(seconds // 60)
    return counted(w.MINUTES, whole) if whole else fill(w.LESS_THAN_A_MINUTE)


def statistics(found: Statistics) -> list[str]:
    """Tell the figures of every rule set and draw in which a game has counted."""
    lines = []
    for figures in found.figures:
        if figures.games:
            lines += _figures(figures)
        if figures.going_on:
            lines.append(f"{_kind(figures)}: {counted(w.STATS_GOING_ON, figures.going_on)}")
    if not any(figures.games for figures in found.figures):
        lines.insert(0, fill(w.NO_STATISTICS))
    if found.unreadable:
        lines.append(counted(w.STATS_UNREADABLE, found.unreadable))
    return lines


def _kind(figures: Figures) -> str:
    """Name the rule set and draw that figures are about."""
    game, draw = words.GAME_NAMES[figures.rules], words.DRAWS[figures.draw]
    return fill(w.STATS_KIND, game=fill(game), draw=fill(draw))


def _figures(figures: Figures) -> list[str]:
    from leftsuit import statstext  # noqa: PLC0415 (only who looks back needs it)

    share = statstext.percent(figures.share or 0)
    won = fill(w.STATS_WON, won=figures.won, games=figures.games, share=share)
    lines = [f"{_kind(figures)}: {won}"]
    if figures.won:
        best, median = statstext.clock(figures.best_time), statstext.clock(figures.median_time)
        lines += [
            fill(w.STATS_TIMES, best=best, median=median, fewest=figures.fewest_moves),
            fill(w.STATS_STREAKS, streak=figures.streak, longest=figures.longest_streak),
            fill(w.STATS_HONEST, undo=figures.won_without_undo, help=figures.won_without_help),
        ]
    return lines


def history_line(summary: Summary) -> str:
    """Tell of a game in the history."""
    if not summary.readable:
        return fill(w.UNREADABLE, id=summary.id)
    what = _game(summary.rules, summary.draw, summary.deal)
    template = w.HISTORY_LINE_BEGUN if summary.started else w.HISTORY_LINE
    return fill(
        template,
        id=summary.id,
        game=what,
        result=pgettext("a game", w.RESULTS[summary.result]),
        moves=moves(summary.moves),
        day=summary.started[:10],
    )


# Help.


def rules_told(rules: Rules) -> list[str]:
    """Tell the rules in a few lines."""
    return [
        fill(w.RULES_AIM),
        fill(w.RULES_OTHER_SUIT if rules.build == ANY_OTHER_SUIT else w.RULES_OTHER_COLOUR),
        fill(w.RULES_RUN),
        fill(w.RULES_KING if rules.kings_only else w.RULES_ANY),
        counted(w.RULES_DEAL, rules.draw),
        fill(w.RULES_REDEAL if rules.redeal else w.RULES_ONCE),
    ]


def topic(name: str, rules: Rules) -> list[str]:
    """Tell about one of the topics of the help."""
    if name == w.RULES:
        return rules_told(rules)
    helps = {each.command: each.help for each in w.COMMANDS}
    lines = [helps[command] for command in w.TOPICS[name]]
    if name == w.PLAYING:
        more = [fill(w.HELP_BACK_FROM_FOUNDATION)] if rules.take_back else []
        lines = [*w.HELP_PLAYING, *more, *lines]
    return [fill(line) for line in lines]
