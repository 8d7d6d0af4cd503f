"""An encoder on another machine, or in another process here: a model behind an OpenAI-compatible embeddings endpoint.

OPENAI_BASE_URL and OPENAI_API_KEY say where, and are never saved with a model. Importing this file imports torch.
"""

from __future__ import annotations

from typing import Any, ClassVar

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.base.modules import InputModule

from companion.llm.vectors import Endpoint
from companion.settings import settings


class EndpointEncoder(InputModule):
    """Texts in, unit vectors out; the network itself lies elsewhere."""

    config_keys: ClassVar[list[str]] = ["model"]

    def __init__(self, model: str) -> None:
        """Raises WrongSetting when neither a key nor an address is set."""
        super().__init__()
        self.model = model
        self.endpoint = Endpoint(settings(), model)

    def preprocess(self, inputs: list[str], prompt: str | None = None, **_: Any) -> dict[str, Any]:
        return {"texts": [(prompt or "") + text for text in inputs]}

    def forward(self, features: dict[str, Any], **_: Any) -> dict[str, Any]:
        features["sentence_embedding"] = torch.from_numpy(self.endpoint.vectors(features["texts"]))
        return features

    def get_embedding_dimension(self) -> int | None:
        """None until the first answer."""
        return self.endpoint.dimensions

    def save(self, output_path: str, *args: Any, safe_serialization: bool = True, **kwargs: Any) -> None:
        self.save_config(output_path)


def endpoint_encoder(model: str) -> SentenceTransformer:
    """The encoder; nothing is asked of the server yet. Raises WrongSetting when neither a key nor an address is set."""
    return SentenceTransformer(modules=[EndpointEncoder(model)], device="cpu", similarity_fn_name="cosine")
