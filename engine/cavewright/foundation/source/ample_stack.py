"""A stack with room for what recurses as deep as rules are nested, however little is left of the caller's own.

A program may call this one from deep within its own calls, on threads whose stacks are small, or with a low limit of
recursion. There, what reads, checks and compiles rules runs on a thread with a stack of its own, while the caller waits.
An exception that reaches the waiting caller, such as Ctrl-C, ends that thread first.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from .build_lock import BUILD_LOCK

Given = ParamSpec("Given")
Found = TypeVar("Found")
LIMIT = 1_000
"""Calls within calls that a stack has room for: as many as Python allows unless somebody says otherwise."""
MOST_AROUND = 120
"""Calls around a caller that still has room. Python counts up to twice as many, since some go through C; the deepest
rules need 750 more."""
SIZE = 64 * 2**20
"""Bytes of a stack of its own. The machine gives of it what is used."""


class RaisedLimit:
    """The limit of recursion while threads of ours are at work: it belongs to the whole process, so the first of them
    raises it, and the last one takes it back unless the host has set another meanwhile."""

    def __init__(self) -> None:
        self.lock, self.users, self.before = threading.Lock(), 0, LIMIT

    def raise_limit(self) -> None:
        """Sees to it that there is a limit of `LIMIT` or more."""
        with self.lock:
            if not self.users:
                self.before = sys.getrecursionlimit()
            self.users += 1
            if sys.getrecursionlimit() < LIMIT:
                sys.setrecursionlimit(LIMIT)

    def take_back(self) -> None:
        """Sets the limit that the host had set. Called where a stack is shallow."""
        with self.lock:
            self.users -= 1
            if not self.users and self.before < LIMIT == sys.getrecursionlimit():
                sys.setrecursionlimit(self.before)


RAISED = RaisedLimit()

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=RAISED.lock.acquire, after_in_parent=RAISED.lock.release, after_in_child=RAISED.lock.release
    )


class AmpleThread(threading.Thread):
    """A thread that calls one function, and keeps what it returns or raises."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        super().__init__(name="ample stack", daemon=True)
        self.ask, self.context = ask, copy_context()
        self.found: Any = None
        self.error: BaseException | None = None
        self.deciding, self.is_asking, self.is_stopped = threading.Lock(), False, False
        self.ended, self.is_over = threading.Lock(), False
        self.ended.acquire()

    def run(self) -> None:
        """Calls the function. Once it is asked an interrupt may come anywhere, but only one."""
        RAISED.raise_limit()
        try:
            try:
                if self.begin():
                    self.found = self.context.run(self.ask)
            except BaseException as error:
                self.error = error
        except KeyboardInterrupt:
            pass
        while self.is_asking:
            try:
                self.finish()
            except KeyboardInterrupt:
                continue
        RAISED.take_back()
        self.is_over = True
        self.ended.release()

    def begin(self) -> bool:
        """Returns whether the function is to be called: nobody has stopped the thread yet."""
        with self.deciding:
            self.is_asking = not self.is_stopped
            return self.is_asking

    def finish(self) -> None:
        """Notes that there is nothing to interrupt any more. Forgets an interrupt that has not come yet."""
        with self.deciding:
            self.is_asking = False
            if self.is_stopped:
                _interrupt(self, None)

    def wait(self) -> None:
        """Waits until the thread has ended. Whatever comes meanwhile to the waiting thread is raised there."""
        while not self.is_over:
            self.ended.acquire(timeout=0.1)  # where nothing interrupts a lock that waits, an interrupt comes in between

    def stop(self) -> None:
        """Ends the function as Ctrl-C would, and waits for that."""
        with self.deciding:
            self.is_stopped = True
            if not self.is_asking:
                return
            _interrupt(self, KeyboardInterrupt)
        while not self.is_over:
            with suppress(BaseException):  # the caller has one to raise already
                self.wait()


def _interrupt(thread: AmpleThread, error: type[BaseException] | None) -> None:
    """Raises an error in another thread, or takes back one that has not been raised there yet. Does nothing where
    Python has no such way."""
    with suppress(ImportError, AttributeError):
        from ctypes import c_ulong, py_object, pythonapi

        pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread.ident or 0), py_object(error) if error else None)


def call_with_room(ask: Callable[[], Found]) -> Found:
    """Returns what a function returns, which is called where there is room for deep rules.

    Whoever holds the lock of building calls it on the stack as it is: there was room when the lock was taken, and
    another thread would wait for it. Where no thread can be had, the stack has to do as well.

    >>> call_with_room(lambda: 3 + 4)
    7
    """
    if has_room() or BUILD_LOCK._is_owned():  # type: ignore[attr-defined]
        return ask()
    thread = AmpleThread(ask)
    try:
        if not start_on_large_stack(thread):
            return ask()
        thread.wait()
    except BaseException:
        thread.stop()
        raise
    if thread.error is not None:
        try:
            raise thread.error
        finally:
            del thread
    found: Found = thread.found
    return found


def with_room(ask: Callable[Given, Found]) -> Callable[Given, Found]:
    """Returns a function that does the same where there is room for deep rules.

    >>> with_room(max)(3, 4)
    4
    """

    @wraps(ask)
    def inside(*args: Given.args, **named: Given.kwargs) -> Found:
        return ask(*args, **named) if has_room() else call_with_room(partial(ask, *args, **named))

    return inside


def retry_with_room(ask: Callable[[], Found]) -> Found:
    """Returns what a function returns that was called before and ran out of stack. Called while that error is handled,
    which it raises where there was room.

    What runs in each step of play tries the stack as it is first: to look for room takes longer than many a step.
    """
    if isinstance(threading.current_thread(), AmpleThread):
        raise
    return call_with_room(ask)


def retried_with_room(ask: Callable[Given, Found]) -> Callable[Given, Found]:
    """Returns a function that changes nothing, and is called once more with room where it runs out of stack.

    >>> retried_with_room(max)(3, 4)
    4
    """

    @wraps(ask)
    def inside(*args: Given.args, **named: Given.kwargs) -> Found:
        try:
            return ask(*args, **named)
        except RecursionError:
            return retry_with_room(partial(ask, *args, **named))

    return inside


def has_room() -> bool:
    """Tells if enough is left of this very stack. How large those of other threads are nobody can know."""
    thread = threading.current_thread()
    if thread is not threading.main_thread():
        return isinstance(thread, AmpleThread)
    try:
        sys._getframe(MOST_AROUND)
    except ValueError:
        return sys.getrecursionlimit() >= LIMIT
    return False


def start_on_large_stack(thread: threading.Thread) -> bool:
    """Starts a thread with a large stack. Returns False where none can be had.

    How large stacks are is a setting of the whole process: nobody else changes it meanwhile, nor forks.
    """
    with BUILD_LOCK:
        try:
            before = threading.stack_size(SIZE)
        except (RuntimeError, ValueError):
            return False
        try:
            thread.start()
        except RuntimeError:
            if thread.ident is not None:  # it was started, and somebody interrupted that
                raise
            return False
        finally:
            threading.stack_size(before)
    return True
