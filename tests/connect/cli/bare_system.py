"""Program that takes away what some systems lack, and then runs `cavewright`, or writes, locks and resumes the file of a match (`match-file`)."""

import os
import signal
import socket
import sys
import warnings

MODULES = ("fcntl", "resource", "termios", "tty", "pwd", "grp", "uvloop")
CALLS = (
    "killpg",
    "pread",
    "pwrite",
    "fork",
    "O_DIRECTORY",
    "O_NOFOLLOW",
    "O_NONBLOCK",
    "O_NOCTTY",
    "getpgid",
    "setsid",
    "sched_getaffinity",
    "chown",
    "fchmod",
)
SIGNALS = ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGPIPE", "SIGQUIT", "SIGTSTP", "SIGWINCH")


def take_away():
    """Hides the modules and calls; text without its encoding is an error in our own modules from here on."""
    for name in MODULES:
        sys.modules[name] = None
    for name in CALLS:
        if hasattr(os, name):
            delattr(os, name)
    for name in SIGNALS:
        if hasattr(signal, name):
            delattr(signal, name)
    if "--socket" in sys.argv:  # the event loop of Unix cannot do without, that of Windows can
        del socket.AF_UNIX
    warnings.filterwarnings("ignore", "only soft file lock")
    warnings.filterwarnings("error", category=EncodingWarning, module="cavewright")


def play_into_file(path):
    """Writes a match into a file, and reads it again."""
    import json
    from pathlib import Path

    from cavewright import Match, load_game
    from cavewright.connect.host.entries import Actions
    from cavewright.connect.host.match_file import MatchFile, is_match_file
    from cavewright.connect.host.match_rows import EntryRow, Head, Links

    save = json.loads(Match(load_game("tic-tac-toe"), 2, 1).to_json())
    links = Links(host="h" * 20, watch="w" * 20, seats=("a" * 20, "b" * 20))
    file = MatchFile.create(Path(path), Head(table=1, rules="tic-tac-toe", save=save, links=links))
    file.append(0, EntryRow(entry=str(Actions(("0: mark a1",))), waits="people"))
    file.close()
    again = MatchFile.resume(Path(path))
    again.close()
    print(len(again.entries), is_match_file(Path(path)))


if __name__ == "__main__":
    take_away()
    if sys.argv[1] == "match-file":
        play_into_file(sys.argv[2])
    else:
        from cavewright.connect.cli import main

        main()
