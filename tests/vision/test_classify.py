"""What three chances tell of a 6 or 9, and of nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.classify import KINDS, told_apart

SIX, NINE = KINDS.index("6"), KINDS.index("9")
CHANCE = st.floats(0, 1)


def nine_of(share: float, upright: float, looks_nine: float) -> float:
    kinds = np.zeros((1, len(KINDS)))
    kinds[0, SIX], kinds[0, NINE] = 1 - share, share
    told = told_apart(kinds, np.array([upright]), np.array([looks_nine]))
    assert told.sum() == pytest.approx(1)
    return float(told[0, NINE])


def test_a_bare_9_is_one_as_soon_as_it_is_known_to_be_upright():
    assert nine_of(share=0.5, upright=0.5, looks_nine=0.99) > 0.97
    assert nine_of(share=0.5, upright=0.5, looks_nine=0.01) < 0.03


def test_a_marked_9_is_one_whatever_it_looks_like():
    assert nine_of(share=0.99, upright=0.99, looks_nine=0.99) > 0.98
    # upside down by its mark: what it would be upright is asked of no one
    assert nine_of(share=0.99, upright=0.01, looks_nine=0.01) >= 0.01


def test_without_any_hint_it_stays_either():
    assert nine_of(share=0.5, upright=0.5, looks_nine=0.5) == pytest.approx(0.5)


@given(share=CHANCE, upright=CHANCE, looks_nine=CHANCE)
def test_chances_stay_chances(share, upright, looks_nine):
    assert 0 <= nine_of(share, upright, looks_nine) <= 1


@given(
    six=st.floats(0, 0.3),
    nine=st.floats(0, 0.3),
    upright=CHANCE,
    looks_nine=CHANCE,
    other=st.integers(0, len(KINDS) - 1).filter(lambda kind: kind not in (SIX, NINE)),
)
def test_other_kinds_and_their_sum_are_left_alone(six, nine, upright, looks_nine, other):
    kinds = np.zeros((1, len(KINDS)))
    kinds[0, SIX], kinds[0, NINE], kinds[0, other] = six, nine, 1 - six - nine
    told = told_apart(kinds, np.array([upright]), np.array([looks_nine]))
    assert told[0, other] == kinds[0, other]
    assert told.sum() == pytest.approx(1)


@given(seed=st.integers(0, 10_000))
def test_the_three_sums_of_a_joint_distribution_give_it_back(seed):
    """Rows: 6, 9; columns: upright, upside down."""
    cells = np.random.default_rng(seed).dirichlet(np.ones(4)).reshape(2, 2)
    share, upright = cells[1].sum(), cells[:, 0].sum()
    looks_nine = cells[1, 0] + cells[0, 1]
    assert nine_of(share, upright, looks_nine) == pytest.approx(cells[1, 0] / upright, abs=1e-6)
