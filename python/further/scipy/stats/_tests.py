"""Whether numbers differ, and whether they go together."""

import math
from collections import namedtuple

import numpy as np
from scipy.stats._functions import beta_share, f_above, gamma_share, normal_below, normal_place, t_below, t_both
from scipy.stats._summaries import rankdata

nan = math.nan


class Result:
    """Numbers by name that can also be unpacked."""

    def __init__(self, kind, parts, **more):
        self._kind, self._parts = kind, parts
        self.__dict__.update(parts)
        self.__dict__.update(more)

    def __iter__(self): return iter(self._parts.values())
    def __len__(self): return len(self._parts)
    def __getitem__(self, at): return list(self._parts.values())[at]
    def __repr__(self): return f"{self._kind}({', '.join(f'{name}={value!r}' for name, value in self._parts.items())})"


def _list(values): return np.asarray(values, dtype=np.float64).reshape(-1).tolist()
def _mean(values): return math.fsum(values) / len(values) if values else nan
def _var(values, ddof=1):
    middle = _mean(values)
    return math.fsum((value - middle) ** 2 for value in values) / (len(values) - ddof) if len(values) > ddof else nan


def _side(below, both, alternative):
    """Returns a chance: of what lies as far on both sides, or on one of them."""
    return {"two-sided": both, "less": below, "greater": 1 - below}[alternative]


def _t_result(gap, error, df, alternative, kind="TtestResult"):
    t = gap / error if error else math.copysign(math.inf, gap) if gap else nan
    p = nan if t != t or df != df else _side(t_below(t, df), t_both(t, df), alternative)
    return Result(kind, {"statistic": np.float64(t), "pvalue": np.float64(p), "df": np.float64(df)})


class _Two(Result):
    """A result of three names, of which two are unpacked."""

    def __iter__(self): return iter((self.statistic, self.pvalue))
    def __len__(self): return 2
    def __getitem__(self, at): return (self.statistic, self.pvalue)[at]


def _two(result):
    result.__class__ = _Two
    return result


def ttest_ind(a, b, axis=0, equal_var=True, alternative="two-sided", **unused):
    """Asks whether two groups have one mean: Student's test, or Welch's with `equal_var=False`."""
    a, b = _list(a), _list(b)
    n, m, va, vb = len(a), len(b), _var(a), _var(b)
    if equal_var:
        df = n + m - 2
        error = math.sqrt(((n - 1) * va + (m - 1) * vb) / df * (1 / n + 1 / m)) if df > 0 else nan
        df = float(df)
    else:
        one, two = va / n, vb / m
        df = (one + two) ** 2 / (one**2 / (n - 1) + two**2 / (m - 1)) if one + two else nan
        error = math.sqrt(one + two)
    return _two(_t_result(_mean(a) - _mean(b), error, df, alternative))


def ttest_rel(a, b, axis=0, alternative="two-sided", **unused):
    found = ttest_1samp([x - y for x, y in zip(_list(a), _list(b))], 0.0, alternative=alternative)
    found._parts["df"] = found.df = int(found.df)
    return found


def ttest_1samp(a, popmean, axis=0, alternative="two-sided", **unused):
    a = _list(a)
    found = _two(_t_result(_mean(a) - float(popmean), math.sqrt(_var(a) / len(a)), float(len(a) - 1), alternative))
    found._parts["df"] = found.df = int(found.df)
    return found


def _correlation(x, y):
    if len(x) != len(y):
        raise ValueError("`x` and `y` must have the same length along `axis`.")
    if len(x) < 2:
        raise ValueError("`x` and `y` must have length at least 2.")
    mx, my = _mean(x), _mean(y)
    xs, ys = [value - mx for value in x], [value - my for value in y]
    size = math.sqrt(math.fsum(v * v for v in xs) * math.fsum(v * v for v in ys))
    return max(-1.0, min(1.0, math.fsum(a * b for a, b in zip(xs, ys)) / size)) if size else nan


def pearsonr(x, y, *, alternative="two-sided", **unused):
    x, y = _list(x), _list(y)
    r, half = _correlation(x, y), len(x) / 2 - 1
    if len(x) == 2:
        p = 1.0
    else:
        below = beta_share(half, half, (r + 1) / 2)
        p = _side(below, 2 * beta_share(half, half, (1 - abs(r)) / 2), alternative)
    return Result("PearsonRResult", {"statistic": np.float64(r), "pvalue": np.float64(p)}, correlation=np.float64(r))


