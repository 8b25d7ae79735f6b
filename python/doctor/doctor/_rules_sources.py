"""Where a script makes its returns: the lines of sums, masks, discounts and values."""

import ast

from doctor._trace import is_number, parts
from doctor._watch import keys


class _Source:
    def __init__(self, site, loop, function):
        self.site, self.line, self.loop, self.function = site, site.line, loop, function


def recurrence(case):
    """Returns where returns are summed up step by step: an operator whose result is made of its own last result."""
    if not case.losses:
        return _summed(case)
    for loss in case.losses:
        top = loss.weight if loss.weight is not None else loss.pass_.loss
        groups = {}
        for node in case.trace.above(top, 8000):
            if node.site is not None and node.is_reward and node.site.name in ("Add", "Sub"):
                groups.setdefault(node.site.number, []).append(node)
        for number, group in groups.items():
            if len(group) < 3:
                continue
            for node in (group[0], group[len(group) // 2], group[-1]):
                inner = case.trace.above(node.made, 60)
                if any(other.site is not None and other.site.number == number and other is not node for other in inner):
                    site = node.site
                    return _Source(site, site.loops[-1] if site.loops else None, site.function)
    return _summed(case)


def _summed(case):
    """Returns the sum in a loop that rewards went through and that is made of its own last result, where no way leads there from the loss."""
    best, most = None, 0
    for site in case.script.sites:
        if not site.is_reward or site.name not in ("Add", "Sub") or not site.loops or not isinstance(site.statement, (ast.Assign, ast.AugAssign)):
            continue
        statement, loop = site.statement, site.loops[-1]
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = {_name(target) for target in targets} - {None}
        own = isinstance(statement, ast.AugAssign) or any(_name(part) in names for part in ast.walk(statement.value))
        acts = any(isinstance(part, ast.Call) and _name(part.func) == "step" for part in ast.walk(loop))
        if not own or acts:
            continue
        score = 1 + any(isinstance(part, (ast.Mult, ast.Pow)) for part in ast.walk(statement))
        if score > most:
            best, most = site, score
    if best is not None:
        return _Source(best, best.loops[-1], best.function)
    # A sum over a comprehension has no last result of its own.
    for site in case.script.sites:
        if site.is_reward and site.name in ("Mult", "Pow", "Add") and site.statement is not None:
            for part in ast.walk(site.statement):
                if isinstance(part, (ast.GeneratorExp, ast.ListComp)) and any(inner is site.node for inner in ast.walk(part)):
                    return _Source(site, None, site.function)
    return None


def constant_mask(case, line):
    """Returns the line where a factor of the returns is always 1."""
    statement = next((part for part in ast.walk(case.tree) if isinstance(part, (ast.Assign, ast.AugAssign)) and part.lineno == line), None)
    if statement is None:
        return None
    names = {part.id for part in ast.walk(statement.value) if isinstance(part, ast.Name)}
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant) and part.value.value in (1, 1.0) and part.value.value is not True:
            if any(isinstance(target, ast.Name) and target.id in names for target in part.targets):
                return part.lineno
    return None


def delta_line(case):
    """Returns the line of reward + gamma * next value - value."""
    for is_surely_paid in (True, False):
        for top in _loss_tops(case):
            for node in case.trace.above(top, 8000):
                if node.site is None or not node.is_learned or node.is_policy or node.site.name not in ("Add", "Sub") or is_surely_paid and not node.is_reward:
                    continue
                for part in node.inputs:
                    inner = case.trace.node(part)
                    if inner is not None and not inner.is_learned and (inner.is_reward or not is_surely_paid and tuple(getattr(part, "shape", ()))):
                        return node.site.line
    return None


def order_line(case, source):
    """Returns the line where the order would be put right."""
    if source is None:
        for loss in case.losses:
            for node in case.trace.above(loss.weight, 3000) if loss.weight is not None else ():
                if node.site is not None and node.site.name in ("cumsum", "flip", "accumulate"):
                    return node.site.line
        return case.losses[0].loss_line() if case.losses else case.watch.passes[0].site.line
    loop = source.loop
    if loop is None:
        return source.line
    backwards = isinstance(loop, ast.For) and is_backwards(loop.iter)
    if backwards:
        # What is appended on the way back stands in the wrong order.
        for part in ast.walk(loop):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr == "append":
                return part.lineno
        return source.line
    return loop.lineno


def is_backwards(node):
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id == "reversed":
            return True
        if isinstance(part, ast.Slice) and isinstance(part.step, ast.UnaryOp):
            return True
        if isinstance(part, ast.Call) and getattr(part.func, "id", "") == "range" and len(part.args) == 3:
            return isinstance(part.args[2], ast.UnaryOp)
        if isinstance(part, ast.Attribute) and part.attr in ("flip", "flipud"):
            return True
    return False


def _loss_tops(case):
    for loss in case.losses:
        yield loss.weight if loss.weight is not None else loss.pass_.loss


def _is_mask(value):
    """Returns true if a factor is made of zeros and ones, and not of zeros alone: so sums begin."""
    if is_number(value):
        return value == 1
    try:
        flat = value.detach().reshape(-1) if hasattr(value, "detach") else value.reshape(-1)
        return bool(((flat == 0) | (flat == 1)).all()) and bool((flat == 1).any())
    except (AttributeError, RuntimeError, TypeError):
        return False


def mask_line(case, source):
    """Returns the line where the mask comes from that the returns are cut with."""
    if source is None:
        return None
    nodes = [node for top in _loss_tops(case) for node in case.trace.above(top, 8000) if node.site is not None and node.site.number == source.site.number]
    lines = {}
    for node in nodes[:40]:
        for inner in case.trace.above(node.made, 12):
            if inner.site is None or inner.site.name not in ("Mult", "mul", "multiply"):
                continue
            for part in inner.inputs:
                known = case.trace.node(part)
                if known is not None and known.site is not None and not known.is_reward and not known.is_learned and _is_mask(part):
                    # What was made elsewhere is picked here.
                    loop = source.loop
                    line = known.site.line if loop is None or loop.lineno <= known.site.line <= loop.end_lineno else inner.site.line
                    lines[line] = lines.get(line, 0) + 1
    return max(lines, key=lines.get) if lines else None


def joined_line(case, source):
    """Returns the line that hands several episodes to a function which knows of no ends, if there is one."""
    function = source.function if source is not None else None
    if function is None:
        return None
    arguments = [argument.arg for argument in function.args.args if argument.arg != "self"]
    read = {part.id for part in ast.walk(function) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    read_of_self = any(isinstance(part, ast.Attribute) and _name(part.value) == "self" and "gamma" not in part.attr for part in ast.walk(function))
    if not 1 <= len(arguments) <= 2 or set(arguments) - read or read_of_self:
        return None
    acts = any(isinstance(part, ast.Call) and _name(part.func) in ("step", "backward") for part in ast.walk(function))
    calls = [part for part in ast.walk(case.tree) if isinstance(part, ast.Call) and _name(part.func) == function.name]
    return calls[0].lineno if len(calls) == 1 and not acts else None


def start_line(case, source):
    """Returns the line where a sum begins, if it stands in another loop than the sum."""
    statement = source.site.statement
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    names = {_name(target) for target in targets} - {None}
    found = None
    for part in ast.walk(case.tree):
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant) and part.lineno < source.line and names & {_name(target) for target in part.targets}:
            found = part.lineno if found is None else max(found, part.lineno)
    return found


def cut_line(case, source):
    """Returns the line where it is decided after which steps no value is added."""
    found = _masks(case, source) if source is not None else []
    for node in found:
        known = node
        for inner in case.trace.above(node.made, 30):
            for part in parts_of(inner.inputs):
                fills = case.watch.lists.get(id(getattr(part, "of", None)))
                if fills is not None and fills[2]:
                    return fills[2][-1][1].line
            late = case.watch.late.get(id(inner.made))
            if hasattr(late, "line"):
                return late.line
            known = inner if inner.site is not None else known
        return known.site.line
    line = delta_line(case)
    statement = next((part for part in ast.walk(case.tree) if isinstance(part, (ast.Assign, ast.AugAssign, ast.Return)) and part.lineno == line), None)
    if statement is not None and any(isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub) and isinstance(part.left, ast.Constant) for part in ast.walk(statement)):
        return line
    return value_line(case) or line


