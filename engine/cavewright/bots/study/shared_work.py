"""Work that several processes share: those of this machine, or whatever workers `joblib.parallel_config` has set."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from time import sleep
from typing import Any
from warnings import catch_warnings, simplefilter

from joblib import Parallel, delayed, effective_n_jobs
from joblib._parallel_backends import LokyBackend
from joblib.externals.loky import get_reusable_executor  # type: ignore[import-untyped]
from joblib.parallel import get_active_backend

A_PORTION = 4
"""Tasks a worker at a time, where nothing is told of a task before all of them are over."""

MOST_DEATHS = 8
"""Times that such a portion is begun again, since a worker died."""


def spread_over_workers(
    task: Callable[[Any], Any], inputs: Sequence[Any], jobs: int = -1
) -> Generator[Any, None, None]:
    """Yields what a task gives for each input, in order, as `map` does; the workers are those that
    `joblib.parallel_config` has set, or processes of this machine, one for each core.

    >>> list(spread_over_workers(len, ["a", "bc"], jobs=1))
    [1, 2]
    """
    jobs = min(effective_n_jobs(jobs), len(inputs))
    if jobs <= 1:
        yield from map(task, inputs)
        return
    with closing(share_work([delayed(task)(each) for each in inputs], jobs)) as results:
        yield from results


def share_work(tasks: Sequence[Any], jobs: int, is_ordered: bool = True) -> Generator[Any, None, None]:
    """Yields what delayed tasks give, in their order or in that in which they end. What is left when this is closed, or
    interrupted, is not carried out; no process stays."""
    backend = get_active_backend()[0]
    kind = "generator" if is_ordered else "generator_unordered"
    if isinstance(backend, LokyBackend):
        yield from _share_here(tasks, jobs, kind)
    elif backend.supports_return_generator:
        with _quietly_closed(Parallel(n_jobs=jobs, return_as=kind)(tasks)) as results:
            yield from results
    else:  # it cannot tell of one task after another
        for at in range(0, len(tasks), A_PORTION * jobs):
            yield from _share_portion(tasks[at : at + A_PORTION * jobs], jobs)


def _share_portion(tasks: Sequence[Any], jobs: int) -> list[Any]:
    """Returns what tasks give whose backend tells of none before all are over. Where a worker dies all of them are
    carried out again, by workers of which there are new ones."""
    for _ in range(MOST_DEATHS):
        try:
            return list(Parallel(n_jobs=jobs)(tasks))
        except Exception as error:
            if not _is_death(error):
                raise
    return list(Parallel(n_jobs=jobs)(tasks))


def _is_death(error: Exception) -> bool:
    """Tells if an error says that a worker of Ray has died; joblib passes those on as they are."""
    known = sys.modules.get("ray.exceptions")
    return known is not None and isinstance(error, (known.RayActorError, known.WorkerCrashedError, known.NodeDiedError))


def _share_here(tasks: Sequence[Any], jobs: int, kind: str) -> Generator[Any, None, None]:
    """The results, by processes of this machine that end with this one."""
    parallel = Parallel(n_jobs=jobs, backend="loky", return_as=kind, initializer=_settle, initargs=(os.getpid(),))
    try:
        # a terminal sends Ctrl-C to all processes; the first one sees to the others
        with handling(signal.SIG_IGN, signal.SIGINT):
            begun = parallel(tasks)
        with _quietly_closed(begun) as results:
            yield from results
    finally:
        get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)


@contextmanager
def _quietly_closed(results: Any) -> Iterator[Any]:
    """Results that are closed in the end, without joblib's warning that tasks are left, as is meant."""
    try:
        yield (each for each in results)  # whoever closes this does not close them
    finally:
        with catch_warnings():
            simplefilter("ignore")
            results.close()


@contextmanager
def handling(handler: Any, *signals: int) -> Iterator[None]:
    """Signals are handled so meanwhile; processes that are begun then begin with that. Only the main thread can say
    so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, handler) for each in signals}
    try:
        yield
    finally:
        for each, handled in before.items():
            signal.signal(each, handled or signal.SIG_DFL)


def _settle(parent: int) -> None:
    """Sees to it, at the beginning of a process, that it does not hear of Ctrl-C, and does not outlive the one that
    began it."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(1)
        os._exit(1)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=watch, daemon=True).start()
