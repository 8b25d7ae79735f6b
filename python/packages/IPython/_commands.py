"""Commands of a computer's shell: those about files, which the notebook's folder has, and sentences about the others."""

import os
import sys
from _frozen_importlib import FrozenImporter

import _library

# Commands about files, also as `%ls`.
OF_FILES = ("cat", "cd", "cp", "echo", "head", "ls", "ll", "mkdir", "mv", "pwd", "rm", "rmdir", "tail", "touch", "wc")
_INSTALLERS = ("apt", "apt-get", "brew", "conda", "mamba", "npm", "pip", "pip3", "uv")
_LOADERS = ("curl", "gdown", "git", "gsutil", "kaggle", "wget")
_QUIET = (":", "clear", "date", "exit", "export", "set", "sleep", "true", "ulimit", "unset", "Xvfb")
# Names of packages whose module has another one.
_MODULES = {
    "opencv-python": "cv2", "pillow": "PIL", "scikit-learn": "sklearn", "pyyaml": "yaml", "ipython": "IPython",
    "stable-baselines3": "stable_baselines3", "box2d-py": "Box2D", "tensorboard": "torch.utils.tensorboard",
}


def words(line):
    """Splits a line as a shell does: at spaces, but not within quotation marks."""
    found, word, mark = [], None, ""
    for letter in line:
        if letter == mark:
            mark = ""
        elif mark:
            word += letter
        elif letter in "'\"":
            mark, word = letter, word or ""
        elif letter.isspace():
            if word is not None:
                found.append(word)
            word = None
        else:
            word = (word or "") + letter
    return found if word is None else [*found, word]


def run(line, shell):
    """Runs commands, of which `&&` and `;` begin further ones, and returns the lines that they say."""
    said = []
    for part in line.replace("&&", ";").split(";"):
        if part.strip():
            said += _one(part.strip(), shell)
    return said


def _one(line, shell):
    line = line.removesuffix("&").strip()
    given = words(line.split(" #")[0].split(" 2>")[0].split(" &>")[0])
    while given and ("=" in given[0] or given[0] == "sudo"):
        del given[0]
    if not given:
        return []
    if "|" in given:
        return [f"`{line}`: a page joins no commands with |, so nothing was done"]
    target, mode = None, "w"
    for sign in (">>", ">"):
        if sign in given:
            place = given.index(sign)
            target, mode = "".join(given[place + 1 : place + 2]), "a" if sign == ">>" else "w"
            del given[place:]
            break
    name, *rest = given or [""]
    try:
        said = _said(name, rest, shell)
    except OSError as error:
        return [f"{name}: {error.strerror or error}: {error.filename}" if error.filename else f"{name}: {error}"]
    if target:
        if target != "/dev/null":
            with open(target, mode) as file:
                file.write("".join(line + "\n" for line in said))
        return []
    return said


def _said(name, rest, shell):
    names = [word for word in rest if word[:1] != "-"]
    options = "".join(word[1:] for word in rest if word[:1] == "-")
    if name in _INSTALLERS or (name in ("python", "python3") and rest[:2] == ["-m", "pip"]):
        return _install(name, [word for word in names if word not in ("-m", "pip")])
    if name in _LOADERS:
        return [f"`{name}` loads from other servers, which a tab's Python cannot: put the file into this notebook"]
    if name in _QUIET:
        return []
    if name == "nvidia-smi":
        return ["There is no NVIDIA card here: programs run on the CPU of this tab"]
    if name in ("python", "python3"):
        return _python(rest, names, shell)
    if name in OF_FILES:
        return _of_files(name, rest, names, options)
    return [f"a tab cannot start other programs, so `{name}` does not run"]


def _install(name, rest):
    packages = [word for word in rest[1:] if not word.startswith((".", "/"))] if rest[:1] in (["install"], ["add"]) else []
    here, absent = [], []
    for package in packages:
        plain = package
        for sign in "=<>!~[;@ ":
            plain = plain.partition(sign)[0]
        module = _MODULES.get(plain.lower(), plain.replace("-", "_"))
        top = module.partition(".")[0]
        (here if _library.has(module) or FrozenImporter.find_spec(top) else absent).append(plain)
    said = []
    if here:
        said.append(f"{', '.join(here)}: here already")
    if absent or not packages:
        what = ", ".join(absent) or "anything"
        said.append(f"{what}: `{name}` cannot install {'it' if len(absent) == 1 else 'packages'} in a page")
    return ["; ".join(said)]