def _masks(case, source):
    """Returns the nodes of masks that sums are cut with."""
    made = []
    for top in _loss_tops(case):
        for node in case.trace.above(top, 8000):
            if node.site is None or node.site.number != source.site.number and not (node.is_reward and node.site.name in ("Add", "Sub")):
                continue
            for inner in case.trace.above(node.made, 8):
                if inner.site is not None and inner.site.name in ("Mult", "mul"):
                    for part in inner.inputs:
                        known = case.trace.node(part)
                        if known is not None and known.site is not None and not known.is_reward and not known.is_learned and _is_mask(part):
                            made.append(known)
            if made:
                return made
    return made


def value_line(case):
    """Returns the line where the value of the next state comes from in most steps, within reward + discount * value."""
    lines = {}
    for top in _loss_tops(case):
        for node in case.trace.above(top, 8000):
            if node.site is None or not node.is_reward or not node.is_learned or node.site.name not in ("Add", "Sub", "add", "sub"):
                continue
            for inner in case.trace.above(node.made, 6):
                if inner.site is None or inner.is_reward or not inner.is_learned or inner.site.name not in ("Mult", "mul"):
                    continue
                for part in inner.inputs:
                    known = case.trace.node(part)
                    if known is not None and known.is_learned and known.site is not None and not is_number(part):
                        lines[known.site.line] = lines.get(known.site.line, 0) + 1
    return max(lines, key=lines.get) if lines else None


