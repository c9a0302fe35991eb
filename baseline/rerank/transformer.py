"""Layers of a transformer in numpy, for inference: what torch.nn's modules of the same weights give in eval().

Weights are named as in torch's state_dict: `name` is a module's, such as "layers.0.self_attn". Values are
(..., length, width), any number of lists side by side. The last but one axis is a list; `padding`, bool (..., length),
is True where it has ended, as torch's src_key_padding_mask.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from baseline.tensors import Array

Weights: TypeAlias = Mapping[str, Array]
Activation: TypeAlias = Callable[[Array], Array]

EPSILON = 1e-5  # of torch.nn.LayerNorm


def linear(weights: Weights, name: str, values: Array) -> Array:
    """torch.nn.Linear."""
    found = _product(values, weights[f"{name}.weight"])
    found += weights[f"{name}.bias"]
    return found


def layer_norm(weights: Weights, name: str, values: Array, epsilon: float = EPSILON) -> Array:
    """torch.nn.LayerNorm over the last axis."""
    found: Array = values - values.mean(axis=-1, keepdims=True)
    variance = np.einsum("...i,...i->...", found, found)[..., None] / np.float32(values.shape[-1])
    found /= np.sqrt(variance + np.float32(epsilon))
    found *= weights[f"{name}.weight"]
    found += weights[f"{name}.bias"]
    return found


def gelu(values: Array) -> Array:
    """x Phi(x) (Hendrycks and Gimpel 2016), without an approximation."""
    from scipy.special import ndtr

    found: Array = values * ndtr(values)
    return found


def relu(values: Array) -> Array:
    """The larger of x and 0."""
    found: Array = np.maximum(values, 0)
    return found


def softmax(values: Array) -> Array:
    """Over the last axis, in place; -inf gives 0. Not all of an axis may be -inf."""
    values -= values.max(axis=-1, keepdims=True)
    np.exp(values, out=values)
    values /= values.sum(axis=-1, keepdims=True)
    return values


def attention(weights: Weights, name: str, values: Array, heads: int, padding: Array | None = None) -> Array:
    """torch.nn.MultiheadAttention of a list to itself."""
    *lists, length, width = values.shape
    mixed = _product(values, weights[f"{name}.in_proj_weight"])
    mixed += weights[f"{name}.in_proj_bias"]
    # (..., length, 3, heads, width of a head) -> (3, ..., heads, length, width of a head)
    split = np.moveaxis(mixed.reshape(*lists, length, 3, heads, width // heads), (-3, -2), (0, -3))
    query, key, value = split
    scores = (query * np.float32(1 / math.sqrt(width // heads))) @ key.swapaxes(-1, -2)
    if padding is not None:
        scores[np.broadcast_to(padding[..., None, None, :], scores.shape)] = -np.inf
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    mean = (scores @ value) / scores.sum(axis=-1, keepdims=True)  # not softmax: there are more scores than values
    found = np.moveaxis(mean, -3, -2).reshape(*lists, length, width)
    return linear(weights, f"{name}.out_proj", found)


def encoder_layer(
    weights: Weights, name: str, values: Array, heads: int, padding: Array | None = None,
    *, activation: Activation = relu, norm_first: bool = False,
) -> Array:  # fmt: skip
    """torch.nn.TransformerEncoderLayer."""

    def norm(number: int, given: Array) -> Array:
        return layer_norm(weights, f"{name}.norm{number}", given)

    def attended(given: Array) -> Array:
        return attention(weights, f"{name}.self_attn", given, heads, padding)

    def forward(given: Array) -> Array:
        return linear(weights, f"{name}.linear2", activation(linear(weights, f"{name}.linear1", given)))

    if norm_first:
        values = values + attended(norm(1, values))
        return values + forward(norm(2, values))
    values = norm(1, values + attended(values))
    return norm(2, values + forward(values))


def encoder(
    weights: Weights, name: str, values: Array, heads: int, padding: Array | None = None,
    *, activation: Activation = relu, norm_first: bool = False,
) -> Array:  # fmt: skip
    """torch.nn.TransformerEncoder of as many layers as the weights have, and its norm at the end if they have one."""
    number = 0
    while f"{name}.layers.{number}.norm1.weight" in weights:
        layer = f"{name}.layers.{number}"
        values = encoder_layer(weights, layer, values, heads, padding, activation=activation, norm_first=norm_first)
        number += 1
    return layer_norm(weights, f"{name}.norm", values) if f"{name}.norm.weight" in weights else values


def first_of(weights: Weights, name: str, first: Array, values: Array, heads: int) -> Array:
    """The outputs (lists, width) at the first place of torch.nn.TransformerEncoderLayer over `first`, `values`.

    `first` (width) is the same for all lists of `values` (lists, length, width), as a learned [CLS] is. So there is one
    query, and keys and values are not made of every place: (q K^T) x = q (K^T x), and sum a (V x) = V (sum a x).
    """
    lists, length, width = values.shape
    part = width // heads
    mixed, bias = (weights[f"{name}.self_attn.in_proj_{which}"] for which in ("weight", "bias"))
    query = ((mixed[:width] @ first + bias[:width]) / np.float32(math.sqrt(part))).reshape(heads, 1, part)
    asked = (query @ mixed[width : 2 * width].reshape(heads, part, width))[:, 0]  # the bias of keys changes no softmax
    scores = np.empty((lists, heads, 1 + length), dtype=values.dtype)
    scores[..., 0] = asked @ first
    scores[..., 1:] = _product(values, asked).swapaxes(1, 2)
    shares = softmax(scores)
    mean = shares[..., 1:] @ values + shares[..., :1] * first  # (lists, heads, width)
    taken = (mean.swapaxes(0, 1) @ mixed[2 * width :].reshape(heads, part, width).swapaxes(1, 2)).swapaxes(0, 1)
    attended = linear(weights, f"{name}.self_attn.out_proj", taken.reshape(lists, width) + bias[2 * width :])
    found = layer_norm(weights, f"{name}.norm1", first + attended)
    forward = linear(weights, f"{name}.linear2", relu(linear(weights, f"{name}.linear1", found)))
    return layer_norm(weights, f"{name}.norm2", found + forward)


def _product(values: Array, weight: Array) -> Array:
    """values weight^T as one product of two matrices: of many small lists numpy would make one of each."""
    return (values.reshape(-1, values.shape[-1]) @ weight.T).reshape(*values.shape[:-1], len(weight))
