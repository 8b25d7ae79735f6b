"""Writes docs/pytorch.md: which names public policy-gradient code uses, how often, and which of them are here. Runs in the
page's Python, which is asked for each name."""

import numpy as np
import torch

_EXAMPLES = {
    "Tensor": lambda: torch.zeros(2, 2),
    "Module": lambda: torch.nn.Linear(1, 1),
    "Optimizer": lambda: torch.optim.SGD([torch.zeros(1)], 0.1),
    "Distribution": lambda: torch.distributions.Categorical(torch.ones(2)),
    "ndarray": lambda: np.zeros(2),
}
# How cases call modules.
_SHORT = (
    ("torch.nn.functional.", "F."),
    ("torch.nn.", "nn."),
    ("torch.optim.lr_scheduler.", "lr_scheduler."),
    ("torch.optim.", "optim."),
    ("torch.distributions.", "D."),
    ("numpy.", "np."),
    ("scipy.", ""),
    ("einops.", ""),
)
_SECTIONS = (
    ("Tensor.", "Methods and attributes of tensors"),
    ("torch.nn.functional.", "`torch.nn.functional`"),
    ("torch.nn.init.", "`torch.nn.init`"),
    ("torch.nn.", "`torch.nn`"),
    ("Module.", "Methods of modules"),
    ("torch.optim.lr_scheduler.", "`torch.optim.lr_scheduler`"),
    ("torch.optim.", "`torch.optim`"),
    ("Optimizer.", "Methods of optimisers"),
    ("torch.distributions.", "`torch.distributions`"),
    ("Distribution.", "Methods of distributions"),
    ("torch.", "`torch`"),
    ("numpy.", "numpy"),
    ("ndarray.", "Methods of arrays"),
    ("scipy.", "SciPy and einops"),
    ("einops.", "SciPy and einops"),
)


def exists(name):
    """Returns true if a name is there, in a module or on an example."""
    first, *rest = name.split(".")
    if first in _EXAMPLES:
        return hasattr(_EXAMPLES[first](), rest[0])
    try:
        thing = __import__(first)
    except ImportError:
        return False
    path = first
    for part in rest:
        path += "." + part
        try:
            thing = getattr(thing, part)
        except (AttributeError, RuntimeError):
            try:
                thing = __import__(path, fromlist=["*"])
            except (ImportError, AttributeError):
                return False
    return True


def _stands(word, text):
    """Returns true if a word stands in a text, and no letter beside it."""
    at = text.find(word)
    while at >= 0:
        before, after = text[at - 1 : at] if at else " ", text[at + len(word) : at + len(word) + 1]
        if not (after.isalnum() or after == "_") and (word[0] == "." or not (before.isalnum() or before in "_.")):
            return True
        at = text.find(word, at + 1)
    return False


def tested(name, cases):
    """Returns true if a case calls a name, in the form that cases use."""
    first = name.split(".")[0]
    if first in _EXAMPLES:
        return _stands("." + name.split(".")[1], cases)
    for long, short in _SHORT:
        if name.startswith(long):
            return _stands(short + name[len(long) :], cases) or _stands(name, cases) or short == "" and _stands(name.split(".")[-1], cases)
    return _stands(name, cases)


def _section(name):
    return next(title for prefix, title in _SECTIONS if name.startswith(prefix))


def _listed(names):
    return ", ".join(f"`{name}`" for name in sorted(names, key=lambda name: (name.lower(), name)))


