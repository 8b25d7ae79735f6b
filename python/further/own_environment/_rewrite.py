"""Rewrites the reader's text so that what Python decides by itself asks `__own__` (`_follow`) first: `if`, `while`, `and`, `or`,
`not`, `in`, lookups, and Python's own functions of numbers. Of known numbers they all do what they did. Lines stay as they are."""

import _ast as t

OWN = "__own__"
# Python's own functions that would ask a symbol for its number.
_CALLED = frozenset(
    "min max float int bool isinstance any all map print open input".split()
)
# Methods of lists, tuples and dictionaries that look something up.
_METHODS = frozenset(("get", "index", "count"))
# What an operand of `and` may call and still be looked at before it is clear that it is needed.
_HARMLESS = frozenset("abs min max len float int bool round any all isinstance sin cos sqrt norm item isclose".split())
_COMPARED = {"Lt": "lt", "LtE": "le", "Gt": "gt", "GtE": "ge", "Eq": "eq", "NotEq": "ne", "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not"}
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


def _is_harmless(node):
    for part in below(node):
        if isinstance(part, (t.Yield, t.YieldFrom, t.Await, t.NamedExpr)):
            return False
        if isinstance(part, t.Call):
            called = part.func.attr if isinstance(part.func, t.Attribute) else getattr(part.func, "id", "")
            if called not in _HARMLESS:
                return False
    return True


class Rewriter:
    """Goes through a tree, and replaces what asks for numbers."""

    def __init__(self):
        self._depth, self._next = 0, 0

    def text(self, source, file):
        """Returns the code of a text, rewritten."""
        tree = compile(source, file, "exec", t.PyCF_ONLY_AST)
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
        return [self._fields(node)]

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
            is_known = isinstance(node.func, t.Name) and node.func.id in _CALLED
            is_method = isinstance(node.func, t.Attribute) and node.func.attr in _METHODS
            node = self._fields(node)
            if is_known or is_method:
                function = _at(node, t.Attribute, value=_name(node, OWN), attr="call", ctx=t.Load())
                return _at(node, t.Call, func=function, args=[node.func, *node.args], keywords=node.keywords)
            return node
        return self._fields(node)

    def _is_asked(self, index):
        return self._depth and not isinstance(index, (t.Slice, t.Constant)) and not (isinstance(index, t.UnaryOp) and isinstance(index.operand, t.Constant)) and not any(
            isinstance(part, (t.Slice, t.Starred)) for part in below(index)
        )
