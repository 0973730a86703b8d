"""One match on several engines, step for step: they offer the same, tell the same, refuse the same."""

import cavewright as cw


class Company:
    """The states of one match on several engines. `steps` counts what was compared, `beside` what was done by whoever was not asked."""

    def __init__(self, games, players, rng):
        self.rng, self.steps, self.beside, self.refused = rng, 0, 0, ""
        self.states = self.all(lambda game: game.new_initial_state(players), games)

    def all(self, ask, of=None):
        """What a question gives of all states; none, and `refused`, where all say that it leads nowhere."""
        found = [self.answer(ask, each) for each in (self.states if of is None else of)]
        if any(refused for _, refused in found):
            assert len({refused for _, refused in found}) == 1, [refused for _, refused in found]
            self.refused = found[0][1]
            return None
        return [given for given, _ in found]

    @staticmethod
    def answer(ask, each):
        try:
            return ask(each), ""
        except (cw.WorkLimitError, cw.IllegalActionError) as error:
            return None, f"{type(error).__name__} {error}"

    def same(self, ask):
        """What all states say."""
        found = self.all(ask)
        if found is None:
            return None
        for each in found[1:]:
            assert found[0] == each, (found[0], each)
        return found[0]

    def look(self):
        """All states are the same to whoever looks at them."""
        self.same(lambda state: (state.current_player, state.active_players, state.is_terminal))
        self.same(lambda state: (state.key(), hash(state)))
        self.same(lambda state: [(each.kind, each.text()) for each in state.events])
        self.same(lambda state: (state.to_json(), state.view(cw.ALL).to_json(), state.returns(), repr(state.outcome())))
        self.same(lambda state: [*state.problems(cw.ALL)])
        for viewer in (None, *range(len(self.states[0].names))):
            self.same(
                lambda state, viewer=viewer: (
                    state.view(viewer).to_json(),
                    [each.text() for each in state.events_for(viewer)],
                )
            )

    def choices(self):
        """All that may come next, by text, with the way in which it is done."""
        one = self.states[0]
        if one.current_player == cw.CHANCE:
            listed = self.same(lambda state: [(str(each), weight) for each, weight in state.chance_outcomes()])
            return [(text, False) for text, _ in listed or ()], []
        due, beside = [], []
        for player in range(len(one.names)):
            if player in one.active_players:
                due += (
                    self.same(
                        lambda state, player=player: [(str(each), each.label()) for each in state.legal_actions(player)]
                    )
                    or ()
                )
            beside += (
                self.same(
                    lambda state, player=player: [
                        str(each) for each in (*state.interrupts(player), *state.host_actions(player))
                    ]
                )
                or ()
            )
        return [(text, False) for text, _ in due], [(text, True) for text in beside]

    def step(self):
        """One step, whatever it is; false at the end."""
        self.look()
        due, beside = self.choices()
        if not due:
            return False
        text, is_beside = self.rng.choice(beside if beside and self.rng.random() < 0.15 else due)
        after = self.all(lambda state: state.apply_by_host(text))
        self.steps += 1
        if after is not None:
            self.states, self.beside = after, self.beside + is_beside
        return True

    def walk(self, most):
        """So many steps, or until all is over."""
        if self.states is None:
            return self
        while self.steps < most and self.step():
            pass
        return self
