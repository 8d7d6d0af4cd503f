"""Encoders behind SentenceTransformer's interface: the code that uses one knows no other type.

COMPANION_ENCODER chooses. Importing sentence-transformers takes seconds, so it happens in `load_encoder`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import WrongSetting

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

BUNDLED = "bundled"
"""Multilingual universal sentence encoder v3: 16 languages, 512 dimensions, 31 MB, works offline."""

_VARIABLE = "COMPANION_ENCODER"
_TAKES = "takes auto, bundled, a model folder or the name of a model on a hub"


def encoder_in_use(setting: str) -> str:
    """What a setting stands for: `auto` is the bundled encoder."""
    return BUNDLED if setting == "auto" else setting


def load_encoder(setting: str = "auto", *, offline: bool = False) -> SentenceTransformer:
    """The encoder that a setting names. Takes seconds: call it once a process and keep what it returns.

    `offline`: a model of that name is looked for in this machine's cache alone.
    Raises WrongSetting when there is no such model, or it cannot be loaded.
    """
    name = encoder_in_use(setting)
    if name == BUNDLED:
        from embeddings.bundled import bundled_encoder

        return bundled_encoder()
    if name.startswith("openai:"):
        raise WrongSetting(_VARIABLE, f"'{name}': embeddings from an endpoint are not supported yet; {_TAKES}")
    folder = Path(name).expanduser()
    if _looks_like_path(name) or folder.is_dir():
        if not (folder / "modules.json").is_file():
            raise WrongSetting(_VARIABLE, f"'{name}' is no model folder: no modules.json in it; {_TAKES}")
        return _load(str(folder), offline=True)
    return _load(name, offline=offline)


def _looks_like_path(name: str) -> bool:
    """A hub name has at most one slash and starts with a letter or digit."""
    return name.startswith((".", "/", "~", "\\")) or name.count("/") > 1 or "\\" in name


def _load(name: str, *, offline: bool) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    try:
        return SentenceTransformer(name, local_files_only=offline)
    except Exception as fault:
        # A damaged model makes any of five libraries raise whatever it likes, over several lines.
        if Path(name).is_dir():
            told = " ".join(str(fault).split())[:200]
            what = f"'{name}' holds a model that cannot be loaded ({type(fault).__name__}: {told}): fetch it again"
        elif offline:
            what = f"'{name}' is not in this machine's model cache, and HF_HUB_OFFLINE forbids to fetch it; {_TAKES}"
        else:
            what = f"'{name}' cannot be fetched from the hub: is the name right, and the network up? It {_TAKES}"
        raise WrongSetting(_VARIABLE, what) from fault
