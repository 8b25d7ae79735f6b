"""Gradients that are lost, kept too long or sent to the wrong parameters."""

import ast

import numpy as np
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
        yield from _no_backward(case)
        return
    policy = policy_parameters(case)
    yield from _not_cleared(case)
    yield from _order(case)
    yield from _owners(case, policy)
    yield from _no_gradient(case, policy)
    if error is None and any(pass_.value is not None and pass_.value != pass_.value for pass_ in watch.passes):
        nan = _first_nan(case)
        if nan is not None:
            yield nan


def _no_backward(case):
    """A script that computes no gradient at all, though it has an optimiser."""
    watch = case.watch
    if watch.ending.error is not None or not watch.optimisers or len(watch.steps) < 50:
        return
    line = _uncalled(case, "backward")
    step = next((event[2].line for kind in ("step", "zero") for event in watch.events if event[0] == kind), None)
    if line is None and step is None:
        return
    yield Finding(
        "no-gradient", line or step, "No gradient is ever computed: backward is not called, so there is nothing to learn from",
        f"In {len(watch.steps)} steps there was no backward pass", 0.95, 99,
    )


def _uncalled(case, name):
    """Returns the line of a method that is named and not called."""
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Attribute) and part.value.attr == name:
            return part.lineno
    return None


def policy_parameters(case, which=None):
    """Returns the parameters that the policy's numbers were computed from, by identity: where it acts, where it learns, or both."""
    watch, found = case.watch, {}
    acting = [head for head in watch.heads if head.steps is not None][:3] if which != "learning" else []
    learning = [head for head in watch.heads if head.grads][:3] if which != "acting" else []
    for head in acting + learning:
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
    """Returns the line where the graph ends on the way from a loss to the policy."""
    nodes = [node for node in case.trace.above(value, 6000) if node.site is not None and node.is_policy]
    for node in nodes:
        if hasattr(node.made, "log_prob"):
            # A distribution carries the graph of its parts.
            continue
        if tracked(node.made) and not (hasattr(node.made, "is_leaf") and node.made.is_leaf):
            continue
        if any(tracked(part) and not part.is_leaf for part in parts(node.inputs)):
            return node.site.line
    for node in nodes:
        if not tracked(node.made):
            for part in parts(node.inputs):
                inner = case.trace.node(part)
                if inner is not None and inner.function is not None:
                    site = inner.outer or inner.site
                    return _without_grad(case, site) or site.line
    return None


def _without_grad(case, site):
    """Returns the line that turns gradients off around a place."""
    for part in ast.walk(case.tree):
        if isinstance(part, ast.With) and part.lineno <= site.line <= part.end_lineno and any(_is_off(item.context_expr) for item in part.items):
            return part.lineno
        if isinstance(part, ast.FunctionDef) and part.lineno <= site.line <= part.end_lineno:
            for decorator in part.decorator_list:
                if _is_off(decorator):
                    return decorator.lineno
    return None


def _is_off(node):
    said = ast.unparse(node)
    return "no_grad" in said or "inference_mode" in said or "set_grad_enabled(False)" in said


def _failed(case, error):
    watch, said, line = case.watch, str(error), case.watch.ending.line
    if "does not require grad" in said or "requires_grad" in said and "backward" in case.text(line or 0):
        loss = _loss_at(case, line)
        site = _cut(case, loss) if loss is not None else None
        if site is not None:
            yield Finding(
                "graph-cut", site, "The graph ends here: no gradient can reach the policy through this", f"backward() in line {line} found no gradient: {_first(said)}", 0.97, 99,
            )
            return
        site = _under_no_grad(case)
        if site is not None:
            yield Finding(
                "graph-cut", site, "The log-probabilities are computed while gradients are turned off", f"backward() in line {line} found no gradient: {_first(said)}", 0.9, 99,
            )
            return
    if "'backward'" in said or isinstance(error, TypeError) and "ensor" in said:
        # What should be differentiated, or put together, is a plain number or an array.
        site = _cut(case, _differentiated(case, error, line)) or _cut_in_list(case)
        if site is not None:
            yield Finding(
                "graph-cut", site, "The graph ends here: what comes out is a plain number, through which no gradient can reach the policy", f"Line {line} has nothing to differentiate: {_first(said)}", 0.97, 99,
            )
            return
    if "Dimension out of range" in said:
        sites = [site for site in case.script.sites if site.kind == "call" and site.name in ("Softmax", "LogSoftmax")]
        if sites and "softmax" not in case.text(line or 0).lower():
            yield Finding("softmax-dim", sites[0].line, "The softmax runs along a dimension that a single observation does not have", f"Line {line} fails: {_first(said)}", 0.9, 98.5)
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
    nan = _first_nan(case) if any(word in said.lower() for word in ("nan", "inf", "invalid values", "probabilit")) else None
    if nan is not None:
        yield nan
        return
    if "invalid values" in said and "probs" in said and "negative" in said or "negative" in said and ("probabilit" in said.lower() or "weights must be" in said):
        yield Finding(
            "logits-as-probs", line, "The network's outputs are taken for probabilities, and they are logits", _first(said), 0.97, 99,
        )
        return
    yield Finding("fails", line or 1, f"The script stops here with {type(error).__name__}", _first(said), 0.9, 97)


