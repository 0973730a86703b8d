"""Counters of a host for Prometheus."""

from __future__ import annotations

import os
from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

SEVERAL_PROCESSES = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which several processes count together, as the client library has it."""
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5)


class Counters:
    """Counts of one application."""

    def __init__(self, in_memory: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "cavewright_requests", "Requests answered.", ("route", "status"), registry=self._registry
        )
        self.seconds = Histogram(
            "cavewright_request_seconds", "Time to an answer.", ("route",), registry=self._registry, buckets=BUCKETS
        )
        self._answers: dict[tuple[str, int], tuple[Counter, Histogram]] = {}
        self.refusals = Counter("cavewright_refusals", "Requests refused.", ("kind",), registry=self._registry)
        self.bot_actions = Counter("cavewright_bot_actions", "Actions of bots.", registry=self._registry)
        self.streams = Gauge(
            "cavewright_streams", "Streams of events.", registry=self._registry, multiprocess_mode="livesum"
        )
        live = Gauge(
            "cavewright_matches_in_memory", "Matches in memory.", registry=self._registry, multiprocess_mode="livesum"
        )
        live.set_function(lambda: float(in_memory()))

    def count_request(self, route: str, status: int, seconds: float) -> None:
        """Counts an answer, and the time to it."""
        found = self._answers.get((route, status))
        if found is None:
            found = self.requests.labels(route, str(status)), self.seconds.labels(route)
            self._answers[route, status] = found
        found[0].inc()
        found[1].observe(seconds)

    def text(self) -> tuple[bytes, str]:
        """Returns all counts as Prometheus reads them, and the type of that."""
        registry = self._registry
        if SEVERAL_PROCESSES in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
