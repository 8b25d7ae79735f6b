"""Addresses of the web, which a cell cannot open."""

from urllib.error import URLError
from urllib.parse import quote, unquote


class Request:
    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url, self.data, self.headers = url, data, dict(headers)
        self.method = method or ("GET" if data is None else "POST")

    def get_method(self):
        return self.method

    def add_header(self, key, val):
        self.headers[key] = val


def urlopen(url, data=None, timeout=None, *, context=None):
    url = getattr(url, "full_url", url)
    raise URLError(f"a cell cannot open {url}: put the data into the code, or into a file of the cell's folder")


def urlretrieve(url, filename=None, reporthook=None, data=None):
    urlopen(url)


def build_opener(*handlers):
    raise URLError("a cell cannot open addresses of the web")


def install_opener(opener):
    pass


pathname2url, url2pathname = quote, unquote
