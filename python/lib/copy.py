"""Copies of objects."""


def copy(x):
    if hasattr(x, "__copy__"):
        return x.__copy__()
    if isinstance(x, (list, dict, set)):
        return type(x)(x)
    if isinstance(x, (int, float, str, bytes, tuple, frozenset, type(None))) or callable(x):
        return x
    made = object.__new__(type(x))
    made.__dict__.update(x.__dict__)
    return made


def deepcopy(x, memo=None):
    memo = {} if memo is None else memo
    if id(x) in memo:
        return memo[id(x)]
    if isinstance(x, (int, float, str, bytes, type(None), type)):
        return x
    if hasattr(x, "__deepcopy__"):
        made = memo[id(x)] = x.__deepcopy__(memo)
    elif isinstance(x, list):
        made = memo[id(x)] = []
        made.extend(deepcopy(item, memo) for item in x)
    elif isinstance(x, dict):
        made = memo[id(x)] = type(x)()
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
    elif isinstance(x, tuple) and hasattr(x, "_fields"):
        made = memo[id(x)] = type(x)(*(deepcopy(item, memo) for item in x))
    elif isinstance(x, (tuple, set, frozenset)):
        made = memo[id(x)] = type(x)([deepcopy(item, memo) for item in x])
    elif hasattr(x, "__dict__") and not callable(getattr(x, "__code__", None)) and not hasattr(x, "__code__"):
        made = memo[id(x)] = object.__new__(type(x))
        for name, value in x.__dict__.items():
            made.__dict__[name] = deepcopy(value, memo)
    else:
        made = x
    return made
