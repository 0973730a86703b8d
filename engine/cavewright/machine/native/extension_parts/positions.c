/* Positions as objects of Python: who decides, the options, and the positions behind them, under the names that
   `PooledPosition` has too. */

typedef struct {
    PyObject_HEAD
    Core core;
} Position;

static PyTypeObject PositionType;

static Core *core_of_position(PyObject *self)
{
    return &((Position *)self)->core;
}

static void begin_core(Core *core, Factory *factory)
{
    core->factory = (Factory *)Py_NewRef(factory);
    core->actions = core->looked_at = NULL;
    core->looked_at_number = 0;
    core->hash = -1;
}

/* A position has no more than the factory and actions, neither of which has positions: it needs no collector. */
static PyObject *new_position(Factory *factory)
{
    Position *made = PyObject_New(Position, &PositionType);
    if (made)
        begin_core(&made->core, factory);
    return (PyObject *)made;
}

static void position_dealloc(PyObject *self)
{
    Core *core = core_of_position(self);
    Py_XDECREF(core->actions);
    Py_XDECREF(core->looked_at);
    Py_DECREF(core->factory);
    PyObject_Free(self);
}

/* The fresh object, or None where nothing has come of a step: `found` is below 0. */
static PyObject *position_or_none(PyObject *made, int found)
{
    if (found >= 0)
        return made;
    Py_DECREF(made);
    Py_RETURN_NONE;
}

static PyObject *position_behind(Core *core, Py_ssize_t n)
{
    PyObject *made = new_position(core->factory);
    return made ? position_or_none(made, step_to(core_of_position(made), core, (int32_t)n)) : NULL;
}

/* ---- its options --------------------------------------------------------------------------------------------------- */

static int check_number(const Core *core, Py_ssize_t n)
{
    if (n >= 0 && n < core->count)
        return 0;
    PyErr_Format(PyExc_IndexError, "there is no option %zd of %d", n, (int)core->count);
    return -1;
}

/* An option as a pair of its sort and its values. */
static PyObject *option_of(const Key *key)
{
    PyObject *values = values_of(key);
    return values ? Py_BuildValue("iN", key->words[2], values) : NULL;
}

static Py_ssize_t position_length(PyObject *self)
{
    return core_of_position(self)->count;
}

static PyObject *make_options(Core *core)
{
    PyObject *made;
    Py_ssize_t n;
    Key *keys = list_at(core) < 0 ? NULL : PyMem_New(Key, core->count);
    if (!keys)
        return report_stop();
    for (n = 0; n < core->count; n++)
        keys[n] = key_at(core, n);
    made = PyTuple_New(core->count);
    for (n = 0; made && n < core->count; n++) {
        PyObject *option = option_of(keys + n);
        if (!option)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, n, option);
    }
    PyMem_Free(keys);
    return made;
}

static PyObject *position_options(PyObject *self, void *unused)
{
    Core *core = core_of_position(self);
    (void)unused;
    return core->count ? make_options(core) : PyTuple_New(0);
}

static PyObject *position_option(PyObject *self, PyObject *number)
{
    Core *core = core_of_position(self);
    Py_ssize_t n = PyNumber_AsSsize_t(number, PyExc_IndexError);
    Key key;
    if ((n == -1 && PyErr_Occurred()) || check_number(core, n) < 0)
        return NULL;
    if (list_at(core) < 0)
        return report_stop();
    key = key_at(core, n);
    return option_of(&key);
}

/* The number of an option or outcome by its sort and values, or -1; -2 where the rules stop themselves. Of an outcome the
   weight is not compared. */
static Py_ssize_t find_option(Core *core, const Key *wanted)
{
    size_t size = core->who == CHANCE ? 4 * sizeof *wanted->words : sizeof *wanted;
    Py_ssize_t n;
    if (list_at(core) < 0)
        return -2;
    for (n = 0; n < core->count; n++) {
        Key key = key_at(core, n);
        if (memcmp(&key, wanted, size) == 0)
            return n;
    }
    return -1;
}

/* Reads a pair of a sort and values. Returns 1 for one that may be offered here, 0 for another, -1 for an error. */
static int read_option(const Core *core, PyObject *option, Key *key)
{
    const Decision *decision = &decisions[core->decision];
    PyObject *values;
    Py_ssize_t many, n;
    int sort;
    memset(key, 0, sizeof *key);
    if (!PyArg_ParseTuple(option, "iO!:option", &sort, &PyTuple_Type, &values))
        return -1;
    if (core->count == 0 || sort < 0 || sort >= decision->sorts)
        return 0;
    many = core->who == CHANCE ? 1 : widths[decision->first_width + sort];
    if (PyTuple_GET_SIZE(values) != many)
        return 0;
    key->words[0] = core->who;
    key->words[1] = core->decision;
    key->words[2] = sort;
    for (n = 0; n < many; n++) {
        int overflow;
        long long value = PyLong_AsLongLongAndOverflow(PyTuple_GET_ITEM(values, n), &overflow);
        if (value == -1 && PyErr_Occurred())
            return -1;
        if (overflow || value < INT32_MIN || value > INT32_MAX)
            return 0;
        key->words[3 + n] = (int32_t)value;
    }
    return 1;
}

static PyObject *position_after(PyObject *self, PyObject *number)
{
    Core *core = core_of_position(self);
    Py_ssize_t n = PyNumber_AsSsize_t(number, PyExc_IndexError);
    if ((n == -1 && PyErr_Occurred()) || check_number(core, n) < 0)
        return NULL;
    return position_behind(core, n);
}