def _python(rest, names, shell):
    if rest[:1] in (["--version"], ["-V"]):
        return ["Python " + sys.version.split()[0]]
    if rest[:1] == ["-c"]:
        exec("".join(rest[1:2]), {"__name__": "__main__"})
    elif rest and rest[0][:1] != "-":
        run_file(rest, None, {})
    else:
        return ["a page starts no other Python: `python FILE.py` runs a file of this notebook"]
    return []


def run_file(given, names, into):
    """Runs a file, with the names of the notebook or with its own, which the notebook then has too."""
    path, *arguments = given
    if not os.path.exists(path) and os.path.exists(path + ".py"):
        path += ".py"
    if path.endswith(".ipynb"):
        return print(f"{path}: drop a notebook on the page to open it; %run takes files of Python")
    try:
        with open(path) as file:
            text = file.read()
    except OSError as error:
        return print(f"{path}: {error.strerror or error}")
    own = names if names is not None else {"__name__": "__main__", "__file__": path}
    before, sys.argv = sys.argv, [path, *arguments]
    try:
        # By the name that the page knows, from the folder of all cells.
        exec(compile(text, os.path.abspath(path).removeprefix("/home/reader/"), "exec"), own)
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code)
    finally:
        sys.argv = before
    if names is None:
        into.update({name: value for name, value in own.items() if name[:2] != "__"})


def write(path, text, is_more):
    """Writes a text into a file, whose folders it makes."""
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    word = "Appending to" if is_more else "Overwriting" if os.path.exists(path) else "Writing"
    with open(path, "a" if is_more else "w") as file:
        file.write(text)
    print(f"{word} {path}")


def _of_files(name, rest, names, options):
    if name == "echo":
        return [" ".join(rest[1:] if rest[:1] == ["-e"] else rest)]
    if name == "pwd":
        return [os.getcwd()]
    if name == "cd":
        os.chdir(names[0] if names else "/home/reader")
        return []
    if name in ("ls", "ll"):
        return _listed(_matching(names) or ["."], "l" in options or name == "ll")
    if name in ("cat", "head", "tail", "wc"):
        return _lines(name, names, rest)
    if name == "touch":
        for path in names:
            open(path, "a").close()
    elif name == "mkdir":
        for path in names:
            os.makedirs(path, exist_ok="p" in options)
    elif name in ("rm", "rmdir"):
        _removed(_matching(names), options)
    else:
        import shutil

        *sources, target = _matching(names[:-1]) + names[-1:] or [""]
        for source in sources:
            if name == "mv":
                shutil.move(source, target)
            elif os.path.isdir(source):
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copy(source, target)
    return []


def _matching(names):
    if not any(sign in name for name in names for sign in "*?["):
        return names
    import glob

    return [path for name in names for path in sorted(glob.glob(name)) or [name]]


def _listed(paths, is_long):
    said = []
    for path in paths:
        found = sorted(os.listdir(path)) if os.path.isdir(path) else [path]
        found = [name for name in found if name[:1] != "." or name == path]
        if len(paths) > 1 and os.path.isdir(path):
            said.append(f"{path}:")
        for name in found:
            place = name if name == path else os.path.join(path, name)
            size = os.stat(place).st_size
            said.append(f"{size:>10} {name}" if is_long else name)
    return said


def _lines(name, names, rest):
    count = next((int(word.lstrip("-n")) for word in rest if word.lstrip("-n").isdigit()), 10)
    said = []
    for path in [path for path in _matching(names) if not path.isdigit()]:
        with open(path) as file:
            text = file.read()
        lines = text.splitlines()
        if name == "wc":
            lines = [f"{text.count(chr(10))} {len(text.split())} {len(text.encode())} {path}"]
        said += lines[:count] if name == "head" else lines[-count:] if name == "tail" else lines
    return said


def _removed(paths, options):
    for path in paths:
        if os.path.isdir(path) and "r" in options.lower():
            import shutil

            shutil.rmtree(path)
        elif os.path.isdir(path):
            os.rmdir(path)
        elif "f" not in options or os.path.exists(path):
            os.remove(path)
