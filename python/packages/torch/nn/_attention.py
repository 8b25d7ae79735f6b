"""Attention."""

import torch
from torch.nn import functional as F, init
from torch.nn.modules import Linear, Module, Parameter


class MultiheadAttention(Module):
    """Attention of several heads over keys and values of the same width."""

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, batch_first=False, device=None, dtype=None):
        super().__init__()
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        self.in_proj_weight = Parameter(torch.empty(3 * embed_dim, embed_dim))
        self.register_parameter("in_proj_bias", Parameter(torch.zeros(3 * embed_dim)) if bias else None)
        self.out_proj = Linear(embed_dim, embed_dim, bias)
        init.xavier_uniform_(self.in_proj_weight)
        if bias:
            init.zeros_(self.out_proj.bias)

    def forward(self, query, key, value, need_weights=True, attn_mask=None, average_attn_weights=True, is_causal=False):
        is_single = query.dim() == 2
        if is_single:
            query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        elif self.batch_first:
            query, key, value = (part.transpose(0, 1) for part in (query, key, value))
        weights = torch.chunk(self.in_proj_weight, 3)
        biases = (None,) * 3 if self.in_proj_bias is None else torch.chunk(self.in_proj_bias, 3)
        q, k, v = (self._heads(F.linear(part, w, b)) for part, w, b in zip((query, key, value), weights, biases))
        scores = torch.matmul(q, k.transpose(-2, -1)) * (q.shape[-1] ** -0.5)
        if attn_mask is not None:
            scores = torch.where(attn_mask, float("-inf"), scores) if attn_mask.dtype == torch.bool else scores + attn_mask
        shares = F.dropout(torch.softmax(scores, -1), self.dropout, self.training)
        joined = torch.matmul(shares, v).permute(2, 0, 1, 3).flatten(-2)
        result = self.out_proj(joined)
        if is_single:
            result = result.squeeze(1)
        elif self.batch_first:
            result = result.transpose(0, 1)
        if not need_weights:
            return result, None
        shares = shares.mean(1) if average_attn_weights else shares
        return result, shares.squeeze(0) if is_single else shares

    def _heads(self, part):
        time, batch, width = part.shape
        return part.reshape(time, batch, self.num_heads, width // self.num_heads).permute(1, 2, 0, 3)
