"""Convolution and pooling."""

import _lab
import torch
from torch._base import _recorded, _require
from torch.nn import functional as F


def _many(value, count):
    return (value,) * count if isinstance(value, int) else tuple(value)


def _windows(input, sizes, strides, dilations):
    """Returns, for each place in a window, the numbers that stand there in all windows."""
    parts = [input]
    for at, (size, stride, dilation) in enumerate(zip(sizes, strides, dilations)):
        axis = input.dim() - len(sizes) + at
        count = (input.shape[axis] - dilation * (size - 1) - 1) // stride + 1
        front = (slice(None),) * axis
        parts = [
            part[front + (slice(place * dilation, place * dilation + (count - 1) * stride + 1, stride),)]
            for part in parts
            for place in range(size)
        ]
    return parts


def _convolved(input, weight, bias, stride, padding, dilation, groups, rank):
    if input.dim() == rank + 1:
        return _convolved(input.unsqueeze(0), weight, bias, stride, padding, dilation, groups, rank).squeeze(0)
    strides, dilations, sizes = _many(stride, rank), _many(dilation, rank), tuple(weight.shape[2:])
    if padding == "same":
        total = [d * (s - 1) for d, s in zip(dilations, sizes)]
        edges = [edge for part in reversed(total) for edge in (part // 2, part - part // 2)]
    else:
        edges = [edge for part in reversed(_many(0 if padding == "valid" else padding, rank)) for edge in (part, part)]
    if any(edges):
        input = F.pad(input, edges)
    if input.shape[1] != weight.shape[1] * groups:
        raise RuntimeError(f"the weight takes {weight.shape[1] * groups} channels, and the input has {input.shape[1]}")
    if any(n < d * (s - 1) + 1 for n, d, s in zip(input.shape[2:], dilations, sizes)):
        raise RuntimeError(f"the kernel {sizes} is larger than the input {tuple(input.shape[2:])}")
    parts = torch.stack(_windows(input, sizes, strides, dilations), 2)
    places = tuple(parts.shape[3:])
    # Channels and places in a window become the columns of a matrix, one row for each window.
    order = (0, *range(3, 3 + rank), 1, 2)
    rows = parts.permute(order)
    results = []
    for group in range(groups):
        inner, outer = weight.shape[1], weight.shape[0] // groups
        mine = rows[..., group * inner : (group + 1) * inner, :].reshape(-1, inner * parts.shape[2])
        kernel = weight[group * outer : (group + 1) * outer].reshape(outer, -1)
        results.append(F.linear(mine, kernel))
    result = results[0] if groups == 1 else torch.cat(results, 1)
    result = result if bias is None else result + bias
    shaped = result.reshape((input.shape[0],) + places + (weight.shape[0],))
    # What comes next is mostly a view.
    return shaped.permute((0, rank + 1, *range(1, rank + 1))).contiguous()


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(input, weight, bias, stride, padding, dilation, groups, 1)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return _convolved(input, weight, bias, stride, padding, dilation, groups, 2)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    if groups != 1:
        raise NotImplementedError("conv_transpose2d has one group here")
    strides, paddings, more, dilations = (_many(part, 2) for part in (stride, padding, output_padding, dilation))
    sizes = weight.shape[2:]
    # Zeros between the numbers, and a convolution with the kernel turned round.
    for axis, step in ((2, strides[0]), (3, strides[1])):
        if step > 1:
            gaps = torch.zeros_like(input)
            woven = torch.stack([input] + [gaps] * (step - 1), axis + 1).flatten(axis, axis + 1)
            input = torch.narrow(woven, axis, 0, woven.shape[axis] - step + 1)
    edges = [dilations[at] * (sizes[at] - 1) - paddings[at] for at in (0, 1)]
    input = F.pad(input, [edges[1], edges[1] + more[1], edges[0], edges[0] + more[0]])
    return conv2d(input, torch.flip(weight, (2, 3)).transpose(0, 1), bias, 1, 0, dilation)


def _pooled(input, kernel_size, stride, padding, dilation, rank, edge, ceil_mode=False):
    if ceil_mode:
        raise NotImplementedError("ceil_mode is not known here: windows that do not fit are left out")
    sizes = _many(kernel_size, rank)
    strides = sizes if stride is None else _many(stride, rank)
    paddings = _many(padding, rank)
    for size, kernel, padding in zip(input.shape[-rank:], sizes, paddings):
        _require(kernel <= size + 2 * padding, f"a window of {kernel} does not lie within {size + 2 * padding}")
    if any(paddings):
        input = F.pad(input, [part for at in reversed(paddings) for part in (at, at)], value=edge)
    return torch.stack(_windows(input, sizes, strides, _many(dilation, rank)))


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return torch.max(_pooled(input, kernel_size, stride, padding, dilation, 1, float("-inf"), ceil_mode), 0)[0]


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    return torch.max(_pooled(input, kernel_size, stride, padding, dilation, 2, float("-inf"), ceil_mode), 0)[0]


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    return _pooled(input, kernel_size, stride, padding, 1, 1, 0.0, ceil_mode).mean(0)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None):
    return _pooled(input, kernel_size, stride, padding, 1, 2, 0.0, ceil_mode).mean(0)


def _adapted(input, output_size, rank, function):
    for at, wanted in enumerate(_many(output_size, rank)):
        axis = input.dim() - rank + at
        size = input.shape[axis]
        wanted = size if wanted is None else wanted
        ranges = [(n * size // wanted, -(-(n + 1) * size // wanted)) for n in range(wanted)]
        input = torch.stack([function(torch.narrow(input, axis, a, b - a), axis) for a, b in ranges], axis)
    return input


def adaptive_avg_pool1d(input, output_size): return _adapted(input, output_size, 1, torch.mean)
def adaptive_avg_pool2d(input, output_size):
    # One number for each channel is their mean in PyTorch too.
    record = "MeanBackward1" if _many(output_size, 2) == (1, 1) else "AdaptiveAvgPool2DBackward0"
    return _lab.named(record, _adapted(input, output_size, 2, torch.mean), [input])


def adaptive_max_pool1d(input, output_size): return _adapted(input, output_size, 1, _largest)
def adaptive_max_pool2d(input, output_size): return _adapted(input, output_size, 2, _largest)
def _largest(input, axis): return torch.max(input, axis)[0]


_LINEAR = {"linear": 1, "bilinear": 2, "trilinear": 3}


def interpolate(
    input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False
):
    """Returns other sizes of the last dimensions: the nearest number for each place, or what lies on the line between two."""
    rank = input.dim() - 2
    if mode not in ("nearest", "nearest-exact", *_LINEAR) or antialias:
        raise NotImplementedError(f"interpolate knows {', '.join(_LINEAR)} and nearest here, without antialias, not mode={mode!r}")
    if _LINEAR.get(mode, rank) != rank:
        raise NotImplementedError(f"Got {input.dim()}D input, but {mode} mode needs {_LINEAR[mode] + 2}D input")
    if mode not in _LINEAR and align_corners is not None:
        raise ValueError("align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear")
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    scales = None if scale_factor is None else (scale_factor,) * rank if isinstance(scale_factor, (int, float)) else scale_factor
    sizes = [int(n * s) for n, s in zip(input.shape[2:], scales)] if size is None else _many(size, rank)
    if recompute_scale_factor:
        scales = None
    for at, wanted in enumerate(sizes):
        have = input.shape[2 + at]
        ratio = have / wanted if scales is None else 1 / scales[at]
        if mode in _LINEAR:
            input = _on_lines(input, 2 + at, wanted, (have - 1) / max(wanted - 1, 1) if align_corners else ratio, align_corners)
        else:
            middle = 0.5 if mode == "nearest-exact" else 0.0
            places = torch.tensor([min(int((place + middle) * ratio), have - 1) for place in range(wanted)])
            input = torch.index_select(input, 2 + at, places)
    kind = "".join(part.capitalize() for part in mode.split("-"))
    return _lab.named(f"Upsample{kind}{rank}DBackward0", input, [])


def _on_lines(input, axis, wanted, ratio, align_corners):
    """Returns numbers between neighbours along a dimension."""
    last = input.shape[axis] - 1
    at = [place * ratio if align_corners else max((place + 0.5) * ratio - 0.5, 0.0) for place in range(wanted)]
    low = [min(int(place), last) for place in at]
    near, far = (torch.index_select(input, axis, torch.tensor(places)) for places in (low, [min(place + 1, last) for place in low]))
    share = torch.tensor([place - below for place, below in zip(at, low)], dtype=input.dtype)
    share = share.reshape((-1,) + (1,) * (input.dim() - 1 - axis))
    return near * (1 - share) + far * share


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    paddings = _many(padding, 2)
    input = F.pad(input, [paddings[1], paddings[1], paddings[0], paddings[0]]) if any(paddings) else input
    parts = torch.stack(_windows(input, _many(kernel_size, 2), _many(stride, 2), _many(dilation, 2)), 2)
    return parts.reshape(input.shape[0], input.shape[1] * parts.shape[2], -1)


def pixel_shuffle(input, upscale_factor):
    r, (n, c, h, w) = upscale_factor, tuple(input.shape)
    return input.reshape(n, c // (r * r), r, r, h, w).permute(0, 1, 4, 2, 5, 3).reshape(n, c // (r * r), h * r, w * r)


_recorded(
    globals(),
    "_convolved=ConvolutionBackward0 max_pool1d=SqueezeBackward1 max_pool2d=MaxPool2DWithIndicesBackward0 "
    "avg_pool1d=SqueezeBackward1 avg_pool2d=AvgPool2DBackward0 adaptive_avg_pool1d=SqueezeBackward1 "
    "adaptive_max_pool2d=AdaptiveMaxPool2DBackward0 unfold=Im2ColBackward0 pixel_shuffle",
)
