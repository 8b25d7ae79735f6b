"""The customs of a country: here always those of C."""

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127


class Error(Exception):
    pass


def setlocale(category, locale=None):
    if locale not in (None, "", "C", "POSIX", "C.UTF-8", "en_US.UTF-8", ("C", "UTF-8"), (None, None)):
        raise Error("unsupported locale setting")
    return "C"


def getlocale(category=LC_CTYPE): return "C", "UTF-8"
def getdefaultlocale(*names): return "C", "UTF-8"
def getpreferredencoding(do_setlocale=True): return "utf-8"
def getencoding(): return "utf-8"
def resetlocale(category=LC_ALL): pass
def normalize(localename): return localename
def strcoll(a, b): return (a > b) - (a < b)
def strxfrm(string): return string
def str(val): return format(val, ".12g")
def atof(string, func=float): return func(string)
def atoi(string): return int(string)


def localeconv():
    return {"decimal_point": ".", "thousands_sep": "", "grouping": [], "currency_symbol": "", "positive_sign": "", "negative_sign": ""}


def format_string(f, val, grouping=False, monetary=False):
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    raise ValueError("Currency formatting is not possible using the 'C' locale.")
