"""What happens while a script runs: results with their operands and lines, what environments hand out, which networks saw it, the
gradients at the policy's logits, and what optimisers do. It is all noted here, and weighed elsewhere."""

import ast
import time

import _lab
import numpy as np
import torch
from doctor import _heads, _moves
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
_DRAWS = {"sample", "rsample", "multinomial", "choice", "choices", "bernoulli"}
_LARGEST = {"argmax", "max", "topk"}
_PAIRS = {"mse_loss", "smooth_l1_loss", "huber_loss", "l1_loss", "MSELoss", "SmoothL1Loss", "HuberLoss"}


class Enough(BaseException):
    """Ends a script that has been watched for long enough."""


class Node:
    """A result: where it was computed, of what, and what is known of it."""

    __slots__ = ("made", "site", "inputs", "is_learned", "is_policy", "is_reward", "origin", "at", "step", "function", "count", "outer", "calls", "moves")

    def __init__(self, made, site, inputs, at):
        self.made, self.site, self.inputs, self.at = made, site, inputs, at
        self.is_learned = self.is_policy = self.is_reward = False
        self.origin = self.step = self.function = self.outer = None
        self.count, self.calls, self.moves = 0, (), 0


class Head:
    """Numbers from which a distribution over actions is made, and the gradients that came back to them."""

    __slots__ = ("given", "kind", "origin", "site", "at", "steps", "grads", "scale", "dim", "values", "seen_rows", "number", "moves", "looked")

    def __init__(self, given, kind, origin, site, at, dim=-1):
        self.given, self.kind, self.origin, self.site, self.at, self.dim = given, kind, origin, site, at, dim
        self.steps, self.grads, self.scale, self.values = None, [], None, []
        self.number, self.seen_rows, self.moves, self.looked = 0, None, 0, False


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

    __slots__ = ("place", "env", "saw", "action", "reward", "is_end", "is_cut", "after", "key", "head", "row", "rollout", "given", "drawn", "is_only_reset", "call", "last")


