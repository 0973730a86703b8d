"""Load on a host: many matches with people and bots, driven by Locust; what is told is by processor time of the host's processes.

    python benchmarks/host_load.py sqlite:/tmp/load.db --matches 200 --seconds 60 --workers 1 --locust locust

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
    """The host, with no limits: all users have one address here."""
    from cavewright.host import Limits, create_app

    no_limit = "1000000/second"
    return create_app(limits=Limits(acts=no_limit, looks=no_limit, begins=no_limit))


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


def begin_server(url, workers):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--port", str(port), "--workers", str(workers), "--log-level", "error", "--no-access-log"]
    command = [sys.executable, "-m", "uvicorn", "--app-dir", str(HERE), "--factory", "host_load:make_app", *options]
    process = subprocess.Popen(command, env={**os.environ, "CAVEWRIGHT_STORE": url})
    for _ in range(3000):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10).read()
            return process, port
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the host did not begin")


def drive(locust, port, matches, seconds):
    """Runs Locust, and gives its rows by name."""
    with tempfile.TemporaryDirectory() as folder:
        prefix = f"{folder}/found"
        command = [
            locust,
            "-f",
            str(HERE / "host_users.py"),
            "--headless",
            "-u",
            str(matches),
            "-r",
            str(max(10, matches // 10)),
        ]
        command += ["--host", f"http://127.0.0.1:{port}", "-t", f"{seconds}s", "--csv", prefix, "--only-summary"]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{prefix}_stats.csv", newline="") as file:
            return {row["Name"]: row for row in csv.DictReader(file)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("store")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--locust", default="locust")
    given = parser.parse_args()
    server, port = begin_server(given.store, given.workers)
    try:
        own, database = processes_of(server.pid), processes_named("postgres")
        before = processor_seconds(own), processor_seconds(database)
        empty = memory_of(own)
        rows = drive(given.locust, port, given.matches, given.seconds)
        spent = processor_seconds(processes_of(server.pid)) - before[0]
        of_database = processor_seconds(processes_named("postgres")) - before[1]
        grown = memory_of(processes_of(server.pid)) - empty
    finally:
        server.terminate()
        server.wait(60)
    whole = rows["Aggregated"]
    count = int(whole["Request Count"])
    print(f"{given.store.partition(':')[0]}, {given.matches} matches, {given.workers} workers, {given.seconds} s")
    print(f"  requests            {count}, of which failed {whole['Failure Count']}")
    print(f"  processor time      host {spent:.1f} s, database {of_database:.1f} s")
    print(f"  requests a second of processor time of the host: {count / spent:.0f}")
    print(f"  memory a match      {grown / given.matches / 1024:.0f} KiB")
    for name in ("look", "act", "begin", "picture"):
        if row := rows.get(name):
            print(f"  {name:8} {row['Request Count']:>7}   median {row['50%']} ms, 99th percentile {row['99%']} ms")


if __name__ == "__main__":
    main()