def _own_tests(counts):
    """Returns the lines about PyTorch's own tests, of the counts that `scripts/pytorch tests --write` keeps."""
    (_, version), *rows = [line.split("\t") for line in counts.split("\n") if line]
    rows = [(name, *map(int, numbers)) for name, *numbers in rows]
    passed, failed, skipped = (sum(row[at] for row in rows) for at in (1, 2, 3))
    return [
        "## PyTorch's own tests",
        "",
        f"Of the tests in {len(rows)} files of PyTorch {version} here **{passed} pass**, {failed} fail and {skipped} are skipped. `scripts/pytorch tests`",
        "runs them in the page's Python, natively, and counts; the files are whoever's who runs it, and nothing of them is kept here.",
        "`python/tests/pytorch` stands in for what they are written with: a test of a device is made for the CPU, and for float32, float64,",
        "int64 and bool if it takes types; values have to agree within PyTorch's tolerances, and types and shapes too; what asserts nothing",
        "counts as skipped. So does what is for other devices and types, of PyTorch's insides, or made from its own descriptions of operators.",
        "",
        "| file | passed | failed | skipped |",
        "|---|---|---|---|",
        *[f"| {name} | {good} | {bad} | {left} |" for name, good, bad, left in rows],
        "",
    ]


def table(used, cases, untested, versions, own):
    """Returns the whole document, and what is wrong with the lists that it is made of."""
    first, *rows = [line.split("\t") for line in used.split("\n") if line]
    scripts = first[1]
    reasons = dict(line.split("\t") for line in untested.split("\n") if line)
    counts = {name: int(count) for name, count in rows}
    here = {name for name in counts if exists(name)}
    covered = {name for name in here if tested(name, cases)}
    wrong = [f"{name} is here, no case calls it, and untested.tsv has no reason" for name in sorted(here - covered - set(reasons))]
    wrong += [f"untested.tsv lists {name}, which is {'tested' if name in covered else 'not here'}" for name in sorted(set(reasons) - (here - covered))]
    met = {name for name in counts if counts[name]}
    uses = sum(counts[name] for name in met)
    share = 100 * sum(counts[name] for name in met & here) / uses
    lines = [
        "# PyTorch and numpy, by use",
        "",
        f"Made by `scripts/pytorch table` from `python/tests/names/used.tsv`: the names of {scripts} public scripts that learn a policy,",
        "each with the number of scripts that use it, and further names that such code is known to use. The page's Python is",
        f"asked which of them it has. Of the {len(met)} names that the scripts use it has {len(met & here)}; counted by use, {share:.1f} %.",
        f"Of all {len(counts)} names listed it has {len(here)}. Names are not programs: `scripts/foreign` says which public files run.",
        "",
        f"{len(covered)} of those are compared with numbers recorded from {versions} by `python/tests/recorded.rs`, with their",
        "gradients: `scripts/pytorch record` makes the numbers anew. The others stand at the end, each with the reason.",
        "",
        "## What the scripts use",
        "",
        "| name | scripts | here |",
        "|---|---|---|",
    ]
    for name in sorted(met, key=lambda name: (-counts[name], name.lower(), name)):
        lines.append(f"| `{name}` | {counts[name]} | {'yes' if name in here else 'no'} |")
    lines += ["", "## Also here", ""]
    for title in dict.fromkeys(title for _, title in _SECTIONS):
        names = [name for name in here - met if _section(name) == title]
        if names:
            lines += [f"**{title}**: {_listed(name.split('.', 1)[1] if name[0].isupper() else name for name in names)}.", ""]
    lines += ["## Not here", "", f"{_listed(set(counts) - here)}.", "", "## Not compared with recorded numbers", "", "| name | why |", "|---|---|"]
    lines += [f"| `{name}` | {reasons[name]} |" for name in sorted(reasons)]
    lines += [
        "",
        *_own_tests(own),
        "## Random numbers that are not PyTorch's",
        "",
        "From the same seed these have other numbers than PyTorch: the mask of `dropout`, `Tensor.bernoulli_` with one probability,",
        "`Tensor.exponential_`, `torch.nn.init.trunc_normal_`, `torch.randn` in float64 of 16 numbers and more, `gumbel_softmax`, and the",
        "samples of `Exponential`, `Laplace`, `Gamma`, `Chi2`, `StudentT`, `Beta` and `Dirichlet`. All others that were tried are equal.",
    ]
    return "\n".join(lines) + "\n", wrong
