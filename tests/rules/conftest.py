"""Every example of the rules runs twice: played on plainly, and stored and read again after every deed."""

from __future__ import annotations

from functools import partial

import pytest

from tests.kit.book_table import book_position
from tests.kit.hill_table import hill_table
from tests.kit.tale_table import tale_table


@pytest.fixture(params=[False, True], ids=["plain", "saved"])
def saved(request):
    return request.param


@pytest.fixture
def table(saved):
    return partial(tale_table, saved=saved)


@pytest.fixture
def position(saved):
    return partial(book_position, saved=saved)


@pytest.fixture
def board(saved):
    return partial(hill_table, saved=saved)
