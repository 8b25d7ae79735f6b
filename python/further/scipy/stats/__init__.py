"""The part of scipy.stats that results of training are compared with."""

import _late
from scipy.stats._distributions import (
    bernoulli, beta, binom, chi2, expon, f, gamma, geom, laplace, logistic, lognorm, multivariate_normal, norm, poisson, randint, t,
    truncnorm, uniform,
)
from scipy.stats._summaries import (
    describe, entropy, gaussian_kde, gmean, hmean, iqr, kurtosis, median_abs_deviation, mode, moment, percentileofscore, rankdata, sem,
    skew, trim_mean, zscore,
)
from scipy.stats._tests import (
    bootstrap, chisquare, f_oneway, kendalltau, linregress, mannwhitneyu, pearsonr, spearmanr, ttest_1samp, ttest_ind, ttest_rel,
)


def __getattr__(name):
    known = ", ".join(sorted(own for own in globals() if own[0] != "_"))
    raise _late.refusal("scipy.stats", name, known)
