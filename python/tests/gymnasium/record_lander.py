"""Writes `lander.json`. It was made with Gymnasium 1.4.0 and Box2D 2.3.10 (`pip install gymnasium[box2d]`, then
`python record_lander.py` in this folder)."""

import json
from pathlib import Path

import lander

told = [f"{json.dumps(name)}: {json.dumps(flight(), separators=(',', ':'))}" for name, flight in lander.FLIGHTS.items()]
(Path(__file__).parent / "lander.json").write_text("{\n" + ",\n".join(told) + "\n}\n")
