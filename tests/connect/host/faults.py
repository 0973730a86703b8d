"""Faults without number: workers are killed between any two statements, connections are cut, disks fill, the database is killed; a judge counts.

    python -m tests.connect.host.faults sqlite --kills 1000 --judges 6 --total sqlite.json

A judge is the clients, too: it knows each act that it sent, for which number, and what was acknowledged. It asks several workers at once for one
number. Several judges share one database, each with matches and workers of its own. `Losses` says what must never be; the last line says how often it
was. A file keeps the total of several runs, each with a seed of its own.
"""

import argparse
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from cavewright.host import Matches, StoreError, open_store

PATIENCE = 120
WORKERS = 3
COLUMNS = 7


class Worker:
    """A process that answers, until it fails."""

    def __init__(self, context, url, seed):
        self.line, theirs = context.Pipe()
        from tests.connect.host.doomed_worker import work

        self.process = context.Process(target=work, args=(url, theirs, seed), daemon=True)
        self.process.start()
        theirs.close()

    def send(self, asked):
        with suppress(OSError):
            self.line.send(asked)

    def receive(self):
        """What the client is told, or that it is told nothing."""
        try:
            if not self.line.poll(PATIENCE):
                raise AssertionError("a worker does not answer")
            return self.line.recv()
        except (EOFError, OSError):
            return "dead", None

    def end(self):
        self.process.kill()
        self.process.join(PATIENCE)
        self.line.close()


class Judge:
    """All that clients know: what they sent for each number of each match, and what was acknowledged."""

    def __init__(self, url, rng, disturb):
        self.url, self.rng, self.disturb = url, rng, disturb
        self.sent = defaultdict(lambda: defaultdict(set))
        self.acknowledged = defaultdict(dict)
        self.playing, self.counts, self.losses, self.shown = {}, Counter(), [], 0
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["tests.connect.host.doomed_worker"])
        self.workers = [self.make_worker() for _ in range(WORKERS)]

    def make_worker(self):
        return Worker(self.context, self.url, self.rng.random())

    def run(self, kills):
        """Plays until so many faults were there."""
        while self.counts["workers"] + self.counts["database"] < kills:
            if len(self.playing) < 3:
                self.begin()
            else:
                self.act()
            self.disturb(self)
            self.show_progress()
        for each in self.workers:
            each.end()

    def show_progress(self):
        """Says on the way how far it has come."""
        done = self.counts["workers"] + self.counts["database"]
        if done >= self.shown + 50:
            self.shown = done
            print(f"{done} kills, {self.counts['acknowledged']} acknowledged", file=sys.stderr, flush=True)

    def hear(self, n):
        """What a worker says; where it has died another takes its place."""
        told = self.workers[n].receive()
        if told[0] == "dead" or (told[0] == "unknown" and self.rng.random() < 0.3):
            self.counts["workers"] += 1
            self.workers[n].end()
            self.workers[n] = self.make_worker()
        if told[0] == "unknown":
            self.counts["refused by the database"] += 1
        return told

    def begin(self):
        n = self.rng.randrange(WORKERS)
        self.workers[n].send(("begin",))
        kind, id, *_ = self.hear(n)
        if kind == "begun":
            self.playing[id] = 0
            self.counts["matches"] += 1

    def act(self):
        """One worker, or two at once, are asked to act at a number, which may be one of before."""
        id = self.rng.choice(list(self.playing))
        number = max(0, self.playing[id] - self.rng.choice((0, 0, 0, 0, 1)))
        asked = self.rng.sample(range(WORKERS), self.rng.choice((1, 1, 2)))
        actions = [f"drop {self.rng.randrange(COLUMNS) + 1}" for _ in asked]
        for n, action in zip(asked, actions, strict=True):
            self.sent[id][number].add(f"{number % 2}: {action}")
            self.workers[n].send(("act", id, number % 2, action, number))
        for n, action in zip(asked, actions, strict=True):
            self.note(id, number, f"{number % 2}: {action}", self.hear(n))

    def note(self, id, number, action, told):
        match told:
            case "acted", now:
                self.counts["acknowledged"] += 1
                if number in self.acknowledged[id]:
                    self.losses.append(f"{id}: two answers for {number}")
                self.acknowledged[id][number] = action
                self.playing[id] = max(self.playing.get(id, 0), now)
            case "refused", "outrun" | "ahead", now:
                if now < len(self.acknowledged[id]):
                    self.losses.append(f"{id}: {now} actions, and more were acknowledged")
                self.playing[id] = now
            case "refused", kind, _:
                self.counts[kind] += 1
                if kind not in ("illegal", "value"):
                    self.losses.append(f"{id}: {kind}")
                if self.rng.random() < 0.1:  # the match is over, perhaps
                    self.playing.pop(id, None)

    def look_at_all(self):
        """Reads every match again, and holds it against what clients know."""
        store = open_store(self.url)
        matches = Matches(store)
        known = set(retried(lambda: list(store.matches())))
        for id in self.sent:
            if id not in known:
                self.losses.append(f"{id}: no such match")
                continue
            written = store.read(id).actions
            if written and any(each not in self.sent[id][n] for n, each in enumerate(written)):
                self.losses.append(f"{id}: an action that nobody sent for its number")
            if any(written[n : n + 1] != (each,) for n, each in self.acknowledged[id].items()):
                self.losses.append(f"{id}: an acknowledged action is lost")
        for id in known:
            with matches.open(id) as live:
                if live.number != store.read(id).number:
                    self.losses.append(f"{id}: cannot be read")
        store.close()


