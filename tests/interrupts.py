"""Interrupts at a certain line of what is carried out."""

import sys


class Interrupts:
    """Counts the lines that are carried out of files of a sort, and raises KeyboardInterrupt at one of them."""

    def __init__(self, is_counted, at=-1):
        self.is_counted, self.lines, self.at = is_counted, 0, at

    def __call__(self, frame, event, _):
        return self.line if self.is_counted(frame.f_code.co_filename) else None

    def line(self, frame, event, _):
        if event == "line":
            self.lines += 1
            if self.lines == self.at:
                raise KeyboardInterrupt
        return self.line


def interrupted(ask, interrupts):
    """Asks while lines are counted, and tells if it was interrupted."""
    before = sys.gettrace()
    sys.settrace(interrupts)
    try:
        ask()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False
