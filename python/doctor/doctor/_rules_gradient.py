"""Gradients that are lost, kept too long or sent to the wrong parameters."""

import ast

from doctor._finding import Finding
from doctor._trace import parts, tracked

_CUTS = ("item", "detach", "tolist", "numpy", "data", "float", "tensor", "as_tensor", "FloatTensor", "Tensor", "array", "asarray", "no_grad")


def find(case):
    """Yields findings on backward passes and optimisers."""
    watch = case.watch
    error = watch.ending.error
    if error is not None:
        yield from _failed(case, error)
    if not watch.passes:
        return
    policy = _policy_parameters(case)
    yield from _not_cleared(case)
    yield from _order(case)
    yield from _owners(case, policy)
    yield from _no_gradient(case, policy)
    yield from _rates(case)


def _policy_parameters(case):
    """Returns the parameters that the policy's numbers were computed from, by identity."""
    watch, found = case.watch, {}
    for head in [head for head in watch.heads if head.grads or head.steps is not None][:3]:
        for node in case.trace.above(head.given, 300):
            function = node.function
            owner = getattr(function, "__self__", function)
            if hasattr(owner, "parameters"):
                for parameter in owner.parameters():
                    found[id(parameter)] = parameter
            for part in parts(node.inputs):
                if tracked(part) and part.is_leaf:
                    found[id(part)] = part
    return found


def _cut(case, value):
    """Returns the place where the graph ends on the way from a loss to the policy."""
    for node in case.trace.above(value, 4000):
        if node.site is None or tracked(node.made) or not node.is_policy:
            continue
        inner = [part for part in parts(node.inputs) if tracked(part)]
        if inner:
            return node.site
    for node in case.trace.above(value, 4000):
        if node.site is not None and node.is_policy and not tracked(node.made) and any(case.trace.node(part) is not None and case.trace.node(part).function is not None for part in parts(node.inputs)):
            return node.site
    return None


def _failed(case, error):
    watch, said, line = case.watch, str(error), case.watch.ending.line
    if "does not require grad" in said or "requires_grad" in said and "backward" in case.text(line or 0):
        loss = _loss_at(case, line)
        site = _cut(case, loss) if loss is not None else None
        if site is not None:
            yield Finding(
                "graph-cut", site.line, "The graph ends here: no gradient can reach the policy through this", f"backward() in line {line} found no gradient: {_first(said)}", 0.97, 99,
            )
            return
        site = _under_no_grad(case)
        if site is not None:
            yield Finding(
                "graph-cut", site, "The log-probabilities are computed while gradients are turned off", f"backward() in line {line} found no gradient: {_first(said)}", 0.9, 99,
            )
            return
    if "size of tensor" in said or "shape" in said:
        from doctor._rules_critic import _broadcast

        found = list(_broadcast(case))
        if found:
            return
    if "second time" in said:
        from doctor._rules_critic import _attached

        found = list(_attached(case))
        for finding in found:
            finding.weight = 98
        if found:
            yield from found
            return
    if "second time" in said or "modified by an inplace" in said:
        kept = _kept_graph(case)
        if kept is not None:
            yield kept
            return
    nan = _first_nan(case) if "nan" in said.lower() or "invalid values" in said else None
    if nan is not None:
        yield nan
        return
    if "invalid values" in said and "probs" in said and "negative" in said:
        yield Finding(
            "logits-as-probs", line, "The network's outputs are taken for probabilities, and they are logits", _first(said), 0.97, 99,
        )
        return
    yield Finding("fails", line or 1, f"The script stops here with {type(error).__name__}", _first(said), 0.9, 97)


def _first(said):
    return said.strip().splitlines()[0][:300] if said.strip() else "no message"


def _loss_at(case, line):
    """Returns the newest tensor whose backward pass was asked for."""
    return case.watch.passes[-1].loss if case.watch.passes else None


def _under_no_grad(case):
    for part in ast.walk(case.tree):
        if isinstance(part, ast.With) and any("no_grad" in ast.dump(item.context_expr) or "inference_mode" in ast.dump(item.context_expr) for item in part.items):
            for inner in ast.walk(part):
                if isinstance(inner, ast.Call) and getattr(inner.func, "attr", "") == "log_prob":
                    return part.lineno
    return None


