"""Jupyter's shell: the commands that begin with `%` and `!`. What a page cannot do, it says in a sentence and goes on."""

import sys
import time

# Magics about how Jupyter looks and works, which need nothing here.
_QUIET = (
    "alias autocall automagic autoreload autosave colors config doctest_mode gui load_ext logstart logstop matplotlib notebook "
    "pdb precision pprint reload_ext sx tb unload_ext xmode"
).split()
# What a cell has begun that ends with it.
_lasting = []


class _Captured:
    """What a cell has printed under `%%capture`."""

    def __init__(self, text):
        self.stdout, self.stderr, self.outputs = text, "", []

    def show(self): print(self.stdout, end="")
    def __str__(self): return self.stdout
    __call__ = show


class Shell:
    """The shell of a notebook."""

    ast_node_interactivity = "last_expr"
    execution_count = 1

    @property
    def user_ns(self):
        return vars(sys.modules["__main__"])

    user_global_ns = user_ns

    def run_line_magic(self, name, line="", _stack_depth=1):
        """Runs a command that begins with `%`, for the code that calls this."""
        frame = sys._getframe(_stack_depth)
        if name[:1] == "%":
            return print(f"%{name} is about a whole cell, so it stands in its first line: nothing was done")
        if name in _QUIET:
            return None
        call = getattr(self, "_magic_" + name, None)
        if call:
            return call(line, frame)
        if name in ("pip", "conda", "mamba") or name in _commands().OF_FILES:
            return self.system(f"{name} {line}")
        print(f"%{name} is a command of Jupyter that this page does not have: nothing was done")

    def run_cell_magic(self, name, line, cell):
        """Runs a command that begins with `%%`, about the text of a cell."""
        call = getattr(self, "_cell_" + name.lower(), None)
        if call:
            return call(line, cell, sys._getframe(1))
        print(f"%%{name} is a command of Jupyter that this page does not have: nothing of this cell has run")

    def begin_cell_magic(self, name, line):
        """Begins what lasts until the cell's end."""
        if name == "capture":
            import io

            old, sys.stdout = sys.stdout, io.StringIO()
            names = [word for word in line.split() if word[:1] != "-"]

            def end(taken=sys.stdout):
                sys.stdout = old
                for name in names[:1]:
                    self.user_ns[name] = _Captured(taken.getvalue())

        else:
            begun = time.perf_counter()

            def end():
                print(f"Wall time: {_long(time.perf_counter() - begun)}")

        _lasting.append(end)

    def magic(self, text):
        name, _, line = text.lstrip("%").partition(" ")
        return self.run_line_magic(name, line.strip(), 2)

    def system(self, command):
        """Runs a command that begins with `!`, and prints what it says."""
        for line in _commands().run(_filled(command, self.user_ns), self):
            print(line)

    system_raw = system_piped = system

    def getoutput(self, command, split=True):
        """Runs a command, and returns the lines that it says."""
        lines = _commands().run(_filled(command, self.user_ns), self)
        return _Lines(lines) if split else "\n".join(lines)

    def run_awaitable(self, awaited):
        """Waits for what stands behind an `await` outside of a function."""
        if "asyncio" in sys.modules and (hasattr(awaited, "send") or hasattr(awaited, "__await__")):
            return sys.modules["asyncio"].get_event_loop().run_until_complete(awaited)
        if hasattr(awaited, "send"):
            step = awaited.send
        elif hasattr(awaited, "__await__"):
            parts = iter(awaited.__await__())
            step = lambda value: next(parts)
        else:
            raise TypeError(f"object {type(awaited).__name__} can't be used in 'await' expression")
        for turn in range(100_000):
            try:
                step(None)
            except StopIteration as end:
                return end.value
        raise RuntimeError("`await` waits for something that nothing here will do")

    def run_cell(self, text, *given, **named):
        exec(compile(text, "<cell>", "exec"), self.user_ns)

    def ex(self, text): exec(text, self.user_ns)
    def ev(self, text): return eval(text, self.user_ns)
    def push(self, names, interactive=True): self.user_ns.update(names)
    def enable_matplotlib(self, *given): pass
    def register_magic_function(self, function, magic_kind="line", magic_name=None):
        name = magic_name or function.__name__
        if magic_kind == "cell":
            setattr(self, "_cell_" + name.lower(), lambda line, cell, frame: function(line, cell))
        else:
            setattr(self, "_magic_" + name, lambda line, frame: function(line))

    def __repr__(self):
        return "<the shell of this notebook>"

    def _magic_time(self, line, frame):
        begun = time.perf_counter()
        try:
            return _value(line, frame)
        finally:
            print(f"Wall time: {_long(time.perf_counter() - begun)}")

    _magic_prun = _magic_time

    def _magic_timeit(self, line, frame):
        text = _without_options(line)
        _timed(_code(text, frame, frame.f_lineno), frame)

    def _cell_timeit(self, line, cell, frame):
        first = _without_options(line)
        if first:
            exec(_code(first, frame, frame.f_lineno), frame.f_globals)
        _timed(_code(cell, frame, frame.f_lineno + 1), frame)

    def _magic_run(self, line, frame):
        words = _commands().words(line)
        options = []
        while words and words[0][:1] == "-":
            options.append(words.pop(0))
        if not words:
            return print("%run needs the name of a file")
        _commands().run_file(words, self.user_ns if "-i" in options else None, self.user_ns)

    def _magic_pinfo(self, line, frame, with_source=False):
        from IPython._help import described

        line = line.strip()
        try:
            thing = eval(line, frame.f_globals, frame.f_locals)
        except Exception:
            return print(f"Object `{line}` not found.")
        print(described(thing, line, with_source))

    def _magic_pinfo2(self, line, frame): self._magic_pinfo(line, frame, True)
    _magic_pdoc = _magic_pinfo
    _magic_psource = _magic_pinfo2

    def _names(self):
        names = self.user_ns.items()
        hidden = ("display", "get_ipython", "help")
        return [(name, value) for name, value in sorted(names) if name[:1] != "_" and name not in hidden]

    def _magic_who(self, line, frame): print("\t".join(name for name, _ in self._names()))
    def _magic_who_ls(self, line, frame): return [name for name, _ in self._names()]

    def _magic_whos(self, line, frame):
        for name, value in self._names():
            text = " ".join(repr(value).split())
            print(f"{name:<16}{type(value).__name__:<16}{text[:60]}")

    def _magic_reset(self, line, frame):
        for name, _ in self._names():
            del self.user_ns[name]

    _magic_reset_selective = _magic_reset

    def _magic_env(self, line, frame):
        import os

        name, sign, value = line.partition("=") if "=" in line else line.partition(" ")
        if not name:
            return dict(os.environ)
        if not sign:
            return os.environ.get(name)
        os.environ[name.strip()] = value.strip()
        print(f"env: {name.strip()}={value.strip()}")

    _magic_set_env = _magic_env

    def _magic_pylab(self, line, frame):
        exec("import numpy as np, matplotlib, matplotlib.pyplot as plt", self.user_ns)

    def _magic_tensorboard(self, line, frame):
        print("TensorBoard is a program of its own, which a tab cannot start: matplotlib draws what was logged")

    def _cell_writefile(self, line, cell, frame):
        words = _commands().words(_filled(line, self.user_ns))
        names = [word for word in words if word not in ("-a", "--append")]
        if not names:
            return print("%%writefile needs the name of a file")
        _commands().write(names[0], cell, len(names) < len(words))

    _cell_file = _cell_writefile

    def _cell_bash(self, line, cell, frame):
        for command in cell.replace("\\\n", " ").splitlines():
            if command.strip() and command.strip()[0] != "#":
                self.system(command.strip())

    _cell_sh = _cell_script = _cell_system = _cell_bash

    def _cell_html(self, line, cell, frame): _display("HTML", cell)
    def _cell_markdown(self, line, cell, frame): _display("Markdown", cell)
    def _cell_latex(self, line, cell, frame): _display("Latex", cell)
    def _cell_svg(self, line, cell, frame): _display("SVG", cell)
    def _cell_python(self, line, cell, frame): exec(_code(cell, frame, frame.f_lineno + 1), self.user_ns)

    _cell_python3 = _cell_pypy = _cell_python


