#include "core/stats/studentized_range.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"

namespace pacer {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Probability {
  double q;
  int groups;
  double df;
  double p;
};

// R's ptukey: Rscript orchestrator/tests/reference/stats.R
constexpr Probability kFromR[] = {
    {2, 3, 9, 0.6256873},          {3.5, 3, 9, 0.9181546},          {5, 3, 9, 0.9841981},
    {2, 5, 9, 0.3654308},          {3.5, 5, 9, 0.8198897},          {5, 5, 9, 0.9611637},
    {2, 10, 9, 0.1048396},         {3.5, 10, 9, 0.6161044},         {5, 10, 9, 0.8993614},
    {2, 10, 81, 0.0807157},        {3.5, 10, 81, 0.7023263},        {5, 10, 81, 0.9776158},
    {2, 20, 171, 0.0027953},       {3.5, 20, 171, 0.3953797},       {5, 20, 171, 0.9391864},
    {2, 50, 441, 0.0000001},       {3.5, 50, 441, 0.0510552},       {5, 50, 441, 0.7814887},
    {2, 100, 891, 0.0000000},      {3.5, 100, 891, 0.0012380},      {5, 100, 891, 0.5189261},
    {2, 10, kInfinity, 0.0767858}, {3.5, 10, kInfinity, 0.7179836}, {5, 10, kInfinity, 0.9851426},
};

TEST(StudentizedRange, HasTheProbabilitiesOfR) {
  for (const auto& row : kFromR) {
    EXPECT_NEAR(studentized_range_probability(row.q, row.groups, row.df), row.p, 3e-7)
        << row.q << " of " << row.groups << ", " << row.df;
  }
}

// SciPy's studentized_range.ppf: python3 orchestrator/tests/reference/stats.py
constexpr Probability kFromSciPy[] = {
    {1.414214, 2, 1, 0.5},           {17.969287, 2, 1, 0.95},
    {72.016049, 2, 1, 0.9875},       {1.908179, 3, 2, 0.5},
    {8.330783, 3, 2, 0.95},          {16.989416, 3, 2, 0.9875},
    {1.651215, 3, 9, 0.5},           {3.948492, 3, 9, 0.95},
    {5.218214, 3, 9, 0.9875},        {3.252643, 10, 5, 0.5},
    {6.994698, 10, 5, 0.95},         {9.736667, 10, 5, 0.9875},
    {3.149413, 10, 9, 0.5},          {5.738386, 10, 9, 0.95},
    {7.242235, 10, 9, 0.9875},       {3.038249, 10, 81, 0.5},
    {4.601151, 10, 81, 0.95},        {5.269700, 10, 81, 0.9875},
    {4.455550, 50, 441, 0.5},        {5.688618, 50, 441, 0.95},
    {6.214202, 50, 441, 0.9875},     {5.189153, 100, 9, 0.5},
    {8.525561, 100, 9, 0.95},        {10.525479, 100, 9, 0.9875},
    {4.971168, 100, 891, 0.5},       {6.110505, 100, 891, 0.95},
    {6.600199, 100, 891, 0.9875},    {3.024202, 10, kInfinity, 0.5},
    {4.474124, 10, kInfinity, 0.95}, {5.069101, 10, kInfinity, 0.9875},
};

TEST(StudentizedRange, HasTheQuantilesOfSciPy) {
  for (const auto& row : kFromSciPy) {
    EXPECT_NEAR(studentized_range_quantile(row.p, row.groups, row.df), row.q, 2e-6 + 1e-7 * row.q)
        << row.p << " of " << row.groups << ", " << row.df;
  }
}

// Of two groups it is the root of 2 times Student's |t|, and that has closed forms for 1 and 2
// degrees of freedom.
TEST(StudentizedRange, OfTwoGroupsIsStudentsT) {
  for (const double q : {0.1, 1.0, 4.0, 30.0}) {
    const double t = q / std::sqrt(2.0);
    EXPECT_NEAR(studentized_range_probability(q, 2, 1), std::atan(t) * 2 / M_PI, 1e-9);
    EXPECT_NEAR(studentized_range_probability(q, 2, 2), t / std::sqrt(2 + t * t), 1e-9);
    EXPECT_NEAR(studentized_range_probability(q, 2, kInfinity), std::erf(q / 2), 1e-9);
  }
}

TEST(StudentizedRange, HasAnEndOnBothSides) {
  EXPECT_EQ(studentized_range_probability(0, 5, 9), 0);
  EXPECT_EQ(studentized_range_probability(-1, 5, 9), 0);
  EXPECT_EQ(studentized_range_probability(kInfinity, 5, 9), 1);
  EXPECT_NEAR(studentized_range_probability(1e6, 5, 9), 1, 1e-9);
}

TEST(StudentizedRange, ApproachesTheKnownDeviation) {
  EXPECT_NEAR(studentized_range_probability(3.5, 10, 1e7),
              studentized_range_probability(3.5, 10, kInfinity), 1e-6);
}

TEST(StudentizedRange, RemembersQuantiles) {
  StudentizedRange range(10, 0.95);
  EXPECT_NEAR(range.quantile(9), 5.738386, 2e-6);
  EXPECT_NEAR(range.quantile(81), 4.601151, 2e-6);
  EXPECT_EQ(range.quantile(9), studentized_range_quantile(0.95, 10, 9));
  EXPECT_EQ(range.groups(), 10);
  EXPECT_EQ(range.probability(), 0.95);
}

std::string refusal(double probability, int groups, double df) {
  try {
    studentized_range_quantile(probability, groups, df);
  } catch (const Error& error) {
    return error.render();
  }
  return "";
}

TEST(StudentizedRange, RefusesWhatItIsNotDefinedFor) {
  EXPECT_EQ(refusal(0.95, 1, 9), "error: a range needs 2 groups, not 1");
  EXPECT_EQ(refusal(0.95, 3, 0.5), "error: a range needs 1 degree of freedom, not 0.5");
  EXPECT_EQ(refusal(0.95, 3, NAN), "error: a range needs 1 degree of freedom, not nan");
  EXPECT_EQ(refusal(0, 3, 9), "error: a probability must be over 0 and under 1, not 0");
  EXPECT_EQ(refusal(1, 3, 9), "error: a probability must be over 0 and under 1, not 1");
}

}  // namespace
}  // namespace pacer
