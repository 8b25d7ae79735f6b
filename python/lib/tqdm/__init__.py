"""Progress. In a cell the page has a bar of its own, so that what is set here can only be read; a program prints a line."""

import sys
import time


class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, leave=True, disable=False, initial=0, unit="it", **kwargs):
        if total is None and hasattr(iterable, "__len__"):
            total = len(iterable)
        self.iterable, self.desc, self.total, self.n, self.unit = iterable, desc or "", total, initial, unit
        self.postfix, self.disable, self.leave = {}, disable, leave
        self._begun, self._printed, self._length = time.time(), 0.0, 0
        # Only a program has a file.
        self._is_shown = not disable and "__file__" in sys._getframe(1).f_globals

    def __iter__(self):
        for item in self.iterable:
            yield item
            self.update()
        self.close()

    def __len__(self):
        return self.total or 0

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.close()
        return False

    def update(self, n=1):
        self.n += n
        if self._is_shown and time.time() - self._printed > 0.1:
            self.refresh()

    def refresh(self, *args, **kwargs):
        if self._is_shown:
            self._printed = time.time()
            text = str(self)
            print("\r" + text + " " * (self._length - len(text)), end="", flush=True)
            self._length = len(text)

    def __str__(self):
        spent = time.time() - self._begun
        rate = self.n / spent if spent else 0.0
        whole = f"{100 * self.n // self.total:3d}% {self.n}/{self.total}" if self.total else str(self.n)
        after = self.postfix
        if not isinstance(after, str):
            after = ", ".join(f"{name}={_short(value)}" for name, value in after.items())
        before = f"{self.desc}: " if self.desc else ""
        return f"{before}{whole} [{spent:.0f}s, {rate:.2f}{self.unit}/s] {after}".rstrip()

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        self.postfix = {**(ordered_dict or {}), **kwargs}

    def set_postfix_str(self, s="", refresh=True):
        self.postfix = s

    def set_description(self, desc=None, refresh=True):
        self.desc = desc or ""

    set_description_str = set_description

    def reset(self, total=None):
        self.n, self.total, self._begun = 0, self.total if total is None else total, time.time()

    def clear(self, *args, **kwargs):
        pass

    def close(self):
        if self._is_shown and self._printed:
            self.refresh()
            print(flush=True)
        self._is_shown = False

    @staticmethod
    def write(s, file=None, end="\n", nolock=False):
        print(s, end=end)


def _short(value):
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def trange(*args, **kwargs):
    made = tqdm(range(*args), **kwargs)
    made._is_shown = not made.disable and "__file__" in sys._getframe(1).f_globals
    return made