class _Lines(list):
    """The lines that a command has said."""

    @property
    def l(self): return list(self)
    @property
    def n(self): return "\n".join(self)
    @property
    def s(self): return " ".join(self)


def _commands():
    """Returns the module with what a computer's shell does, which few cells need."""
    return __import__("IPython._commands", fromlist=["*"])


def _display(kind, text):
    from IPython import display

    display.display(getattr(display, kind)(text))


def _filled(text, names):
    """Returns a command with the values of `{expressions}` and `$names` in it."""
    import re

    def value(found):
        try:
            return str(eval(found[1] or found[2], names))
        except Exception:
            return found[0]

    return re.sub(r"\{([^{}]+)\}|\$(\w+)", value, text) if "{" in text or "$" in text else text


def _without_options(line):
    """Returns the text behind options such as `-n 10`."""
    words = line.split()
    while words and words[0][:1] == "-" and len(words[0]) > 1 and words[0][1].isalpha():
        del words[: 1 if len(words[0]) > 2 or words[0] in ("-q", "-o", "-c", "-t") else 2]
    return line[line.index(words[0]) :] if words else ""


def _code(text, frame, line):
    return compile("\n" * (line - 1) + text, frame.f_code.co_filename, "exec")


def _value(text, frame):
    """Runs a statement for the code that asks for it, and returns its value if it is an expression."""
    try:
        code = _code(f"__value__ = ({text}\n)", frame, frame.f_lineno)
    except SyntaxError:
        code = _code(text, frame, frame.f_lineno)
    is_program = frame.f_code.co_name == "<module>"
    names = frame.f_globals if is_program else dict(frame.f_locals)
    exec(code, frame.f_globals, names)
    return names.pop("__value__", None)


def _timed(code, frame):
    """Prints how long code takes."""

    def run(loops):
        begun = time.perf_counter()
        for _ in range(loops):
            exec(code, frame.f_globals, frame.f_locals)
        return time.perf_counter() - begun

    once = run(1)
    loops = max(1, min(100_000, int(0.2 / max(once, 1e-7))))
    best = min(run(loops) / loops for _ in range(3)) if once < 2.0 else once
    print(f"{_long(best)} per loop (best of 3 runs, {loops} loop{'s' * (loops > 1)} each)")


def _long(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def end_cell():
    """Ends what a cell has begun."""
    while _lasting:
        _lasting.pop()()


_shell = Shell()


def get_ipython():
    return _shell
