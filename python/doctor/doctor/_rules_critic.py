"""The critic: what its loss and the advantage send gradients to, and shapes that make all pairs."""

import ast

from doctor._finding import Finding
from doctor._rules_sources import in_module
from doctor._trace import parts, statement_line, tracked

_LOSSES = ("mse_loss", "smooth_l1_loss", "huber_loss", "l1_loss")


def find(case):
    """Yields findings on the critic."""
    yield from _broadcast(case)
    yield from _attached(case)
    yield from _target(case)
    yield from _sign(case)
    yield from _untrained(case)
    yield from _unheld(case)
    yield from _same_network(case)


def _broadcast(case):
    """Operands of [N] and [N, 1], where this decides what is learned."""
    reach = None
    for site, left, right, count, a, b, made in case.watch.broadcasts.values():
        if reach is None:
            reach = _reached(case)
        if case.watch.ending.error is None and not (id(made) in reach if made is not None else id(a) in reach or id(b) in reach):
            continue
        if max(left) < 3 and max(right) < 3 or not _is_slip(left, right):
            continue
        if site.name in ("Mult", "mul") and any(_is_constant(part) for part in (a, b)):
            continue
        line, also = site.line, []
        values = [part for part in (a, b) if _is_value(case, part) and tuple(part.shape)[-1:] == (1,)]
        node = case.trace.node(values[0]) if values else None
        if node is not None and node.site is not None and node.outer is not None and node.site.line != line:
            # The critic's own forward could return one number for each row.
            inner = node.site
            is_forward = inner.function is not None and inner.function.name == "forward"
            line, also = (inner.line, [line]) if is_forward else (line, [inner.line])
        yield Finding(
            "broadcast", line, f"The shapes {list(left)} and {list(right)} make all pairs here, where one number for each step was meant",
            f"The result has the shape {list(made.shape) if made is not None else 'of all pairs'}, {count} times", 0.96, 93, also=also,
        )
        return


def _is_slip(left, right):
    """Returns true for [N] beside [N, 1], of the same N."""
    a, b = [size for size in left if size > 1], [size for size in right if size > 1]
    return len(left) != len(right) and len(a) == 1 and len(b) == 1 and a == b


def _is_constant(numbers):
    """Returns true if all numbers are the same, such as a mask of ones: a product with them only changes the scale."""
    flat = numbers.detach().reshape(-1) if hasattr(numbers, "detach") else numbers.reshape(-1)
    return bool((flat == flat[0]).all())


def _reached(case):
    """Returns the identities of all that losses were made of."""
    found = set()
    for pass_ in case.watch.passes[:4]:
        for node in case.trace.above(pass_.loss, 20000):
            found.add(id(node.made))
            found.update(id(part) for part in parts(node.inputs))
    return found


def _is_value(case, value):
    node = case.trace.node(value)
    return node is not None and node.is_learned and not node.is_policy


def _sign(case):
    """A critic's error that the loss makes large."""
    errors = {}
    for site, left, right in _errors(case):
        errors[site.number] = site
    if not errors:
        return
    for pass_ in case.watch.passes[:3]:
        for node in case.trace.above(pass_.loss, 4000):
            name = node.site.name if node.site is not None else ""
            is_error = name in _LOSSES or name in ("pow", "square", "Pow") and any(
                case.trace.node(part) is not None and case.trace.node(part).site is not None and case.trace.node(part).site.number in errors for part in node.inputs
            )
            if not is_error or node.is_policy or not node.is_reward:
                continue
            trail = case.trace.trail(pass_.loss, {id(node.made): node})
            if trail is None or case.trace.sign(trail) * (-1 if case.maximises else 1) > 0:
                continue
            line = next((above.site.line for above, _ in reversed(trail) if above.site is not None and above.site.name in ("Sub", "USub")), node.site.line)
            yield Finding("value-loss-sign", line, "The critic's error enters the loss with a minus, so the critic gets worse with each update",
                "The loss falls when the squared error grows", 0.92, 86)
            return


def _untrained(case):
    """A critic whose values the advantage uses and that nothing teaches."""
    watch = case.watch
    if len(watch.passes) < 4:
        return
    reached = set().union(*(pass_.reached for pass_ in watch.passes[:40]))
    for loss in case.losses[:1]:
        if loss.weight is None:
            return
        for node in case.trace.above(loss.weight, 600):
            own = getattr(getattr(node.function, "__self__", node.function), "parameters", None)
            if own is None or node.is_policy or not node.outer:
                continue
            held = {id(parameter) for parameter in own()}
            if held and not held & reached and tuple(node.made.shape)[-1:] == (1,):
                top = case.trace.node(loss.pass_.loss)
                line = statement_line(top.site) if top is not None and top.site is not None else loss.pass_.site.line
                line = _cut_error(case) or line
                yield Finding("critic-not-trained", line, "The critic is used for the advantage and never trained: no loss reaches it",
                    f"In {len(watch.passes)} backward passes its {len(held)} tensors got no gradient", 0.93, 83)
                return


