#!/usr/bin/env python3
"""What a request costs in pacer-load beside what it costs in other load clients.

    load_client_bench.py [--build build/release] [--seconds 3] [--connections 64] [--depths 1,16]
                         [--pairs 30] [CLIENT ...]

The server is pacer-ceiling with one thread on CPU 0; the client runs with one thread on CPU 1. Each
pair runs pacer-load and another client one after the other, in turn first and second, under the
same settings, checks and timing on. Printed for each depth and client: requests per client
CPU-second of pacer-load over those of the other, and the same of throughput, as the median of the
pairs with its 95 % interval. Pairs go on until both intervals lie within ± 0.1 of the median, or
--pairs are done.

Clients: wrk and wrk2 (through pipeline.lua), gcannon and h2load, and at depth 1, since they do not
pipeline, oha (`cargo install oha`), bombardier (`go install github.com/codesenberg/bombardier@latest`)
and vegeta (`go install github.com/tsenart/vegeta/v12@latest`), found on PATH. Those that are not there
are named as not compared, and so are those that do not pipeline at a depth. It measures on two CPUs of this machine, so nothing else should run; the largest steal
time of a pair is shown. Nothing here is a timed test: the figures are read by people.
"""

import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
LEAST_PAIRS, WIDTH = 6, 0.1
VEGETA_RESULTS = pathlib.Path(tempfile.gettempdir()) / f"vegeta.{os.getpid()}.bin"


def median_and_interval(values):
    """Median, and the 95 % interval of the median by the bootstrap (2,000 resamples, seeded)."""
    rng = random.Random(1)
    medians = sorted(
        statistics.median(rng.choices(values, k=len(values))) for _ in range(2000)
    )
    return statistics.median(values), medians[50], medians[1949]


def pacer_load(url, options, depth):
    return [options.build / "bin/pacer-load", "--json", "-t1", f"-c{options.connections}",
            f"-d{options.seconds}s", "-p", str(depth), "--expect", options.expect, url]


def wrk(url, options, depth):
    return ["wrk", "-t1", f"-c{options.connections}", f"-d{options.seconds}s", url, "-s",
            ROOT / "pipeline.lua", "--latency", "--", "/", str(depth)]


def wrk2(url, options, depth):
    # A rate that nobody reaches, so that it sends as fast as it can.
    return ["wrk2", "-R100000000", *wrk(url, options, depth)[1:]]


def gcannon(url, options, depth):
    return ["gcannon", url, "--json", "-t", "1", "-c", str(options.connections), "-d",
            f"{options.seconds}s", "-p", str(depth)]


def h2load(url, options, depth):
    return ["h2load", "--h1", "-t1", f"-c{options.connections}", f"-m{depth}",
            f"-D{options.seconds}", url]


def oha(url, options, depth):
    if depth > 1:
        return None
    return ["oha", "-z", f"{options.seconds}s", "-c", str(options.connections), "--no-tui",
            "--output-format", "json", url]


def bombardier(url, options, depth):
    if depth > 1:
        return None
    return ["bombardier", "-c", str(options.connections), "-d", f"{options.seconds}s", "-p", "r",
            "-o", "json", url]


def vegeta(url, options, depth):
    """As fast as it can, its results written as they come: what reads them is not measured."""
    if depth > 1:
        return None
    target = options.build / "vegeta.target"
    target.write_text(f"GET {url}\n")
    return ["vegeta", "attack", f"-targets={target}", "-rate=0",
            f"-max-workers={options.connections}", f"-connections={options.connections}",
            f"-duration={options.seconds}s", f"-output={VEGETA_RESULTS}"]


def requests_of_pacer_load(out):
    result = json.loads(out)
    assert sum(result["errors"].values()) == 0, result["errors"]
    assert result["right"] == result["requests"]
    return result["right"]


def requests_of_wrk(out):
    return json.loads(out.split("pacer-result ", 1)[1])["requests"]


def requests_of_vegeta(_out):
    report = subprocess.run(["vegeta", "report", "-type=json", VEGETA_RESULTS],
                            capture_output=True, text=True, check=True)
    VEGETA_RESULTS.unlink()
    return json.loads(report.stdout)["status_codes"]["200"]


