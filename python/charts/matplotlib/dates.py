"""Days along a side are numbers here."""

from matplotlib.ticker import AutoLocator as AutoDateLocator
from matplotlib.ticker import FuncFormatter


def date2num(d): return d.timestamp() / 86400


class DateFormatter(FuncFormatter):
    def __init__(self, fmt, tz=None):
        import datetime

        super().__init__(lambda x, pos=None: datetime.datetime.fromtimestamp(86400 * x).strftime(fmt))
