"""Why a policy gradient does not learn: watches a script while it runs, and says which line is wrong.

`examine(text)` is all that a page or a command needs. It returns what JSON can hold:

- `findings`, the weightiest first, each with `kind`, `line` (from 1), `said`, `sure`, `evidence` and `tried`
- `notes`: what there is to say of the script itself, such as that it uses no environment
- `looked` and `next`: what was looked at, and what to do where nothing was found
- `curve`: the return of each episode that was seen, with the step in which it ended
- `signs` and `clip`: its health update by update, and its newest minibatch in the picture of the clip
- `probes`: what its agent did in the course's probes, each with `probe`, `asks`, `state` and `said`
- `text`: all of it as plain text
"""

import time

from doctor import _probes, _rules_actions, _rules_clip, _rules_critic, _rules_gradient, _rules_kept, _rules_policy, _rules_rates
from doctor import _rules_returns, _rules_world, _say, _signs, _trial
from doctor._case import Case
from doctor._finding import Finding
from doctor._mend import mend
from doctor._rewrite import Script
from doctor._run import Listening, run
from doctor._shake import shake_of
from doctor._trace import statement_line
from doctor._watch import Watch

_RULES = (_rules_kept, _rules_world, _rules_gradient, _rules_policy, _rules_actions, _rules_clip, _rules_rates, _rules_critic, _rules_returns)
# Where one of these is found, the weights of the actions say nothing about returns.
_BLINDING = {
    "observation-not-updated", "observations-aliased", "ratio-always-one", "graph-cut", "fails", "nan", "broadcast", "softmax-dim",
    "step-sign", "next-observation-stored", "actions-shifted", "log-prob-of-other", "log-prob-of-greedy", "ratio-without-exp", "no-gradient",
}  # fmt: skip


def watched(text, file="script.py", seconds=15.0, seed=0, shake=None):
    """Runs a script for a while. Returns what was seen."""
    script = Script(text, file)
    watch = Watch(script, seconds, shake=shake)
    with Listening(watch):
        watch.ending = run(script.code, file, watch.names(), text, seed)
    return watch


def findings(case):
    """Returns the findings of a watched run, the weightiest first."""
    found = []
    for rules in _RULES:
        blinding = {finding.kind for finding in found} & _BLINDING
        if rules is _rules_returns and blinding - {"no-gradient"}:
            continue
        try:
            more = list(rules.find(case))
            if rules is _rules_returns and more:
                # With rewards that differ, weights that cancelled here may tell why.
                found = [finding for finding in found if finding.kind != "no-gradient"]
            found += more
        except KeyboardInterrupt:
            # The time is over: what has been found is said.
            break
        except Exception as error:
            case.watch.gaps.append(f"A part of the examination failed ({type(error).__name__}: {error}), so it says nothing.")
    kinds = {finding.kind for finding in found}
    # Where nothing moves, what follows from it is no slip of its own.
    follows = {"ratio-always-one"} if kinds & {"optimiser-params", "other-network", "no-step", "grad-cleared-too-early", "step-before-backward", "graph-cut"} else set()
    follows |= {"step-before-backward"} if kinds & {"optimiser-params", "no-step"} else set()
    follows |= {"other-distribution"} if kinds & {"probs-as-logits", "double-softmax", "softmax-dim"} else set()
    found = [finding for finding in found if finding.kind not in follows]
    if "softmax-dim" in kinds:
        found = [finding for finding in found if finding.kind != "no-gradient"]
    if {"loss-sign", "value-loss-sign"} <= kinds:
        found = _whole(case, found)
    found.sort(key=lambda finding: -finding.weight)
    kept, seen = [], set()
    for finding in found:
        if (finding.kind, finding.line) not in seen:
            seen.add((finding.kind, finding.line))
            kept.append(finding)
    return kept


