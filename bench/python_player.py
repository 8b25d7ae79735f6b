"""Answers bench/run.mjs as a worker in the browser does (harness/worker.js): a line of JSON each way."""

import json
import sys


def serve(player):
    """Calls the player's `open`, `prepare` and `run` until the other side closes the pipe."""
    for line in sys.stdin:
        message = json.loads(line)
        call = getattr(player, message.pop("call"))
        try:
            answer = {"value": call(**message)}
        except Exception as error:  # the other side says it, and goes on without
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)
