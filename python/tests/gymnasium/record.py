"""Writes `recorded.json`: what `scenarios.py` tells of the libraries themselves. It was made with Gymnasium 1.4.0 and numpy
2.4.6 (`pip install gymnasium numpy`, then `python record.py` in this folder)."""

import json
import warnings
from pathlib import Path

import scenarios

warnings.filterwarnings("ignore")
lines = [
    f"{json.dumps(scenario.__name__)}: {json.dumps(scenarios.plain(scenario()), separators=(',', ':'))}"
    for scenario in scenarios.SCENARIOS
]
(Path(__file__).parent / "recorded.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
