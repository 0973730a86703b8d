"""Simulations by other workers than processes of one's own: the table is the same, byte for byte, also when one dies."""

import os
import signal

import pytest
from joblib import parallel_config

import cavewright as cw
from cavewright.bots.study.simulate import A_PORTION
from cavewright.study import simulate

GAME = cw.load_game("tic-tac-toe")
SEVERAL = {"games": 40, "bots": ["random", "greedy"], "rotate": True, "seed": 3}


@pytest.fixture(scope="module")
def alone():
    return simulate(GAME, **SEVERAL, jobs=1)


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
@pytest.mark.gate("threading")
def test_the_backend_that_is_set_plays(alone, backend):
    """`multiprocessing` gives no game before all of a portion are over, as Ray does; `threading` gives each."""
    told = []
    with parallel_config(backend=backend):
        study = simulate(GAME, **SEVERAL, jobs=2, progress=lambda done, of: told.append((done, os.getpid())))
    assert study.to_json() == alone.to_json() and study.table() == alone.table()
    assert told == [(n, os.getpid()) for n in range(1, 41)] and A_PORTION * 2 < 40


def test_what_is_left_when_somebody_interrupts_is_not_played():
    def stop(done, of):
        if done == 3:
            raise KeyboardInterrupt

    with parallel_config(backend="threading"), pytest.raises(KeyboardInterrupt) as caught:
        simulate(GAME, **SEVERAL, jobs=2, progress=stop)
    assert caught.value.study.games == 3


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_worker_of_dask_dies_and_the_table_is_the_same():
    """Two workers on loopback; when ten games are over one is killed."""
    distributed = pytest.importorskip("distributed", reason="needs dask[distributed]")
    game = cw.load_game("the-cave", options={"starting_kit": "suggested"})
    several = {"games": 40, "bots": ["random", "greedy"], "rounds_bound": 2, "seed": 5, "rotate": True}
    alone, loky = (simulate(game, **several, jobs=jobs) for jobs in (1, 2))
    killed = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        workers = list(client.run(os.getpid).values())

        def kill(done, of):
            if done == 10:
                killed.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)

        with parallel_config(backend="dask"):
            study = simulate(game, **several, jobs=-1, progress=kill)
    assert killed and len(workers) == 2
    assert study.to_json() == alone.to_json() == loky.to_json() and study.table() == alone.table()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_ray_plays(alone):
    """Ray gives a list, never one game after another."""
    ray = pytest.importorskip("ray", reason="needs ray")
    from ray.util.joblib import register_ray

    register_ray()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        with parallel_config(backend="ray"):
            study = simulate(GAME, **SEVERAL, jobs=2)
    finally:
        ray.shutdown()
    assert study.to_json() == alone.to_json()
