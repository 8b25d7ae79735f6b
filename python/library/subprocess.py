"""Other programs, which a tab cannot start: whatever would start one raises an error."""

import errno

PIPE, STDOUT, DEVNULL = -1, -2, -3


class SubprocessError(Exception):
    pass


class CalledProcessError(SubprocessError):
    def __init__(self, returncode, cmd, output=None, stderr=None):
        super().__init__(returncode, cmd)
        self.returncode, self.cmd, self.output, self.stderr = returncode, cmd, output, stderr

    def __str__(self):
        return f"Command {self.cmd!r} returned non-zero exit status {self.returncode}."


class TimeoutExpired(SubprocessError):
    def __init__(self, cmd, timeout, output=None, stderr=None):
        super().__init__(cmd, timeout)
        self.cmd, self.timeout, self.output, self.stderr = cmd, timeout, output, stderr


class CompletedProcess:
    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args, self.returncode, self.stdout, self.stderr = args, returncode, stdout, stderr


def _name(args):
    return args.split()[0] if isinstance(args, str) and args else str(args[0]) if args else "it"


class Popen:
    def __init__(self, args, *more, **options):
        raise OSError(errno.ENOSYS, f"a tab cannot start other programs, so `{_name(args)}` does not run")


def run(args, *more, **options): return Popen(args)
def call(args, *more, **options): return Popen(args)
def check_call(args, *more, **options): return Popen(args)
def check_output(args, *more, **options): return Popen(args)
def getoutput(cmd, **options): return Popen(cmd)
def getstatusoutput(cmd, **options): return Popen(cmd)
def list2cmdline(seq): return " ".join(f'"{part}"' if " " in part or not part else part for part in map(str, seq))
