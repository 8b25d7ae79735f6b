"""Sockets, which a tab has none of: whatever would connect raises an error."""

import errno

AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6 = 0, 1, 2, 10
SOCK_STREAM, SOCK_DGRAM = 1, 2
SOL_SOCKET, SO_REUSEADDR, IPPROTO_TCP, TCP_NODELAY = 1, 2, 6, 1
has_ipv6 = False
error = OSError
timeout = TimeoutError


class gaierror(OSError):
    pass


class herror(OSError):
    pass


def _refuse():
    raise PermissionError(errno.EACCES, "a tab cannot open sockets: put the data into a file of the cell's folder, or into the code")


class socket:
    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        _refuse()


def create_connection(address, timeout=None, source_address=None, *, all_errors=False): _refuse()
def create_server(address, **options): _refuse()
def socketpair(family=None, type=SOCK_STREAM, proto=0): _refuse()
def gethostbyname(hostname): return "127.0.0.1" if hostname in ("localhost", gethostname()) else _unknown(hostname)
def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0): _unknown(host)
def gethostname(): return "tab"
def getfqdn(name=""): return name or "tab"
def setdefaulttimeout(timeout): pass
def getdefaulttimeout(): return None


def _unknown(host):
    raise gaierror(-2, f"a tab cannot look up addresses, so {host!r} is unknown")