/* The position behind an option that is given itself; `missing` where that is not there. */
static PyObject *behind_option(PyObject *self, PyObject *option, PyObject *missing)
{
    Core *core = core_of_position(self);
    Key key;
    Py_ssize_t n;
    int read;
    if (!PyTuple_Check(option)) {
        PyErr_SetString(PyExc_TypeError, "an option is a pair of its sort and a tuple of values");
        return NULL;
    }
    read = read_option(core, option, &key);
    if (read < 0)
        return NULL;
    n = read ? find_option(core, &key) : -1;
    return n >= 0 ? position_behind(core, n) : Py_NewRef(n == -1 ? missing : Py_None);
}

static PyObject *position_after_offered(PyObject *self, PyObject *option)
{
    return behind_option(self, option, Py_False);
}

static PyObject *position_after_listed(PyObject *self, PyObject *option)
{
    return behind_option(self, option, Py_None);
}

static PyObject *position_action(PyObject *self, PyObject *number)
{
    Core *core = core_of_position(self);
    Py_ssize_t n = PyNumber_AsSsize_t(number, PyExc_IndexError);
    if ((n == -1 && PyErr_Occurred()) || check_number(core, n) < 0)
        return NULL;
    return action_at(core, n);
}

static PyObject *position_legal_actions(PyObject *self, PyObject *unused)
{
    Core *core = core_of_position(self);
    (void)unused;
    return core->who < 0 ? PyTuple_New(0) : new_actions(self, core);
}

/* ---- chance -------------------------------------------------------------------------------------------------------- */

static PyObject *position_outcomes(PyObject *self, PyObject *unused)
{
    Core *core = core_of_position(self);
    PyObject *made;
    Key *keys;
    Py_ssize_t n;
    (void)unused;
    if (core->who != CHANCE)
        return PyList_New(0);
    if (list_at(core) < 0)
        return report_stop();
    keys = PyMem_New(Key, core->count);
    if (!keys)
        return PyErr_NoMemory();
    for (n = 0; n < core->count; n++)
        keys[n] = key_at(core, n);
    made = PyList_New(core->count);
    for (n = 0; made && n < core->count; n++) {
        PyObject *pair = Py_BuildValue("ii", keys[n].words[3], keys[n].words[4]);
        if (!pair)
            Py_CLEAR(made);
        else
            PyList_SET_ITEM(made, n, pair);
    }
    PyMem_Free(keys);
    return made;
}

/* How much all outcomes weigh. Their rows are listed. */
static int64_t weigh(const Core *core)
{
    int64_t whole = 0;
    Py_ssize_t n;
    for (n = 0; n < core->count; n++)
        whole += row_at(core, n)[1];
    return whole;
}

/* The number of an outcome at a point of the scale on which each has as much room as its weight. */
static Py_ssize_t outcome_at(const Core *core, double point)
{
    Py_ssize_t n;
    for (n = 0; n < core->count - 1; n++) {
        point -= row_at(core, n)[1];
        if (point < 0)
            break;
    }
    return n;
}

/* A number from 0 up to 1 that a function gives; -1 for an error. */
static double draw_point(PyObject *random)
{
    PyObject *drawn = PyObject_CallNoArgs(random);
    double point = -1;
    if (!drawn)
        return -1;
    if (PyFloat_Check(drawn) || PyLong_Check(drawn))
        point = PyFloat_AsDouble(drawn);
    if (!(point >= 0 && point < 1)) {
        PyErr_Format(PyExc_ValueError, "random is a function that gives numbers from 0 up to 1, not %R", drawn);
        point = -1;
    }
    Py_DECREF(drawn);
    return point;
}

/* Draws a number: of an outcome by its weight, of an option as likely as any other. Returns -1 for an error. */
static Py_ssize_t draw_number(Core *core, PyObject *random)
{
    double point = draw_point(random);
    if (point < 0)
        return -1;
    if (core->who != CHANCE)
        return (Py_ssize_t)(point * core->count);
    if (list_at(core) < 0) {
        report_stop();
        return -1;
    }
    return outcome_at(core, point * (double)weigh(core));
}

static int check_more(const Core *core)
{
    if (core->count)
        return 0;
    PyErr_SetString(PyExc_ValueError, "the game is over, and nothing comes of it");
    return -1;
}

static PyObject *position_weight(PyObject *self, PyObject *unused)
{
    Core *core = core_of_position(self);
    (void)unused;
    if (core->who != CHANCE)
        return PyLong_FromLong(0);
    return list_at(core) < 0 ? report_stop() : PyLong_FromLongLong(weigh(core));
}

static PyObject *position_after_point(PyObject *self, PyObject *number)
{
    Core *core = core_of_position(self);
    long long point = PyLong_AsLongLong(number);
    if (point == -1 && PyErr_Occurred())
        return NULL;
    if (core->who == CHANCE && list_at(core) < 0)
        return report_stop();
    if (core->who != CHANCE || point < 0 || point >= weigh(core)) {
        PyErr_Format(PyExc_IndexError, "nothing that chance may bring lies at point %lld", point);
        return NULL;
    }
    return position_behind(core, outcome_at(core, (double)point));
}

static PyObject *position_draw(PyObject *self, PyObject *random)
{
    Core *core = core_of_position(self);
    Py_ssize_t n = check_more(core) < 0 ? -1 : draw_number(core, random);
    return n < 0 ? NULL : position_behind(core, n);
}

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
    {"options", position_options, NULL, "All options, as pairs of a sort and values.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

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
