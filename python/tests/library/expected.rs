//! What is asked of the library besides what `printed.txt` holds.

/// Modules that scripts import.
pub const IMPORTED: &str = "\
    argparse os sys time json re random math itertools functools collections collections.abc dataclasses typing \
    enum abc copy operator statistics string datetime heapq bisect inspect textwrap warnings contextlib logging \
    pathlib io csv pickle traceback pprint unittest glob shutil tempfile uuid struct hashlib base64 platform \
    signal threading queue multiprocessing subprocess socket gc weakref types numbers fractions decimal secrets \
    getpass shlex configparser importlib importlib.util importlib.metadata ast __future__ distutils.util \
    distutils.version cmath urllib urllib.parse urllib.request concurrent.futures contextvars calendar difflib \
    hmac sched timeit tomllib graphlib colorsys getopt locale linecache tokenize keyword reprlib stat fnmatch \
    errno asyncio gzip zipfile zlib \
";

/// Scripts that a tab refuses, the kind of the error, and a part of its message.
pub const REFUSED: &[(&str, &str, &str)] = &[
    (
        r#"open("/etc/passwd")"#,
        r"FileNotFoundError",
        r"none of your computer's files",
    ),
    (
        r#"open("nope.txt")"#,
        r"FileNotFoundError",
        r"No such file or directory: 'nope.txt'",
    ),
    (
        r#"open("big", "wb").write(bytes(33 << 20))"#,
        r"OSError",
        r"32 MB in all",
    ),
    (
        r#"import os
os.system("ls")"#,
        r"OSError",
        r"cannot run other programs",
    ),
    (
        r#"import os
os.popen("ls")"#,
        r"OSError",
        r"cannot start other programs, so `ls` does not run",
    ),
    (
        r#"import subprocess
subprocess.run(["git", "log"])"#,
        r"OSError",
        r"so `git` does not run",
    ),
    (
        r"import multiprocessing as mp
mp.Process(target=print).start()",
        r"OSError",
        r"a tab has one process",
    ),
    (
        r"from multiprocessing import Pool
with Pool(4) as pool:
    pass",
        r"OSError",
        r"a tab has one process",
    ),
    (
        r"import socket
socket.socket()",
        r"PermissionError",
        r"cannot open sockets",
    ),
    (
        r#"import urllib.request
urllib.request.urlopen("http://a.b")"#,
        r"URLError",
        r"cannot open http://a.b",
    ),
    (
        r"import signal
signal.alarm(3)",
        r"OSError",
        r"no signals",
    ),
    (
        r"import queue
queue.Queue().get()",
        r"RuntimeError",
        r"would wait for ever",
    ),
    (
        r"import threading
lock = threading.Lock()
lock.acquire()
lock.acquire()",
        r"RuntimeError",
        r"would wait for ever",
    ),
    (
        r"import ssl
ssl.create_default_context()",
        r"ModuleNotFoundError",
        r"not to the part of it that this page has",
    ),
    (
        r"import dis
dis.dis(print)",
        r"NotImplementedError",
        r"bytecode of its own",
    ),
];