def retried(work):
    """What work gives, when the database is back."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except StoreError:
            if time.monotonic() > end:
                raise


def disturb_postgres(server, often=0.002):
    """Kills the database now and then, with all its connections."""

    def disturb(judge):
        if judge.rng.random() < often:
            judge.counts["database"] += 1
            server.end("immediate")
            server.begin()

    return disturb


def play(url, kills, seed=1, disturb=lambda judge: None, judges=1):
    """Plays until so many faults were there; returns the counts and the losses. Only the first judge disturbs."""
    made = [Judge(url, random.Random(f"{seed} {n}"), disturb if n == 0 else lambda judge: None) for n in range(judges)]
    with ThreadPoolExecutor(judges) as pool:
        list(pool.map(lambda each: each.run(-(-kills // judges)), made))
    for each in made:
        each.look_at_all()
    return sum((each.counts for each in made), Counter()), [loss for each in made for loss in each.losses]


def add_to_total(path, counts, losses):
    """Adds the counts of a run to those of the runs before; returns all."""
    total = Counter(json.loads(path.read_text())) if path.exists() else Counter()
    total.update({**counts, "losses": len(losses), "runs": 1})
    path.write_text(json.dumps(total, indent=1))
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("store", choices=["sqlite", "postgresql", "files"])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judges", type=int, default=1, help="who play side by side")
    parser.add_argument("--total", type=Path, help="a file that keeps the counts of several runs")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.store != "postgresql":
            found = play(f"{given.store}:{folder}/tables.db", given.kills, given.seed, judges=given.judges)
        else:
            from tests.connect.host.conftest import Postgres

            server = Postgres(fsync="on")
            try:
                url = server.empty_database()
                found = play(url, given.kills, given.seed, disturb_postgres(server), given.judges)
            finally:
                server.close()
    return report(*found, given.total)


def report(counts, losses, total):
    """Prints what was counted; returns if something was lost."""
    if total is not None:
        print("all runs:", said_of(add_to_total(total, counts, losses)))
    print(said_of(counts))
    print("\n".join(losses))
    print(f"losses: {len(losses)}")
    return bool(losses)


def said_of(counts):
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


if __name__ == "__main__":
    raise SystemExit(main())