def spearmanr(a, b=None, axis=0, alternative="two-sided", **unused):
    if b is None:
        a, b = np.asarray(a).T
    x, y = rankdata(_list(a)).tolist(), rankdata(_list(b)).tolist()
    r, df = _correlation(x, y), len(x) - 2
    t = r * math.sqrt(df / ((1 + r) * (1 - r))) if abs(r) < 1 and df > 0 else math.copysign(math.inf, r) if df > 0 else nan
    p = nan if t != t else _side(t_below(t, df), t_both(t, df), alternative)
    return Result("SignificanceResult", {"statistic": np.float64(r), "pvalue": np.float64(p)}, correlation=np.float64(r))


def kendalltau(x, y, **unused):
    """Counts pairs that have the same order in both; the chance is that of a normal number."""
    x, y = _list(x), _list(y)
    n, same = len(x), 0
    ties = lambda values: [values.count(v) for v in set(values)]
    for i in range(n):
        for j in range(i):
            same += ((x[i] > x[j]) - (x[i] < x[j])) * ((y[i] > y[j]) - (y[i] < y[j]))
    pairs = n * (n - 1) / 2
    off = [sum(c * (c - 1) / 2 for c in ties(values)) for values in (x, y)]
    tau = same / math.sqrt((pairs - off[0]) * (pairs - off[1])) if pairs > max(off) else nan
    third = [sum(c * (c - 1) * (c - 2) for c in ties(v)) for v in (x, y)]
    fifth = [sum(c * (c - 1) * (2 * c + 5) for c in ties(v)) for v in (x, y)]
    m = n * (n - 1)
    var = (m * (2 * n + 5) - sum(fifth)) / 18 + 2 * off[0] * off[1] / m + third[0] * third[1] / (9 * m * (n - 2)) if n > 2 else nan
    p = _kendall_exact(n, same) if not any(off) and (n <= 33) else math.erfc(abs(same) / math.sqrt(2 * var))
    return Result("SignificanceResult", {"statistic": np.float64(tau), "pvalue": np.float64(p)}, correlation=np.float64(tau))


