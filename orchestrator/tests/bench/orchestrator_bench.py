#!/usr/bin/env python3
"""What Pacer costs beside what it measures, as ratios of two things run in the same session.

    orchestrator_bench.py [--pairs 10] [--program build/release/bin/pacer] [FRAMEWORK ...]

beside    server and client CPU per request through `pacer run` over the same wrk command by hand,
          in interleaved pairs: median ratio and its 95 % interval
trial     seconds of a trial (handlers counted) beyond startup, warm-up, duration and the server's own stop
run       wall time of a run of built frameworks over the sum of the same, ceiling included
report    seconds for the table of a stored run of 10,000 samples

It measures on two CPUs of this machine, so nothing else should run. Nothing here is a timed test:
the figures are read by people.
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
TICKS = os.sysconf("SC_CLK_TCK")
WARMUP_S, DURATION_S, CONNECTIONS = 1, 3, 64


def median_and_interval(values):
    """Median, and the 95 % interval of the median by the bootstrap (2,000 resamples, seeded)."""
    rng = random.Random(1)
    medians = sorted(
        statistics.median(rng.choices(values, k=len(values))) for _ in range(2000)
    )
    return statistics.median(values), medians[50], medians[1949]


def cpu_s(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, deadline_s=20):
    end = time.monotonic() + deadline_s
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 0.1).close()
            return
        except OSError:
            pass
    raise SystemExit(f"nothing listens on {port}")


def wrk(port, seconds):
    """Requests and the client's CPU seconds of one wrk run on CPU 1."""
    before = os.times()
    out = subprocess.run(
        ["taskset", "-c", "1", "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s",
         f"http://127.0.0.1:{port}", "-s", str(ROOT / "pipeline.lua"), "--latency", "--", "/", "1"],
        check=True, capture_output=True, text=True).stdout
    after = os.times()
    result = json.loads(out.split("pacer-result ", 1)[1])
    client_s = (after.children_user + after.children_system
                - before.children_user - before.children_system)
    return result["requests"], client_s


def by_hand(framework):
    port = free_port()
    directory = ROOT / "frameworks" / framework
    server = subprocess.Popen(
        ["taskset", "-c", "0", "./server"], cwd=directory,
        env={**os.environ, "HOST": "127.0.0.1", "PORT": str(port)})
    try:
        wait_for(port)
        wrk(port, WARMUP_S)
        begin = cpu_s(server.pid)
        requests, client_s = wrk(port, DURATION_S)
        return (cpu_s(server.pid) - begin) / requests * 1e6, client_s / requests * 1e6
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def pacer_run(program, frameworks):
    """Rows of `pacer run --json` by framework (the ceiling's too), and the wall time."""
    with tempfile.TemporaryDirectory() as out:
        begin = time.monotonic()
        text = subprocess.run(
            [program, "run", *frameworks, "--out", out, "--json", "--warmup", f"{WARMUP_S}s",
             "--duration", f"{DURATION_S}s", "--connections", str(CONNECTIONS),
             "--client", "wrk", "--latency-rates", "none"],
            check=True, capture_output=True, text=True).stdout
        wall_s = time.monotonic() - begin
        samples = [json.loads(line) for path in pathlib.Path(out).glob("*/samples.jsonl")
                   for line in path.read_text().splitlines()]
    assert json.loads(text)["data_version"] == 1
    return {sample["framework"]: sample["values"] for sample in samples}, wall_s


def needed_s(values):
    return (values["startup_ms"] + values["stop_ms"]) / 1000 + WARMUP_S + DURATION_S


def bench_beside(program, framework, pairs):
    ratios = {"server": [], "client": []}
    own = []
    for i in range(pairs):
        measured = {}
        for how in ("hand", "pacer") if i % 2 == 0 else ("pacer", "hand"):
            if how == "hand":
                measured[how] = by_hand(framework)
            else:
                values = pacer_run(program, [framework])[0][framework]
                measured[how] = (values["server_cpu_us_per_request"],
                                 values["client_cpu_us_per_request"])
                own.append(values["pacer_cpu_share"])
        for k, side in enumerate(ratios):
            ratios[side].append(measured["pacer"][k] / measured["hand"][k])
    for side, values in ratios.items():
        print("beside  {} CPU per request, pacer / by hand: {:.3f} [{:.3f} to {:.3f}], {} pairs"
              .format(side, *median_and_interval(values), len(values)))
    print(f"beside  Pacer's own CPU during the load: {statistics.median(own):.2%} of one CPU")


def bench_run(program, frameworks):
    values, wall_s = pacer_run(program, frameworks)
    needed = sum(needed_s(row) for row in values.values())
    print(f"trial   beyond startup, warm-up, duration and stop: "
          f"{(wall_s - needed) / len(values):.3f} s a trial ({len(values)} trials)")
    print(f"run     wall / sum of startups, warm-ups, durations and stops: {wall_s / needed:.3f}")


def bench_report(program):
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([program, "run", "nginx", "--out", out, "--warmup", "1s", "--duration", "1s",
                        "--repetitions", "1"], check=True, capture_output=True)
        folder = next(pathlib.Path(out).iterdir())
        samples = {}
        for line in (folder / "samples.jsonl").read_text().splitlines():
            sample = json.loads(line)
            samples[sample["framework"]] = sample
        record = json.loads((folder / "run.json").read_text())
        record["frameworks"] = [f"framework-{i}" for i in range(99)]
        (folder / "run.json").write_text(json.dumps(record))
        rng = random.Random(1)
        with open(folder / "samples.jsonl", "w") as file:
            for number in range(10_000):
                round_, i = divmod(number, 100)
                kind = "pacer-ceiling" if i == 99 else "nginx"
                sample = dict(samples[kind], round=round_ + 1, position=i + 1)
                if kind == "nginx":
                    sample["framework"] = f"framework-{i}"
                values = dict(sample["values"])
                values["throughput_rps"] *= rng.uniform(0.8, 1.2)
                file.write(json.dumps(dict(sample, values=values)) + "\n")
        begin = time.monotonic()
        subprocess.run([program, "report", str(folder)], check=True, capture_output=True)
        print(f"report  10,000 samples: {time.monotonic() - begin:.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/pacer"))
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("frameworks", nargs="*",
                        default=["go-http", "go-fasthttp", "nginx", "node-http"])
    arguments = parser.parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is missing")
    subprocess.run([arguments.program, "build", "go-http", *arguments.frameworks], check=True)
    bench_beside(arguments.program, "go-http", arguments.pairs)
    bench_run(arguments.program, arguments.frameworks)
    bench_report(arguments.program)


if __name__ == "__main__":
    main()
