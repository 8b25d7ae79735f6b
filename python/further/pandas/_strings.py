"""Texts in a column: `series.str`."""

from pandas._values import missing, nan


class Strings:
    """The methods of texts, for each text of a column."""

    def __init__(self, owner):
        self._owner = owner

    def _each(self, change):
        return self._owner._like([nan if missing(text) else change(text) for text in self._owner._data])

    def len(self): return self._each(len)
    def get(self, i): return self._each(lambda text: text[i] if -len(text) <= i < len(text) else nan)
    def __getitem__(self, key): return self._each(lambda text: text[key])
    def cat(self, others=None, sep=""): return sep.join(self._owner._data) if others is None else self._owner + sep + others

    def contains(self, pat, case=True, na=None, regex=True, **unused):
        import re

        pattern = re.compile(pat if regex else re.escape(pat), 0 if case else re.IGNORECASE)
        return self._owner._like([bool(na) if missing(text) else bool(pattern.search(text)) for text in self._owner._data], "bool")

    def replace(self, pat, repl, regex=False, **unused):
        import re

        return self._each(lambda text: re.sub(pat, repl, text) if regex else text.replace(pat, repl))

    def extract(self, pat, expand=True, **unused):
        import re

        from pandas.frame import DataFrame

        found = [re.search(pat, text) for text in self._owner._data]
        width = re.compile(pat).groups
        columns = {at: [match.group(at + 1) if match else nan for match in found] for at in range(width)}
        return DataFrame(columns, index=self._owner.index) if expand or width > 1 else self._owner._like(columns[0])

    def split(self, pat=None, n=-1, expand=False, **unused):
        parts = self._each(lambda text: text.split(pat, n if n > 0 else -1))
        if not expand:
            return parts
        from pandas.frame import DataFrame

        return DataFrame(parts._data, index=self._owner.index)


for _name in (
    "lower upper title capitalize swapcase strip lstrip rstrip startswith endswith isdigit isalpha isnumeric isupper islower zfill ljust rjust"
    " center find count removeprefix removesuffix"
).split():
    setattr(Strings, _name, lambda self, *given, _n=_name, **named: self._each(lambda text: getattr(text, _n)(*given, **named)))
