"""The protocol between processes and a store: all interleavings of three processes and two acts, with crashes, searched one by one.

The model has what matters of `Matches.act`: a process compares the number that its client has seen with its memory, of whatever age, tries the
action there, asks the store to append, and answers; it reads on where it was outrun, and before it refuses; the store compares and sets; a process
may die before any of its steps and its memory with it, and an answer of the store may be lost. `FAULTS` are protocols that are wrong; the search
has to find each.
"""

import itertools
from typing import NamedTuple

import pytest

READ, TRY, APPEND, ANSWER, DONE, DEAD = "read", "try", "append", "answer", "done", "dead"
FAULTS = (
    "refuses by an old memory",
    "is outrun and does not read on",
    "acts at what its memory has",
    "answers before it appends",
    "appends without comparing",
    "keeps what failed",
    "writes and counts apart",
)


class Process(NamedTuple):
    """A process that carries out the act of one client, which has seen so many actions."""

    at: str
    saw: int
    act: str
    memory: tuple
    answer: object = None
    is_fresh: bool = False


class World(NamedTuple):
    """All there is: what the store has, and the processes."""

    store: tuple
    count: int
    processes: tuple


def steps(process, store, count, fault):
    """The next step of a process: what it is then, and what the store has, for each way in which the step may end."""
    p = process
    if p.at == READ:
        yield p._replace(memory=store, at=TRY, is_fresh=True), store, count
    elif p.at == TRY:
        if len(p.memory) != p.saw and fault != "acts at what its memory has":
            if p.is_fresh or fault == "refuses by an old memory":
                yield p._replace(at=DONE, answer=("outrun", p.memory[p.saw :])), store, count
            else:
                yield p._replace(at=READ), store, count
        elif fault == "answers before it appends":
            yield p._replace(memory=(*p.memory, p.act), at=APPEND, answer=("acknowledged", p.saw)), store, count
        else:
            yield p._replace(memory=(*p.memory, p.act), at=APPEND), store, count
    elif p.at == APPEND:
        wins = fault == "appends without comparing" or count == len(p.memory) - 1
        if wins:
            after = (*store, p.act)
            counts = count if fault == "writes and counts apart" else len(after)
            yield p._replace(at=ANSWER, answer=("acknowledged", len(p.memory) - 1)), after, counts
            yield p._replace(at=DONE, answer=("unknown",), memory=()), after, counts
        else:
            memory = p.memory if fault == "keeps what failed" else p.memory[:-1]
            if fault == "is outrun and does not read on":
                yield p._replace(at=DONE, answer=("outrun", memory[p.saw :]), memory=memory), store, count
            else:
                yield p._replace(at=READ, memory=memory), store, count
        yield (
            p._replace(at=DONE, answer=("unknown",), memory=p.memory if fault == "keeps what failed" else ()),
            store,
            count,
        )
    elif p.at == ANSWER:
        counts = len(store) if fault == "writes and counts apart" else count
        yield p._replace(at=DONE), store, counts


def successors(world, fault):
    for n, process in enumerate(world.processes):
        if process.at in (DONE, DEAD):
            continue
        others = world.processes
        for after, store, count in steps(process, world.store, world.count, fault):
            yield World(store, count, (*others[:n], after, *others[n + 1 :]))
        died = process._replace(at=DEAD, memory=())
        yield World(world.store, world.count, (*others[:n], died, *others[n + 1 :]))


def wrongs(world, began):
    """What is wrong with a world."""
    if world.store[: len(began)] != began:
        yield "the store lost something"
    acts = world.store[len(began) :]
    if len(set(acts)) != len(acts):
        yield "an act is there twice"
    numbers = []
    for p in world.processes:
        if p.answer is not None and p.answer[0] == "acknowledged" and p.at in (DONE, DEAD, APPEND):
            numbers.append(p.answer[1])
            if world.store[p.answer[1] : p.answer[1] + 1] != (p.act,):
                yield "what was acknowledged is not at its number"
        if (
            p.answer is not None
            and p.answer[0] == "outrun"
            and p.answer[1] != world.store[p.saw : p.saw + len(p.answer[1])]
        ):
            yield "a client was told what did not happen"
        if p.answer == ("outrun", ()) and p.saw <= len(began):
            yield "a client was refused though nothing had happened"
        if p.at == DONE and p.memory and p.memory != world.store[: len(p.memory)]:
            yield "a memory has what the store does not"
    for seat in range(len(acts)):
        saw = next(p.saw for p in world.processes if p.act == acts[seat])
        if saw != len(began) + seat:
            yield "an act was carried out at a number that its client had not seen"
    if len(set(numbers)) != len(numbers):
        yield "two answers for one number"


def search(began, processes, fault=None):
    """All worlds that can be reached, and what is wrong with any."""
    first = World(began, len(began), processes)
    found, waiting, wrong = {first}, [first], set()
    while waiting:
        world = waiting.pop()
        wrong |= set(wrongs(world, began))
        for each in successors(world, fault):
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found, wrong


def beginnings():
    """Three processes, of which two carry out an act and one is sent that of another again; memories of all ages, numbers of all kinds."""
    began = ("w", "x")
    for memories in itertools.product(((), began), (("w",), began), ((),)):
        for saws in itertools.product((1, 2, 3), repeat=2):
            acts = [("a", saws[0]), ("b", saws[1]), ("c", 2)]
            yield (
                began,
                tuple(
                    Process(TRY if memory else READ, saw, act, memory)
                    for (act, saw), memory in zip(acts, memories, strict=True)
                ),
            )


def test_no_interleaving_loses_or_doubles_what_was_acknowledged():
    worlds = 0
    for began, processes in beginnings():
        found, wrong = search(began, processes)
        assert not wrong
        worlds += len(found)
        if {p.saw for p in processes[:2]} == {2}:
            stores = {world.store for world in found}
            assert {(*began, "a"), (*began, "b"), began} <= stores
    assert worlds > 10_000


@pytest.mark.parametrize("fault", FAULTS)
def test_the_search_finds_each_protocol_that_is_wrong(fault):
    assert any(search(began, processes, fault)[1] for began, processes in beginnings())
