"""What the doctor answers: the findings as plain data, a trial of the mended line, and what was looked at."""

import time

from doctor import findings, watched
from doctor._words import words

# Seconds for the first look, and for all trials together.
LOOK, TRIALS = 16.0, 24.0
# Findings that are tried, and steps that a trial needs to tell anything.
MOST_TRIED, LEAST_STEPS = 2, 400
# A mended script that returns so many times as much at the end has shown it.
BETTER = 1.25


def examined(text, file="script.py", tell=None):
    """Returns what there is to say of a script, as what JSON can hold. `tell` is told how far it is."""
    say = tell or (lambda phrase: None)
    answer = {"findings": [], "looked_at": [], "next": [], "trouble": None, "curve": []}
    say("Watching the script…")
    try:
        watch = watched(text, file, LOOK)
    except SyntaxError as error:
        answer["trouble"] = f"Line {error.lineno} is no Python: {error.msg}"
        return answer
    found = findings(watch)
    answer["curve"] = [_number(total) for _, total in watch.curve]
    answer["looked_at"] = _looked_at(watch)
    answer["trouble"] = _trouble(watch)
    answer["findings"] = [_data(finding, text) for finding in found]
    answer["next"] = [] if found else _next(watch)
    _try(found, answer, watch, text, file, say)
    return answer


def _number(value):
    return float(value.item() if hasattr(value, "item") else value)


def _data(finding, text):
    data, (question, reason, lesson) = finding.data(), words(finding.kind)
    table = data["evidence"].get("table") or {}
    heads, rows = (table.get("heads", []), table.get("rows", [])) if isinstance(table, dict) else (table[0], table[1:])
    mend = finding.mend or {}
    new = mend.get(finding.line) if len(mend) == 1 else None
    return {
        **data,
        "hint": question,
        "why": reason,
        "cure": "" if new is None else "Write the line so:",
        "replaced": new,
        "shown": {"sentence": data["evidence"]["text"], "heads": [str(it) for it in heads], "rows": [[str(it) for it in row] for row in rows]},
        "lesson": lesson,
    }  # fmt: skip


def mended(text, mend):
    """Returns a text with other lines, by their numbers from 1."""
    lines = text.split("\n")
    for line, new in mend.items():
        lines[line - 1] = new
    return "\n".join(lines)


def _try(found, answer, watch, text, file, say):
    began = time.perf_counter()
    steps = len(watch.steps)
    if steps < LEAST_STEPS or len(watch.curve) < 4:
        return
    for finding, data in list(zip(found, answer["findings"]))[:MOST_TRIED]:
        left = TRIALS - (time.perf_counter() - began)
        if not finding.mend or left < 5:
            continue
        say(f"Trying line {finding.line} mended…")
        try:
            again = watched(mended(text, finding.mend), file, min(left, LOOK))
        except SyntaxError:
            continue
        data["tried"] = _compared(watch, again)


def _late(curve, steps):
    """Returns the mean of the newest fifth of the episodes within so many steps, at least three; None if there are fewer."""
    totals = [_number(total) for step, total in curve if step <= steps]
    newest = totals[-max(3, len(totals) // 5) :]
    return sum(newest) / len(newest) if len(newest) >= 3 else None


def _compared(watch, again):
    """Returns how the two runs went, over as many steps of each."""
    steps = min(len(watch.steps), len(again.steps))
    before, after = _late(watch.curve, steps), _late(again.curve, steps)
    if before is None or after is None:
        return None
    size = max(abs(before), 1e-9)
    is_better = after - before > (BETTER - 1) * size
    how = "which is better already" if is_better else "which does not tell them apart yet"
    if before - after > (BETTER - 1) * size:
        how = "which is no better within so few steps"
    return {
        "sentence": f"In {steps} steps from the same seeds, the newest episodes return {before:.1f} as it is and {after:.1f} mended, {how}",
        "steps": steps,
        "before": [_number(total) for step, total in watch.curve if step <= steps],
        "after": [_number(total) for step, total in again.curve if step <= steps],
        "is_better": is_better,
    }


def _trouble(watch):
    error = watch.ending.error
    if isinstance(error, ModuleNotFoundError):
        return f"The script needs a package that is not here: {error}"
    if watch.ending.is_interrupted:
        return "The script was interrupted before it came to an end"
    if not watch.steps:
        return "The script has taken no step in an environment of this page's gymnasium, so there is nothing to weigh"
    if not watch.passes:
        return "The script has taken no backward pass while it was watched, so nothing of it could be learned"
    return None


def _looked_at(watch):
    looked = []
    if watch.steps:
        looked.append(f"{len(watch.steps)} steps and {len(watch.curve)} episodes of its environments: what the policy saw, what it did, what it was paid")
    if watch.passes:
        looked.append(f"the gradients of {len(watch.passes)} backward passes at the policy's outputs, and the weight that each action got")
        looked.append("the returns that these weights fit: their sign, order, discount, and what they do at the ends of episodes")
    if watch.optimisers:
        looked.append("which parameters the optimisers hold, and how far they moved")
    return looked


def _next(watch):
    if not watch.steps or not watch.passes:
        return []
    return [
        "Train it for longer: a policy gradient may need some hundred episodes before its curve rises.",
        "Then try three times and a third of the learning rate, each with several seeds.",
    ]


def written(answer, text, file="script.py"):
    """Returns an answer as text for a terminal."""
    lines = []
    if answer["trouble"]:
        lines += [answer["trouble"], ""]
    source = text.split("\n")
    for place, finding in enumerate(answer["findings"], 1):
        line = finding["line"]
        lines.append(f"{place}. {finding['said']} [{finding['kind']}]")
        if line and line <= len(source):
            lines.append(f"   {file}:{line}: {source[line - 1].strip()}")
        if finding["replaced"] is not None:
            lines.append(f"   write instead: {finding['replaced'].strip()}")
        lines.append(f"   {finding['shown']['sentence']}")
        rows = [finding["shown"]["heads"], *finding["shown"]["rows"]] if finding["shown"]["rows"] else []
        lines += ["   " + "  ".join(f"{cell:>12}" for cell in row) for row in rows]
        lines.append(f"   {finding['why']}")
        if finding["tried"]:
            lines.append(f"   {finding['tried']['sentence']}.")
        lines.append("")
    if not answer["findings"]:
        lines.append("Nothing was found that keeps this script from learning. This was looked at:")
        lines += [f"- {what}" for what in answer["looked_at"]]
        lines += answer["next"]
    return "\n".join(lines).rstrip() + "\n"
