"""The lowered program: few instructions over numbered slots, made from the checked model.

In: the model. Out: a flat list of instructions over numbered slots. Look here for how a rule is lowered (`lower`,
`decisions`), where a value is kept (`emission`), who sits where (`seats`).
"""