def bootstrap_line(case):
    """Returns the line that chooses the states of which a value is added to the last reward, if there is one of its own."""
    watch = case.watch
    lasts = {step.last for step in watch.steps if step.is_end and step.last != step.after}
    if not lasts:
        return None
    for made, origin, passes, at, site, function in watch.valued:
        if origin is None or made.numel() != 1:
            continue
        if keys(origin)[0] in lasts:
            guard = None
            site = next((other for other in (site, *reversed(watch.callers.get(id(made), ()))) if not in_module(case.tree, other.line)), site)
            for part in ast.walk(case.tree):
                if isinstance(part, (ast.For, ast.If, ast.While)) and part.lineno <= site.line <= part.end_lineno:
                    guard = part if guard is None or part.lineno >= guard.lineno else guard
            return guard.lineno if guard is not None else site.line
    return None


def in_module(tree, line):
    """Returns true if a line stands in the class of a network."""
    for part in ast.walk(tree):
        if isinstance(part, ast.ClassDef) and part.lineno <= line <= part.end_lineno and any(_name(base) == "Module" for base in part.bases):
            return True
    return False


def paid_line(case):
    """Returns the line where the rewards themselves become the weights."""
    for loss in case.losses[:2]:
        for node in case.trace.above(loss.weight, 400) if loss.weight is not None else ():
            if node.site is None or not node.is_reward:
                continue
            inner = [case.trace.node(part) for part in parts(node.inputs)]
            if len(inner) > 1 and sum(part is not None and part.is_reward and part.site is None for part in inner) > 0.5 * len(inner):
                return node.site.line
    return None


def unpaid_line(case):
    """Returns the line where weights are made of no reward."""
    for loss in case.losses[:2]:
        if loss.weight is None:
            continue
        leaf = None
        for node in case.trace.above(loss.weight, 400):
            if node.is_reward or node.is_policy:
                continue
            if node.site is not None:
                if node.site.name in ("arange", "linspace", "ones", "full"):
                    return node.site.line
                leaf = node
            for part in parts_of(node.inputs):
                known = case.watch.lists.get(id(getattr(part, "of", None)))
                if known is not None and known[2]:
                    return known[2][-1][1].line
        if leaf is None:
            continue
        # A list that was filled with += has no place of its own.
        for name in [part.id for part in ast.walk(leaf.site.node) if isinstance(part, ast.Name)]:
            for part in ast.walk(case.tree):
                if isinstance(part, ast.AugAssign) and getattr(part.target, "id", None) == name and isinstance(part.op, ast.Add):
                    return part.lineno
        return leaf.site.line
    return None