def _unheld(case):
    """A critic that gets gradients and that no optimiser holds."""
    stepped = [known for known in case.watch.optimisers.values() if known.steps]
    if not stepped:
        return
    held = {id(parameter) for known in stepped for group in known.made.param_groups for parameter in group["params"]}
    # One that never takes a step is another mistake.
    others = {id(parameter) for known in case.watch.optimisers.values() if not known.steps for group in known.made.param_groups for parameter in group["params"]}
    reached = set().union(*(pass_.reached for pass_ in case.watch.passes[:40]))
    for site, left, right in _errors(case):
        for side in (left, right):
            known = case.trace.node(side)
            if known is None or not known.is_learned or known.is_policy or known.is_reward or not tracked(side):
                continue
            node = _network(case, side)
            own = {id(parameter) for parameter in node.function.parameters()} if node is not None else set()
            if own and own <= reached and not own & held and not own & others:
                yield Finding(
                    "critic-not-trained", stepped[0].site.line, "The critic gets gradients, and no optimiser holds its parameters, so it never learns",
                    f"Its {len(own)} tensors have gradients after each backward pass and do not change", 0.93, 84,
                )
                return


def _cut_error(case):
    """Returns the line of a critic's error that has no gradient."""
    for pass_ in case.watch.passes[:3]:
        for node in case.trace.above(pass_.loss, 4000):
            name = node.site.name if node.site is not None else ""
            if (name in _LOSSES or name in ("pow", "square", "Pow")) and node.is_learned and not node.is_policy and not tracked(node.made):
                return statement_line(node.site)
    return None


def _network(case, value):
    """Returns the innermost module of the library that a number came out of, and where it was called."""
    for node in case.trace.above(value, 60):
        if node.function is not None and type(node.function).__module__.startswith("torch") and hasattr(node.function, "parameters") and any(True for _ in node.function.parameters()):
            return node
    return None


def _same_network(case):
    """Values that come out of the very layer that gives the policy's numbers."""
    watch, policy = case.watch, {}
    for head in [head for head in watch.heads if head.steps is not None or head.grads][:4]:
        node = _network(case, head.given)
        shape = tuple(head.given.shape)
        if node is not None and shape and tuple(node.made.shape)[-1:] == shape[-1:]:
            policy[id(node.function)] = node
    if not policy:
        return
    for site, left, right in _errors(case):
        for side in (left, right):
            known = case.trace.node(side)
            if known is None or not known.is_learned or known.is_policy or known.is_reward:
                continue
            node = _network(case, side)
            if node is None or id(node.function) not in policy or tuple(node.made.shape)[-1:] != tuple(policy[id(node.function)].made.shape)[-1:]:
                continue
            line = _alias_line(case, node.site) or node.site.line
            yield Finding(
                "critic-is-actor", line, "The critic's value comes out of the policy's own last layer, so each spoils the other",
                "The layer that gives the policy's numbers is the one that the critic's error is computed from", 0.95, 90, also=[node.site.line] if node.site.line != line else [],
            )
            return


def _alias_line(case, site):
    """Returns the line where the name of a called network was given to a part of another one."""
    function = getattr(site.node, "func", None)
    name = getattr(function, "id", getattr(function, "attr", None))
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Assign) and isinstance(part.value, (ast.Name, ast.Attribute)):
            if any(getattr(target, "id", getattr(target, "attr", None)) == name for target in part.targets):
                return part.lineno
    return None


def _attached(case):
    """Advantages through which the policy's loss pulls at the critic."""
    seen = 0
    for loss in case.losses[:3]:
        if loss.weight is None or not tracked(loss.weight) or not loss.product:
            continue
        node = case.trace.node(loss.weight)
        if node is None or node.is_policy or not node.is_reward or not node.is_learned:
            continue
        seen += 1
    if not seen:
        return
    loss = next(loss for loss in case.losses if loss.weight is not None and tracked(loss.weight))
    line = statement_line(loss.product.site)
    shared = _used_by_critic(case, loss)
    if not shared:
        for node in case.trace.above(loss.weight, 300):
            if node.site is not None and node.site.name in ("Sub", "sub") and tracked(node.made) and node.is_reward and not _is_own_mean(case, node):
                line = _called_line(case, node.site, loss) or node.site.line
                break
        line = _bootstrap_call(case, loss.weight) or line
    yield Finding(
        "advantage-attached", line, "The advantage is not detached, so the policy's loss pulls at the critic",
        "The factor beside the log-probability has a gradient of its own, and it leads to the critic's parameters", 0.93, 84,
    )


