"""What happens while a script runs: results with their operands and lines, what environments hand out, which networks saw it, the
gradients at the policy's logits, and what optimisers do. It is all noted here, and weighed elsewhere."""

import ast
import time

import _lab
import numpy as np
import torch
from torch import nn
from torch.distributions.distribution import Distribution
from torch.optim import Optimizer

Tensor, Module = torch.Tensor, nn.Module
_ARRAYS = (Tensor, np.ndarray)
MOST_NODES = 600_000
# Heads whose gradients are kept in one backward pass, and passes that are kept.
MOST_PASSES = 1000
_CUTS = {"item", "detach", "tolist", "numpy", "data", "float", "tensor", "as_tensor", "FloatTensor", "Tensor", "array", "asarray"}
_FILLS = {"append", "insert", "appendleft", "extend"}
_PAIRS = {"mse_loss", "smooth_l1_loss", "huber_loss", "l1_loss", "MSELoss", "SmoothL1Loss", "HuberLoss"}


class Enough(BaseException):
    """Ends a script that has been watched for long enough."""


class Node:
    """A result: where it was computed, of what, and what is known of it."""

    __slots__ = ("made", "site", "inputs", "is_learned", "is_policy", "is_reward", "origin", "at", "step", "function", "count", "outer")

    def __init__(self, made, site, inputs, at):
        self.made, self.site, self.inputs, self.at = made, site, inputs, at
        self.is_learned = self.is_policy = self.is_reward = False
        self.origin = self.step = self.function = self.outer = None
        self.count = 0


class Head:
    """Numbers from which a distribution over actions is made, and the gradients that came back to them."""

    __slots__ = ("given", "kind", "origin", "site", "at", "steps", "grads", "scale", "dim", "values", "seen_rows", "number")

    def __init__(self, given, kind, origin, site, at, dim=-1):
        self.given, self.kind, self.origin, self.site, self.at, self.dim = given, kind, origin, site, at, dim
        self.steps, self.grads, self.scale, self.values = None, [], None, []
        self.number, self.seen_rows = 0, None


def _is_fixed(node):
    """Returns true for a place that is written as a number: it is the place of no action that was taken."""
    last = getattr(node, "slice", None)
    if isinstance(last, ast.Tuple) and last.elts:
        last = last.elts[-1]
    return isinstance(last, ast.Constant)


class Listed(tuple):
    """What a list held when it was read."""

    of = None


def _held(parts):
    """Returns operands, in which lists stand as they are now."""
    if not any(type(part) is list or type(part).__name__ == "deque" for part in parts):
        return tuple(parts)
    made = []
    for part in parts:
        if (type(part) is list or type(part).__name__ == "deque") and len(part) < 20000:
            whole, part = part, Listed(part)
            part.of = whole
        made.append(part)
    return tuple(made)


class Step:
    """A step of one environment."""

    __slots__ = ("place", "env", "saw", "action", "reward", "is_end", "is_cut", "after", "key", "head", "row", "rollout", "given", "drawn", "is_only_reset", "call")


