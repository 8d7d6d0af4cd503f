"""Every example of the rules runs twice: played on plainly, and stored and read again after every deed."""

from __future__ import annotations

from functools import partial

import pytest

from tests.kit.hill_table import hill_table
from tests.kit.tale_table import tale_table


@pytest.fixture(params=[False, True], ids=["plain", "saved"])
def table(request):
    return partial(tale_table, saved=request.param)


@pytest.fixture(params=[False, True], ids=["plain", "saved"])
def board(request):
    return partial(hill_table, saved=request.param)
