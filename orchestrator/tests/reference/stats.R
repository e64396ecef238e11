# Reference figures of core/stats from R: Rscript orchestrator/tests/reference/stats.R
# (those in the tests were made by R 4.2.2).

# studentized_range_test.cpp. Not df < 9: there ptukey is off by up to 1e-4.
for (case in list(c(3, 9), c(5, 9), c(10, 9), c(10, 81), c(20, 171), c(50, 441), c(100, 891),
                  c(10, Inf)))
  for (q in c(2, 3.5, 5))
    cat(sprintf("{%g, %d, %g, %.7f},\n", q, case[1], case[2], ptukey(q, case[1], case[2])))

# pairwise_test.cpp
y <- c(10.2, 11.1, 9.8, 10.6, 12.5, 13.9, 12.1, 13.0, 10.4, 11.6, 10.1, 10.5)
d <- data.frame(v = log(y), group = gl(3, 4), round = gl(4, 1, 12))
tukey <- TukeyHSD(aov(v ~ group + round, d), "group")$group
print(exp(tukey[, 1:3]), digits = 7)

# two_samples_test.cpp
a <- c(103.1, 98.4, 110.2, 105.5, 99.9, 121.3)
b <- c(88.7, 97.2, 101.8, 92.4, 95.0, 90.1, 94.6)
c <- c(45.04, 51.5, 57.5, 43.36, 56.78, 54.93, 55.54, 68.26, 42.79, 70.35, 47.04, 43.54)
d <- c(52.29, 63.47, 62.2, 56.74, 49.87, 53, 77.08, 62.8, 53.75, 49.98)
compare <- function(a, b, level = 0.95) {
  w <- wilcox.test(log(a), log(b), exact = TRUE, conf.int = TRUE, conf.level = level)
  cat(sprintf("%.12f", c(w$p.value, exp(c(w$estimate, w$conf.int)))), "\n")
}
compare(a, b)
compare(a, b, 0.99)
compare(c, d)
cat(p.adjust(c(.01, .04, .03, .005, .5, .02), "holm"), "\n")

# drift_test.cpp
for (y in list(c(5.1, 5.3, 5.0, 5.6, 5.5, 5.9, 5.8, 6.4), c(1, 2, 3, 5, 4),
               c(4, 1, 2, 3, 7, 5, 6, 12, 8, 9, 11, 10)))
  cat(sprintf("%.12f\n", cor.test(seq_along(y), y, method = "kendall", exact = TRUE)$p.value))

# spread_test.cpp
d <- data.frame(v = c(10.2, 9.8, 10.6, 12.5, 13.9, 13.0, 12.2, 10.4, 11.6, 10.1, 10.3, 8.1, 7.7,
                      8.3, 7.9), group = rep(1:4, c(3, 4, 4, 4)))
cat(sprintf("%.12f\n", sqrt(exp(summary(lm(log(v) ~ factor(group), d))$sigma^2) - 1)))