def _whole(case, found):
    """Returns findings in which terms that all have the wrong sign are one mistake: that of the whole loss."""
    first = next(finding for finding in found if finding.kind == "loss-sign")
    node = next((case.trace.node(loss.pass_.loss) for loss in case.losses), None)
    if node is not None and node.site is not None and node.site.name in ("Add", "Sub", "USub"):
        first.line, first.mend = statement_line(node.site), None
        first.said = "The whole loss has the wrong sign: minimising it makes good actions rarer and the critic worse"
    return [finding for finding in found if finding is first or finding.kind not in ("entropy-sign", "value-loss-sign")]


def examine(text, file="script.py", seconds=50.0, tries=True, on_finding=None):
    """Examines a script within some seconds. `on_finding` is called with the data of each finding before lines are tried."""
    began = time.perf_counter()
    report = {"findings": [], "notes": [], "looked": "", "next": "", "curve": [], "signs": [], "clip": None, "probes": []}
    try:
        watch = watched(text, file, min(15.0, seconds * 0.3))
    except SyntaxError as error:
        line = error.lineno or 1
        made = Finding("fails", line, "This is no Python, so nothing of it runs", f"{error.msg}", 1.0, 100)
        report["findings"] = [made.data()]
        report["text"] = _say.text(report, text.splitlines())
        return report
    case = Case(watch)
    case.again = lambda: Case(watched(text, file, min(8.0, seconds * 0.16), shake=shake_of(case)))
    found = findings(case)
    for finding in found:
        finding.mend = mend(case, finding)
        if on_finding is not None:
            on_finding(finding.data())
    report["notes"] = _notes(watch)
    report["looked"] = _looked(watch)
    report["next"] = "Next: let it run longer, try a learning rate three times larger and three times smaller, and use several seeds."
    report["curve"] = [[at, total] for at, total in watch.curve]
    if watch.passes:
        try:
            report["signs"], report["clip"] = _signs.signs(case), _signs.clip(case)
        except (KeyboardInterrupt, ArithmeticError, RuntimeError, ValueError):
            watch.gaps.append("Its health could not be told.")
    left = seconds - (time.perf_counter() - began)
    if tries and found and found[0].mend and left > 6 and watch.steps and watch.ending.error is None:
        try:
            found[0].tried = _trial.tried(text, file, found[0].mend, min(left - 2, 24.0))
        except KeyboardInterrupt:
            found[0].tried = None
    report["findings"] = [finding.data() for finding in found]
    left = seconds - (time.perf_counter() - began)
    if tries and left > 6 and watch.passes and watch.ending.error is None:
        try:
            report["probes"] = _probes.played(text, file, min(left - 2, 16.0))
        except KeyboardInterrupt:
            pass
    report["text"] = _say.text(report, text.splitlines())
    return report


def _notes(watch):
    """Returns sentences on scripts of which little can be said."""
    notes, error = list(watch.gaps), watch.ending.error
    if not watch.steps:
        known = ("stable_baselines3", "tensorflow", "keras", "jax", "flax", "ray", "tianshou", "torchrl")
        used = [name for name in known if f"import {name}" in watch.script.text or f"from {name}" in watch.script.text]
        if used:
            notes.append(f"The script uses {used[0]}, which does not run here: the doctor watches PyTorch and Gymnasium.")
        elif error is None:
            notes.append("The script takes no step in an environment, so there is nothing to hold its loss against.")
    if not watch.passes and error is None:
        notes.append("The script computes no gradient: no backward pass was seen.")
    if watch.ending.is_interrupted:
        notes.append("The script did not come to an end by itself, nor to a step of an environment, and was stopped.")
    elif watch.end == "ended" and error is None and watch.steps and len(watch.steps) < 100:
        notes.append(f"The script ended by itself after {len(watch.steps)} steps, which is little to judge by.")
    return notes


def _looked(watch):
    return (
        f"Looked at {len(watch.steps):,} steps, {len(watch.curve)} episodes, {len(watch.passes)} backward passes and"
        f" {sum(known.steps for known in watch.optimisers.values())} optimiser steps: what the network saw, which actions were taken and"
        " which log-probabilities were used, the weight of each action against the returns, shapes, masks, clips, gradients and parameters."
    )
