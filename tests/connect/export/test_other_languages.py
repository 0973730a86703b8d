"""Built games in other languages: games of C beside each other, in threads too, and the programs of the documents in Rust and in Go."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.engine.agreement.settings import load

from cavewright.connect.export.build import build_files
from cavewright.machine.native.machine import compiler

PAGE = (Path(__file__).parents[3] / "docs" / "building.md").read_text("utf-8")
PATIENCE = 500
needs_c = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")

THREADS = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "game.h"

enum { GAMES = 40, THREADS = 4 };
static int64_t sums[THREADS + 1];

static int64_t play(game *here, int from) {
    int64_t sum = 0;
    for (int n = 0; n < GAMES; n++) {
        game_start(here);
        game_seed(here, from + n, 0, n);
        sum = sum * 31 + game_playout(here, 100000);
        game_score(here);
        for (int player = 0; player < GAME_PLAYERS; player++) sum = sum * 31 + game_total(here, player);
        if (game_trapped(here)) return -1;
    }
    return sum;
}
static void *run(void *number) {
    game *here = game_new();
    sums[*(int *)number] = play(here, 7);
    game_free(here);
    return NULL;
}
int main(void) {
    pthread_t threads[THREADS];
    int numbers[THREADS + 1];
    for (int n = 0; n < THREADS; n++) {
        numbers[n] = n;
        pthread_create(&threads[n], NULL, run, &numbers[n]);
    }
    for (int n = 0; n < THREADS; n++) pthread_join(threads[n], NULL);
    numbers[THREADS] = THREADS;
    run(&numbers[THREADS]);
    for (int n = 0; n < THREADS; n++) if (sums[n] != sums[THREADS]) return 1;
    if (sums[0] == -1) return 2;

    game *one = game_new(), *other = game_new();      /* one beside the other, step by step */
    void *kept = malloc(GAME_POSITION), *copy = malloc(GAME_POSITION);
    game_choose(one, game_options(one) - 1);
    game_keep(one, kept);
    game_keep(other, copy);
    if (memcmp(kept, copy, GAME_POSITION) == 0) return 3;
    for (int n = 0; n < 3; n++) game_choose(other, (game_options(other), 0));
    game_keep(one, copy);
    if (memcmp(kept, copy, GAME_POSITION) != 0) return 4;
    game_put_back(other, kept);
    game_keep(other, copy);
    if (memcmp(kept, copy, GAME_POSITION) != 0) return 5;
    game_free(one);
    game_free(other);
    printf("%lld\\n", (long long)sums[0]);
    return 0;
}
"""


def program(kind):
    """The program of a language that the documents show."""
    return re.search(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


def called(folder, *command, **more):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, **more)
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout


def write_files(folder, files):
    for name, content in files.items():
        (folder / name).write_bytes(content)


@needs_c
@pytest.mark.parametrize("spec", ["tic-tac-toe", pytest.param("the-cave", marks=pytest.mark.long)])
def test_games_beside_each_other_have_nothing_in_common(tmp_path, spec):
    """Threads that play at once come to what one comes to alone."""
    write_files(tmp_path, build_files(load(spec), [2], "game", with_c=True))
    name = spec.replace("-", "_")
    text = re.sub(r"\bgame(?=[ _])", name, THREADS).replace("GAME_", f"{name.upper()}_")
    (tmp_path / "threads.c").write_text(text, "utf-8")
    strict = ("-std=gnu99", "-O1", "-pthread", "-Wall", "-Wextra", "-Werror", "-Wno-unused-value")
    called(tmp_path, compiler(), *strict, "threads.c", "game.c")
    assert called(tmp_path, tmp_path / "a.out").strip().lstrip("-").isdecimal()


STUCK = """ruleset stuck 1.0 "Both are stuck"
    language 2

players player 2..2
    keeps n: 0..9

board square
    grid 2 by 1
    keeps man: player or none

menu turn

to play
    begin: choose k in 1..2 "How fast?"
        for each s in square
            set s.man = me
        repeat until some(s in square where s.man is none)
            each player from first(p in player)
                gain up to (k) n
                offer turn

action go(s in square) in turn
    require s.man is none
    set s.man = me

scoring
    score n = n
    highest total wins
"""
PLAYED = """
#include <stdio.h>
#include "game.h"
int main(void) {
    stuck *here = stuck_new();
    int before = stuck_loops_ended(here);
    stuck_choose(here, (stuck_options(here), 1));
    stuck_score(here);
    printf("%d %d %d %d %d %d\\n", stuck_waiting(here), stuck_trapped(here), before, stuck_loops_ended(here), stuck_total(here, 0), stuck_total(here, 1));
    return 0;
}
"""


@needs_c
def test_a_loop_in_which_nothing_changes_ends_in_c(tmp_path):
    rules = tmp_path / "stuck.cave"
    rules.write_text(STUCK, "utf-8")
    write_files(tmp_path, build_files(load(str(rules)), [2], "game", with_c=True))
    (tmp_path / "played.c").write_text(PLAYED, "utf-8")
    called(tmp_path, compiler(), "-O0", "played.c", "game.c")
    assert called(tmp_path, tmp_path / "a.out") == "-4 0 0 1 9 9\n"


@pytest.fixture
def c_folder(tmp_path):
    write_files(tmp_path, build_files(load("tic-tac-toe"), [2], with_c=True))
    return tmp_path


@pytest.mark.long
@needs_c
def test_a_program_in_rust_links_the_c(c_folder):
    rustc = shutil.which("rustc")
    if rustc is None:
        pytest.skip("rustc is not installed (apt-get install rustc)")
    (c_folder / "program.rs").write_text(program("rust"), "utf-8")
    commands = re.search(r"Rust: `(.*?)`, then `(.*?)`", PAGE)
    for step in (*commands[1].split(" && "), commands[2]):
        called(c_folder, *step.split())
    assert re.fullmatch(r"([01] : [01]\n){2}", called(c_folder, c_folder / "program"))


@needs_c
@pytest.mark.long
def test_a_program_in_go_links_the_c(c_folder):
    if shutil.which("go") is None:
        pytest.skip("Go is not installed (apt-get install golang-go)")
    (c_folder / "program.go").write_text(program("go"), "utf-8")
    (c_folder / "go.mod").write_text("module program\n", "utf-8")
    own = {**os.environ, "GOCACHE": str(c_folder / "cache"), "GOFLAGS": "-mod=mod", "GOPROXY": "off"}
    called(c_folder, "go", "build", "-o", "program", ".", env=own)
    assert re.fullmatch(r"([01] : [01]\n){2}", called(c_folder, c_folder / "program"))
