"""What `time` lacks in a browser: clocks that do not jump, waiting, the time zone."""

import time

import _shelf

_HOUR = 3600


def sleep(seconds, /):
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    _shelf.sleep(float(seconds))


def _nanoseconds(clock):
    return lambda: int(clock() * 1e9)


def _offset(at):
    """Returns how many seconds the zone is behind UTC at a time."""
    return int(time.mktime(time.gmtime(at)) - at)


time.sleep = sleep
for _name in ("perf_counter", "monotonic", "process_time", "thread_time"):
    setattr(time, _name, _shelf.clock)
    setattr(time, _name + "_ns", _nanoseconds(_shelf.clock))
time.time_ns = _nanoseconds(time.time)
# In January and in July of 2024.
_offsets = _offset(1704067200), _offset(1719792000)
time.timezone, time.altzone = max(_offsets), min(_offsets)
time.daylight = int(time.timezone != time.altzone)
time.tzname = tuple(f"UTC{-offset // _HOUR:+03d}" if offset else "UTC" for offset in (time.timezone, time.altzone))