# name: how it is called, and how many requests its output says were answered
CLIENTS = {
    "pacer-load": (pacer_load, requests_of_pacer_load),
    "wrk": (wrk, requests_of_wrk),
    "gcannon": (gcannon, lambda out: json.loads(out)["responses"]),
    "wrk2": (wrk2, requests_of_wrk),
    "h2load": (h2load, lambda out: int(re.search(r"(\d+) succeeded", out)[1])),
    "oha": (oha, lambda out: json.loads(out)["statusCodeDistribution"]["200"]),
    "bombardier": (bombardier, lambda out: json.loads(out)["result"]["req2xx"]),
    "vegeta": (vegeta, requests_of_vegeta),
}


def steal_ticks():
    return sum(int(line.split()[8]) for line in pathlib.Path("/proc/stat").read_text().splitlines()
               if re.match(r"cpu\d", line))


def measure(name, url, options, depth):
    """Requests per client CPU-second, and per second."""
    argv, requests_of = CLIENTS[name]
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(["taskset", "-c", "1", *map(str, argv(url, options, depth))],
                          capture_output=True, text=True)
    wall_s, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"{name} failed: {done.stderr or done.stdout}")
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    requests = requests_of(done.stdout)
    return requests / cpu_s, requests / wall_s


def narrow(values):
    median, low, high = median_and_interval(values)
    return high - median <= WIDTH and median - low <= WIDTH


def compare(other, url, options, depth):
    cpu_ratios, rate_ratios, own, theirs, worst_steal = [], [], [], [], 0
    for pair in range(options.pairs):
        order = ("pacer-load", other) if pair % 2 == 0 else (other, "pacer-load")
        stolen, begin = steal_ticks(), time.monotonic()
        figures = {name: measure(name, url, options, depth) for name in order}
        share = ((steal_ticks() - stolen) / os.sysconf("SC_CLK_TCK")
                 / (time.monotonic() - begin) / os.cpu_count())
        worst_steal = max(worst_steal, share)
        cpu_ratios.append(figures["pacer-load"][0] / figures[other][0])
        rate_ratios.append(figures["pacer-load"][1] / figures[other][1])
        own.append(figures["pacer-load"][0])
        theirs.append(figures[other][0])
        if pair + 1 >= LEAST_PAIRS and narrow(cpu_ratios) and narrow(rate_ratios):
            break
    print("depth {:<3} pacer-load / {:<10} per CPU-second {:.2f} [{:.2f} to {:.2f}]   throughput "
          "{:.2f} [{:.2f} to {:.2f}]   ({:.0f} and {:.0f} thousand requests per CPU-second, "
          "{} pairs, steal to {:.1%})".format(
              depth, other, *median_and_interval(cpu_ratios), *median_and_interval(rate_ratios),
              statistics.median(own) / 1000, statistics.median(theirs) / 1000, len(own),
              worst_steal), flush=True)


def start_server(options):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    server = subprocess.Popen(
        ["taskset", "-c", "0", options.build / "bin/pacer-ceiling", "--port", str(port),
         "--threads", "1"], stderr=subprocess.DEVNULL)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 0.1).close()
            return server, f"http://127.0.0.1:{port}"
        except OSError:
            pass
    raise SystemExit("pacer-ceiling does not listen")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--depths", default="1,16")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("clients", nargs="*", metavar="CLIENT",
                        default=[name for name in CLIENTS if name != "pacer-load"])
    options = parser.parse_args()
    options.expect = options.build / "hello.txt"
    options.expect.write_text("Hello, World!")
    absent = [name for name in options.clients if shutil.which(name) is None]
    server, url = start_server(options)
    try:
        for depth in map(int, options.depths.split(",")):
            for other in options.clients:
                if other in absent:
                    continue
                if CLIENTS[other][0](url, options, depth):
                    compare(other, url, options, depth)
                else:
                    print(f"depth {depth:<3} {other}: not compared, it does not pipeline")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    if absent:
        print(f"not compared, because not installed: {', '.join(absent)}")


if __name__ == "__main__":
    main()
