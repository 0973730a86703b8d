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
    core->actions = core->options = core->looked_at = NULL;
    core->looked_at_number = 0;
    core->hash = -1;
}

enum { SPARE_BYTES = 1 << 24 };

/* Memory of positions that nobody has any more, for the next ones: a line that is taken back gives up a thousand at once. */
static Position *spare;
static size_t spares;

static Position *reuse_position(void)
{
    Position *made = spare;
    spare = (Position *)made->core.actions;
    spares--;
    return (Position *)PyObject_Init((PyObject *)made, &PositionType);
}

static void give_up_position(Position *position)
{
    if (spares >= SPARE_BYTES / sizeof *position) {
        PyObject_Free(position);
        return;
    }
    position->core.actions = (PyObject *)spare;
    spare = position;
    spares++;
}

/* A position has no more than the factory and actions, neither of which has positions: it needs no collector. */
static PyObject *new_position(Factory *factory)
{
    Position *made = spare ? reuse_position() : PyObject_New(Position, &PositionType);
    if (made)
        begin_core(&made->core, factory);
    return (PyObject *)made;
}

static void position_dealloc(PyObject *self)
{
    Core *core = core_of_position(self);
    Py_XDECREF(core->actions);
    Py_XDECREF(core->options);
    Py_XDECREF(core->looked_at);
    Py_DECREF(core->factory);
    give_up_position((Position *)self);
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