def _kept_graph(case):
    """Returns a finding for a graph that an update takes over from an earlier one."""
    watch = case.watch
    loss = watch.passes[-1].loss if watch.passes else None
    if loss is None or len(watch.passes) < 2:
        return None
    for known in watch.lists.values():
        made, site, appends, _ = known
        rollouts = {entry[0] for entry in appends}
        if len(rollouts) >= 2 and len(made) == len(appends) and made and tracked(made[0]):
            if any(id(node.made) == id(made[0]) or any(part is made[0] for part in parts(node.inputs)) for node in case.trace.above(loss, 20000)):
                line = site.line if site is not None else appends[0][1].line
                return Finding(
                    "buffer-not-emptied", line, "This list is never emptied, so an update goes back through what an earlier one has used up",
                    f"It still holds {len(made)} results from {len(rollouts)} rollouts", 0.95, 98,
                )
    former = watch.passes[-2]
    marks = [node for node in case.trace.above(former.loss, 20000) if tracked(node.made)]
    known = {id(node.made) for node in marks}
    for node in case.trace.above(loss, 20000):
        if node.site is not None and tracked(node.made) and id(node.made) not in known:
            for part in parts(node.inputs):
                if tracked(part) and id(part) in known and not part.is_leaf:
                    inner = case.trace.node(part)
                    line = inner.site.line if inner is not None and inner.site is not None else node.site.line
                    return Finding(
                        "graph-kept", line, "This result still leads back into the update before, whose graph is used up: it lacks a detach",
                        f"The pass in line {watch.passes[-1].site.line} would go through it again", 0.85, 97,
                    )
    return None


def _first_nan(case):
    """Returns where the first number that is none was computed from numbers."""
    worst = None
    for node in case.watch.nodes.values():
        if node.site is None or not _is_bad(node.made):
            continue
        if any(_is_bad(part) for part in parts(node.inputs)):
            continue
        if worst is None or node.at < worst.at:
            worst = node
            break
    if worst is None:
        return None
    return Finding("nan", worst.site.line, "Here a number becomes nan or infinite for the first time", f"{_shown(worst)}", 0.85, 95)


def _shown(node):
    shape = list(getattr(node.made, "shape", ())) or "a single number"
    return f"The result of {node.site.name or 'this part'}, {shape}, is not finite, and all that it was made of is"


def _is_bad(value):
    if isinstance(value, float):
        return value != value or value in (float("inf"), float("-inf"))
    if hasattr(value, "detach"):
        value = value.detach()
        if not value.is_floating_point():
            return False
        total = float(value.abs().sum()) if value.numel() else 0.0
        return total != total or total == float("inf")
    return False


def _not_cleared(case):
    watch = case.watch
    stepped, zeroed, dirty, site = False, True, 0, None
    steps = 0
    for event in watch.events:
        if event[0] == "step":
            stepped, zeroed = True, False
            steps += 1
        elif event[0] == "zero":
            zeroed = True
        elif event[0] == "backward":
            if stepped and not zeroed and event[1].full:
                dirty += 1
                site = event[2]
    passes = len(watch.passes)
    if dirty >= 2 and dirty >= min(passes, 40) // 2 and not any(event[0] == "zero" for event in watch.events):
        yield Finding(
            "grad-not-cleared", site.line, "Gradients are never cleared, so each update adds all earlier ones",
            f"Before {dirty} of {min(passes, 40)} backward passes the gradients of the last one, already applied, were still there", 0.97, 88,
        )
    elif dirty >= 4 and dirty >= min(passes, 40) * 0.4:
        # Each optimiser clears its own.
        left = _left_full(case)
        if left is not None:
            yield left