def _cut_in_list(case):
    """Returns the line where log-probabilities in a list became plain numbers."""
    for made, _, _, _ in case.watch.lists.values():
        node = case.trace.node(made[0]) if made else None
        if node is not None and node.is_policy and not tracked(made[0]):
            line = _cut(case, made[0])
            if line is not None:
                return line
    return None


def _differentiated(case, error, line):
    """Returns what `backward` was asked of in a line that failed."""
    trace, frame = error.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == case.script.file:
            frame = trace.tb_frame
        trace = trace.tb_next
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Attribute) and part.attr == "backward" and part.lineno == line:
            name = ast.unparse(part.value)
            if frame is not None and name.isidentifier():
                return frame.f_locals.get(name, frame.f_globals.get(name))
    return None


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
    for node in case.watch.nodes.values():
        if node.site is None or node.site.kind == "put" or not _is_bad(node.made):
            continue
        if any(_is_bad(part) for part in parts(node.inputs)):
            continue
        return Finding("nan", node.site.line, "Here a number becomes nan or infinite for the first time", _shown(node), 0.85, 97.5)
    return None


def _shown(node):
    shape = list(getattr(node.made, "shape", ())) or "a single number"
    return f"The result of {node.site.name or 'this part'}, {shape}, is not finite, and all that it was made of is"


def _is_bad(value):
    if isinstance(value, float):
        return value != value or value in (float("inf"), float("-inf"))
    if hasattr(value, "detach"):
        value = value.detach()
        if not value.is_floating_point() or not value.numel():
            return False
        total = float(value.abs().sum())
    elif isinstance(value, np.ndarray):
        if value.dtype.kind != "f" or not value.size:
            return False
        total = float(np.abs(value).sum())
    else:
        return False
    return total != total or total == float("inf")


def _not_cleared(case):
    watch = case.watch
    stepped, zeroed, dirty, site = False, True, 0, None
    steps = 0
    for event in watch.events:
        if event[0] in ("step", "moved"):
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
            if cleared is not None and _is_after_pass(case, known.made):
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
    yield from _wrong_way(case)
    still = _never_moved(case) if not watch.optimisers and len(watch.passes) >= 3 else None
    if still is not None:
        yield still
    steps = sum(known.steps for known in watch.optimisers.values())
    if not steps and watch.optimisers and len(watch.passes) >= 3:
        yield Finding(
            "no-step", _uncalled(case, "step") or watch.passes[0].site.line, "Gradients are computed and never applied: no optimiser takes a step",
            f"{len(watch.passes)} backward passes, 0 steps", 0.98, 99,
        )
    elif steps:
        for known in watch.optimisers.values():
            if not known.steps and len(watch.passes) >= 3 and _reached(case, known.made) and not _held_elsewhere(watch, known):
                yield Finding(
                    "no-step", _uncalled(case, "step") or _backward_of(case, known).line, f"{known.kind} of line {known.site.line} never takes a step, so its parameters stay as they are",
                    "Its parameters get gradients in each pass and do not change", 0.95, 94,
                )


def _wrong_way(case):
    """Parameters that are moved by hand along the gradient of a loss which should fall."""
    watch = case.watch
    if watch.optimisers or watch.along < 3:
        return
    fit = case.reading.best(("to-go",)) if case.reading.groups else None
    if fit is None or fit.share < 0.85 or fit.sign < 0.75:
        return
    line = watch.passes[0].site.line
    for part in ast.walk(case.tree):
        if isinstance(part, (ast.AugAssign, ast.Assign)) and "grad" in ast.unparse(part.value) and part.lineno >= line:
            line = part.lineno
            break
    yield Finding(
        "step-sign", line, "The parameters are moved along the gradient of a loss, so it grows and good actions become rarer",
        f"In {watch.along} of the first passes they went where the loss is larger, and its weights follow the returns with R2 = {fit.share:.3f}", 0.95, 96,
    )


