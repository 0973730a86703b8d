"""Studies by other workers than processes of one's own: the table is the same, byte for byte, also when one dies."""

import os
import signal
import threading
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path

import pytest
from joblib import parallel_config

import cavewright as cw
from cavewright.bots.falsify import falsify
from cavewright.bots.impact import measure_impact
from cavewright.bots.study.shared_work import A_PORTION
from cavewright.study import simulate, spread_over_workers


@cache
def game():
    return cw.load_game("tic-tac-toe")


SEVERAL = {"games": 40, "bots": ["random", "greedy"], "rotate": True, "seed": 3}


@pytest.fixture(scope="module")
def alone():
    return simulate(game(), **SEVERAL, jobs=1)


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
@pytest.mark.gate("threading")
def test_the_backend_that_is_set_plays(alone, backend):
    """`multiprocessing` gives no game before all of a portion are over, as Ray does; `threading` gives each."""
    told = []
    with parallel_config(backend=backend):
        study = simulate(game(), **SEVERAL, jobs=2, progress=lambda done, of: told.append((done, os.getpid())))
    assert study.to_json() == alone.to_json() and study.table() == alone.table()
    assert told == [(n, os.getpid()) for n in range(1, 41)] and A_PORTION * 2 < 40


def test_what_is_left_when_somebody_interrupts_is_not_played():
    def stop(done, of):
        if done == 3:
            raise KeyboardInterrupt

    with parallel_config(backend="threading"), pytest.raises(KeyboardInterrupt) as caught:
        simulate(game(), **SEVERAL, jobs=2, progress=stop)
    assert caught.value.study.games == 3


# ---- each study, with each kind of workers --------------------------------------------------------------------------


def simulate_cave(**more):
    game = cw.load_game("the-cave", options={"starting_kit": "suggested"})
    jobs = more.pop("jobs", 1)
    return simulate(game, 40, ["random", "greedy"], rounds_bound=2, seed=5, rotate=True, jobs=jobs, **more)


def measure_hearts(**more):
    base, variant = (cw.load_game("hearts", options={"limit": limit}) for limit in ("100", "26"))
    return measure_impact(base, variant, 8, bots=["random"], rounds_bound=3, seed=5, **more)


def falsify_small(jobs=1, progress=None):
    return falsify(game(), most=20, spread=partial(spread_over_workers, jobs=jobs), progress=progress)


STUDIES = {"simulate": simulate_cave, "impact": measure_hearts, "falsify": falsify_small}


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
@pytest.mark.parametrize("backend", ["threading", "loky"])
@pytest.mark.gate("threading-falsify")
def test_each_study_is_the_same_by_any_workers(study, backend):
    told = []
    with parallel_config(backend=backend):
        found = study(jobs=2, progress=lambda done, of: told.append((done, of)))
    assert found.to_json() == study().to_json()
    assert told == sorted(set(told)) and told[-1][0] == told[-1][1]


@contextmanager
def dask_workers():
    """Two workers on loopback; gives their processes."""
    distributed = pytest.importorskip("distributed", reason="the package dask[distributed] is missing")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
        parallel_config(backend="dask"),
    ):
        yield list(client.run(os.getpid).values())


@contextmanager
def ray_workers():
    """Two workers of Ray."""
    ray = pytest.importorskip("ray", reason="the package ray is missing")
    from ray.util.joblib import register_ray

    register_ray()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        with parallel_config(backend="ray"):
            yield
    finally:
        ray.shutdown()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_a_worker_of_dask_dies_and_the_table_is_the_same(study):
    """It is killed when a quarter is done: what others did is kept, and what it did not tell is done again."""
    killed, told = [], []
    with dask_workers() as workers:

        def kill(done, of):
            told.append(done)
            if not killed and done * 4 >= of:
                killed.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)

        found = study(jobs=-1, progress=kill)
    assert len(workers) == 2 and killed and told == sorted(set(told))
    assert found.to_json() == study().to_json()


def kill_actor_of_ray(killed, is_over):
    """Kills a process of Ray as soon as one carries out tasks."""
    while not killed and not is_over.wait(0.02):
        for each in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                if each.read_bytes().startswith(b"ray::PoolActor.run_batch"):
                    os.kill(int(each.parent.name), signal.SIGKILL)
                    killed.append(each.parent.name)
                    break


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_a_worker_of_ray_dies_and_the_table_is_the_same(study):
    told, killed, is_over = [], [], threading.Event()
    killing = threading.Thread(target=kill_actor_of_ray, args=(killed, is_over))
    with ray_workers():
        killing.start()
        try:
            found = study(jobs=2, progress=lambda done, of: told.append(done))
        finally:
            is_over.set()
            killing.join()
    assert killed and found.to_json() == study().to_json() and told == sorted(set(told))
