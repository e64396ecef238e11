#!/usr/bin/env python3
"""Whether two ranked runs of the same frameworks contradict each other.

    campaigns_agree.py [--pacer ./pacer] RUN RUN

Compares what the runs say of each pair of frameworks, by throughput and by CPU per request. They
contradict each other in a pair that both call different, each the other way round. Printed besides:
pairs that both call different, that one does, and that none does; each run's noise floor; what
became of its controls. Exits with 1 where there is a contradiction.
"""

import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def pairs_of(report, metric):
    """{(first, second): ratio, or None where they are not told apart}, first < second."""
    found = {}
    for pair in report["resolution"][metric]["pairs"]:
        names, ratio = (pair["first"], pair["second"]), pair["ratio"]
        if names[0] > names[1]:
            names, ratio = names[::-1], 1 / ratio
        found[names] = ratio if pair["different"] else None
    return found


def compare(metric, reports):
    one, other = (pairs_of(report, metric) for report in reports)
    common = sorted(one.keys() & other.keys())
    both = [pair for pair in common if one[pair] and other[pair]]
    single = [pair for pair in common if bool(one[pair]) != bool(other[pair])]
    against = [pair for pair in both if (one[pair] > 1) != (other[pair] > 1)]
    print(f"{metric}: {len(common)} pairs; different in both {len(both)}, in one {len(single)}, in "
          f"none {len(common) - len(both) - len(single)}; contradictions {len(against)}")
    for pair in against:
        print(f"  {pair[0]} / {pair[1]}: {one[pair]:.3f} and {other[pair]:.3f}")
    return against


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pacer", default=ROOT / "pacer")
    parser.add_argument("run", nargs=2)
    options = parser.parse_args()
    reports = []
    for run in options.run:
        text = subprocess.run([options.pacer, "report", run, "--format", "json"], check=True,
                              stdout=subprocess.PIPE).stdout
        reports.append(json.loads(text))
        for label in ("noise floor", "controls"):
            print(f"{run}: {label}: {reports[-1]['caption'].get(label, 'none')}")
        if not reports[-1]["resolution"]["throughput_rps"]:
            sys.exit(f"{run}: not ranked, so there is nothing to compare")
    against = [compare(metric, reports) for metric in ("throughput_rps", "cpu_us_per_request")]
    sys.exit(1 if any(against) else 0)


if __name__ == "__main__":
    main()
