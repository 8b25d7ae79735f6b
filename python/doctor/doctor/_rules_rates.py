"""Learning rates that are far too high or far too low, by how far weights move beside their size."""

import ast

from doctor._finding import Finding
from doctor._rules_gradient import policy_parameters

_SCALED = ("Adam", "AdamW", "RMSprop", "NAdam", "RAdam", "Adamax")


def find(case):
    """Yields findings on learning rates."""
    policy = policy_parameters(case)
    for known in case.watch.optimisers.values():
        if known.steps >= 2:
            yield from _too_high(case, known)
            yield from _too_low(case, known, policy)


def _moves(case, known):
    """Returns for each tensor of an optimiser how far its first steps moved it, its size, and how many numbers it has."""
    watch = case.watch
    held = [id(parameter) for group in known.made.param_groups for parameter in group["params"]]
    return [watch.moved[key] for key in held if key in watch.moved]


def _too_high(case, known):
    moves = _moves(case, known)
    size = sum(entries[0][1] for entries in moves)
    if not size:
        return
    # The mean of the first steps, and the part of the weights' size that it is.
    steps = [sum(entries[place][0] for entries in moves if place < len(entries)) for place in range(min(4, known.steps))]
    part = max(steps) / size
    sharp = _sharp(case)
    if known.kind in _SCALED:
        is_high = known.rate >= 0.2 or known.rate >= 0.04 and part > 0.25 or known.rate >= 0.04 and sharp > 0.6 and part > 0.1
    else:
        is_high = part > 1.0 and sharp > 0.6
    if not is_high:
        return
    line, also = _line(case, known)
    count = sum(entries[0][2] for entries in moves)
    # Where numbers have run away in the end, this is why.
    weight = 98 if case.watch.ending.error is not None or any(pass_.value != pass_.value for pass_ in case.watch.passes) else 75
    yield Finding(
        "learning-rate", line, f"The learning rate {known.rate:g} is far too high: single steps throw the weights about",
        f"One step of {known.kind} moves each weight by up to {max(steps) / count:.2g} in the mean, and their mean size is {size / count:.2g}; "
        f"in {sharp:.0%} of the last steps one action has more than 99 %", 0.9, weight, also=also,
    )


def _too_low(case, known, policy):
    moves = _moves(case, known)
    if known.rate <= 0 or not moves:
        return
    count, size = sum(entries[0][2] for entries in moves), sum(entries[0][1] for entries in moves)
    once = sum(sum(entry[0] for entry in entries) / len(entries) for entries in moves) / count
    planned = _planned(case, known)
    if planned is None:
        is_low = known.kind in _SCALED and known.rate <= 2e-5
        said = f"After {known.steps} steps the weights have moved by about {once * known.steps:.1g} at most"
    else:
        way = min(known.rate, once) * planned if known.kind in _SCALED else once * planned
        # What is usual, such as 1e-3 and 3e-4, is not doubted in a script that plans few steps.
        is_low = way < 0.08 and known.rate <= 1e-4 if known.kind in _SCALED else way < 0.004
        said = f"In all of the {planned:,.0f} steps that the script plans, a weight moves by about {way:.1g} at most, and their mean size is {size / count:.2g}"
    if is_low and once > 0:
        line, also = _line(case, known)
        yield Finding("learning-rate", line, f"The learning rate {known.rate:g} is so low that nothing moves", said, 0.85, 70, also=also)


def _planned(case, known):
    """Returns how many steps an optimiser would take until the script ends, or None if that cannot be told."""
    watch, entries = case.watch, []
    loops = [loop for site in known.chain for loop in site.loops]
    by_loop = {}
    for site in case.script.sites:
        if site.kind == "loop" and site.number in watch.turned:
            by_loop[id(site.node)] = watch.turned[site.number]
    for loop in loops:
        entry = by_loop.get(id(loop))
        if entry is not None and entry[0] > 0:
            entries.append(entry)
        elif not entries:
            return None
    if not entries:
        return None
    done = 1.0
    for total, passed in reversed(entries):
        done = min(1.0, (max(passed - 1, 0) + done) / total) if total >= 1 else done
    return known.steps / done if done > 0 else None


def _line(case, known):
    """Returns the line of the number that the learning rate comes from, and that of the optimiser if it is another."""
    node = known.site.node
    given = [keyword.value for keyword in getattr(node, "keywords", ()) if keyword.arg == "lr"] + list(getattr(node, "args", ()))[1:2]
    for part in ast.walk(node):
        if isinstance(part, ast.Dict):
            given += [value for key, value in zip(part.keys, part.values) if isinstance(key, ast.Constant) and key.value == "lr"]
    found = []
    for part in given:
        if isinstance(part, ast.Constant):
            found.append((part.lineno, part.value))
        else:
            names = [inner.value if isinstance(inner, ast.Constant) else getattr(inner, "id", getattr(inner, "attr", None)) for inner in ast.walk(part)]
            for name in names:
                if isinstance(name, str):
                    found += constants(case.tree, name)
    # The number itself, wherever it stands.
    found = [entry for entry in found if _is_near(entry[1], known.rate)] or [
        (part.lineno, part.value) for part in ast.walk(case.tree) if isinstance(part, ast.Constant) and type(part.value) in (int, float) and part.value == known.rate
    ] or [entry for entry in found if abs(entry[1] - known.rate) <= 0.5 * abs(entry[1])]
    line = found[0][0] if found else known.site.line
    return line, [known.site.line] if line != known.site.line else []


def _is_near(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def constants(tree, name):
    """Yields the lines where a name, an attribute, a setting or an option gets a number, and the number."""
    for part in ast.walk(tree):
        if isinstance(part, ast.Assign):
            for target in part.targets:
                yield from _given(target, part.value, name)
        elif isinstance(part, ast.AnnAssign) and part.value is not None:
            yield from _given(part.target, part.value, name)
        elif isinstance(part, (ast.FunctionDef, ast.Lambda)):
            arguments = part.args.args[len(part.args.args) - len(part.args.defaults) :]
            for argument, default in (*zip(arguments, part.args.defaults), *zip(part.args.kwonlyargs, part.args.kw_defaults)):
                if argument.arg == name and _is_constant(default):
                    yield default.lineno, default.value
        elif isinstance(part, ast.Call):
            for keyword in part.keywords:
                if _is_constant(keyword.value):
                    words = [str(arg.value).lstrip("-").replace("-", "_") for arg in part.args if isinstance(arg, ast.Constant)]
                    if keyword.arg == name or keyword.arg == "default" and name in words:
                        yield keyword.value.lineno, keyword.value.value
        elif isinstance(part, ast.Dict):
            for key, value in zip(part.keys, part.values):
                if isinstance(key, ast.Constant) and key.value == name and _is_constant(value):
                    yield value.lineno, value.value


def _given(target, value, name):
    """Yields the number that a name gets, alone or among several."""
    if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)) and len(target.elts) == len(value.elts):
        for part, inner in zip(target.elts, value.elts):
            yield from _given(part, inner, name)
    elif getattr(target, "id", getattr(target, "attr", None)) == name and _is_constant(value):
        yield value.lineno, value.value


def _is_constant(node):
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _sharp(case):
    """Returns the share of the last steps in which one action had nearly all of the probability."""
    import torch

    heads = [head for head in case.watch.heads if head.steps is not None and head.kind == "softmax"][-60:]
    if not heads:
        return 0.0
    most = [float(torch.nn.functional.log_softmax(head.given.detach().reshape(-1, head.given.shape[-1]), -1).max(-1).values.mean().exp()) for head in heads]
    return sum(value > 0.99 for value in most) / len(most)