class Watch:
    """A run that is watched."""

    def __init__(self, script, seconds, most_steps=5000):
        self.script, self.seconds, self.most_steps = script, seconds, most_steps
        self.began = time.perf_counter()
        self.nodes, self.lists, self.stack = {}, {}, []
        self.heads, self.passes, self.events = [], [], []
        self.steps, self.resets, self.streams, self.newest = [], [], {}, {}
        self.rollout, self.is_updating = 0, False
        self.optimisers, self.modules, self.cleared = {}, {}, []
        self.fits, self.broadcasts, self.softmaxes, self.bounds, self.extremes = {}, {}, {}, [], []
        self.log_probs, self.entropies, self.samples, self.picks = [], [], [], []
        self.inside, self.current, self.turns = 0, None, 0
        self.held, self.acting, self.env_calls, self.after_end = [], None, 0, []
        self.first_nan, self.failure, self.printed = None, None, 0
        self.paid, self.leaves = set(), {}
        self.end, self.curve, self.running = "ended", [], {}
        self.late = {}
        self.gaps = []
        self.moved, self.valued, self.row_size = {}, [], None

    # The functions that the script calls in place of its operators and calls.

    def names(self):
        return {
            "__seen_operator__": self.operator, "__seen_minus__": self.minus, "__seen_put__": self.put,
            "__seen_list__": self.list, "__seen_parts__": self.parts, "__seen_slice__": slice, "__seen_at__": self.part, "__seen_attribute__": self.attribute,
            "__seen_method__": self.method, "__seen_call__": self.call,
        }  # fmt: skip

    def operator(self, number, left, right):
        site = self.script.sites[number]
        made = site.apply(left, right)
        kind = type(made)
        if kind is float or kind is np.float64:
            nodes = self.nodes
            if id(left) in nodes or id(right) in nodes:
                self.note(made, site, (left, right))
        elif kind in _ARRAYS:
            self.note(made, site, (left, right))
            if type(left) in _ARRAYS and type(right) in _ARRAYS:
                self._broadcast(site, made, left, right)
        return made

    def minus(self, number, value):
        made = -value
        if type(made) in _ARRAYS or id(value) in self.nodes:
            self.note(made, self.script.sites[number], (value,))
        return made

    def put(self, number, owner, value):
        site = self.script.sites[number]
        if type(owner) in _ARRAYS:
            node = self.nodes.get(id(owner))
            if node is None:
                node = self.note(owner, site, ())
            inner = self.nodes.get(id(value))
            if inner is not None:
                if len(node.inputs) < 4000:
                    node.inputs += (value,)
                node.is_learned |= inner.is_learned
                node.is_policy |= inner.is_policy
                node.is_reward |= inner.is_reward
                site.is_reward = True
            self.late[id(owner)] = site
        elif type(owner) is list:
            self.late[id(owner)] = site
        return value

    def list(self, number):
        made = []
        self.lists[id(made)] = [made, self.script.sites[number], [], self.rollout]
        return made

    def parts(self, number, owner):
        """Returns what a loop goes through: the parts of a tensor or an array one by one."""
        if type(owner) is not Tensor or id(owner) not in self.nodes or not _lab.shape(owner):
            return owner
        made = list(owner)
        for part in made:
            self.note(part, self.script.sites[number], (owner,))
        return made

    def part(self, number, owner, index):
        made = owner[index]
        if type(made) in _ARRAYS or type(made) is float:
            if type(owner) in _ARRAYS and (id(made) not in self.nodes):
                node = self.note(made, self.script.sites[number], (owner, index) if type(index) in _ARRAYS else (owner,))
                if node.is_policy and not _is_fixed(self.script.sites[number].node) and (type(index) is tuple and len(index) > 1 or len(owner.shape) == 1):
                    self._pick(self.script.sites[number], owner, index[-1] if type(index) is tuple else index, made)
        elif type(made) is np.float64 and id(owner) in self.nodes:
            self.note(made, self.script.sites[number], (owner,))
        return made

    def attribute(self, number, owner):
        site = self.script.sites[number]
        made = getattr(owner, site.name)
        if type(made) in _ARRAYS and id(made) not in self.nodes:
            self.note(made, site, (owner,))
        return made

    def method(self, number, owner, *given, **named):
        site = self.script.sites[number]
        return self._called(site, getattr(owner, site.name), owner, given, named)

    def call(self, number, function, *given, **named):
        return self._called(self.script.sites[number], function, None, given, named)

    def _called(self, site, function, owner, given, named):
        self.turns += 1
        if not self.turns & 127:
            self.check_time()
        name = site.name
        if name == "step" or name == "reset" or name == "step_wait":
            if not isinstance(owner, (Optimizer, Module)) and owner is not None and not _is_schedule(owner):
                return self._environment(site, function, owner, given, named)
        handler = None
        if owner is not None:
            kind = type(owner)
            if kind is list or kind.__name__ == "deque":
                if name in _FILLS:
                    self._fill(site, owner, given)
                    return function(*given, **named)
                if name == "clear" and id(owner) in self.lists:
                    self.lists[id(owner)][2].clear()
                return function(*given, **named)
            if isinstance(owner, Optimizer):
                return self._optimiser(site, function, owner, given, named)
            if name == "backward" and kind is Tensor:
                return self._backward(site, function, owner, given, named)
            if name == "backward" and owner is not None and not isinstance(owner, (dict, str)) and given and type(given[0]) is Tensor:
                return self._backward(site, function, given[0], given, named)
            if isinstance(owner, Distribution):
                handler = self._distribution
            if name == "zero_grad" and isinstance(owner, Module):
                self.events.append(("zero", owner, site))
        self.stack.append((site, function, given))
        try:
            made = function(*given, **named)
        finally:
            self.stack.pop()
        kind = type(made)
        if kind in _ARRAYS:
            self._result(site, made, function, owner, given, named)
        elif kind is tuple:
            for part in made:
                if type(part) is Tensor:
                    self._result(site, part, function, owner, given, named)
        elif kind is float or kind is np.float64:
            if id(made) not in self.nodes:
                parts = (owner, *given) if owner is not None else given
                if any(id(part) in self.nodes for part in parts) or given and type(given[0]) is list and name in ("sum", "mean", "max"):
                    self.note(made, site, parts)
        elif isinstance(made, Distribution):
            self._made(site, made, given, named)
        elif isinstance(made, Optimizer):
            self.optimisers.setdefault(id(made), _Optimiser(made, site))
        elif isinstance(made, Module):
            self.modules.setdefault(id(made), (made, site))
        elif kind is list and id(made) not in self.lists:
            self.lists[id(made)] = [made, site, [], self.rollout]
        if handler is not None:
            handler(site, made, owner, given, named)
        return made

    # What results are made of.

    def note(self, made, site, inputs):
        nodes = self.nodes
        inputs = _held(inputs)
        node = nodes[id(made)] = Node(made, site, inputs, self.env_calls)
        self._inherit(node, inputs, 0)
        if node.is_reward:
            site.is_reward = True
        if node.is_learned and node.origin is None:
            for part in inputs:
                if type(part) is Tensor:
                    inner = nodes.get(id(part))
                    if (inner is None or not inner.is_learned) and not _lab.is_parameter(part) and not part.requires_grad and len(_lab.shape(part)):
                        node.origin = part
                        break
        if len(nodes) > MOST_NODES:
            self.end = "nodes"
            raise Enough()
        return node

    def _inherit(self, node, inputs, depth):
        nodes = self.nodes
        for part in inputs:
            inner = nodes.get(id(part))
            if inner is not None:
                if inner.is_learned:
                    node.is_learned = True
                    if node.origin is None:
                        node.origin = inner.origin
                if inner.is_policy:
                    node.is_policy = True
                if inner.is_reward:
                    node.is_reward = True
            else:
                kind = type(part)
                if kind is Tensor:
                    if _lab.is_parameter(part) or part.requires_grad:
                        node.is_learned = True
                elif (kind is list or kind is tuple or kind is Listed) and depth < 2 and len(part) < 20000:
                    self._inherit(node, part if len(part) < 12 else (*part[:5], *part[-5:]), depth + 1)

    def _result(self, site, made, function, owner, given, named):
        """Notes a tensor or an array that a call has returned."""
        if id(made) in self.nodes:
            node = self.nodes[id(made)]
            if isinstance(function, Module) or site.name == "forward":
                node.function, node.outer = node.function or function, site
                if not node.is_policy and node.is_learned and len(self.valued) < 40000:
                    self.valued.append((made, node.origin, len(self.passes), self.env_calls, site, function))
            return
        inputs = given if owner is None or type(owner) not in _ARRAYS and not isinstance(owner, Distribution) else (owner, *given)
        if named:
            inputs = (*inputs, *named.values())
        node = self.note(made, site, inputs)
        if isinstance(function, Module) or (owner is not None and isinstance(owner, Module)):
            node.function, node.outer = function, site
            node.is_learned = True
            if node.origin is None:
                for part in inputs:
                    if type(part) in _ARRAYS:
                        node.origin = part
                        break
            if not node.is_policy and type(made) is Tensor and len(self.valued) < 40000:
                self.valued.append((made, node.origin, len(self.passes), self.env_calls, site, function))
        name = site.name
        if name in ("min", "max", "minimum", "maximum") and type(made) is Tensor and made.requires_grad:
            pair = [part for part in inputs if type(part) is Tensor]
            if len(pair) == 2:
                self._extreme(site, made, pair)
        elif name in ("clamp", "clip", "clamp_") and type(made) is Tensor:
            bounds = [part for part in inputs[1:] if part is not None]
            low, high = (named.get("min", named.get("a_min")), named.get("max", named.get("a_max"))) if named else (None, None)
            plain = [part for part in given if not (type(part) in _ARRAYS and len(part.shape))]
            if len(plain) > 0 and low is None:
                low = plain[0]
            if len(plain) > 1 and high is None:
                high = plain[1]
            if len(self.bounds) < 400 and bounds:
                self.bounds.append((site, inputs[0], low, high, made, self.rollout))
        elif name in ("gather", "nll_loss", "cross_entropy") and node.is_policy:
            index = [part for part in inputs if type(part) is Tensor and part is not made][1:2]
            if index:
                self._pick(site, inputs[0], index[0], made)
        elif name in _PAIRS or type(function).__name__ in _PAIRS:
            pair = [part for part in inputs if type(part) is Tensor][:2]
            if len(pair) == 2:
                self._broadcast(site, None, *pair)

    def _broadcast(self, site, made, left, right):
        """Notes operands whose shapes differ so that each number of one meets all numbers of the other."""
        a, b = tuple(left.shape), tuple(right.shape)
        if a == b or not a or not b:
            return
        rank = max(len(a), len(b))
        a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
        wide_a = any(x > 1 and y == 1 for x, y in zip(a, b))
        wide_b = any(y > 1 and x == 1 for x, y in zip(a, b))
        if wide_a and wide_b:
            known = self.broadcasts.setdefault(site.number, [site, tuple(left.shape), tuple(right.shape), 0, left, right, made])
            known[3] += 1

    def _fill(self, site, owner, given):
        known = self.lists.get(id(owner))
        if known is None or known[0] is not owner:
            known = self.lists[id(owner)] = [owner, None, [], self.rollout]
        known[2].append((self.rollout, site, self.env_calls))

    # Networks and distributions.

    def origin_of(self, given):
        """Returns what a network has seen to compute these numbers."""
        node = self.nodes.get(id(given))
        if node is not None and node.is_learned:
            return node.origin
        for site, function, arguments in self.stack:
            if isinstance(function, Module) or isinstance(getattr(function, "__self__", None), Module):
                for part in arguments:
                    if type(part) in _ARRAYS:
                        inner = self.nodes.get(id(part))
                        return inner.origin if inner is not None and inner.is_learned and inner.origin is not None else part
        return None

    def site_now(self):
        return self.stack[-1][0] if self.stack else None

    def softmax(self, given, dim, made, is_log):
        """Notes the input of a softmax: the policy's logits, if its last dimension is the actions'."""
        if len(self.heads) > 40000 or not _lab.shape(given):
            return
        site = self.site_now()
        head = Head(given, "softmax", self.origin_of(given), site, self.env_calls, dim)
        node = self.nodes.get(id(made))
        if node is None:
            self.held.append(made)
            node = self.note(made, site, (given,))
        node.is_policy = True
        node.is_learned = True
        if node.origin is None:
            node.origin = head.origin
        self._hold(head)

    def _hold(self, head):
        head.number = len(self.heads)
        self.heads.append(head)
        self.acting = head
        if not head.given.requires_grad or not torch.is_grad_enabled():
            return
        if _lab.is_leaf(head.given):
            # The same numbers each time: what comes belongs to the newest.
            key = id(head.given)
            if key not in self.leaves:
                _lab.add_hook(head.given, lambda grad: self.leaves[key].grads.append((len(self.passes), grad)))
            self.leaves[key] = head
        else:
            _lab.add_hook(head.given, lambda grad: head.grads.append((len(self.passes), grad)))

    def _made(self, site, made, given, named):
        """Notes a distribution."""
        parts = (*given, *named.values())
        node = self.note(made, site, parts)
        node.is_policy = node.is_learned = True
        inner = getattr(made, "base_dist", made)
        if hasattr(inner, "loc") and hasattr(inner, "scale"):
            known = next((part for part in parts if type(part) is Tensor), None)
            if isinstance(made, Distribution) and inner is not made:
                return
            if known is not None:
                head = Head(known, "normal", self.origin_of(known), site, self.env_calls)
                head.scale = inner.scale
                self._hold(head)
                self.late[id(made)] = head

    def _distribution(self, site, made, owner, given, named):
        name = site.name
        if name == "log_prob":
            if len(self.log_probs) < 40000:
                value = given[0] if given else named.get("value")
                entry = [site, owner, value, made, self.env_calls, self.rollout, self._head_of(owner), []]
                self.log_probs.append(entry)
                if type(made) is Tensor and made.requires_grad:
                    kept = entry[7]
                    _lab.add_hook(made, lambda grad: kept.append((len(self.passes), grad)))
        elif name == "entropy":
            if type(made) is Tensor and made.requires_grad and len(self.entropies) < 4000:
                entry = [site, made, []]
                self.entropies.append(entry)
                _lab.add_hook(made, lambda grad: entry[2].append((len(self.passes), float(grad.sum()))))
        elif name in ("sample", "rsample"):
            if len(self.samples) < 20000:
                self.samples.append((site, owner, made, self.env_calls))

    def _head_of(self, owner):
        found = self.late.get(id(getattr(owner, "base_dist", owner)))
        if isinstance(found, Head):
            return found
        for head in reversed(self.heads[-6:]):
            node = self.nodes.get(id(owner))
            if node is not None and any(part is head.given for part in node.inputs):
                return head
        return self.heads[-1] if self.heads else None

    def _pick(self, site, owner, index, made):
        """Notes which action's probability is picked by its place."""
        if len(self.picks) < 40000 and not isinstance(index, slice):
            head, shape = self._head_of(owner), tuple(owner.shape)
            if head is None or not shape or tuple(head.given.shape)[-1:] != shape[-1:] or shape[-1] < 2:
                return
            self.picks.append((site, owner, index, made, self.env_calls, self.rollout, head))

    def _extreme(self, site, made, pair):
        if len(self.extremes) < 300:
            entry = [site, made, pair, []]
            self.extremes.append(entry)
            _lab.add_hook(made, lambda grad: entry[3].append(float(grad.sum())))

    # Gradients and optimisers.

    def known_parameters(self):
        found = {}
        for module, _ in self.modules.values():
            for parameter in module.parameters():
                found[id(parameter)] = parameter
        for optimiser in self.optimisers.values():
            for group in optimiser.made.param_groups:
                for parameter in group["params"]:
                    found[id(parameter)] = parameter
        return found

    def _backward(self, site, function, loss, given, named):
        if self.rollout_open():
            self.is_updating = True
        pass_ = Pass(site, loss, self)
        self.passes.append(pass_)
        self.events.append(("backward", pass_, site))
        parameters = self.known_parameters()
        if len(self.passes) <= 40:
            pass_.full = [key for key, parameter in parameters.items() if parameter.grad is not None and bool((parameter.grad != 0).any())]
            before = {key: parameters[key].grad.detach().clone() for key in pass_.full}
        made = function(*given, **named)
        if len(self.passes) <= 40:
            for key, parameter in parameters.items():
                grad = parameter.grad
                if grad is not None:
                    if key in before:
                        grad = grad - before[key]
                    if bool((grad != 0).any()):
                        pass_.reached.add(key)
        if len(self.passes) > MOST_PASSES:
            self.end = "passes"
            raise Enough()
        return made

    def rollout_open(self):
        return not self.is_updating

    def _optimiser(self, site, function, owner, given, named):
        known = self.optimisers.setdefault(id(owner), _Optimiser(owner, site))
        if site.name == "step":
            self.events.append(("step", owner, site))
            known.steps += 1
            before = None
            held = [parameter for group in owner.param_groups for parameter in group["params"]]
            known.empty += all(parameter.grad is None or not bool((parameter.grad != 0).any()) for parameter in held)
            if known.steps <= 12:
                before = {id(parameter): (parameter, parameter.detach().clone()) for parameter in held}
            made = function(*given, **named)
            if before is not None:
                for key, (parameter, old) in before.items():
                    off = float((parameter.detach() - old).abs().max()) if parameter.numel() else 0.0
                    size = float(old.abs().mean()) if parameter.numel() else 0.0
                    self.moved.setdefault(key, []).append((off, size))
            return made
        if site.name == "zero_grad":
            full = any(parameter.grad is not None for group in owner.param_groups for parameter in group["params"])
            self.events.append(("zero", owner, site, full))
        return function(*given, **named)

    # Environments.

    def _environment(self, site, function, owner, given, named):
        if self.inside:
            return function(*given, **named)
        self.inside += 1
        head = self.acting
        try:
            made = function(*given, **named)
        finally:
            self.inside -= 1
        if site.name == "reset":
            self._reset(site, owner, made, given, named)
            return made
        if type(made) is tuple and 3 <= len(made) <= 5:
            made = self._step(site, owner, given, named, made, head)
        return made

    def _reset(self, site, owner, made, given, named):
        seed = named.get("seed", given[0] if given and isinstance(given[0], int) else None)
        saw = made[0] if type(made) is tuple and len(made) == 2 and isinstance(made[1], dict) else made
        self.note_observation(owner, saw)
        self.resets.append((site, owner, seed, keys(saw), len(self.passes), self.env_calls))
        self.newest[id(owner)] = saw
        self.streams.setdefault(id(owner), owner)
        self.running.pop(id(owner), None)
        self.events.append(("reset", owner, site))
        self.ended(owner, False)

    def ended(self, owner, is_over):
        self.cleared = [other for other in self.cleared if other is not owner]
        if is_over:
            self.cleared.append(owner)

    def note_observation(self, owner, saw):
        if type(saw) in _ARRAYS:
            self.nodes[id(saw)] = Node(saw, None, (), self.env_calls)

    def _step(self, site, owner, given, named, made, head):
        if self.is_updating:
            self.is_updating = False
            self.rollout += 1
        self.env_calls += 1
        saw, reward, end = made[:3]
        cut = made[3] if len(made) == 5 else False
        is_many = hasattr(reward, "__len__") and len(reward.shape) == 1
        if any(other is owner for other in self.cleared):
            self.after_end.append((site, self.env_calls))
        before = self.newest.get(id(owner))
        action = given[0] if given else next(iter(named.values()), None)
        acted = head if head is not None and head.at == self.env_calls - 1 else None
        rows = _rows(acted) if acted is not None else None
        count = len(reward) if is_many else 1
        actions = listed(action) if is_many else [plain(action)]
        rewards = [float(number) for number in reward] if is_many else [_number(reward)]
        ends = [bool(flag) for flag in end] if is_many else [bool(end)]
        cuts = [bool(flag) for flag in cut] if is_many and hasattr(cut, "__len__") else [bool(cut)] * count
        saws = keys(before, count) if before is not None else [None] * count
        afters = keys(saw, count)
        firsts = len(self.steps)
        drawn = None
        if acted is not None and acted.kind == "normal" and self.samples and self.samples[-1][3] == self.env_calls - 1:
            flat = self.samples[-1][2].reshape(count, -1).tolist() if self.samples[-1][2].numel() % count == 0 else None
            drawn = flat
        for place in range(count):
            step = Step()
            step.place, step.env, step.call, step.rollout = firsts + place, (id(owner), place), self.env_calls, self.rollout
            step.saw, step.after = saws[place] if place < len(saws) else None, afters[place] if place < len(afters) else None
            step.action, step.reward = actions[place] if place < len(actions) else None, rewards[place]
            step.is_end, step.is_cut = ends[place], cuts[place]
            if step.reward != 0:
                self.paid.add(self.rollout)
            step.head, step.row, step.given = acted, place, action
            step.drawn = drawn[place] if drawn is not None and place < len(drawn) else None
            step.key = rows[place] if rows is not None and place < len(rows) else None
            former = self.streams.get((id(owner), place))
            step.is_only_reset = bool(is_many and former is not None and (former.is_end or former.is_cut) and _next_mode(owner))
            self.streams[(id(owner), place)] = step
            self.steps.append(step)
            so_far = self.running.get((id(owner), place), 0.0) + step.reward
            if step.is_end or step.is_cut:
                self.curve.append((len(self.steps), so_far))
                so_far = 0.0
            self.running[(id(owner), place)] = so_far
        if acted is not None and rows and self.row_size is None:
            self.row_size = len(rows[0]) // 4
        if acted is not None:
            acted.steps = (firsts, count)
        self.newest[id(owner)] = saw
        self.note_observation(owner, saw)
        if not is_many:
            self.ended(owner, ends[0] or cuts[0])
        reward = self._reward(reward)
        made = (made[0], reward, *made[2:])
        if len(self.steps) >= self.most_steps or self._has_enough():
            self.end = "enough"
            raise Enough()
        return made

    def _reward(self, reward):
        if type(reward) is float:
            # An object of its own, which leads back to this step.
            reward = reward + 0.0
        if type(reward) in (float, np.float64, np.ndarray, Tensor):
            node = self.nodes[id(reward)] = Node(reward, None, (), self.env_calls)
            node.is_reward, node.step = True, len(self.steps) - 1
        return reward

    def _has_enough(self):
        if self.is_updating or self.rollout < 3 or len(self.steps) < 400:
            return False
        if len(self.paid) < 3 and len(self.steps) < 4500:
            return False
        if self.rollout >= 40 or len(self.passes) >= 160 or len(self.steps) >= 1500 and self.rollout >= 8:
            return True
        return len(self.steps) >= 2500

    def check_time(self):
        spent = time.perf_counter() - self.began
        if spent > self.seconds and (self.rollout >= 2 and not self.is_updating or spent > 2 * self.seconds):
            self.end = "time"
            raise Enough()


