"""Mended lines: what to write instead, where that can be told from the line itself."""

import ast


def mend(case, finding):
    """Returns the new text of lines by their numbers, or None."""
    line = finding.line
    text = case.text(line)
    if finding.mend or not text:
        return finding.mend
    if finding.kind == "loss-sign":
        return _negated(case, line, text)
    if finding.kind in ("advantage-sign", "ratio-inverted"):
        return _turned(case, line, text)
    if finding.kind == "entropy-sign":
        return _entropy(case, line, text)
    if finding.kind == "grad-not-cleared":
        return _cleared(case, line, text)
    if finding.kind == "probs-as-logits" and text.count("logits=") == 1:
        return {line: text.replace("logits=", "probs=")}
    if finding.kind == "softmax-dim":
        for wrong in ("dim=0", "dim = 0"):
            if text.count(wrong) == 1:
                return {line: text.replace(wrong, "dim=-1")}
    if finding.kind == "advantage-attached":
        return _detached(case, line, text)
    if finding.kind == "learning-rate":
        return _rate(case, line, text)
    return None


def _statement(case, line):
    """Returns the statement that begins in a line and ends there."""
    for node in ast.walk(case.tree):
        if isinstance(node, (ast.Assign, ast.Return, ast.Expr, ast.AugAssign)) and node.lineno == line == node.end_lineno:
            return node
    return None


def _of(text, node):
    """Returns the text of a part, which stands in one line."""
    return _bytes(text, node.col_offset, node.end_col_offset)


def _bytes(text, start, end):
    return text.encode()[start:end].decode()


def _put(text, node, new):
    said = text.encode()
    return (said[: node.col_offset] + new.encode() + said[node.end_col_offset :]).decode()


def _negated(case, line, text):
    statement = _statement(case, line)
    value = getattr(statement, "value", None)
    if value is None or isinstance(statement, ast.AugAssign):
        return None
    if isinstance(value, ast.Call) and getattr(value.func, "attr", "") in ("append", "insert") and value.args:
        value = value.args[-1]
    # The policy's term is the first of a sum.
    while isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Add, ast.Sub)) and not isinstance(value.left, (ast.Constant, ast.Name)):
        value = value.left
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        return {line: _put(text, value, _of(text, value.operand))}
    return {line: _put(text, value, f"-({_of(text, value)})")}


def _turned(case, line, text):
    found = [node for node in ast.walk(case.tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and node.lineno == node.end_lineno == line]
    if not found:
        return None
    node = found[-1] if len(found) == 1 else found[0]
    left, right = _of(text, node.left), _of(text, node.right)
    if isinstance(node.left, ast.BinOp):
        left = f"({left})"
    return {line: _put(text, node, f"{right} - {left}")}


def _entropy(case, line, text):
    for node in ast.walk(case.tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)) and node.lineno == node.end_lineno == line:
            if "ent" in _of(text, node.right).lower() and not (isinstance(node.right, ast.BinOp) and isinstance(node.right.op, (ast.Add, ast.Sub))):
                other = "-" if isinstance(node.op, ast.Add) else "+"
                return {line: _put(text, node, f"{_of(text, node.left)} {other} {_of(text, node.right)}")}
    return None


def _cleared(case, line, text):
    for event in case.watch.events:
        if event[0] == "step":
            node = event[2].node
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner = ast.unparse(node.func.value)
                indent = text[: len(text) - len(text.lstrip())]
                return {line: f"{indent}{owner}.zero_grad(); {text.lstrip()}"}
    return None


def _detached(case, line, text):
    statement = _statement(case, line)
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp) and isinstance(statement.value.op, ast.Sub):
        return {line: _put(text, statement.value, f"({_of(text, statement.value)}).detach()")}
    return None


def _rate(case, line, text):
    for node in ast.walk(case.tree):
        if isinstance(node, ast.keyword) and node.arg == "lr" and isinstance(node.value, ast.Constant) and node.value.lineno == line:
            value = node.value.value
            right = value / 100 if value > 0.01 else value * 100
            return {line: _put(text, node.value, f"{right:g}")}
    return None
