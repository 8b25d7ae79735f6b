"""Recurrent networks."""

import torch
from torch.nn import functional as F
from torch.nn.modules import Module, Parameter


def _simple(gates, hidden, name):
    return (torch.tanh if name != "relu" else torch.relu)(gates[0] + gates[1])


def _gru(gates, hidden, name):
    (r1, z1, n1), (r2, z2, n2) = (torch.chunk(part, 3, -1) for part in gates)
    reset, update = torch.sigmoid(r1 + r2), torch.sigmoid(z1 + z2)
    new = torch.tanh(n1 + reset * n2)
    return new + update * (hidden - new)


def _lstm(gates, state, name):
    i, f, g, o = torch.chunk(gates[0] + gates[1], 4, -1)
    cell = torch.sigmoid(f) * state[1] + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(cell), cell


class _Cell(Module):
    """One step: gates of the input and of the last state, and what `step` makes of them."""

    step, gates = staticmethod(_simple), 1

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias, self.nonlinearity = input_size, hidden_size, bias, nonlinearity
        bound = hidden_size**-0.5
        for name, size in _weights(self.gates, input_size, hidden_size, bias, ""):
            setattr(self, name, Parameter(torch.rand(*size) * (2 * bound) - bound))

    def forward(self, input, hx=None):
        if hx is None:
            zeros = input.new_zeros(tuple(input.shape[:-1]) + (self.hidden_size,))
            hx = (zeros, zeros) if self.gates == 4 else zeros
        hidden = hx[0] if self.gates == 4 else hx
        bias = (self.bias_ih, self.bias_hh) if self.bias else (None, None)
        gates = F.linear(input, self.weight_ih, bias[0]), F.linear(hidden, self.weight_hh, bias[1])
        return type(self).step(gates, hx, self.nonlinearity)

    def extra_repr(self):
        return f"{self.input_size}, {self.hidden_size}" + ("" if self.bias else ", bias=False")


def _weights(gates, inputs, hidden, bias, suffix):
    yield "weight_ih" + suffix, (gates * hidden, inputs)
    yield "weight_hh" + suffix, (gates * hidden, hidden)
    if bias:
        yield "bias_ih" + suffix, (gates * hidden,)
        yield "bias_hh" + suffix, (gates * hidden,)


class RNNCell(_Cell):
    pass


class GRUCell(_Cell):
    step, gates = staticmethod(_gru), 3


class LSTMCell(_Cell):
    step, gates = staticmethod(_lstm), 4


class _Recurrent(Module):
    """Layers of cells over sequences, `[time, batch, features]` unless `batch_first`."""

    step, gates = staticmethod(_simple), 1

    def __init__(
        self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False,
        nonlinearity="tanh", device=None, dtype=None, **unused,
    ):
        super().__init__()
        self.input_size, self.hidden_size, self.num_layers = input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout, self.nonlinearity = bias, batch_first, dropout, nonlinearity
        self.bidirectional, bound = bool(bidirectional), hidden_size**-0.5
        self._ways = ("", "_reverse") if bidirectional else ("",)
        for layer in range(num_layers):
            inputs = hidden_size * len(self._ways) if layer else input_size
            for way in self._ways:
                for name, size in _weights(self.gates, inputs, hidden_size, bias, f"_l{layer}{way}"):
                    setattr(self, name, Parameter(torch.rand(*size) * (2 * bound) - bound))

    def flatten_parameters(self):
        pass

    def forward(self, input, hx=None):
        is_single = input.dim() == 2
        rows = input.unsqueeze(1) if is_single else input.transpose(0, 1) if self.batch_first else input
        is_pair = self.gates == 4
        if hx is None:
            zeros = input.new_zeros(self.num_layers * len(self._ways), rows.shape[1], self.hidden_size)
            hx = (zeros, zeros) if is_pair else zeros
        elif is_single:
            hx = tuple(part.unsqueeze(1) for part in hx) if is_pair else hx.unsqueeze(1)
        last = []
        for layer in range(self.num_layers):
            outputs = []
            for way in self._ways:
                at = len(last)
                part, state = self._layer(rows, (hx[0][at], hx[1][at]) if is_pair else hx[at], f"l{layer}{way}")
                outputs.append(part)
                last.append(state)
            rows = torch.cat(outputs, -1) if self.bidirectional else outputs[0]
            if self.dropout and layer + 1 < self.num_layers:
                rows = F.dropout(rows, self.dropout, self.training)
        final = tuple(torch.stack(parts) for parts in zip(*last)) if is_pair else torch.stack(last)
        if is_single:
            return rows.squeeze(1), tuple(part.squeeze(1) for part in final) if is_pair else final.squeeze(1)
        return (rows.transpose(0, 1) if self.batch_first else rows), final

    def _layer(self, rows, state, suffix):
        """Runs one layer in one direction, and returns its outputs in the order of the input."""
        weights = [getattr(self, f"{name}_{suffix}", None) for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
        inputs, outputs = F.linear(rows, weights[0], weights[2]), []
        step = -1 if suffix.endswith("reverse") else 1
        for part in torch.unbind(inputs)[::step]:
            hidden = state[0] if self.gates == 4 else state
            state = type(self).step((part, F.linear(hidden, weights[1], weights[3])), state, self.nonlinearity)
            outputs.append(state[0] if self.gates == 4 else state)
        return torch.stack(outputs[::step]), state

    def extra_repr(self):
        said = f"{self.input_size}, {self.hidden_size}"
        for name, usual in (("num_layers", 1), ("bias", True), ("batch_first", False), ("dropout", 0.0), ("bidirectional", False)):
            if getattr(self, name) != usual:
                said += f", {name}={getattr(self, name)}"
        return said


class RNN(_Recurrent):
    pass


class GRU(_Recurrent):
    step, gates = staticmethod(_gru), 3


class LSTM(_Recurrent):
    step, gates = staticmethod(_lstm), 4