def _left_full(case):
    watch = case.watch
    for key, known in watch.optimisers.items():
        zeros = sum(1 for event in watch.events if event[0] == "zero" and event[1] is known.made)
        held = {id(parameter) for group in known.made.param_groups for parameter in group["params"]}
        if known.steps < 3 or zeros:
            continue
        modules = [event for event in watch.events if event[0] == "zero" and not hasattr(event[1], "param_groups")]
        if any(id(parameter) in held for event in modules for parameter in event[1].parameters()):
            continue
        others = {id(parameter) for event in watch.events if event[0] == "zero" and hasattr(event[1], "param_groups") for group in event[1].param_groups for parameter in group["params"]}
        if held & others:
            continue
        full = [pass_ for pass_ in watch.passes[:40] if held & set(pass_.full) and held & pass_.reached]
        if len(full) >= 3:
            return Finding(
                "grad-not-cleared", full[0].site.line, "The gradients of this optimiser's parameters are never cleared, so each update adds all earlier ones",
                f"Before {len(full)} backward passes the gradients of the last one were still there", 0.96, 88,
            )
    return None


def _order(case):
    """Steps without gradients, gradients that are cleared before they are used, and passes without a step."""
    watch = case.watch
    for known in watch.optimisers.values():
        if known.steps >= 3 and known.empty >= known.steps - 1:
            cleared = _cleared_between(case, known.made)
            if cleared is not None:
                yield Finding(
                    "grad-cleared-too-early", cleared.line, "The gradients are cleared after the backward pass and before the step, so nothing is learned",
                    f"All {known.empty} steps of {known.kind} found no gradient", 0.98, 99,
                )
                continue
            if _reached(case, known.made):
                site = next(event[2] for event in watch.events if event[0] == "step" and event[1] is known.made)
                yield Finding(
                    "step-before-backward", site.line, "The optimiser steps when there is no gradient yet",
                    f"{known.empty} of {known.steps} steps found no gradient", 0.95, 97,
                )
    steps = sum(known.steps for known in watch.optimisers.values())
    if not steps and watch.optimisers and len(watch.passes) >= 3:
        last = watch.passes[0].site
        yield Finding(
            "no-step", last.line, "Gradients are computed and never applied: no optimiser takes a step",
            f"{len(watch.passes)} backward passes, 0 steps", 0.98, 99,
        )
    elif steps:
        for known in watch.optimisers.values():
            if not known.steps and len(watch.passes) >= 3 and _reached(case, known.made) and not _held_elsewhere(watch, known):
                yield Finding(
                    "no-step", _backward_of(case, known).line, f"{known.kind} of line {known.site.line} never takes a step, so its parameters stay as they are",
                    "Its parameters get gradients in each pass and do not change", 0.95, 94,
                )


def _backward_of(case, known):
    held = {id(parameter) for group in known.made.param_groups for parameter in group["params"]}
    return next(pass_.site for pass_ in case.watch.passes if pass_.reached & held)


def _held_elsewhere(watch, known):
    held = {id(parameter) for group in known.made.param_groups for parameter in group["params"]}
    for other in watch.optimisers.values():
        if other is not known and other.steps:
            held -= {id(parameter) for group in other.made.param_groups for parameter in group["params"]}
    return not held


def _reached(case, optimiser):
    held = {id(parameter) for group in optimiser.param_groups for parameter in group["params"]}
    return any(pass_.reached & held for pass_ in case.watch.passes)


def _cleared_between(case, optimiser):
    last = None
    for event in case.watch.events:
        if event[0] == "step" and event[1] is optimiser and last is not None and last[0] == "zero":
            return last[2]
        if event[0] in ("backward", "zero"):
            last = event
    return None


