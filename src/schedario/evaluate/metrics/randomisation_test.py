"""The paired randomisation test: is a mean difference larger than swapping the runs at random makes it."""

import random
from collections.abc import Sequence

_TRIALS = 10_000
_SEED = 1


def randomisation_test(differences: Sequence[float]) -> float:
    """Return the two-sided p-value of a mean difference between paired values (Smucker, Allan and Carterette 2007).

    Each trial flips the sign of every difference at random; p is the share of trials whose sum is at least as far from
    zero, counting the observed one. The seed is fixed, so that two runs give the same figure. 1 when nothing differs.
    """
    nonzero = [difference for difference in differences if difference]
    if not nonzero:
        return 1.0
    chance = random.Random(_SEED)
    # A hair less, so that trials that equal the observed sum are not lost to rounding.
    observed = abs(sum(nonzero)) * (1 - 1e-12)
    as_far = sum(abs(_flipped_sum(nonzero, chance.getrandbits(len(nonzero)))) >= observed for _ in range(_TRIALS))
    return (as_far + 1) / (_TRIALS + 1)


def _flipped_sum(values: Sequence[float], signs: int) -> float:
    return sum(value if signs >> place & 1 else -value for place, value in enumerate(values))
