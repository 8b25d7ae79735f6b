"""Rewrites the reader's text so that what Python decides by itself asks `__own__` (`_follow`) first: `if`, `while`, `and`, `or`,
`not`, `in`, lookups, and Python's own functions of numbers. Of known numbers they all do what they did. Lines stay as they are."""

import _ast as t

from own_environment._symbols import Refusal

OWN = "__own__"
# Python's own functions that would ask a symbol for its number.
_CALLED = frozenset(
    "min max float int bool str isinstance any all len sum list tuple dict set sorted map print open input".split()
)
# Methods of lists, tuples and dictionaries that look something up.
_METHODS = frozenset(("get", "index", "count"))
# What an operand of `and` may call and still be looked at before it is clear that it is needed.
_HARMLESS = frozenset("abs min max len float int bool round any all isinstance sin cos sqrt norm item isclose".split())
_COMPARED = {"Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge", "Eq": "eq", "NotEq": "ne", "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not"}
# Deepest `if` that leaves in an `if` that leaves.
MOST_NESTED = 9
# Calls over whose results a loop may go on to its end although it would have been left.
_BOUNDED = ("range", "enumerate", "zip", "reversed", "list", "tuple")
_LEAVES = (t.Return, t.Raise, t.Try, t.With, t.Delete, t.FunctionDef, t.ClassDef, t.Global, t.Nonlocal, t.Import, t.ImportFrom, t.Match)
_INNER = (t.ListComp, t.SetComp, t.DictComp, t.GeneratorExp, t.Lambda)


def parts_of(node):
    """Yields the parts of a node."""
    for name in node._fields:
        value = getattr(node, name, None)
        for part in value if isinstance(value, list) else (value,):
            if isinstance(part, t.AST):
                yield part


def below(node):
    yield node
    for part in parts_of(node):
        yield from below(part)


def _at(node, made, /, **fields):
    """Returns a new node at the place of another."""
    return made(
        **fields, lineno=node.lineno, col_offset=node.col_offset,
        end_lineno=getattr(node, "end_lineno", None) or node.lineno, end_col_offset=getattr(node, "end_col_offset", None) or node.col_offset,
    )


def _name(node, name, store=False):
    return _at(node, t.Name, id=name, ctx=t.Store() if store else t.Load())


def _call(node, method, *args, of=OWN):
    function = _at(node, t.Attribute, value=_name(node, of), attr=method, ctx=t.Load())
    return _at(node, t.Call, func=function, args=list(args), keywords=[])


def _constant(node, value):
    return _at(node, t.Constant, value=value, kind=None)


