"""Layers of `baseline/rerank/transformer.py` against torch's, to 1e-5."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from baseline.rerank import transformer
from baseline.tensors import read_safetensors

torch = pytest.importorskip("torch")

CLOSE = {"rtol": 0, "atol": 1e-5}


def weights_of(module: Any, name: str) -> dict[str, np.ndarray]:
    return {f"{name}.{key}": value.detach().numpy() for key, value in module.state_dict().items()}


def inputs(*shape: int) -> Any:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(7))


def test_gelu_and_softmax_are_those_of_torch() -> None:
    values = inputs(4, 9) * 3
    assert np.allclose(transformer.gelu(values.numpy()), torch.nn.functional.gelu(values).numpy(), **CLOSE)
    assert np.allclose(transformer.softmax(values.numpy().copy()), values.softmax(-1).numpy(), **CLOSE)


def test_linear_and_layer_norm_are_those_of_torch() -> None:
    torch.manual_seed(0)
    layer, norm = torch.nn.Linear(6, 4), torch.nn.LayerNorm(6)
    torch.nn.init.normal_(norm.weight)
    torch.nn.init.normal_(norm.bias)
    values = inputs(3, 5, 6)
    assert np.allclose(
        transformer.linear(weights_of(layer, "a"), "a", values.numpy()), layer(values).detach().numpy(), **CLOSE
    )
    assert np.allclose(
        transformer.layer_norm(weights_of(norm, "a"), "a", values.numpy()), norm(values).detach().numpy(), **CLOSE
    )


@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("masked", [False, True])
def test_an_encoder_is_that_of_torch(norm_first: bool, activation: str, masked: bool) -> None:
    torch.manual_seed(1)
    layer = torch.nn.TransformerEncoderLayer(
        32, 4, 48, dropout=0.1, activation=activation, batch_first=True, norm_first=norm_first
    )
    norm = torch.nn.LayerNorm(32) if norm_first else None
    encoder = torch.nn.TransformerEncoder(layer, 3, norm=norm, enable_nested_tensor=False).eval()
    for value in encoder.parameters():  # biases and norms are drawn too, and each layer anew
        torch.nn.init.normal_(value, std=0.3)
    values = inputs(5, 11, 32)
    padding = torch.arange(11)[None] >= torch.tensor([11, 1, 4, 10, 7])[:, None] if masked else None
    with torch.no_grad():
        wanted = encoder(values, src_key_padding_mask=padding).numpy()
    found = transformer.encoder(
        weights_of(encoder, "encoder"),
        "encoder",
        values.numpy(),
        4,
        None if padding is None else padding.numpy(),
        activation=getattr(transformer, activation),
        norm_first=norm_first,
    )
    kept = np.ones((5, 11), bool) if padding is None else ~padding.numpy()
    assert found.dtype == np.float32
    assert np.abs(wanted[kept]).max() > 1e-2
    assert np.allclose(found[kept], wanted[kept], **CLOSE)


def test_lists_may_stand_on_any_number_of_axes() -> None:
    torch.manual_seed(2)
    layer = torch.nn.TransformerEncoderLayer(16, 2, 16, batch_first=True).eval()
    values = inputs(2, 3, 4, 16).numpy()
    weights = weights_of(layer, "layer")
    together = transformer.encoder_layer(weights, "layer", values, 2)
    apart = transformer.encoder_layer(weights, "layer", values[1, 2], 2)
    assert np.allclose(together[1, 2], apart, **CLOSE)


def test_weights_of_another_type_are_refused(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    save_file({"a": torch.ones(2, 3), "b": torch.zeros(0)}, tmp_path / "weights.safetensors")
    read = read_safetensors(tmp_path / "weights.safetensors")
    assert read["a"].tolist() == [[1, 1, 1], [1, 1, 1]]
    assert read["b"].shape == (0,)
    save_file({"a": torch.ones(2, dtype=torch.float16)}, tmp_path / "half.safetensors")
    with pytest.raises(ValueError, match="F16"):
        read_safetensors(tmp_path / "half.safetensors")