class Pass:
    """A backward pass."""

    def __init__(self, site, loss, watch):
        self.site, self.loss, self.rollout = site, loss, watch.rollout
        self.at, self.number = len(watch.steps), len(watch.passes)
        self.full, self.reached = [], set()
        self.value = float(loss.detach().sum()) if isinstance(loss, Tensor) else None


class _Optimiser:
    def __init__(self, made, site):
        self.made, self.site, self.steps, self.empty = made, site, 0, 0
        self.rate = max(group.get("lr", 0.0) for group in made.param_groups)
        self.kind = type(made).__name__


def _is_schedule(owner):
    return any("lr_scheduler" in (kind.__module__ or "") for kind in type(owner).__mro__)


def _next_mode(owner):
    mode = getattr(owner, "autoreset_mode", None)
    return mode is not None and str(getattr(mode, "value", mode)) == "NextStep"


def _number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        return 0.0


def plain(action):
    """Returns an action as Python's numbers."""
    if type(action) in _ARRAYS or hasattr(action, "tolist"):
        return action.tolist()
    return action


def listed(action):
    return list(plain(action)) if hasattr(plain(action), "__len__") else [plain(action)]


def keys(saw, count=1):
    """Returns what tells observations apart: their bytes, for each environment."""
    rows = _row_bytes(saw, count)
    return rows


def _row_bytes(saw, count):
    try:
        if type(saw) is Tensor:
            numbers = saw.detach()
        elif isinstance(saw, np.ndarray):
            numbers = saw._tensor
        else:
            numbers = torch.as_tensor(saw, dtype=torch.float32)
        said = _lab.to_bytes(_lab.cast(numbers, "float32"))
    except Exception:
        return [repr(saw)] * count
    size = len(said) // count if count else 0
    return [said[place * size : (place + 1) * size] for place in range(count)]


def _rows(head):
    """Returns the bytes of what the network saw, for each row of its numbers."""
    if head.origin is None:
        return None
    shape = _lab.shape(head.given)
    count = 1
    for size in shape[:-1]:
        count *= size
    if head.seen_rows is None:
        head.seen_rows = _row_bytes(head.origin, count)
    return head.seen_rows


rows_of = _rows