def _never_moved(case):
    """Returns a finding if a script without an optimiser leaves its parameters as they are."""
    watch = case.watch
    reached = set().union(*(pass_.reached for pass_ in watch.passes[:40]))
    known = watch.known_parameters()
    if not reached or any(event[0] == "moved" for event in watch.events):
        return None
    if any(bool((watch.at_first[key] != known[key].detach()).any()) for key in reached if key in watch.at_first and key in known):
        return None
    # A name that gets another tensor, where its numbers should have been changed.
    line = watch.passes[0].site.line
    for loop in ast.walk(case.tree):
        if isinstance(loop, ast.For):
            names = {part.id for part in ast.walk(loop.target) if isinstance(part, ast.Name)}
            for part in ast.walk(loop):
                if isinstance(part, ast.Assign) and isinstance(part.value, ast.BinOp) and any(getattr(target, "id", None) in names for target in part.targets):
                    line = part.lineno
    return Finding(
        "no-step", line, "The parameters never change: their gradients are computed and not applied to them",
        f"After {len(watch.passes)} backward passes all {len(reached)} tensors that got a gradient are what they were at first", 0.96, 98,
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


def _is_after_pass(case, optimiser):
    """Returns true if a backward pass comes before the first step of an optimiser."""
    held = {id(parameter) for group in optimiser.param_groups for parameter in group["params"]}
    for event in case.watch.events:
        if event[0] == "step" and event[1] is optimiser:
            return False
        if event[0] == "backward" and event[1].reached & held:
            return True
    return False


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
    learning = policy_parameters(case, "learning") or policy
    if stepped and not set(learning) & held:
        if not reached & set(learning):
            return
        line = _called_twin(case, learning, held)
        if line is not None:
            yield Finding(
                "other-network", line, "The loss is computed with a network that no optimiser moves, while the one that is moved looks the same and gets no gradient",
                f"{len(learning)} tensors got gradients, and an optimiser holds as many others of the same shapes", 0.95, 98,
            )
            return
        known = _blamed(watch, stepped, set(learning))
        yield Finding(
            "optimiser-params", known.site.line, "The optimiser does not hold the policy's parameters, so the policy never changes",
            f"{len(learning)} tensors of the policy got gradients, and none of them is among the parameters of {known.kind}", 0.98, 98,
        )
        return
    lost = [key for key in learning if key in reached and key not in held]
    if stepped and lost and len(lost) < len(learning):
        known = _blamed(watch, stepped, set(lost))
        yield Finding(
            "optimiser-params", known.site.line, "The optimiser holds only a part of the policy's parameters",
            f"{len(lost)} of {len(learning)} tensors of the policy get gradients and never change", 0.9, 86,
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


def _called_twin(case, learning, held):
    """Returns the line where a network is called in the place of another of the same shapes, which an optimiser holds and nothing reaches."""
    watch = case.watch
    shapes = sorted(tuple(parameter.shape) for parameter in learning.values())
    reached = set().union(*(pass_.reached for pass_ in watch.passes[:40]))
    twins = [made for made, _ in watch.modules.values() if sorted(tuple(part.shape) for part in made.parameters()) == shapes]
    if not any(all(id(part) in held and id(part) not in reached for part in made.parameters()) for made in twins):
        return None
    # A network that returns a distribution hands it on; one that returns numbers is looked for above them.
    for entry in watch.log_probs[-40:]:
        made = watch.nodes.get(id(entry[1]))
        if entry[6] is not None and entry[6].grads and made is not None and made.calls:
            return made.calls[-1].line
    lines, most = {}, 0
    for head in [head for head in watch.heads if head.grads][-40:]:
        for node in case.trace.above(head.given, 300):
            owner = getattr(node.function, "__self__", node.function)
            own = [part for part in owner.parameters() if id(part) in learning] if hasattr(owner, "parameters") else []
            site = node.outer or node.site
            if own and site is not None and len(own) >= most:
                most = len(own)
                lines[len(own)] = site.line
    return lines.get(most)


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
        # The first passes and the last: later ones may all be clipped.
        some = grads if len(grads) <= 800 else grads[:400] + grads[-400:]
        largest = max(float(grad.abs().max()) for head in some for _, grad in head.grads[:1])
        paid = {step.reward for step in watch.steps}
        if largest < 1e-7 and len(paid) > 1 or largest == 0 and paid - {0.0}:
            yield from _vanished(case, largest)
        else:
            yield from _only_entropy(case)
        return
    if reached and not any(head.kind == "normal" for head in watch.heads):
        pass
    for pass_ in watch.passes[:6]:
        site = _cut(case, pass_.loss)
        if site is not None:
            yield Finding(
                "graph-cut", site, "The graph ends here, so the loss sends no gradient to the policy",
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


def _only_entropy(case):
    """Losses in which the graph ends before the log-probabilities, though something else still reaches the policy."""
    watch = case.watch
    goals = {id(entry[3]) for entry in [*watch.log_probs, *watch.picks] if tracked(entry[3])}
    if not goals:
        return
    lines = []
    for pass_ in watch.passes[:12]:
        nodes = list(case.trace.above(pass_.loss, 6000, lambda node: tracked(node.made)))
        if any(id(node.made) in goals for node in nodes):
            return
        if any(node.is_policy for node in nodes):
            lines.append(_cut(case, pass_.loss))
    lines = [line for line in lines if line is not None]
    if len(lines) >= 2:
        yield Finding(
            "graph-cut", lines[0], "The graph ends here: the log-probabilities get no gradient from the loss, only the entropy does",
            f"In none of the first {len(watch.passes[:12])} backward passes a gradient came to a log-probability", 0.95, 97,
        )


def _vanished(case, largest):
    from doctor._rules_clip import ratio_of_itself

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
