"""Sequences of different lengths."""

import _late
import torch


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Stacks sequences, the shorter ones filled up."""
    longest, rows = max(len(part) for part in sequences), []
    for part in sequences:
        more = torch.full((longest - len(part),) + tuple(part.shape[1:]), padding_value, dtype=part.dtype)
        rows.append(torch.cat([part, more] if padding_side == "right" else [more, part]))
    return torch.stack(rows, 0 if batch_first else 1)


def __getattr__(name):
    return _late.attribute("torch.nn.utils.rnn", (), (), name)
