"""Which sentences the house's narrator told in place of a language model, and why: kept while this server runs."""

from __future__ import annotations

import threading
from collections import OrderedDict

from companion.rules import tale

_GAMES = 1000
"""Games whose stand-ins are remembered."""


class StandIns:
    """By game and place in the tale. Threads may share it."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, dict[int, tuple[str, str]]] = OrderedDict()
        self._keeping = threading.Lock()

    def note(self, game: str, index: int, text: str, reason: str) -> None:
        """The sentence of that index was told by the house; `reason`: a word of companion.narrators.llm's Reason."""
        with self._keeping:
            self._known.setdefault(game, {})[index] = (text, reason)
            self._known.move_to_end(game)
            if len(self._known) > _GAMES:
                self._known.popitem(last=False)

    def of(self, game: str, state: tale.TaleState) -> dict[int, str]:
        """The reason by index of the sentence; what was taken back since, and told otherwise, is left out."""
        with self._keeping:
            known = dict(self._known.get(game, {}))
        told = state.sentences
        return {at: why for at, (text, why) in known.items() if at < len(told) and told[at].text == text}
