"""Findings as a text: one first, with its evidence, its line and where the course explains it, and the others below."""

_CHAPTERS = {
    "reinforce": ("loss-sign", "returns-order", "returns-shifted", "not-discounted", "immediate-reward", "probability-not-log", "log-prob-of-other", "log-prob-of-greedy", "greedy-action", "buffer-not-emptied", "discount-power", "rewards-unused", "mean-before-product"),
    "baselines": ("advantage-sign", "advantage-attached"),
    "actor-critic": ("no-mask", "mask-shifted", "broadcast", "target-attached", "critic-not-trained", "value-loss-sign", "truncation-ignored", "end-as-truncation", "critic-is-actor", "step-after-end"),
    "ppo": ("ratio-always-one", "ratio-inverted", "ratio-without-exp", "minibatch-index", "old-log-prob"),
    "clip": ("min-max-swapped", "clip-bounds"),
}  # fmt: skip


def chapter(kind):
    """Returns the address of the chapter that explains a kind of mistake, within the page."""
    key = next((key for key, kinds in _CHAPTERS.items() if kind in kinds), "bugs")
    return f"?lesson={key}"


def _table(rows):
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["    " + "  ".join(part.rjust(width) for part, width in zip(row, widths)) for row in rows]


def _probes(report):
    words = {"passed": "passed", "failed": "failed", "open": "not decided"}
    said = [f"  {it['probe']}, {it['asks']} {words[it['state']]}: {it['said']}" for it in report["probes"]]
    return ["", "Its agent in the course's probes:", *said] if said else []


def text(report, lines):
    """Returns what the doctor found as lines of text."""
    found, said = report["findings"], []
    for note in report["notes"]:
        said += [note, ""]
    if not found:
        said += ["Nothing found.", report["looked"], report["next"], *_probes(report)]
        return "\n".join(said) + "\n"
    first = found[0]
    said.append(f"Line {first['line']}: {first['said']}.")
    said.append(f"  {first['evidence']['text']}.")
    if first["evidence"].get("table"):
        said += _table(first["evidence"]["table"])
    said += ["", f"    {first['line']:>4} | {lines[first['line'] - 1] if 0 < first['line'] <= len(lines) else ''}"]
    for line, new in first["evidence"].get("instead", {}).items():
        said.append(f"       > | {new}")
    if first["tried"]:
        said += ["", f"  Tried: {first['tried']['said']}."]
    said += ["", f"  The course explains it: {chapter(first['kind'])} (kind: {first['kind']}, sure: {first['sure']:.0%})"]
    if len(found) > 1:
        said += ["", "Also found, by weight:"]
        said += [f"  line {other['line']}: {other['said']} ({other['kind']}, {other['sure']:.0%})" for other in found[1:]]
    said += _probes(report)
    return "\n".join(said) + "\n"