class Watch:
    """A run that is watched."""

    def __init__(self, script, seconds, most_steps=5000, shake=None):
        self.script, self.seconds, self.most_steps = script, seconds, most_steps
        self.shake, self.numbers = shake, {}
        self.began = time.perf_counter()
        self.nodes, self.lists, self.stack = {}, {}, []
        self.heads, self.passes, self.events = [], [], []
        self.steps, self.resets, self.streams, self.newest = [], [], {}, {}
        self.rollout, self.is_updating = 0, False
        self.optimisers, self.modules, self.cleared = {}, {}, []
        self.fits, self.broadcasts, self.softmaxes, self.bounds, self.extremes = {}, {}, {}, [], []
        self.log_probs, self.entropies, self.samples, self.picks = [], [], [], []
        # Places that are written as numbers, draws of actions, and choices of the largest, the last two with the calls that led there.
        self.fixed, self.draws, self.largest = [], [], []
        self.inside, self.current, self.turns = 0, None, 0
        self.held, self.acting, self.env_calls, self.after_end = [], None, 0, []
        self.first_nan, self.failure, self.printed = None, None, 0
        self.paid, self.leaves = set(), {}
        # Steps of optimisers so far, and what is differentiated without a module or an optimiser that holds it.
        self.moves, self.bare, self.before_step, self.at_first = 0, {}, {}, {}
        # Softmaxes that a script has written out along the rows.
        self.columns = {}
        # Moves by hand along the gradient, less those against it.
        self.along = 0
        self.end, self.curve, self.running = "ended", [], {}
        self.late, self.chains, self.turned, self.looked = {}, {}, {}, []
        self.gaps = []
        self.moved, self.valued, self.row_size = {}, [], None
        # The step that was taken from an observation, by the observation's identity.
        self.acted_on, self.callers = {}, {}

    # The functions that the script calls in place of its operators and calls.

    def names(self):
        return {
            "__seen_operator__": self.operator, "__seen_minus__": self.minus, "__seen_put__": self.put,
            "__seen_list__": self.list, "__seen_parts__": self.parts, "__seen_slice__": slice, "__seen_at__": self.part, "__seen_attribute__": self.attribute,
            "__seen_method__": self.method, "__seen_call__": self.call, "__seen_range__": self.range, "__seen_below__": self.below,
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
                if kind is Tensor and site.name in ("Div", "Sub"):
                    _heads.written_out(self, site, made, left, right)
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
            elif type(value) in (list, tuple) and len(value) < 4000:
                if len(node.inputs) < 4000:
                    node.inputs += (Listed(value),)
                self._inherit(node, (value,), 0)
            self.late[id(owner)] = site
        elif type(owner) is list:
            self.late[id(owner)] = site
        self.chains[site.number] = self.chain()
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

    def range(self, number, owner):
        """Goes through numbers and counts how many have passed."""
        entry = self.turned[number] = [len(owner) if hasattr(owner, "__len__") else 0, 0]
        for value in owner:
            entry[1] += 1
            yield value

    def below(self, number, left, right):
        """Returns the comparison that a loop goes on by, and notes how far it is."""
        site = self.script.sites[number]
        made = site.apply(left, right)
        if type(left) in (int, float) and type(right) in (int, float):
            least, most = (right, left) if site.name in ("Gt", "GtE") else (left, right)
            self.turned[number] = [most, max(least, 0)]
        return made

    def part(self, number, owner, index):
        made = owner[index]
        if type(made) in _ARRAYS or type(made) is float:
            if type(owner) in _ARRAYS and (id(made) not in self.nodes):
                node = self.note(made, self.script.sites[number], (owner, index) if type(index) in _ARRAYS else (owner,))
                if node.origin is None and id(owner) in self.bare:
                    # A row of a table: its number is what the policy saw.
                    node.origin = index if type(index) in _ARRAYS else _seen_number(index)
                if node.is_policy and (type(index) is tuple and len(index) > 1 or len(owner.shape) == 1):
                    site = self.script.sites[number]
                    self._pick(site, owner, index[-1] if type(index) is tuple else index, made, _is_fixed(site.node))
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
            if not isinstance(owner, (Optimizer, Module)) and hasattr(owner, "step") and hasattr(owner, "reset") and not _is_schedule(owner):
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
            if name == "grad" and given and type(given[0]) is Tensor:
                return self._backward(site, function, given[0], given, named)
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
        if self.shake is not None and kind is Tensor and isinstance(function, Module):
            made = self.shake.value(self, site, function, given, made)
        if kind in _ARRAYS:
            self._result(site, made, function, owner, given, named)
        elif isinstance(made, tuple):
            for part in made:
                if type(part) is Tensor:
                    self._result(site, part, function, owner, given, named)
            if name == "max" and len(made) == 2 and type(made[0]) is Tensor and type(made[1]) is Tensor:
                inner = self.nodes[id(made[0])]
                if inner.is_policy and inner.inputs:
                    self._pick(site, inner.inputs[0], made[1], made[0])
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
            self.numbers.setdefault(id(made), len(self.numbers))
        elif kind is list and id(made) not in self.lists:
            self.lists[id(made)] = [made, site, [], self.rollout]
            if name == "tolist" and id(owner) in self.nodes:
                self.note(made, site, (owner,))
        if handler is not None:
            handler(site, made, owner, given, named)
        if name in _DRAWS:
            if len(self.draws) < 40000:
                self.draws.append((site, made, self.env_calls, self.chain()))
        elif name in _LARGEST and len(self.largest) < 20000:
            self.largest.append((site, self.env_calls, self.chain()))
        return made

    def chain(self):
        """Returns the calls of the script that are under way, the outermost first."""
        return tuple(entry[0] for entry in self.stack)

    # What results are made of.

    def note(self, made, site, inputs):
        nodes = self.nodes
        inputs = _held(inputs)
        node = nodes[id(made)] = Node(made, site, inputs, self.env_calls)
        node.moves = self.moves
        self._inherit(node, inputs, 0)
        if not node.is_learned and type(made) is Tensor and made.requires_grad:
            self._learned(node, made)
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

    def _learned(self, node, made):
        """Notes numbers that are learned and that no module holds."""
        node.is_learned = True
        if _lab.is_leaf(made):
            self.bare[id(made)] = made

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
            if len(node.calls) < 6:
                node.calls += (site,)
            if not node.is_learned and type(made) is Tensor and made.requires_grad:
                self._learned(node, made)
            if isinstance(function, Module) or site.name == "forward":
                node.function, node.outer = node.function or function, site
                if not node.is_policy and node.is_learned and len(self.valued) < 40000:
                    self._value(made, node, site, function)
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
                self._value(made, node, site, function)
        name = site.name
        if name in ("min", "max", "minimum", "maximum") and type(made) is Tensor and made.requires_grad:
            pair = [part for part in inputs if type(part) is Tensor]
            if len(pair) == 2:
                self._extreme(site, made, pair)
            elif len(pair) == 1 and name == "max" and node.is_policy and len(_lab.shape(pair[0])) == 1:
                self._pick(site, pair[0], pair[0].detach().argmax(), made)
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

    def _value(self, made, node, site, function):
        """Notes what a network gave that may be a value, and from where it was called."""
        self.valued.append((made, node.origin, len(self.passes), self.env_calls, site, function))
        self.callers[id(made)] = tuple(entry[0] for entry in self.stack[-4:])

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
        known[2].append((self.rollout, site, self.env_calls, self.chain()))

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
        if id(given) not in self.nodes:
            _heads.within(self, given, site)
        node = self.nodes.get(id(made))
        if node is None:
            self.held.append(made)
            node = self.note(made, site, (given,))
        node.is_policy = True
        node.is_learned = True
        if node.origin is None:
            node.origin = head.origin
        if torch.is_grad_enabled():
            self.softmaxes.setdefault(id(given), []).append(made)
        self._hold(head)

    def _hold(self, head):
        self.take(head)
        if head.given.requires_grad and torch.is_grad_enabled():
            self.listen(head, head.given, lambda grad: grad)

    def take(self, head):
        """Takes in a head: the next step of an environment is its choice."""
        head.number, head.moves = len(self.heads), self.moves
        self.heads.append(head)
        self.acting = head

    def listen(self, head, given, turned):
        """Notes the gradients that come to what a head is made of, as those of its logits."""
        if _lab.is_leaf(given):
            # The same numbers each time: what comes belongs to the newest.
            key = id(given)
            if key not in self.leaves:
                _lab.add_hook(given, lambda grad: self.leaves[key][0].grads.append((len(self.passes), self.leaves[key][1](grad))))
            self.leaves[key] = head, turned
        else:
            _lab.add_hook(given, lambda grad: head.grads.append((len(self.passes), turned(grad))))

    def _made(self, site, made, given, named):
        """Notes a distribution, where it is made and not where a function hands it on."""
        if id(made) in self.nodes:
            self.nodes[id(made)].calls += (site,)
            return
        parts = (*given, *named.values())
        node = self.note(made, site, parts)
        node.is_policy = node.is_learned = True
        inner = getattr(made, "base_dist", made)
        if type(inner).__name__ == "Bernoulli" and inner is made and (given or named):
            self._chances(site, made, given, named)
        if hasattr(inner, "loc") and hasattr(inner, "scale"):
            known = next((part for part in parts if type(part) is Tensor), None)
            if isinstance(made, Distribution) and inner is not made:
                return
            if known is not None:
                head = Head(known, "normal", self.origin_of(known), site, self.env_calls)
                head.scale = inner.scale
                self._hold(head)
                self.late[id(made)] = head
        elif type(made).__name__ == "Bernoulli":
            known = next((part for part in parts if type(part) is Tensor), None)
            if known is not None:
                self.late[id(made)] = _heads.coin(self, site, known, "logits" in named or len(given) > 1)
        elif type(made).__name__ == "Categorical" and "logits" not in named:
            known = next((part for part in parts if type(part) is Tensor), None)
            inner = self.nodes.get(id(known))
            if known is not None and (inner is None or not inner.is_policy) and bool((known.detach() >= 0).all()):
                self.late[id(made)] = _heads.shares(self, site, known)

    def _chances(self, site, made, given, named):
        """Notes a distribution over two actions that is given by one number."""
        known = named.get("probs", given[0] if given else None)
        kind = "chance"
        if known is None:
            known, kind = named.get("logits", given[1] if len(given) > 1 else None), "chance-logit"
        if type(known) is not Tensor:
            return
        shape = _lab.shape(known)
        if shape and shape[-1] != 1 and len(shape) > 1:
            return
        head = Head(known, kind, self.origin_of(known), site, self.env_calls)
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

    def _pick(self, site, owner, index, made, is_fixed=False):
        """Notes which action's probability is picked by its place."""
        if len(self.picks) < 40000 and not isinstance(index, slice):
            head, shape = self._head_of(owner), tuple(owner.shape)
            if head is None or not shape or tuple(head.given.shape)[-1:] != shape[-1:] or shape[-1] < 2:
                return
            (self.fixed if is_fixed else self.picks).append((site, owner, index, made, self.env_calls, self.rollout, head))

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
        if len(self.bare) < 60:
            found.update(self.bare)
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
            _moves.moved_by_hand(self, parameters, site)
            _moves.look_again(self)
        made = function(*given, **named)
        if len(self.passes) <= 40:
            _moves.differentiated(self, parameters, made, given, before)
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
            self.moves += 1
            known.chain = (*self.chain(), site)
            before = None
            held = [parameter for group in owner.param_groups for parameter in group["params"]]
            known.empty += all(parameter.grad is None or not bool((parameter.grad != 0).any()) for parameter in held)
            if known.steps <= 12:
                before = {id(parameter): (parameter, parameter.detach().clone()) for parameter in held}
            made = function(*given, **named)
            if before is not None:
                for key, (parameter, old) in before.items():
                    if parameter.numel():
                        # How far it moves in all, and how large it is.
                        off, size = float((parameter.detach() - old).abs().sum()), float(old.abs().sum())
                        self.moved.setdefault(key, []).append((off, size, parameter.numel()))
            return made
        if site.name == "zero_grad":
            full = any(parameter.grad is not None for group in owner.param_groups for parameter in group["params"])
            self.events.append(("zero", owner, site, full))
        return function(*given, **named)

    # Environments.

    def _environment(self, site, function, owner, given, named):
        if self.inside:
            return function(*given, **named)
        if self.shake is not None and id(owner) not in self.newest:
            self.shake.shorten(owner)
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
        if self.shake is not None:
            reward = self.shake.reward(reward, is_many)
        if any(other is owner for other in self.cleared):
            self.after_end.append((site, self.env_calls))
        before = self.newest.get(id(owner))
        action = given[0] if given else next(iter(named.values()), None)
        count = len(reward) if is_many else 1
        acted, offset = _heads.acted(self, head, before, is_many)
        rows = _rows(acted) if acted is not None else None
        actions = listed(action) if is_many else [plain(action)]
        rewards = [float(number) for number in reward] if is_many else [_number(reward)]
        ends = [bool(flag) for flag in end] if is_many else [bool(end)]
        cuts = [bool(flag) for flag in cut] if is_many and hasattr(cut, "__len__") else [bool(cut)] * count
        saws = keys(before, count) if before is not None else [None] * count
        afters = keys(saw, count)
        lasts = _lasts(made[-1], count) if is_many and isinstance(made[-1], dict) else {}
        firsts = len(self.steps)
        if not is_many and type(before) in _ARRAYS:
            self.acted_on[id(before)] = firsts
        drawn = None
        if acted is not None and acted.kind == "normal" and self.samples and self.samples[-1][3] == self.env_calls - 1 - offset:
            whole = len(rows) if rows is not None and not is_many else count
            flat = self.samples[-1][2].reshape(whole, -1).tolist() if self.samples[-1][2].numel() % whole == 0 else None
            drawn = flat and flat[offset : offset + count]
        for place in range(count):
            step = Step()
            step.place, step.env, step.call, step.rollout = firsts + place, (id(owner), place), self.env_calls, self.rollout
            step.saw, step.after = saws[place] if place < len(saws) else None, afters[place] if place < len(afters) else None
            step.action, step.reward = actions[place] if place < len(actions) else None, rewards[place]
            step.is_end, step.is_cut = ends[place], cuts[place]
            step.last = lasts.get(place, step.after)
            if step.reward != 0:
                self.paid.add(self.rollout)
            step.head, step.row, step.given = acted, place + offset, action
            step.drawn = drawn[place] if drawn is not None and place < len(drawn) else None
            step.key = rows[place + offset] if rows is not None and place + offset < len(rows) else None
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
            acted.steps = (firsts - offset, offset + count)
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
        if self.is_updating or self.rollout < (3 if self.shake is None else 2) or self.shake is None and len(self.steps) < 400:
            return False
        if self.shake is not None:
            return self.rollout >= 6 and len(self.steps) >= 250 or len(self.steps) >= 1500
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
        # How many steps optimisers had taken before, and with those that a script takes itself.
        self.steps = sum(known.steps for known in watch.optimisers.values())
        self.full, self.reached, self.moves = [], set(), watch.moves
        self.value = float(loss.detach().sum()) if isinstance(loss, Tensor) else None


class _Optimiser:
    def __init__(self, made, site):
        self.made, self.site, self.steps, self.empty, self.chain = made, site, 0, 0, ()
        self.rate = max(group.get("lr", 0.0) for group in made.param_groups)
        self.kind = type(made).__name__


def _seen_number(index):
    return torch.tensor(float(index)) if isinstance(index, (int, np.integer)) else None


def _is_schedule(owner):
    return any("lr_scheduler" in (kind.__module__ or "") for kind in type(owner).__mro__)


def _lasts(info, count):
    """Returns what ended episodes of several environments saw last, by the environment's place."""
    found = info.get("final_obs", info.get("final_observation"))
    if found is None or not hasattr(found, "__len__") or len(found) != count:
        return {}
    return {place: keys(saw)[0] for place, saw in enumerate(found) if saw is not None and hasattr(saw, "shape") and len(saw.shape)}


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
    for size in shape if head.kind.startswith("chance") else shape[:-1]:
        count *= size
    if head.seen_rows is None:
        head.seen_rows = _row_bytes(head.origin, count)
    return head.seen_rows


rows_of = _rows