def _owners(case, policy):
    """Parameters that get gradients and that no optimiser holds."""
    watch = case.watch
    if not watch.optimisers or not policy:
        return
    stepped = [known for known in watch.optimisers.values() if known.steps]
    held = {id(parameter) for known in stepped for group in known.made.param_groups for parameter in group["params"]}
    reached = set().union(*(pass_.reached for pass_ in watch.passes[:40]))
    if stepped and not set(policy) & held:
        if not reached & set(policy):
            return
        known = _blamed(watch, stepped, set(policy))
        yield Finding(
            "optimiser-params", known.site.line, "The optimiser does not hold the policy's parameters, so the policy never changes",
            f"{len(policy)} tensors of the policy got gradients, and none of them is among the parameters of {known.kind}", 0.98, 98,
        )
        return
    lost = [key for key in policy if key in reached and key not in held]
    if stepped and lost and len(lost) < len(policy):
        known = stepped[0]
        yield Finding(
            "optimiser-params", known.site.line, "The optimiser holds only a part of the policy's parameters",
            f"{len(lost)} of {len(policy)} tensors of the policy get gradients and never change", 0.9, 86,
        )
        return
    trained = {}
    for module, site in watch.modules.values():
        own = {id(parameter) for parameter in module.parameters()}
        if own and own <= reached and not own & held and not own & set(policy):
            trained.setdefault(site.line, own)
    if trained and stepped:
        known = _blamed(watch, stepped, next(iter(trained.values())))
        yield Finding(
            "optimiser-params", known.site.line, "The critic gets gradients, and no optimiser holds its parameters, so it never learns",
            "Its parameters have gradients after each backward pass and do not change", 0.93, 85,
        )


def _blamed(watch, stepped, missing):
    """Returns the optimiser that steps after a pass that reaches the parameters which none holds."""
    reached, counts = False, {}
    for event in watch.events:
        if event[0] == "backward":
            reached = bool(event[1].reached & missing)
        elif event[0] == "step" and reached:
            counts[id(event[1])] = counts.get(id(event[1]), 0) + 1
    if counts:
        return watch.optimisers[max(counts, key=counts.get)]
    return stepped[0]


def _no_gradient(case, policy):
    """Passes that never reach the policy, though there is a policy that acts."""
    watch = case.watch
    if len(watch.passes) < 3 or not policy or watch.ending.error is not None:
        return
    reached = [pass_ for pass_ in watch.passes[:40] if pass_.reached & set(policy)]
    grads = [head for head in watch.heads if head.grads]
    if grads:
        # There is a way, and nothing comes along it.
        largest = max(float(grad.abs().max()) for head in grads[-400:] for _, grad in head.grads[:1])
        paid = {step.reward for step in watch.steps}
        if largest < 1e-7 and len(paid) > 1 or largest == 0 and paid - {0.0}:
            yield from _vanished(case, largest)
        return
    if reached and not any(head.kind == "normal" for head in watch.heads):
        pass
    for pass_ in watch.passes[:6]:
        site = _cut(case, pass_.loss)
        if site is not None:
            yield Finding(
                "graph-cut", site.line, "The graph ends here, so the loss sends no gradient to the policy",
                f"After {len(watch.passes)} backward passes no gradient has reached the policy's logits", 0.96, 98,
            )
            return
    if not reached:
        line = _under_no_grad(case)
        if line is not None:
            yield Finding(
                "graph-cut", line, "The log-probabilities are computed while gradients are turned off, so the policy gets no gradient",
                f"After {len(watch.passes)} backward passes no gradient has reached the policy", 0.9, 97,
            )


def _vanished(case, largest):
    from doctor._rules_policy import ratio_of_itself

    found = ratio_of_itself(case)
    if found is not None:
        return
    losses = [loss for loss in case.losses if loss.weight is not None]
    line = losses[0].loss_line() if losses else case.watch.passes[0].site.line
    if losses:
        line = _same_line(case, losses[0].weight) or losses[0].weight_line() or line
    yield Finding(
        "no-gradient", line, "The gradient at the policy's logits is zero in every pass: the weights of the actions cancel",
        f"The largest gradient at the logits is {largest:.1g}", 0.9, 93,
    )


def _same_line(case, weight):
    """Returns where the weights are made that are all the same."""
    line = None
    for node in case.trace.above(weight, 40):
        shape = tuple(getattr(node.made, "shape", ()))
        if not shape or node.site is None:
            continue
        flat = node.made.detach().reshape(-1).tolist() if hasattr(node.made, "detach") else node.made.reshape(-1).tolist()
        if len(flat) < 2 or max(flat) - min(flat) > 1e-6 * (1 + abs(flat[0])):
            continue
        line = node.site.line
        for part in node.inputs:
            whole = getattr(part, "of", None)
            known = case.watch.lists.get(id(whole)) if whole is not None else None
            if known is not None and known[2]:
                return known[2][-1][1].line
    return line


