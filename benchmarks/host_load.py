"""Load on a host: many matches with people and bots, driven by Locust; what is told is by processor time of the host's processes.

    python benchmarks/host_load.py sqlite:/tmp/load.db --matches 2000 --seconds 210 --warm 130 --pace 20 --workers 2 --locust locust

Locust is run as a program of its own (`pip install locust`, in an environment that it may have to itself). The store is empty when this
begins. The time of a server of PostgreSQL is told apart, where its processes are named `postgres`.
"""

import argparse
import csv
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")


def make_app():
    """The host, with no limits, for all users have one address here, and with room for all matches."""
    import gc

    from cavewright.host import Limits, create_app

    gc.set_threshold(50_000, 20, 50)

    no_limit = "1000000/second"
    return create_app(limits=Limits(acts=no_limit, looks=no_limit, begins=no_limit), in_memory=10_000)


def processes_of(pid):
    """A process and those that it began."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in processes_of(int(child)))]


def processes_named(name):
    found = [each for each in Path("/proc").iterdir() if each.name.isdecimal()]
    return [int(each.name) for each in found if _name_of(each) == name]


def _name_of(path):
    try:
        return (path / "comm").read_text().strip()
    except OSError:
        return ""


def processor_seconds(pids):
    total = 0.0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += (int(fields[11]) + int(fields[12])) / TICKS
    return total


def memory_of(pids):
    """Bytes that are a process's own, all together."""
    lines = [each for pid in pids for each in Path(f"/proc/{pid}/status").read_text().splitlines()]
    return sum(int(each.split()[1]) * 1024 for each in lines if each.startswith("RssAnon"))


def begin_server(url, workers, folder):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--port", str(port), "--workers", str(workers), "--log-level", "error", "--no-access-log"]
    options += ["--timeout-worker-healthcheck", "120"]  # else a machine that is full has workers replaced
    options += ["--timeout-keep-alive", "60"]  # else each user connects anew for each act
    command = [sys.executable, "-m", "uvicorn", "--app-dir", str(HERE), "--factory", "host_load:make_app", *options]
    told = {"CAVEWRIGHT_STORE": url, "PROMETHEUS_MULTIPROC_DIR": folder}
    process = subprocess.Popen(command, env={**os.environ, **told})
    for _ in range(3000):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10).read()
            return process, port
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the host did not begin")


def begin_users(locust, port, matches, seconds, pace, prefix):
    """Begins Locust, which writes its rows behind a prefix when it ends."""
    rate = str(max(10, matches // 40))
    command = [
        locust,
        "-f",
        str(HERE / "host_users.py"),
        "--headless",
        "-u",
        str(matches),
        "-r",
        rate,
        "--only-summary",
    ]
    command += ["--host", f"http://127.0.0.1:{port}", "-t", f"{seconds}s", "--csv", prefix, "--reset-stats"]
    env = {**os.environ, "HOST_PACE": str(pace)}
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)


def requests_answered(port):
    """The count of requests that all workers have answered."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(each.rpartition(" ")[2]) for each in lines if each.startswith("cavewright_requests_total{"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("store")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--warm", type=int, default=40, help="seconds at the beginning that are not counted")
    parser.add_argument("--pace", type=float, default=1, help="seconds from one act at a table to the next")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--locust", default="locust")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(given, folder)


def measure(given, folder):
    server, port = begin_server(given.store, given.workers, folder)
    try:
        empty = memory_of(processes_of(server.pid))
        users = begin_users(given.locust, port, given.matches, given.seconds, given.pace, f"{folder}/found")
        time.sleep(given.warm)
        own, database = processes_of(server.pid), processes_named("postgres")
        before = processor_seconds(own), processor_seconds(database), requests_answered(port)
        time.sleep(given.seconds - given.warm - 5)
        spent = processor_seconds(own) - before[0]
        of_database = processor_seconds(processes_named("postgres")) - before[1]
        count = requests_answered(port) - before[2]
        grown = memory_of(own) - empty
        users.wait(120)
    finally:
        server.terminate()
        server.wait(60)
    with open(f"{folder}/found_stats.csv", newline="") as file:
        rows = {row["Name"]: row for row in csv.DictReader(file)}
    print(f"{given.store.partition(':')[0]}, {given.matches} matches, {given.workers} workers, {given.seconds} s")
    print(f"  answered            {count:.0f} requests, failed {rows['Aggregated']['Failure Count']}")
    print(f"  processor time      host {spent:.1f} s, database {of_database:.1f} s")
    print(f"  requests a second of processor time of the host: {count / spent:.0f}")
    print(f"  memory a match      {grown / given.matches / 1024:.0f} KiB")
    for name in ("look", "act", "begin", "picture"):
        if row := rows.get(name):
            print(f"  {name:8} {row['Request Count']:>7}   median {row['50%']} ms, 99th percentile {row['99%']} ms")


if __name__ == "__main__":
    main()
