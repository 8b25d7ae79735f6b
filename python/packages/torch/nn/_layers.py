"""Convolutions, pooling, normalisation, dropout and embeddings as modules."""

import torch
from torch.nn import _curves, _images, functional as F, init
from torch.nn.modules import Linear, Module, Parameter


class _Shown(Module):
    """A module that is shown with the settings in `shown`, by name."""

    shown = ()

    def extra_repr(self):
        return ", ".join(f"{name}={getattr(self, name)}" for name in self.shown)


class _Conv(Module):
    rank = 2

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
        padding_mode="zeros", device=None, dtype=None,
    ):
        super().__init__()
        if padding_mode != "zeros":
            raise NotImplementedError(f"a convolution is padded with zeros here, not by {padding_mode!r}")
        if groups < 1 or in_channels % groups or out_channels % groups:
            raise ValueError(f"{in_channels} channels in and {out_channels} out do not fall into {groups} groups")
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.dilation = (_images._many(part, self.rank) for part in (kernel_size, stride, dilation))
        self.padding = padding if isinstance(padding, str) else _images._many(padding, self.rank)
        self.weight = Parameter(torch.empty(out_channels, in_channels // groups, *self.kernel_size))
        self.register_parameter("bias", Parameter(torch.empty(out_channels)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=5**0.5)
        if self.bias is not None:
            bound = (self.weight.numel() // self.out_channels) ** -0.5
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return _images._convolved(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups, self.rank
        )

    def extra_repr(self):
        said = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        if self.padding != (0,) * self.rank:
            said += f", padding={self.padding}"
        if self.dilation != (1,) * self.rank:
            said += f", dilation={self.dilation}"
        if self.groups != 1:
            said += f", groups={self.groups}"
        return said + (", bias=False" if self.bias is None else "")


class Conv1d(_Conv):
    rank = 1


class Conv2d(_Conv):
    pass


class _Pool(_Shown):
    def __init__(self, kernel_size, stride=None, padding=0, *args, **kwargs):
        super().__init__()
        self.kernel_size, self.padding = kernel_size, padding
        self.stride = kernel_size if stride is None else stride
        self.more = (args, kwargs)

    def forward(self, input):
        return type(self).function(input, self.kernel_size, self.stride, self.padding, *self.more[0], **self.more[1])

    def extra_repr(self):
        said = f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"
        return said + ", dilation=1, ceil_mode=False" if type(self).__name__.startswith("Max") else said


class MaxPool1d(_Pool):
    function = staticmethod(_images.max_pool1d)


class MaxPool2d(_Pool):
    function = staticmethod(_images.max_pool2d)


class AvgPool1d(_Pool):
    function = staticmethod(_images.avg_pool1d)


class AvgPool2d(_Pool):
    function = staticmethod(_images.avg_pool2d)


class AdaptiveAvgPool1d(_Shown):
    function, shown = staticmethod(_images.adaptive_avg_pool1d), ("output_size",)

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input):
        return type(self).function(input, self.output_size)


class AdaptiveAvgPool2d(AdaptiveAvgPool1d):
    function = staticmethod(_images.adaptive_avg_pool2d)


class AdaptiveMaxPool2d(AdaptiveAvgPool1d):
    function = staticmethod(_images.adaptive_max_pool2d)


class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None):
        super().__init__()
        self.size, self.scale_factor, self.mode = size, scale_factor, mode

    def forward(self, input):
        return _images.interpolate(input, self.size, self.scale_factor, self.mode)


class ZeroPad2d(Module):
    def __init__(self, padding):
        super().__init__()
        self.padding = _images._many(padding, 4)

    def forward(self, input):
        return F.pad(input, self.padding)


class _BatchNorm(_Shown):
    ranks = (2, 3)
    shown = ("eps", "momentum", "affine", "track_running_stats")

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        self.register_parameter("weight", Parameter(torch.ones(num_features)) if affine else None)
        self.register_parameter("bias", Parameter(torch.zeros(num_features)) if affine else None)
        self.register_buffer("running_mean", torch.zeros(num_features) if track_running_stats else None)
        self.register_buffer("running_var", torch.ones(num_features) if track_running_stats else None)
        self.register_buffer("num_batches_tracked", torch.tensor(0) if track_running_stats else None)

    def forward(self, input):
        if input.dim() not in self.ranks:
            raise ValueError(f"{type(self).__name__} takes {' or '.join(map(str, self.ranks))} dimensions, not {input.dim()}")
        is_batch = self.training or self.running_mean is None
        if is_batch and input.numel() == input.shape[1]:
            raise ValueError(f"one value for each channel is too few to normalise, in a batch of shape {tuple(input.shape)}")
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
        return _curves.batch_norm(
            input, self.running_mean, self.running_var, self.weight, self.bias, is_batch, self.momentum, self.eps
        )

    def extra_repr(self):
        return f"{self.num_features}, " + super().extra_repr()


class BatchNorm1d(_BatchNorm):
    pass


class BatchNorm2d(_BatchNorm):
    ranks = (4,)


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        weights = elementwise_affine
        self.register_parameter("weight", Parameter(torch.ones(self.normalized_shape)) if weights else None)
        self.register_parameter("bias", Parameter(torch.zeros(self.normalized_shape)) if weights and bias else None)

    def forward(self, input):
        return _curves.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-5, affine=True, device=None, dtype=None):
        super().__init__()
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self.register_parameter("weight", Parameter(torch.ones(num_channels)) if affine else None)
        self.register_parameter("bias", Parameter(torch.zeros(num_channels)) if affine else None)

    def forward(self, input):
        return _curves.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"


class Dropout(Module):
    function = staticmethod(F.dropout)

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return type(self).function(input, self.p, self.training)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout1d(Dropout):
    function = staticmethod(_curves.dropout1d)


class Dropout2d(Dropout):
    function = staticmethod(_curves.dropout2d)


class Dropout3d(Dropout):
    function = staticmethod(_curves.dropout3d)


class AlphaDropout(Dropout):
    function = staticmethod(_curves.alpha_dropout)


class FeatureAlphaDropout(Dropout):
    function = staticmethod(_curves.feature_alpha_dropout)


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, device=None, dtype=None, **unused):
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.padding_idx = num_embeddings, embedding_dim, padding_idx
        self.weight = Parameter(torch.randn(num_embeddings, embedding_dim))
        if padding_idx is not None:
            assert -num_embeddings <= padding_idx < num_embeddings, "Padding_idx must be within num_embeddings"
            with torch.no_grad():
                self.weight[padding_idx] = 0.0

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, **unused):
        made = cls(*embeddings.shape, padding_idx=padding_idx)
        made.weight = Parameter(embeddings, requires_grad=not freeze)
        return made

    def forward(self, input):
        return _curves.embedding(input, self.weight)

    def extra_repr(self):
        more = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{more}"


class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        bound = in1_features**-0.5
        self.weight = Parameter(torch.rand(out_features, in1_features, in2_features) * (2 * bound) - bound)
        self.register_parameter("bias", Parameter(torch.rand(out_features) * (2 * bound) - bound) if bias else None)

    def forward(self, input1, input2):
        return _curves.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        names = ("in1_features", "in2_features", "out_features")
        return ", ".join(f"{name}={getattr(self, name)}" for name in names) + f", bias={self.bias is not None}"


class LazyLinear(Linear):
    """A linear layer that learns from its first input how many features there are, and is a `Linear` from then on."""

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        Module.__init__(self)
        self.in_features, self.out_features = 0, out_features
        self.weight = Parameter(torch.empty(0, dtype=dtype))
        self.register_parameter("bias", Parameter(torch.empty(0, dtype=dtype)) if bias else None)

    def forward(self, input):
        made = Linear(input.shape[-1], self.out_features, self.bias is not None, dtype=self.weight.dtype)
        self.in_features = made.in_features
        # The same parameters: an optimiser may have them already.
        for own, drawn in zip(self.parameters(), made.parameters()):
            own.data = drawn.data
        self.__class__ = Linear
        return self.forward(input)