def _rates(case):
    watch = case.watch
    for known in watch.optimisers.values():
        if known.kind not in ("Adam", "AdamW", "RMSprop", "NAdam", "RAdam") or known.steps < 2:
            continue
        moved = [watch.moved[id(parameter)] for group in known.made.param_groups for parameter in group["params"] if id(parameter) in watch.moved]
        sizes = [entries[0][1] for entries in moved if entries[0][1] > 0]
        if known.rate >= 0.05 and sizes and min(sizes) < 10 * known.rate:
            sharp = _sharp(case)
            if known.rate >= 0.2 or sharp > 0.6:
                line, also = _rate_line(case, known)
                yield Finding(
                    "learning-rate", line, f"The learning rate {known.rate:g} is far too high: the policy is sure of itself after a few updates",
                    f"{known.kind} moves each weight by about {known.rate:g} at a time, and their mean size is {sum(sizes) / len(sizes):.2g}; "
                    f"in {sharp:.0%} of the last steps one action has more than 99 %", 0.9, 75, also=also,
                )
        elif 0 < known.rate <= 2e-5:
            line, also = _rate_line(case, known)
            yield Finding(
                "learning-rate", line, f"The learning rate {known.rate:g} is so low that nothing moves",
                f"After {known.steps} steps the weights have moved by about {known.rate * known.steps:.1g} at most", 0.85, 70, also=also,
            )


def _rate_line(case, known):
    """Returns the line of the number that the learning rate comes from, and that of the optimiser if it is another."""
    node = known.site.node
    given = next((keyword.value for keyword in getattr(node, "keywords", ()) if keyword.arg == "lr"), None)
    if given is None and len(getattr(node, "args", ())) > 1:
        given = node.args[1]
    name = getattr(given, "id", getattr(given, "attr", None))
    if name is None:
        return getattr(given, "lineno", known.site.line), []
    for line, value in constants(case.tree, name):
        if abs(value - known.rate) <= 0.5 * abs(value):
            return line, [known.site.line] if line != known.site.line else []
    return known.site.line, []


def constants(tree, name):
    """Yields the lines where a name, an attribute, a setting or an option gets a number, and the number."""
    for part in ast.walk(tree):
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant) and type(part.value.value) in (int, float):
            if any(getattr(target, "id", getattr(target, "attr", None)) == name for target in part.targets):
                yield part.lineno, part.value.value
        elif isinstance(part, ast.AnnAssign) and isinstance(part.value, ast.Constant) and getattr(part.target, "id", None) == name:
            if type(part.value.value) in (int, float):
                yield part.lineno, part.value.value
        elif isinstance(part, (ast.FunctionDef, ast.Lambda)):
            arguments = part.args.args[len(part.args.args) - len(part.args.defaults) :]
            for argument, default in (*zip(arguments, part.args.defaults), *zip(part.args.kwonlyargs, part.args.kw_defaults)):
                if argument.arg == name and isinstance(default, ast.Constant) and type(default.value) in (int, float):
                    yield default.lineno, default.value
        elif isinstance(part, ast.Call):
            for keyword in part.keywords:
                if isinstance(keyword.value, ast.Constant) and type(keyword.value.value) in (int, float):
                    words = [str(arg.value).lstrip("-").replace("-", "_") for arg in part.args if isinstance(arg, ast.Constant)]
                    if keyword.arg == name or keyword.arg == "default" and name in words:
                        yield keyword.value.lineno, keyword.value.value
        elif isinstance(part, ast.Dict):
            for key, value in zip(part.keys, part.values):
                if isinstance(key, ast.Constant) and key.value == name and isinstance(value, ast.Constant) and type(value.value) in (int, float):
                    yield value.lineno, value.value


def _sharp(case):
    """Returns the share of the last steps in which one action had nearly all of the probability."""
    import torch

    heads = [head for head in case.watch.heads if head.steps is not None and head.kind == "softmax"][-60:]
    if not heads:
        return 0.0
    most = [float(torch.nn.functional.log_softmax(head.given.detach().reshape(-1, head.given.shape[-1]), -1).max(-1).values.mean().exp()) for head in heads]
    return sum(value > 0.99 for value in most) / len(most)
