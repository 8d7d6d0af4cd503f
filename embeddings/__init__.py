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
_TAKES = "takes auto, bundled, a model folder, the name of a model on a hub, or openai:<model>"
_ENDPOINT = "openai:"


def encoder_in_use(setting: str) -> str:
    """What a setting stands for, whatever the working folder: `auto` is the bundled encoder, a folder its full path."""
    if setting == "auto":
        return BUNDLED
    folder = Path(setting).expanduser()
    return str(folder.resolve()) if setting != BUNDLED and _is_folder(setting) and folder.is_dir() else setting


def load_encoder(setting: str = "auto", *, offline: bool = False) -> SentenceTransformer:
    """The encoder that a setting names. Takes seconds: call it once a process and keep what it returns.

    `offline`: a model of that name is looked for in this machine's cache alone.
    Raises WrongSetting when there is no such model, or it cannot be loaded. A model behind an endpoint is not asked
    yet: `encode` raises WrongSetting or EncoderUnavailable when that fails.
    """
    name = encoder_in_use(setting)
    if name == BUNDLED:
        from embeddings.bundled import bundled_encoder

        return bundled_encoder()
    if name.startswith(_ENDPOINT):
        from embeddings.endpoint import endpoint_encoder

        return endpoint_encoder(name.removeprefix(_ENDPOINT))
    folder = Path(name).expanduser()
    if _is_folder(name):
        if not (folder / "modules.json").is_file():
            raise WrongSetting(_VARIABLE, f"'{name}' is no model folder: no modules.json in it; {_TAKES}")
        return _load(str(folder), offline=True)
    return _load(name, offline=offline)


def _is_folder(name: str) -> bool:
    """Is it a folder's path? A name on a hub has at most one slash and starts with a letter or digit."""
    if name.startswith(_ENDPOINT):
        return False
    return name.startswith((".", "/", "~", "\\")) or name.count("/") > 1 or "\\" in name or Path(name).is_dir()


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