def _later(node, value):
    nothing = t.arguments(posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
    return _at(node, t.Lambda, args=nothing, body=value)


def _leaves(body):
    """Returns true if statements may leave the place where they stand, or do what cannot be joined."""
    def look(node, in_loop):
        if isinstance(node, _LEAVES) or isinstance(node, (t.Yield, t.YieldFrom, t.Await, t.NamedExpr)):
            return True
        if isinstance(node, (t.Break, t.Continue)):
            return not in_loop
        if isinstance(node, t.Lambda):
            return False
        in_loop = in_loop or isinstance(node, (t.For, t.While))
        return any(look(part, in_loop) for part in parts_of(node))

    return any(look(node, False) for node in body)


def _assigned(body):
    names, todo = set(), list(body)
    while todo:
        part = todo.pop()
        if isinstance(part, t.Name) and isinstance(part.ctx, t.Store):
            names.add(part.id)
        # The names of a comprehension are its own.
        if not isinstance(part, _INNER):
            todo.extend(parts_of(part))
    return sorted(names)


class _Entangled(Exception):
    """Statements leave in more ways than can be put into `if` and `else`."""


def _has(node, kind):
    """Returns true if a statement of a kind is part of a node, and belongs to the node's own function or loop."""
    if isinstance(node, kind):
        return True
    if isinstance(node, (t.FunctionDef, t.AsyncFunctionDef, t.ClassDef, t.Lambda)) or kind is not t.Return and isinstance(node, (t.For, t.While)):
        return False
    return any(_has(part, kind) for part in parts_of(node))


def _always(body, kind):
    last = body[-1] if body else None
    return isinstance(last, kind) or isinstance(last, t.If) and _always(last.body, kind) and _always(last.orelse, kind)


def _settled(body, kind, leave, depth=0):
    """Returns statements without `return`, `continue` or `break`: what follows an `if` that leaves is put into its other side.
    `leave` returns what stands in place of the statement that leaves."""
    if depth > MOST_NESTED:
        raise _Entangled
    for at, node in enumerate(body):
        if isinstance(node, kind):
            return [*body[:at], *leave(node)]
        if not _has(node, kind):
            continue
        if not isinstance(node, t.If):
            raise _Entangled
        rest = body[at + 1 :]
        sides = [_always(node.body, kind), _always(node.orelse, kind)]
        if rest and not any(sides):
            raise _Entangled
        then, otherwise = ([*side, *([] if always else rest)] for side, always in zip((node.body, node.orelse), sides))
        node.body = _settled(then, kind, leave, depth + 1) or [_at(node, t.Pass)]
        node.orelse = _settled(otherwise, kind, leave, depth + 1)
        return [*body[: at + 1]]
    return body


def _is_harmless(node):
    for part in below(node):
        if isinstance(part, (t.Yield, t.YieldFrom, t.Await, t.NamedExpr)):
            return False
        if isinstance(part, t.Call):
            called = part.func.attr if isinstance(part.func, t.Attribute) else getattr(part.func, "id", "")
            if called not in _HARMLESS:
                return False
    return True


def _has_in(body, kind):
    return any(_has(node, kind) for node in body)


def copied(value):
    """Returns a copy of nodes."""
    if isinstance(value, list):
        return [copied(part) for part in value]
    if not isinstance(value, t.AST):
        return value
    fields = {name: copied(getattr(value, name, None)) for name in value._fields}
    places = {name: getattr(value, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset") if hasattr(value, name)}
    return type(value)(**fields, **places)


class Rewriter:
    """Goes through a tree, and replaces what asks for numbers."""

    def __init__(self):
        self._depth, self._next, self._function = 0, 0, None

    def text(self, source, file):
        """Returns the code of a text, rewritten."""
        try:
            tree = compile(source, file, "exec", t.PyCF_ONLY_AST)
        except SyntaxError as error:
            raise Refusal(f"this does not parse: {error.msg}", error.lineno) from None
        tree.body = self._body(tree.body)
        return compile(tree, file, "exec")

    def _fields(self, node):
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                if name in ("body", "orelse", "finalbody") and value and isinstance(value[0], t.stmt):
                    setattr(node, name, self._body(value))
                else:
                    setattr(node, name, [self._node(part) if isinstance(part, t.AST) else part for part in value])
            elif isinstance(value, t.AST):
                setattr(node, name, self._node(value))
        return node

    def _body(self, body):
        made = []
        for statement in body:
            made += self._statement(statement)
        return made

    def _statement(self, node):
        if isinstance(node, (t.FunctionDef, t.AsyncFunctionDef)):
            self._depth += 1
            self._settle_returns(node)
            self._function = node
            node.body = self._body(node.body)
            self._depth -= 1
            return [node]
        if isinstance(node, t.ClassDef):
            depth, self._depth = self._depth, 0
            node.body = self._body(node.body)
            self._depth = depth
            return [node]
        if isinstance(node, (t.Import, t.ImportFrom)):
            return [node, *self._layered(node)]
        if not self._depth:
            return [node] if not isinstance(node, (t.If, t.Try, t.For, t.With)) else [self._fields(node)]
        if isinstance(node, t.Assert):
            node.test = _call(node, "holds", _later(node, self._node(node.test)))
            return [node]
        if isinstance(node, t.If):
            return self._if(node)
        if isinstance(node, t.While) and not node.orelse:
            return self._while(node)
        if isinstance(node, t.For):
            return self._for(node)
        if isinstance(node, t.Assign) and len(node.targets) == 1 and self._is_put(node.targets[0]):
            target = node.targets[0]
            put = _call(node, "put", self._node(target.value), self._node(target.slice), self._node(node.value))
            return [_at(node, t.Expr, value=put)]
        if isinstance(node, t.AugAssign) and self._is_put(node.target):
            return [self._update(node)]
        return [self._fields(node)]

    def _settle_returns(self, function):
        """Lets a function return in one place, its last."""
        if not any(isinstance(node, t.If) and _has(node, t.Return) for node in function.body) or any(isinstance(part, (t.Yield, t.YieldFrom)) for part in below(function)):
            return
        name = "__own_returned__"

        def leave(node):
            value = node.value or _constant(node, None)
            return [_at(node, t.Assign, targets=[_name(node, name, True)], value=value, type_comment=None)]

        saved = copied(function.body)
        try:
            body = _settled(function.body, t.Return, leave)
        except _Entangled:
            function.body = saved
            return
        first, last = function.body[0], function.body[-1]
        begin = _at(first, t.Assign, targets=[_name(first, name, True)], value=_constant(first, None), type_comment=None)
        function.body = [begin, *body, _at(last, t.Return, value=_name(last, name))]

    def _for(self, node):
        """Lets a loop go on to its end, where it is a short one: what would have been left is then not done."""
        saved = copied(node.body)
        begin = []
        try:
            if _has_in(node.body, t.Break) and self._may_go_on(node):
                name = self._place(node)
                stop = lambda at: [_at(at, t.Assign, targets=[_name(at, name, True)], value=_constant(at, True), type_comment=None)]
                body = _settled(node.body, t.Break, stop)
                goes_on = _at(node, t.UnaryOp, op=t.Not(), operand=_name(node, name))
                begin = [_at(node, t.Assign, targets=[_name(node, name, True)], value=_constant(node, False), type_comment=None)]
                node.body = [_at(node, t.If, test=goes_on, body=body, orelse=[])]
            if _has_in(node.body, t.Continue):
                node.body = _settled(node.body, t.Continue, lambda at: []) or [_at(node, t.Pass)]
        except _Entangled:
            node.body, begin = saved, []
        return [*begin, self._fields(node)]

    def _may_go_on(self, node):
        called = getattr(getattr(node.iter, "func", None), "id", None)
        is_bounded = called in _BOUNDED or isinstance(node.iter, (t.Name, t.Attribute, t.List, t.Tuple))
        names = _assigned([node.target])
        inner = sum(isinstance(part, t.Name) and part.id in names and isinstance(part.ctx, t.Load) for part in below(node))
        whole = sum(isinstance(part, t.Name) and part.id in names and isinstance(part.ctx, t.Load) for part in below(self._function))
        return is_bounded and not node.orelse and inner == whole and not _has_in(node.body, t.Return)

    def _is_put(self, target):
        return isinstance(target, t.Subscript) and self._is_asked(target.slice)

    def _update(self, node):
        """Returns what stands for `a[i] += b`."""
        target, old = node.target, "__own_old__"
        given = t.arguments(posonlyargs=[], args=[_at(node, t.arg, arg=old, annotation=None, type_comment=None)], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[])
        value = _at(node, t.BinOp, left=_name(node, old), op=node.op, right=self._node(node.value))
        function = _at(node, t.Lambda, args=given, body=value)
        return _at(node, t.Expr, value=_call(node, "update", self._node(target.value), self._node(target.slice), function))

    def _layered(self, node):
        for alias in node.names:
            if alias.name == "*":
                continue
            name = alias.asname or (alias.name if isinstance(node, t.ImportFrom) else alias.name.partition(".")[0])
            value = _call(node, "layer", _name(node, name))
            yield _at(node, t.Assign, targets=[_name(node, name, True)], value=value, type_comment=None)

    def _place(self, node):
        self._next += 1
        return f"__own_{self._next}__"

    def _if(self, node):
        is_joined = not _leaves([*node.body, *node.orelse])
        names = _assigned([*node.body, *node.orelse])
        test = self._node(node.test)
        body, orelse = self._body(node.body), self._body(node.orelse)
        if not is_joined:
            node.test, node.body, node.orelse = test, body, orelse
            return [node]
        place = self._place(node)
        side = _at(node, t.Attribute, value=_name(node, place), attr="is_then", ctx=t.Load())
        other = _at(node, t.Attribute, value=_name(node, place), attr="is_otherwise", ctx=t.Load())
        orelse = [_at(node, t.If, test=other, body=orelse, orelse=[])] if orelse else []
        return self._joined(node, place, _call(node, "fork", test, _constant(node, place)), [], names, [_at(node, t.If, test=side, body=body, orelse=orelse)])

    def _joined(self, node, place, begin, tests, names, body):
        """Statements that run a body once for each side, and give names what they are afterwards."""
        local = _at(node, t.Call, func=_name(node, "locals"), args=[], keywords=[])
        keep = _at(node, t.Expr, value=_call(node, "keep", local, of=place))
        restored = []
        for name in names:
            has = _call(node, "has", _constant(node, name), of=place)
            value = _call(node, "of", _constant(node, name), of=place)
            restored.append(_at(node, t.If, test=has, body=[_at(node, t.Assign, targets=[_name(node, name, True)], value=value, type_comment=None)], orelse=[]))
        turn = _call(node, "turn", _at(node, t.Call, func=_name(node, "locals"), args=[], keywords=[]), *tests, of=place)
        loop = _at(node, t.While, test=turn, body=[*restored, *body, keep], orelse=[])
        start = _at(node, t.Assign, targets=[_name(node, place, True)], value=begin, type_comment=None)
        return [start, loop]

    def _while(self, node):
        is_joined = not _leaves(node.body)
        names = _assigned(node.body)
        test, body = self._node(node.test), self._body(node.body)
        place = self._place(node)
        if is_joined:
            # A turn is an `if` whose test is that of the loop, until it does not hold.
            inner = _at(node, t.If, test=_at(node, t.Attribute, value=_name(node, place), attr="is_then", ctx=t.Load()), body=body, orelse=[])
            begin = _call(node, "turns", _constant(node, place), _constant(node, node.lineno))
            return self._joined(node, place, begin, [_later(node, test)], names, [inner])
        begin = _at(node, t.Assign, targets=[_name(node, place, True)], value=_call(node, "rounds", _constant(node, node.lineno)), type_comment=None)
        node.test, node.body = _call(node, "goes_on", test, of=place), body
        return [begin, node]

    def _node(self, node):
        """Returns an expression, rewritten."""
        if isinstance(node, t.stmt):
            (made,) = self._statement(node)
            return made
        if isinstance(node, t.BoolOp) and self._depth and all(map(_is_harmless, node.values[1:])):
            values = [self._node(value) for value in node.values]
            method = "both" if isinstance(node.op, t.And) else "either"
            return _call(node, method, values[0], *[_later(value, value) for value in values[1:]])
        if isinstance(node, t.UnaryOp) and isinstance(node.op, t.Not):
            return _call(node, "negate", self._node(node.operand))
        if isinstance(node, t.IfExp) and self._depth and _is_harmless(node.body) and _is_harmless(node.orelse):
            test, then, otherwise = self._node(node.test), self._node(node.body), self._node(node.orelse)
            return _call(node, "choose", test, _later(then, then), _later(otherwise, otherwise))
        if isinstance(node, t.Compare):
            names = [_COMPARED[type(one).__name__] for one in node.ops]
            node = self._fields(node)
            if len(names) > 1 or names[0] in ("eq", "ne", "in", "not in", "is", "is not"):
                return _call(node, "compare", node.left, _constant(node, " , ".join(names)), *node.comparators)
            return node
        if isinstance(node, t.Subscript) and isinstance(node.ctx, t.Load) and self._is_asked(node.slice):
            return _call(node, "item", self._node(node.value), self._node(node.slice))
        if isinstance(node, t.Call):
            self._count(node)
            is_known = isinstance(node.func, t.Name) and node.func.id in _CALLED
            is_method = isinstance(node.func, t.Attribute) and node.func.attr in _METHODS
            node = self._fields(node)
            if is_known or is_method:
                function = _at(node, t.Attribute, value=_name(node, OWN), attr="call", ctx=t.Load())
                return _at(node, t.Call, func=function, args=[node.func, *node.args], keywords=node.keywords)
            return node
        return self._fields(node)

    def _count(self, call):
        """Lets `sum(... if ...)` take all elements, those that are left out as nothing."""
        name, kinds = getattr(call.func, "id", None), (t.GeneratorExp, t.ListComp)
        if name not in ("sum", "any", "all", "len") or len(call.args) != 1 or call.keywords or not isinstance(call.args[0], kinds):
            return
        inner = call.args[0]
        tests = inner.generators[-1].ifs
        if not tests or any(one.ifs for one in inner.generators[:-1]) or not all(map(_is_harmless, [*tests, inner.elt])):
            return
        inner.generators[-1].ifs = []
        test = tests[0] if len(tests) == 1 else _at(call, t.BoolOp, op=t.And(), values=tests)
        if name == "len":
            call.func.id, inner.elt = "sum", _constant(call, 1)
        inner.elt = _at(call, t.IfExp, test=test, body=inner.elt, orelse=_constant(call, {"any": False, "all": True}.get(name, 0)))

    def _is_asked(self, index):
        return self._depth and not isinstance(index, (t.Slice, t.Constant)) and not (isinstance(index, t.UnaryOp) and isinstance(index.operand, t.Constant)) and not any(
            isinstance(part, (t.Slice, t.Starred)) for part in below(index)
        )
