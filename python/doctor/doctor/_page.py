"""What the page shows of a report, besides what the report says: a question before each answer, why it matters, and the chapter."""

import math

from doctor import examine
from doctor._say import chapter
from doctor._words import words


def shown(text, file="script.py"):
    """Examines a script and returns what the page shows. It prints how far it is."""
    print("Watching the script…")
    report = examine(text, file, on_finding=lambda found: print(f"Found something in line {found['line']}. Trying it mended…"))
    notes = report["notes"]
    return {
        "findings": [_finding(found) for found in report["findings"]],
        "looked_at": _list(report["looked"]),
        "next": _list(report["next"]),
        "trouble": " ".join(notes) if notes else None,
        "curve": [total for _, total in report["curve"] if math.isfinite(total)],
        "probes": report["probes"], "signs": report["signs"], "clip": report["clip"],
    }


def _list(said):
    return said if isinstance(said, list) else [said] if said else []


def _finding(found):
    evidence, (question, reason) = found["evidence"], words(found["kind"])
    instead = evidence.get("instead") or {}
    line = found["line"]
    new = instead.get(str(line)) if len(instead) == 1 else None
    heads, *rows = evidence.get("table") or [[]]
    tried = found["tried"]
    return {
        "kind": found["kind"], "line": line, "said": found["said"], "hint": question, "why": reason, "lesson": chapter(found["kind"]),
        "cure": "" if new is None else "Write the line so:", "replaced": new,
        "sure": "certain" if found["sure"] >= 0.9 else "likely" if found["sure"] >= 0.6 else "remark",
        "evidence": {"sentence": evidence.get("text", ""), "heads": [str(it) for it in heads], "rows": [[str(it) for it in row] for row in rows]},
        "tried": tried and {"sentence": tried["said"], "before": tried["before"], "after": tried["after"]},
    }  # fmt: skip
