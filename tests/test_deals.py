"""Deal numbers: the cards they stand for, and what is no deal number."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game
from pysol_cards.random_base import RandomBase

from leftsuit import deals
from leftsuit.notation import card_text
from leftsuit.position import Position, deal
from leftsuit.rules import ALL_RULES, LEFT_SUIT, Rules
from tests.table import cards

ROOT = Path(__file__).resolve().parent.parent

# Columns 1 to 7, bottom card first, then the stock, next card first; T is a ten.
REFERENCE = {
    1: """QH / 7H TS / 5D 9S 5C / JC KC KH 4C / 9H KD QC KS 3C / 2D 5H AD 2S QD AH /
        JD 7C 5S 3H 9D JS AS /
        4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H""",
    31999: """4C / 6S 5C / KH AS 3D / QH TH 8D 9C / AD AC 2H 7H JS / JH JC 9D AH 5D QC /
        JD 6D 8H 6H 7C 7S 6C /
        2S 8S 3C 7D 5H 8C 4H TD TS 3H 4S KC TC 4D 9S 2C KD 9H KS 5S QS 2D QD 3S""",
    32000: """QS / 3H 5H / 6D 2C 7D / 8D 3C 9C 6H / JS JC AC 6S QD / 4D TH 9D 4H 9S KD /
        7S 3D 5S 2S 8S TS 9H /
        AD QH TC 4C AH JD 4S JH TD 3S 7H 8C 6C 2H 2D 5D KS QC KH 5C 7C 8H KC AS""",
    20261129: """2H / 8H KS / 6S 3C 3H / 9D 8S QS 7H / 8C KD 5H 7S QC / 9H 9C 4D AC 7D 2S /
        2C KH 3S 2D AH QD TH /
        8D KC TS 9S JH JS AS 6D 7C 4S QH AD JC 6C 5D 4C 5C TD JD 4H TC 3D 6H 5S""",
    12345678901234567890: """3S / JC 9H / 4S 7S QD / 3D 3C 6H TS / 7H 8C 6S 7D JS /
        9D 6C KD 5C KS 4H / AH 9S AC TD AS QH KH /
        5D 4D 6D QC TC JD 4C 5S 5H 2D 2H AD 7C 8S 8H JH 8D 3H 2S KC 2C 9C QS TH""",
}

# The sha256 of the deals as text, one a line. It must never change.
PINNED = {
    (1, 1000): "88932a7ccf76a7662339e9ad690643dd84c4d030090b9b2734d2198222cb8af9",
    (32_000, 32_999): "f85007463a66492a46b8cc64a9e0822b6fec746fd51b597483bfada8bd7cc5af",
}


def as_text(position: Position) -> str:
    """Return a deal on one line, in the form of the table above."""
    piles = [*position.columns, position.stock]
    return " / ".join(" ".join(map(card_text, pile)) for pile in piles)


def digest(numbers: Iterable[int]) -> str:
    lines = "".join(as_text(deal(LEFT_SUIT, number)) + "\n" for number in numbers)
    return hashlib.sha256(lines.encode()).hexdigest()


@pytest.mark.parametrize("number", REFERENCE)
@pytest.mark.parametrize("rules", ALL_RULES)
def test_reference_deals(rules: Rules, number: int) -> None:
    assert as_text(deal(rules, number)) == " ".join(REFERENCE[number].split())


@pytest.mark.parametrize("rules", ALL_RULES)
def test_an_opening(rules: Rules) -> None:
    opening = deal(rules, 20261129)
    assert opening.rules is rules
    assert [len(column) for column in opening.columns] == [1, 2, 3, 4, 5, 6, 7]
    assert opening.hidden == (0, 1, 2, 3, 4, 5, 6)
    assert len(opening.stock) == 24
    assert opening.waste == ()
    assert opening.foundations == (0, 0, 0, 0)
    assert opening.stock[:3] == cards("8D KC TS")


def by_pysol(game: str, number: int) -> str:
    """Return a deal as `pysol_cards` makes it, in our form; face-down cards must be where ours
    are."""
    layout = Game(game, number, RandomBase.DEALS_PYSOLFC).calc_layout_string(CardRenderer(True))
    stock, *columns = layout.splitlines()
    for place, column in enumerate(columns):
        assert column.count("<") == place
        assert not column.endswith(">")
    piles = [*(column.replace("<", "").replace(">", "") for column in columns)]
    piles.append(stock.partition(": ")[2])
    return " / ".join(" ".join(pile.split()) for pile in piles)


# The package takes 32,000 itself for a number of the old generator; PySolFC does not.
@pytest.mark.parametrize("numbers", [range(31_000, 32_000), range(32_001, 33_001)])
def test_the_deals_are_those_of_pysolfc(numbers: range) -> None:
    games = ("thumb_and_pouch", "klondike")
    for number in numbers:
        assert as_text(deal(LEFT_SUIT, number)) == by_pysol(games[number % 2], number), number


@pytest.mark.parametrize("number", [1, 2, 32_001, 999_999, 2**31, 2**32, 2**64, deals.LAST])
@pytest.mark.parametrize("game", ["thumb_and_pouch", "klondike"])
def test_far_numbers_are_those_of_pysolfc(game: str, number: int) -> None:
    assert as_text(deal(LEFT_SUIT, number)) == by_pysol(game, number)


@pytest.mark.parametrize(("first", "last"), PINNED)
def test_the_deals_stay_the_same_for_ever(first: int, last: int) -> None:
    assert digest(range(first, last + 1)) == PINNED[first, last]


# Uniformity. Over N shuffles the table of card by place has N/52 in each cell; with chi-square
# taken over all cells, 51/52 of it is distributed with 51 * 51 degrees of freedom (the rows and
# the columns of the table are both fixed): mean 2601, deviation 72.
DEGREES = 51 * 51
THRESHOLD = DEGREES + 5 * (2 * DEGREES) ** 0.5


def chi_square(shuffles: Iterable[Iterable[int]]) -> float:
    data = b"".join(map(bytes, shuffles))
    expected = len(data) / 52 / 52
    total = 0.0
    for place in range(52):
        column = data[place::52]
        total += sum((column.count(card) - expected) ** 2 for card in range(52)) / expected
    return total * 51 / 52


def test_every_card_is_as_likely_in_every_place() -> None:
    numbers = range(deals.TWISTER, deals.TWISTER + 100_000)
    shuffles = [bytes(deals.shuffled(number)) for number in numbers]
    assert chi_square(shuffles) < THRESHOLD
    # Cards that stay where they lay before the shuffle: one a deal on average, variance one.
    unshuffled = [4 * rank + suit for suit in (3, 0, 1, 2) for rank in range(13)]
    data = b"".join(shuffles)
    stayed = sum(data[place::52].count(card) for place, card in enumerate(unshuffled))
    assert abs(stayed - len(numbers)) < 5 * len(numbers) ** 0.5


def test_the_old_generator_is_as_even() -> None:
    assert chi_square(map(deals.shuffled, range(deals.FIRST, deals.TWISTER))) < THRESHOLD


def swapped(pick: Callable[[random.Random, int], int], seed: int) -> list[int]:
    """Return 52 numbers shuffled by swapping each place with the one picked."""
    source = random.Random(seed)
    pile = list(range(52))
    for n in range(51, 0, -1):
        j = pick(source, n)
        pile[n], pile[j] = pile[j], pile[n]
    return pile


def test_the_table_shows_a_biased_shuffle() -> None:
    def never_in_place(source: random.Random, n: int) -> int:
        return int(source.random() * n)

    def from_all(source: random.Random, _: int) -> int:
        return int(source.random() * 52)

    for pick in (never_in_place, from_all):
        assert chi_square(swapped(pick, seed) for seed in range(10_000)) > THRESHOLD


BAD_NUMBERS = [
    "",
    " ",
    "0",
    "00",
    "-1",
    "+5",
    "5.0",
    "1e3",
    "1_000",
    "1,000",
    "1 000",
    "0x10",
    "abc",
    "NaN",
    "inf",
    "None",
    "٣",
    "５",
    "²",
    "5\x00",
    "5;",
    "\x1b[A",
    str(10**20),
    "9" * 400,
    "9" * 10_000,
    "0" * 400 + "1",
]


@pytest.mark.parametrize("text", BAD_NUMBERS)
def test_what_is_no_deal_number(text: str) -> None:
    with pytest.raises(deals.BadDealNumber):
        deals.parse(text)


@pytest.mark.parametrize("number", [0, -1, 10**20, 10**400, -(10**400)])
def test_numbers_out_of_range(number: int) -> None:
    with pytest.raises(deals.BadDealNumber):
        deals.check(number)
    with pytest.raises(deals.BadDealNumber):
        deals.shuffled(number)
    with pytest.raises(deals.BadDealNumber):
        deal(LEFT_SUIT, number)


@pytest.mark.parametrize("number", [1, 9, 31_999, 32_000, 999_999, 2**64, 10**20 - 1])
def test_what_is_a_deal_number(number: int) -> None:
    assert deals.parse(str(number)) == number
    assert deals.parse(f"  {number} ") == number
    assert deals.check(number) == number


def test_random_deals_can_be_told_by_voice() -> None:
    picks = [deals.pick() for _ in range(300)]
    assert all(32_000 <= number <= 999_999 for number in picks)
    assert len(set(picks)) > 290


def test_random_deals_follow_no_seed() -> None:
    state = random.getstate()
    try:
        rows = []
        for _ in range(2):
            random.seed(7)
            rows.append([deals.pick() for _ in range(10)])
    finally:
        random.setstate(state)
    assert rows[0] != rows[1]


def test_dealing_leaves_the_shared_generator_alone() -> None:
    state = random.getstate()
    deals.shuffled(32_000)
    deals.pick()
    assert random.getstate() == state


def test_deals_do_not_depend_on_the_process() -> None:
    program = (
        "from leftsuit import deals\n"
        "print([deals.shuffled(n) for n in (1, 31999, 32000, 20261129, 10**20 - 1)])\n"
        "print(deals.pick(), deals.pick())\n"
    )
    dealt, picked = set(), set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        cards_line, picks_line = run.stdout.splitlines()
        dealt.add(cards_line)
        picked.add(picks_line)
    assert len(dealt) == 1
    assert len(picked) == 3