def _called_line(case, site, loss):
    """Returns the line where a helper that works out advantages is called with a value that should have been detached."""
    helper, home = site.function, loss.product.site.function
    if helper is None or helper is home or any(argument.arg == "self" for argument in helper.args.args[:1]):
        return None
    calls = [part for part in ast.walk(case.tree) if isinstance(part, ast.Call) and getattr(part.func, "id", getattr(part.func, "attr", None)) == helper.name]
    return calls[0].lineno if len(calls) == 1 else None


def _predictions(case):
    """Returns the identities of the nodes that the critic's error is taken of."""
    found = set()
    for site, left, right in _errors(case):
        for side in (left, right):
            node = case.trace.node(side)
            if node is not None and node.is_learned and not node.is_reward:
                found.update(id(inner) for inner in case.trace.above(side, 12))
    return found


def _bootstrap_call(case, weight):
    """Returns the line of a network's call that gives the value after the last step, if the advantage's gradient leads there alone."""
    predictions = _predictions(case)
    calls = [node for node in case.trace.above(weight, 3000) if node.outer is not None and tracked(node.made) and not node.is_policy]
    if not calls or any(id(node) in predictions for node in calls):
        return None
    trail = case.trace.trail(weight, {id(calls[0].made): calls[0]})
    if trail and any(name in ("Mult", "mul") for name in case.trace.names(trail)):
        callers = (calls[0].outer, *reversed(case.watch.callers.get(id(calls[0].made), ())))
        return statement_line(next((site for site in callers if not in_module(case.tree, site.line)), callers[0]))
    return None


def _is_own_mean(case, node):
    inner = case.trace.node(node.inputs[1]) if len(node.inputs) > 1 else None
    return inner is not None and inner.site is not None and inner.site.name == "mean"


def _used_by_critic(case, loss):
    """Returns true if the same advantage, with its gradient, is squared for the critic."""
    weights = {id(node.made) for node in case.trace.above(loss.weight, 8) if node.is_reward and node.is_learned and tracked(node.made)}
    weights.add(id(loss.weight))
    for node in case.watch.nodes.values():
        if node.site is not None and node.site.name in ("pow", "Pow", "square", "mse_loss", "smooth_l1_loss") and tracked(node.made):
            if any(id(part) in weights for part in node.inputs):
                return True
        if node.site is not None and node.site.name == "Mult" and len(node.inputs) == 2 and node.inputs[0] is node.inputs[1] and id(node.inputs[0]) in weights:
            return True
    return False


def _errors(case):
    """Yields what the critic's loss compares: the two sides and the place."""
    seen = set()
    for pass_ in case.watch.passes[:6]:
        for node in case.trace.above(pass_.loss, 6000):
            if node.site is None or id(node) in seen:
                continue
            seen.add(id(node))
            name = node.site.name
            if name in _LOSSES or type(node.function).__name__ in ("MSELoss", "SmoothL1Loss", "HuberLoss", "L1Loss"):
                sides = [part for part in node.inputs if hasattr(part, "requires_grad")]
                if len(sides) >= 2:
                    yield node.site, sides[0], sides[1]
            elif name in ("pow", "Pow", "square") or name in ("Mult", "mul") and len(node.inputs) == 2 and node.inputs[0] is node.inputs[1]:
                inner = case.trace.node(node.inputs[0])
                if inner is not None and inner.site is not None and inner.site.name in ("Sub", "sub") and len(inner.inputs) > 1:
                    yield inner.site, inner.inputs[0], inner.inputs[1]


def _target(case):
    """Targets of the critic that it may change itself."""
    for site, left, right in _errors(case):
        if not (tracked(left) and tracked(right)):
            continue
        for target, other in ((left, right), (right, left)):
            node, own = case.trace.node(target), case.trace.node(other)
            if node is None or own is None or not node.is_reward or node.is_policy or own.is_reward:
                continue
            line = _next_value_line(case, target, {id(inner) for inner in case.trace.above(other, 12)}) or site.line
            yield Finding(
                "target-attached", line, "The critic's target is not detached, so the critic moves its own target",
                "Both sides of the critic's error have a gradient", 0.9, 80, also=[site.line] if site.line != line else [],
            )
            return


def _next_value_line(case, target, own):
    """Returns the line where the target's value comes in with its gradient."""
    call = add = None
    for node in case.trace.above(target, 400):
        if node.site is None or not tracked(node.made):
            continue
        if node.outer is not None and call is None and id(node) not in own:
            call = node
        if node.site.name in ("Add", "Mult") and add is None and node.is_reward:
            add = node
    if call is not None and (add is None or call.outer.function is add.site.function):
        return call.outer.line
    return add.site.line if add is not None else None
