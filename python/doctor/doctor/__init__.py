"""Why a policy gradient does not learn: watches a script while it runs, and says which line is wrong."""

from doctor import _rules_critic, _rules_gradient, _rules_policy, _rules_returns, _rules_world
from doctor._case import Case
from doctor._finding import Finding
from doctor._rewrite import Script
from doctor._run import Listening, run
from doctor._watch import Watch

_RULES = (_rules_world, _rules_gradient, _rules_policy, _rules_critic, _rules_returns)
# Where one of these is found, the weights of the actions say nothing about returns.
_BLINDING = {
    "observation-not-updated", "observations-aliased", "ratio-always-one", "graph-cut", "fails", "nan", "broadcast", "softmax-dim",
    "next-observation-stored", "actions-shifted", "log-prob-of-other", "log-prob-of-greedy", "ratio-without-exp", "no-gradient",
}  # fmt: skip


def watched(text, file="script.py", seconds=15.0, seed=0):
    """Runs a script for a while. Returns what was seen."""
    script = Script(text, file)
    watch = Watch(script, seconds)
    with Listening(watch):
        watch.ending = run(script.code, file, watch.names(), text, seed)
    return watch


def findings(watch):
    """Returns the findings of a watched run, the weightiest first."""
    case, found = Case(watch), []
    for rules in _RULES:
        if rules is _rules_returns and any(finding.kind in _BLINDING for finding in found):
            continue
        found += rules.find(case)
    kinds = {finding.kind for finding in found}
    if "optimiser-params" in kinds or "no-step" in kinds:
        found = [finding for finding in found if finding.kind not in ("step-before-backward", "ratio-always-one")]
    if "softmax-dim" in kinds:
        found = [finding for finding in found if finding.kind != "no-gradient"]
    found.sort(key=lambda finding: -finding.weight)
    kept, seen = [], set()
    for finding in found:
        if (finding.kind, finding.line) not in seen:
            seen.add((finding.kind, finding.line))
            kept.append(finding)
    return kept
