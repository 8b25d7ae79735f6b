"""Losses as modules."""

from torch.nn import _distances, functional as F
from torch.nn.modules import Module, _Loss


def _made(name, function, *settings):
    """A loss with the settings that come before `size_average` in PyTorch, by their names and usual values."""
    def __init__(self, *args, **kwargs):
        taken = dict(settings)
        for (key, _), value in zip(settings, args):
            taken[key] = value
        _Loss.__init__(self, kwargs.pop("size_average", None), kwargs.pop("reduce", None), kwargs.pop("reduction", "mean"))
        for key, value in kwargs.items():
            if key not in taken:
                raise TypeError(f"{name} does not take {key}")
            taken[key] = value
        object.__setattr__(self, "_settings", tuple(taken))
        for key, value in taken.items():
            if key in ("weight", "pos_weight"):
                self.register_buffer(key, value)
            else:
                setattr(self, key, value)

    def forward(self, *inputs):
        return function(*inputs, reduction=self.reduction, **{key: getattr(self, key) for key in self._settings})

    return type(name, (_Loss,), {"__init__": __init__, "forward": forward, "__module__": __name__})


L1Loss = _made("L1Loss", F.l1_loss)
SmoothL1Loss = _made("SmoothL1Loss", F.smooth_l1_loss, ("beta", 1.0))
HuberLoss = _made("HuberLoss", _distances.huber_loss, ("delta", 1.0))
NLLLoss = _made("NLLLoss", F.nll_loss, ("weight", None), ("ignore_index", -100))
CrossEntropyLoss = _made("CrossEntropyLoss", F.cross_entropy, ("weight", None), ("ignore_index", -100), ("label_smoothing", 0.0))
BCELoss = _made("BCELoss", _distances.binary_cross_entropy, ("weight", None))
BCEWithLogitsLoss = _made(
    "BCEWithLogitsLoss", _distances.binary_cross_entropy_with_logits, ("weight", None), ("pos_weight", None)
)
KLDivLoss = _made("KLDivLoss", _distances.kl_div, ("log_target", False))
GaussianNLLLoss = _made("GaussianNLLLoss", _distances.gaussian_nll_loss, ("full", False), ("eps", 1e-6))
PoissonNLLLoss = _made("PoissonNLLLoss", _distances.poisson_nll_loss, ("log_input", True), ("full", False), ("eps", 1e-8))
CosineEmbeddingLoss = _made("CosineEmbeddingLoss", _distances.cosine_embedding_loss, ("margin", 0.0))
MarginRankingLoss = _made("MarginRankingLoss", _distances.margin_ranking_loss, ("margin", 0.0))
HingeEmbeddingLoss = _made("HingeEmbeddingLoss", _distances.hinge_embedding_loss, ("margin", 1.0))
SoftMarginLoss = _made("SoftMarginLoss", _distances.soft_margin_loss)
TripletMarginLoss = _made("TripletMarginLoss", _distances.triplet_margin_loss, ("margin", 1.0), ("p", 2.0))


class CosineSimilarity(Module):
    def __init__(self, dim=1, eps=1e-8):
        super().__init__()
        self.dim, self.eps = dim, eps

    def forward(self, x1, x2):
        return _distances.cosine_similarity(x1, x2, self.dim, self.eps)
