"""The sign test: are wins and losses unequal by more than chance."""

from math import comb


def sign_test(wins: int, losses: int) -> float:
    """Return the exact two-sided p-value of wins against losses; ties are left out beforehand.

    With n = wins + losses, p = min(1, 2 * sum over i <= min(wins, losses) of C(n, i) / 2^n) (Conover 1999). For two
    outcomes, found or not, this is McNemar's exact test. 1 when nothing differs.
    """
    differing = wins + losses
    tail = sum(comb(differing, i) for i in range(min(wins, losses) + 1))
    # Whole numbers to the end: 2^n is beyond a float from a thousand questions on.
    possible: int = 2**differing
    return min(1.0, 2 * tail / possible)
