"""Writes the file of the names of all parts."""

import importlib
import types


def parts():
    """Returns the file's text: which part of a package, loaded when it is first used, defines which names."""
    names, seen = {}, {}
    for package in ("numpy", "torch", "torch.autograd", "torch.nn", "torch.nn.functional", "torch.nn.module", "torch.optim", "torch.distributions"):
        owner = importlib.import_module(package)
        folder = package if hasattr(owner, "__path__") else package.rpartition(".")[0]
        for part in owner._PARTS:
            module = f"{folder}.{part}"
            values = vars(importlib.import_module(module))
            # What the package has itself, or an earlier part, is not looked for here.
            known = (*vars(owner), *seen.get(package, ()))
            mine = [name for name in sorted(values) if is_public(name, values[name]) and name not in known]
            seen[package] = seen.get(package, []) + mine
            names[module] = mine
    lines = [f'    "{module}": set("{" ".join(mine)}".split()),\n' for module, mine in sorted(names.items())]
    return '"""The names of the parts that are loaded when one of them is first used. `scripts/pytorch table` writes it."""\n\n' + (
        "NAMES = {\n" + "".join(lines) + "}\n"
    )


def is_public(name, value):
    """Returns true for what a part gives to its package."""
    return name[:1] != "_" and value is not None and not isinstance(value, types.ModuleType)
