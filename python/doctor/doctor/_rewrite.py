"""A script in a form that tells what it computes: each operator and call goes through the watch, which notes the result, its
operands and the line. The text itself stays as it is, and so do the results."""

import ast
import operator

_OPERATORS = {
    "Add": operator.add, "Sub": operator.sub, "Mult": operator.mul, "Div": operator.truediv, "FloorDiv": operator.floordiv,
    "Mod": operator.mod, "Pow": operator.pow, "MatMult": operator.matmul, "BitAnd": operator.and_, "BitOr": operator.or_,
    "BitXor": operator.xor, "LShift": operator.lshift, "RShift": operator.rshift,
}  # fmt: skip
_IN_PLACE = {
    "Add": operator.iadd, "Sub": operator.isub, "Mult": operator.imul, "Div": operator.itruediv, "Pow": operator.ipow,
}  # fmt: skip
_BELOW = {"Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge}
# Functions that need the frame that they are called from, and those that say nothing and are called often.
_UNTOLD = {
    "super", "locals", "globals", "vars", "dir", "eval", "exec", "range", "len", "isinstance", "print", "enumerate", "zip",
    "hasattr", "property", "staticmethod", "classmethod", "str", "type", "TypeVar", "input",
}  # fmt: skip


class Site:
    """A place in the script: what stands there, and where."""

    def __init__(self, number, kind, name, node, statement, function, loops):
        self.number, self.kind, self.name, self.node = number, kind, name, node
        self.line, self.statement, self.function, self.loops = node.lineno, statement, function, loops
        self.apply, self.is_reward = None, False
        self.at, self.statement_at, self.function_at = _where(node), _where(statement), _where(function)
        self.loops_at = [_where(loop) for loop in loops]


def _where(node):
    """Returns what tells a part of the tree apart from all others."""
    return node and (type(node).__name__, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)


class Script:
    """The text, its tree as it was written, and the code that tells of itself."""

    def __init__(self, text, file):
        self.text, self.file, self.lines = text, file, text.splitlines()
        self.tree = ast.parse(text, file)
        self.sites = []
        told = _Told(self.sites)
        self.code = compile(ast.fix_missing_locations(told.visit(ast.parse(text, file))), file, "exec", dont_inherit=True)
        self._look_up()

    def _look_up(self):
        """Gives each place its parts of the tree as they were written."""
        written = {_where(node): node for node in ast.walk(self.tree) if hasattr(node, "lineno")}
        for site in self.sites:
            site.node, site.statement = written.get(site.at, site.node), written.get(site.statement_at, site.statement)
            site.loops = tuple(written.get(at, loop) for at, loop in zip(site.loops_at, site.loops))
            site.function = written.get(site.function_at, site.function)

    def line(self, number):
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


def _name(node):
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return ""


class _Told(ast.NodeTransformer):
    def __init__(self, sites):
        self.sites, self.statement, self.function, self.loops = sites, None, None, ()

    def visit(self, node):
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        before, self.statement = self.statement, node
        made = super().visit(node)
        self.statement = before
        return made

    def _site(self, kind, name, node):
        site = Site(len(self.sites), kind, name, node, self.statement, self.function, self.loops)
        self.sites.append(site)
        return site

    def _told(self, site, how, *parts):
        node = ast.Call(ast.Name(how, ast.Load()), [ast.Constant(site.number), *parts], [])
        for inner in (node, node.func, node.args[0]):
            ast.copy_location(inner, site.node)
        return node

    # What is no expression that runs, or runs in another way.
    def visit_FunctionDef(self, node):
        before, self.function, loops, self.loops = self.function, node, self.loops, ()
        node.args.defaults = [self.visit(part) for part in node.args.defaults]
        node.args.kw_defaults = [part and self.visit(part) for part in node.args.kw_defaults]
        node.body = self._all(node.body)
        self.function, self.loops = before, loops
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        node.body = self._all(node.body)
        return node

    def _all(self, body):
        made = []
        for node in body:
            node = self.visit(node)
            made += node if isinstance(node, list) else [node]
        return made

    def visit_AnnAssign(self, node):
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Match(self, node):
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.guard = case.guard and self.visit(case.guard)
            case.body = self._all(case.body)
        return node

    def visit_Delete(self, node):
        return node

    def _loop(self, node):
        counted = self._counted(node)
        before, self.loops = self.loops, (*self.loops, node)
        self.generic_visit(node)
        self.loops = before
        if counted is not None and isinstance(node, ast.For):
            node.iter = self._told(counted, "__seen_range__", node.iter)
        elif counted is not None:
            node.test = self._told(counted, "__seen_below__", node.test.left, node.test.comparators[0])
        elif isinstance(node, ast.For):
            node.iter = self._turned(node.iter)
        return node

    def _counted(self, node):
        """Returns a site for a loop of which one can tell how far it is: over a range, or up to a number."""
        if isinstance(node, ast.For):
            is_range = isinstance(node.iter, ast.Call) and _name(node.iter.func) == "range"
            return self._site("loop", "range", node) if is_range else None
        test = node.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]).__name__ in _BELOW:
            site = self._site("loop", type(test.ops[0]).__name__, node)
            site.apply = _BELOW[site.name]
            return site
        return None

    def _turned(self, node):
        """Returns what a loop goes through, which tells of its parts."""
        if isinstance(node, (ast.Name, ast.Attribute, ast.Call)):
            return self._told(self._site("part", "", node), "__seen_parts__", node)
        return node

    def visit_comprehension(self, node):
        self.generic_visit(node)
        node.iter = self._turned(node.iter)
        return node

    visit_For = visit_While = _loop

    def visit_BinOp(self, node):
        site = self._site("operator", type(node.op).__name__, node)
        site.apply = _OPERATORS[site.name]
        self.generic_visit(node)
        return self._told(site, "__seen_operator__", node.left, node.right)

    def visit_UnaryOp(self, node):
        if not isinstance(node.op, ast.USub) or isinstance(node.operand, ast.Constant):
            return self.generic_visit(node)
        site = self._site("operator", "USub", node)
        self.generic_visit(node)
        return self._told(site, "__seen_minus__", node.operand)

    def visit_AugAssign(self, node):
        if not isinstance(node.target, ast.Name) or type(node.op).__name__ not in _IN_PLACE:
            node.value = self.visit(node.value)
            return node
        site = self._site("operator", type(node.op).__name__, node)
        site.apply = _IN_PLACE[site.name]
        node.value = self.visit(node.value)
        value = self._told(site, "__seen_operator__", ast.copy_location(ast.Name(node.target.id, ast.Load()), node), node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_Assign(self, node):
        value = self.visit(node.value)
        for target in node.targets:
            value = self._put(target, value)
        node.targets = [self.visit(target) for target in node.targets]
        node.value = value
        return node

    def _put(self, target, value):
        """Returns a value that tells of the array or list that a part of it goes into."""
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            if not any(isinstance(part, ast.Starred) for part in (*target.elts, *value.elts)):
                value.elts = [self._put(part, inner) for part, inner in zip(target.elts, value.elts)]
        elif isinstance(target, ast.Subscript) and isinstance(target.value, (ast.Name, ast.Attribute)):
            site = self._site("put", _name(target.value), target)
            return self._told(site, "__seen_put__", _copied(target.value), value)
        return value

    def visit_List(self, node):
        self.generic_visit(node)
        if node.elts or not isinstance(node.ctx, ast.Load):
            return node
        return self._told(self._site("list", "", node), "__seen_list__")

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        return self._told(self._site("part", "", node), "__seen_at__", node.value, _index(node.slice))

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if node.attr in ("data", "T", "probs", "logits", "mean", "mode", "loc") and isinstance(node.ctx, ast.Load):
            return self._told(self._site("call", node.attr, node), "__seen_attribute__", node.value)
        return node

    def visit_Call(self, node):
        function = node.func
        if isinstance(function, ast.Name) and function.id in _UNTOLD or _is_super(function):
            node.args = [self.visit(part) for part in node.args]
            node.keywords = [self.visit(part) for part in node.keywords]
            if _name(function) in ("zip", "enumerate"):
                node.args = [self._turned(part) for part in node.args]
            return node
        site = self._site("call", _name(function), node)
        args = [self.visit(part) for part in node.args]
        keywords = [self.visit(part) for part in node.keywords]
        is_method = isinstance(function, ast.Attribute) and not function.attr.startswith("__")
        if is_method:
            inner = self.visit(function.value)
            made = self._told(site, "__seen_method__", inner)
        else:
            made = self._told(site, "__seen_call__", self.visit(function))
        made.args += args
        made.keywords = keywords
        return made


def _copied(node):
    """Returns the same name or attribute once more."""
    return ast.parse(ast.unparse(node), mode="eval").body if isinstance(node, ast.Attribute) else ast.Name(node.id, ast.Load())


def _is_super(function):
    inner = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(inner, ast.Call) and _name(inner.func) == "super"


def _index(node):
    """Returns an index as an expression: parts with a colon as slices."""
    if isinstance(node, ast.Slice):
        parts = [part or ast.copy_location(ast.Constant(None), node) for part in (node.lower, node.upper, node.step)]
        made = ast.Call(ast.copy_location(ast.Name("__seen_slice__", ast.Load()), node), parts, [])
        return ast.copy_location(made, node)
    if isinstance(node, ast.Tuple):
        node.elts = [_index(part) for part in node.elts]
    return node
