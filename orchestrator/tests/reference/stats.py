"""Reference figures of core/stats from SciPy: python3 orchestrator/tests/reference/stats.py
(those in the tests were made by SciPy 1.17.1)."""
import itertools
from math import inf, nan

import numpy as np
from scipy.stats import mannwhitneyu, rankdata, studentized_range, theilslopes


def least_squares(y):
    """Group effects, residual variance and df, and the unscaled covariance, by a pseudo-inverse."""
    groups, rounds = y.shape
    cells = [(i, j) for i in range(groups) for j in range(rounds) if not np.isnan(y[i, j])]
    x = np.zeros((len(cells), groups + rounds))
    for row, (i, j) in enumerate(cells):
        x[row, i] = x[row, groups + j] = 1
    v = np.array([y[cell] for cell in cells])
    g = np.linalg.pinv(x.T @ x)
    b = g @ x.T @ v
    df = len(cells) - np.linalg.matrix_rank(x)
    return b[:groups] - b[:groups].mean(), np.sum((v - x @ b) ** 2) / df, df, g


def difference_variance(g, i, j):
    return g[i, i] + g[j, j] - 2 * g[i, j]


def intervals(y):  # two_way_test.cpp, pairwise_test.cpp
    y = np.log(np.array(y))
    k = len(y)
    b, s2, df, g = least_squares(y)
    print(f"variance {s2:.12f} df {df} effects", np.round(b, 12))
    floors = []
    for i, j in itertools.combinations(range(k), 2):
        own = (y[i] - y[j])[~np.isnan(y[i] - y[j])]
        error = np.sqrt(s2 * difference_variance(g, i, j))
        half = max(studentized_range.ppf(0.95, k, df) / 2**0.5 * error,
                   studentized_range.ppf(0.95, k, len(own) - 1) / 2**0.5 * own.std(ddof=1) /
                   len(own) ** 0.5)
        d = b[i] - b[j]
        print("{%d, %d, %.7f, %.7f, %.7f, %s} error %.12f" % (
            i, j, *np.exp([d, d - half, d + half]), abs(d) - half > np.log(1.02), error))
        floors.append(1.02 * np.exp(half))
    print(f"floor {np.median(floors):.7f}")


def largest_t(y):
    b, s2, _, g = least_squares(y)
    return max(abs(b[i] - b[j]) / np.sqrt(s2 * difference_variance(g, i, j))
               for i, j in itertools.combinations(range(len(y)), 2))


def all_permutations(y):  # permutation_test.cpp
    y = np.array(y)
    places = [np.flatnonzero(~np.isnan(column)) for column in y.T]
    as_large = n = 0
    for orders in itertools.product(*(itertools.permutations(p) for p in places)):
        z = y.copy()
        for j, order in enumerate(orders):
            z[places[j], j] = y[list(order), j]
        as_large += largest_t(z) >= largest_t(y) * (1 - 1e-9)
        n += 1
    print(as_large, "of", n)


def main():
    for k, df in [(2, 1), (3, 2), (3, 9), (10, 5), (10, 9), (10, 81), (50, 441), (100, 9),
                  (100, 891), (10, inf)]:  # studentized_range_test.cpp
        for p in (0.5, 0.95, 0.9875):
            print("{%g, %d, %g, %.6f}," % (p, k, df, studentized_range.ppf(p, k, df)))
    intervals([[10.2, 11.1, 9.8, 10.6], [12.5, 13.9, 12.1, 13.0], [10.4, 11.6, 10.1, 10.5]])
    intervals([[10.2, nan, 9.8, 10.6, nan, 10.0], [12.5, 13.9, nan, 13.0, 12.2, 12.1],
               [10.4, 11.6, 10.1, nan, 10.3, 10.2], [nan, 8.1, 7.7, 8.3, 7.9, nan]])
    all_permutations([[1.0, 1.3, 0.9], [1.4, 1.5, 1.2], [1.1, 1.35, 1.25]])
    all_permutations([[1.0, 1.3, nan, 1.2], [1.2, 1.5, 1.1, nan], [nan, 1.35, 1.2, 1.25]])

    times, values = [1, 2, 3, 4, 5, 6, 7, 8], [5.1, 5.3, 5.0, 5.6, 5.5, 5.9, 5.8, 6.4]
    slope = theilslopes(np.log(values), times)[0]  # drift_test.cpp
    off = np.log(values) - slope * np.array(times)
    print("slopes", theilslopes(values, times)[0],
          theilslopes(values, [1, 1, 2, 4, 4, 7, 9, 9.5])[0], "change", np.expm1(slope * 7),
          "spread", np.expm1(1.4826 * np.median(abs(off - np.median(off)))))

    a, b = [1, 2, 2, 3, 5], [2, 3, 4, 4, 5, 6]  # two_samples_test.cpp
    ranks = rankdata(a + b)
    off = [abs(sum(c) - 30) for c in itertools.combinations(ranks, 5)]
    print("p", np.mean(np.array(off) >= abs(sum(ranks[:5]) - 30) - 1e-9), "of 1",
          mannwhitneyu(a, b).statistic / 30)


main()
