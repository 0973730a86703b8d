/* The class of positions: under these names Python asks for them, and `PooledPosition` has the same. */

/* ---- the position as a value --------------------------------------------------------------------------------------- */

static PyObject *position_data(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBytes_FromStringAndSize((const char *)core_of_position(self)->data, POSITION_BYTES);
}

static PyObject *position_canonical(PyObject *self, PyObject *unused)
{
    (void)unused;
    return canonical_bytes(core_of_position(self));
}

static Py_hash_t position_hash(PyObject *self)
{
    return hash_core(core_of_position(self));
}

static PyObject *position_compare(PyObject *self, PyObject *other, int how)
{
    int found;
    if (Py_TYPE(other) != &PositionType || (how != Py_EQ && how != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    found = are_equal(core_of_position(self), core_of_position(other));
    return found < 0 ? NULL : PyBool_FromLong(found == (how == Py_EQ));
}

static PyObject *position_pc(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(((const int32_t *)core_of_position(self)->data)[PC_AT - POSITION_AT / 4]);
}

/* All that is said of it in a word: `ir/position_pool` says how. */
static PyObject *position_head(PyObject *self, void *unused)
{
    const Core *core = core_of_position(self);
    (void)unused;
    return PyLong_FromLong(((long)core->decision << WHO_BITS | (core->who + SHIFT)) << COUNT_BITS | core->count);
}

static PyObject *position_pool(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(core_of_position(self)->factory->pool);
}

static PyObject *position_state_type(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(core_of_position(self)->factory->state_type);
}

static PyObject *position_reduce(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    PyErr_SetString(PyExc_TypeError, "a position of a module cannot be pickled; pickle its state");
    return NULL;
}

static PySequenceMethods position_as_sequence = {.sq_length = position_length};

static PyMemberDef position_members[] = {
    {"who", T_INT, offsetof(Position, core.who), READONLY, "Who decides, as `State.current_player` says it."},
    {"current_player", T_INT, offsetof(Position, core.who), READONLY, "Who decides."},
    {"is_terminal", T_BOOL, offsetof(Position, core.is_terminal), READONLY, "Whether the game is over."},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef position_properties[] = {
    {"pc", position_pc, NULL, "The instruction at which somebody decides, or chance does.", NULL},
    {"head", position_head, NULL, "Who decides, how many options there are and at which decision, in a word.", NULL},
    {"pool", position_pool, NULL, "What Python knows of the module.", NULL},
    {"state_type", position_state_type, NULL, "The class of states that stand at such positions.", NULL},
    {"listing", position_listing, NULL, "The options of whoever decides, each made when it is looked at.", NULL},
    {"options", position_options, NULL, "All options, as pairs of a sort and values.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define FAST_CALL(function) (PyCFunction)(void (*)(void))(function)

static PyMethodDef position_methods[] = {
    {"after", position_after, METH_O,
     "Returns the position behind an option or outcome, by its number; None where the module cannot say it."},
    {"after_offered", position_after_offered, METH_O,
     "Returns the position behind an option, which is given itself; False where it is not offered, None as `after`."},
    {"after_listed", position_after_listed, METH_O,
     "Returns the position behind an option or outcome that is there, which is given itself; None as `after`."},
    {"option", position_option, METH_O, "Returns an option by its number, as a pair of its sort and values."},
    {"action", position_action, METH_O, "Returns the action of an option or outcome, by its number."},
    {"legal_actions", position_legal_actions, METH_NOARGS, "Returns the actions, each made when it is looked at."},
    {"outcomes", position_outcomes, METH_NOARGS, "Returns what chance may bring, with whole-numbered weights."},
    {"weight", position_weight, METH_NOARGS, "Returns how much all that chance may bring weighs."},
    {"after_point", position_after_point, METH_O,
     "Returns the position behind the outcome at a point of the weight, where each has as much room as it weighs."},
    {"draw", position_draw, METH_O,
     "Returns the position behind an outcome by its weight, or any option; `random` gives numbers from 0 up to 1."},
    {"data", position_data, METH_NOARGS, "Returns the bytes of the position."},
    {"canonical", position_canonical, METH_NOARGS, "Returns bytes that are the same of equal positions."},
    {"numbers", position_numbers, METH_O, "Returns the numbers of the actions, by a table of how they are made."},
    {"legal_numbers", position_legal_numbers, METH_O, "Returns the same from the least one on, as a list."},
    {"mask", FAST_CALL(position_mask), METH_FASTCALL, "Returns a byte for each number: 1 for those of the actions."},
    {"mask_list", FAST_CALL(position_mask_list), METH_FASTCALL, "Returns the same as a list of numbers."},
    {"find_number", FAST_CALL(position_find_number), METH_FASTCALL,
     "Returns which action has a number; -1 where none has it."},
    {"after_number", FAST_CALL(position_after_number), METH_FASTCALL,
     "Returns the position behind the action of a number; None where none has it, and as `after`."},
    {"tensor", FAST_CALL(position_tensor), METH_FASTCALL, "Returns a tensor of given first numbers and of fields, as bytes."},
    {"tensor_list", FAST_CALL(position_tensor_list), METH_FASTCALL, "Returns the same as a list of numbers."},
    {"score", position_score, METH_NOARGS,
     "Returns who wins, as bits, and all totals, if the game ends here; None where the module cannot say it."},
    {"__reduce__", position_reduce, METH_NOARGS, "Raises TypeError."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject PositionType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "cavewright.native.Position",
    .tp_doc = "A position of a game, which nothing changes; equal to positions of the same fields and boards.",
    .tp_basicsize = sizeof(Position),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = position_dealloc,
    .tp_as_sequence = &position_as_sequence,
    .tp_hash = position_hash,
    .tp_richcompare = position_compare,
    .tp_members = position_members,
    .tp_getset = position_properties,
    .tp_methods = position_methods,
};
