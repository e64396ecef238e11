#!/usr/bin/env python3
"""How repeatable the ways to weigh a server are: with its files in the page cache, and without.

    memory_methods.py --group FOLDER --port N [--pairs 3] -- SERVER [ARG...]

Starts the server in a new control group below FOLDER (version 1 or 2, writable), waits for its first
answer, and prints in MiB: the peak charged to the group, the same without page cache (as Pacer does
it), and the resident size of the process. By turns after the page cache was dropped (cold; needs root)
and with what the start before left in it (warm).
"""

import argparse
import os
import pathlib
import signal
import statistics
import subprocess
import time
import urllib.request

MIB = 1 << 20


def answers(port, within_s=60):
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1).read()
            return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            time.sleep(0.01)
    return False


def fields(path):
    return {line.split()[0]: line.split()[1] for line in path.read_text().splitlines()
            if len(line.split()) > 1}


def weigh(group):
    version_1 = (group / "memory.usage_in_bytes").exists()
    stat = fields(group / "memory.stat")
    names = ("total_cache", "total_shmem") if version_1 else ("file", "shmem")
    cache = int(stat[names[0]]) - int(stat[names[1]])
    usage = int((group / ("memory.usage_in_bytes" if version_1 else "memory.current")).read_text())
    peak = int((group / ("memory.max_usage_in_bytes" if version_1 else "memory.peak")).read_text())
    return peak, max(usage, peak) - cache


def start_once(args):
    group = pathlib.Path(args.group) / f"memory-methods-{os.getpid()}"
    group.mkdir()
    server = subprocess.Popen(args.server, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: (group / "cgroup.procs").write_text("0"))
    try:
        if not answers(args.port):
            raise SystemExit("the server does not answer")
        resident = int(fields(pathlib.Path(f"/proc/{server.pid}/status"))["VmHWM:"]) * 1024
        return (*weigh(group), resident)
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
        group.rmdir()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--group", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("server", nargs="+")
    args = parser.parse_args()
    seen = {"cold": [], "warm": []}
    for _ in range(args.pairs):
        os.sync()
        pathlib.Path("/proc/sys/vm/drop_caches").write_text("1")
        seen["cold"].append(start_once(args))
        seen["warm"].append(start_once(args))
    print("medians, MiB        charged  without page cache  resident")
    for name, runs in seen.items():
        charged, without, resident = (statistics.median(column) / MIB for column in zip(*runs))
        print(f"{name:<16} {charged:>10.1f}  {without:>18.1f}  {resident:>8.1f}")


if __name__ == "__main__":
    main()