def _kendall_exact(n, same):
    """Returns the chance of as many pairs in order, counting orders by their pairs out of order."""
    counts = [1]
    for size in range(2, n + 1):
        counts = [sum(counts[max(0, at - size + 1) : at + 1]) for at in range(len(counts) + size - 1)]
    wrong = (n * (n - 1) // 2 - abs(int(same))) // 2
    return min(1.0, 2 * sum(counts[: wrong + 1]) / math.factorial(n)) if same else 1.0


Line = namedtuple("LinregressResult", "slope intercept rvalue pvalue stderr")


class LinregressResult(Line):
    """A line through points."""

    intercept_stderr = None


def linregress(x, y=None, alternative="two-sided", **unused):
    if y is None:
        x, y = np.asarray(x) if len(x) == 2 else np.asarray(x).T
    x, y = _list(x), _list(y)
    if len(x) > 1 and max(x) == min(x):
        raise ValueError("Cannot calculate a linear regression if all x values are identical")
    n, mx, my = len(x), _mean(x), _mean(y)
    vx, vy = _var(x, 0), _var(y, 0)
    both = math.fsum((a - mx) * (b - my) for a, b in zip(x, y)) / n
    r = both / math.sqrt(vx * vy) if vx and vy else 0.0
    r, slope, df = max(-1.0, min(1.0, r)), both / vx, n - 2
    t = r * math.sqrt(df / ((1 - r + 1e-20) * (1 + r + 1e-20)))
    error = math.sqrt((1 - r * r) * vy / vx / df) if df else 0.0
    p = _side(t_below(t, df), t_both(t, df), alternative) if df else 0.0
    found = LinregressResult(*map(np.float64, (slope, my - slope * mx, r, p, error)))
    found.intercept_stderr = np.float64(error * math.sqrt(vx + mx * mx))
    return found


def f_oneway(*samples, **unused):
    """Asks whether several groups have one mean."""
    groups = [_list(sample) for sample in samples]
    flat = [value for group in groups for value in group]
    middle, k, n = _mean(flat), len(groups), len(flat)
    between = math.fsum(len(group) * (_mean(group) - middle) ** 2 for group in groups)
    within = math.fsum((value - _mean(group)) ** 2 for group in groups for value in group)
    f = between / (k - 1) / (within / (n - k)) if within else math.inf
    return Result("F_onewayResult", {"statistic": np.float64(f), "pvalue": np.float64(f_above(f, k - 1, n - k))})


def mannwhitneyu(x, y, use_continuity=True, alternative="two-sided", method="auto", **unused):
    """Asks by ranks whether one group has higher numbers. Small groups without ties are counted out."""
    x, y = _list(x), _list(y)
    n, m = len(x), len(y)
    ranks = rankdata(x + y).tolist()
    u = math.fsum(ranks[:n]) - n * (n + 1) / 2
    has_ties = len(set(x + y)) < n + m
    more = {"two-sided": max(u, n * m - u), "greater": u, "less": n * m - u}[alternative]
    if method == "exact" or method == "auto" and not has_ties and min(n, m) <= 8:
        counts = _rank_sums(n, m)
        p = sum(count for value, count in enumerate(counts) if value >= more) / sum(counts)
    else:
        tied = sum(c**3 - c for c in (ranks.count(rank) for rank in set(ranks)))
        spread = math.sqrt(n * m / 12 * (n + m + 1 - tied / ((n + m) * (n + m - 1))))
        p = normal_below(-(more - n * m / 2 - 0.5 * use_continuity) / spread)
    p = min(1.0, 2 * p) if alternative == "two-sided" else p
    return Result("MannwhitneyuResult", {"statistic": np.float64(u), "pvalue": np.float64(p)})


def _rank_sums(n, m):
    """Returns in how many ways each sum comes about."""
    table = {}

    def ways(n, m):
        if n == 0 or m == 0:
            return [1]
        if (n, m) not in table:
            one, two = ways(n - 1, m), ways(n, m - 1)
            found = [0] * (n * m + 1)
            for at, count in enumerate(one):
                found[at + m] += count
            for at, count in enumerate(two):
                found[at] += count
            table[n, m] = found
        return table[n, m]

    return ways(n, m)


def chisquare(f_obs, f_exp=None, ddof=0, **unused):
    observed = _list(f_obs)
    expected = [_mean(observed)] * len(observed) if f_exp is None else _list(f_exp)
    found = math.fsum((a - b) ** 2 / b for a, b in zip(observed, expected))
    return Result("Power_divergenceResult", {"statistic": np.float64(found), "pvalue": np.float64(1 - gamma_share((len(observed) - 1 - ddof) / 2, found / 2))})


def bootstrap(data, statistic, *, n_resamples=9999, confidence_level=0.95, method="BCa", random_state=None, rng=None, vectorized=None, **unused):
    """Says between which ends a number of a sample lies, by drawing from the sample again and again."""
    stream = rng if hasattr(rng, "integers") else np.random.default_rng(random_state if rng is None else rng)
    sample = np.asarray(data[0], dtype=np.float64)
    n = len(sample)
    drawn = sorted(float(statistic(sample[stream.integers(0, n, n)])) for _ in range(n_resamples))
    rest = (1 - confidence_level) / 2
    low, high = rest, 1 - rest
    whole = float(statistic(sample))
    if method == "BCa":
        below = (sum(v < whole for v in drawn) + sum(v <= whole for v in drawn)) / (2 * len(drawn))
        without = [float(statistic(np.concatenate([sample[:at], sample[at + 1 :]]))) for at in range(n)]
        gaps = [_mean(without) - value for value in without]
        size = math.fsum(gap**2 for gap in gaps)
        bend = math.fsum(gap**3 for gap in gaps) / (6 * size**1.5) if size else 0.0
        shift = normal_place(below)
        moved = lambda q: normal_below(shift + (shift + normal_place(q)) / (1 - bend * (shift + normal_place(q))))
        low, high = moved(low), moved(high)
    ends = np.percentile(drawn, [100 * low, 100 * high])
    if method == "basic":
        ends = [2 * whole - ends[1], 2 * whole - ends[0]]
    Interval = namedtuple("ConfidenceInterval", "low high")
    error = math.sqrt(_var(drawn))
    return Result("BootstrapResult", {"confidence_interval": Interval(ends[0], ends[1]), "bootstrap_distribution": np.array(drawn), "standard_error": np.float64(error)})
