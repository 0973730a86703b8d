"""Users of Locust for `host_load.py`: each plays a match of The Cave, two seats by itself, the third is a bot's.

They look by what is new, act at random, and fetch a picture now and then. A match that is over is followed by another.
"""

import os
import random

from locust import FastHttpUser, constant_pacing, task

GAME = {"game": "the-cave", "players": ["Anna", "Jola", "Bot"], "options": {"starting_kit": "suggested"}}
SEATS = 2
PICTURES = 0.02
"""Of so many looks one is of the picture too: a page draws by itself, a picture is for whoever comes."""


class Table(FastHttpUser):
    """One match and the people at it."""

    wait_time = constant_pacing(float(os.environ.get("HOST_PACE", "1")))
    network_timeout = connection_timeout = 60

    def on_start(self):
        self.rng = random.Random()
        self.begin()

    def begin(self):
        begun = self.client.post("/matches", json={**GAME, "bots": ["", "", "random"]}, name="begin").json()
        self.path, self.keys = (
            f"/matches/{begun['match']}",
            [{"authorization": f"Bearer {key}"} for key in begun["keys"]],
        )
        self.numbers = [None] * SEATS

    def look(self, seat):
        since = "" if self.numbers[seat] is None else f"?since={self.numbers[seat]}"
        seen = self.client.get(self.path + since, headers=self.keys[seat], name="look").json()
        self.numbers[seat] = seen["number"]
        if self.rng.random() < PICTURES:
            self.client.get(f"{self.path}/picture", headers=self.keys[seat], name="picture")
        return seen

    @task
    def play(self):
        seen = [self.look(seat) for seat in range(SEATS)]
        for seat, each in enumerate(seen):
            if each["actions"]:
                sent = {"action": self.rng.choice(each["actions"])["action"], "number": each["number"]}
                with self.client.post(
                    f"{self.path}/actions", json=sent, headers=self.keys[seat], name="act", catch_response=True
                ) as answer:
                    if answer.status_code in (200, 409):
                        answer.success()
                return
        changes = [change for each in seen for change in each["changes"] or []]
        if {"op": "replace", "path": "/is_terminal", "value": True} in [{**each} for each in changes]:
            self.begin()