def parts_of(inputs):
    """Yields operands, and lists as they are."""
    for part in inputs:
        yield part
        if type(part) is tuple:
            yield from parts_of(part)


def _name(node):
    return getattr(node, "id", getattr(node, "attr", None))


def _own_name(node):
    """Returns a name, or what comes after the last dot with the dot: a list of an object is not one of that name."""
    return "." + node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", None)


def _emptied(statement):
    """Yields the names of lists that a statement empties or begins anew."""
    if isinstance(statement, ast.Delete):
        for target in statement.targets:
            if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                yield _own_name(target.value)
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and getattr(statement.value.func, "attr", "") == "clear":
        yield _own_name(statement.value.func.value)
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = statement.value.elts if isinstance(statement.value, ast.Tuple) else [statement.value] * len(names)
            for part, value in zip(names, values):
                is_empty = isinstance(value, ast.List) and not value.elts or isinstance(value, ast.Call) and getattr(value.func, "id", "") in ("list", "deque") and not value.args and not value.keywords
                if is_empty:
                    yield _own_name(part.value if isinstance(part, ast.Subscript) else part)


def emptying_line(case, site):
    """Returns the line beside which a list would be emptied that is filled at a place, or None for where it is made."""
    own = _own_name(getattr(site.node.func, "value", None)) if isinstance(site.node, ast.Call) else None
    calls = {}
    for known in case.watch.lists.values():
        for _, filler, at, *_ in known[2]:
            if isinstance(filler.node, ast.Call):
                calls.setdefault(_own_name(getattr(filler.node.func, "value", None)), []).append(at)
    # Lists that grow as the environment steps, not those that an update makes of them.
    filled = {name for name, places in calls.items() if len(set(places)) > max(10, len(places) // 2)}
    stepped = next((event[2] for event in case.watch.events if event[0] == "step"), None)
    called = {_name(part.func) for part in ast.walk(case.tree) if isinstance(part, ast.Call)}
    # Where a list of the same kind is emptied, which is made once as this one is, and not for each episode.
    once = {name for _, statement in _statements(case.tree) if not _in_loop(case.tree, statement) for name in _emptied(statement)}
    beside, most = None, 0
    for outer, statement in _statements(case.tree):
        names = list(_emptied(statement))
        if own in once:
            names = [name for name in names if name in once]
        if outer is not None and outer.name in ("__init__", "__post_init__") or outer is not None and outer.name not in called:
            continue
        is_repeated = _in_loop(case.tree, statement)
        if own in names or not any(name in filled for name in names) or outer is None and not is_repeated:
            continue
        if not is_repeated and outer is not None and any(isinstance(part, (ast.For, ast.While)) and part.lineno > statement.lineno for part in ast.walk(outer)):
            # What is made once before a loop begins.
            continue
        # The best place is after the update, where other lists are emptied.
        score = 1 + is_repeated + 2 * (stepped is not None and outer is stepped.function and statement.lineno > stepped.line)
        if score >= most:
            beside, most = statement.lineno, score
    if beside is not None:
        return beside
    if stepped is not None and stepped.function is not None and stepped.function is not site.function:
        return stepped.function.body[-1].lineno
    return None


def _statements(tree, outer=None):
    """Yields each statement and the function that it is in."""
    for part in ast.iter_child_nodes(tree):
        if isinstance(part, ast.stmt):
            yield outer, part
        yield from _statements(part, part if isinstance(part, ast.FunctionDef) else outer)


def _in_loop(tree, statement):
    return any(isinstance(loop, (ast.For, ast.While)) and loop.lineno < statement.lineno <= loop.end_lineno for loop in ast.walk(tree))
