/* What can be chosen at a position, or come up there, and the positions behind it. */

static int check_number(const Core *core, Py_ssize_t n)
{
    if (n >= 0 && n < core->count)
        return 0;
    PyErr_Format(PyExc_IndexError, "there is no option %zd of %d", n, (int)core->count);
    return -1;
}

static Py_ssize_t position_length(PyObject *self)
{
    return core_of_position(self)->count;
}

static PyObject *position_options(PyObject *self, void *unused)
{
    (void)unused;
    return all_options(core_of_position(self));
}

/* The options of whoever decides, as a sequence; of a position where nobody does none. */
static PyObject *position_listing(PyObject *self, void *unused)
{
    Core *core = core_of_position(self);
    (void)unused;
    return core->who < 0 ? PyTuple_New(0) : new_sequence(&OptionsType, self, core);
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
    if (option == core->looked_at)
        return position_behind(core, core->looked_at_number);
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
    return core->who < 0 ? PyTuple_New(0) : new_sequence(&ActionsType, self, core);
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
