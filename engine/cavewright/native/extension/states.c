/* States as objects of a class that is made here on top of one of Python. What is asked for in every step is done in C;
   everything else by the class of Python, and all of it where a state stands at no position of this module.

   The class of Python has slots alone. It finds out what is not set when it is asked for, so only what is the same in all
   states of a match is copied from one to the next: the slots that the factory names. */

/* What a state has behind the slots of the class of Python. */
typedef struct {
    PyObject *at;     /* the position, or whatever the class of Python has set there */
    PyObject *before; /* the position from which it was reached, or whatever the class of Python has set there */
    Py_ssize_t number; /* of the option that was carried out there; -1 where `before` is no position */
} Tail;

static Tail *tail_of(PyObject *state)
{
    return (Tail *)((char *)state + Py_TYPE(state)->tp_basicsize - sizeof(Tail));
}

static PyTypeObject *base_of(PyObject *state)
{
    return Py_TYPE(state)->tp_base;
}

/* Where a state stands, if that is a position of this module. */
static Core *core_of_state(PyObject *state)
{
    PyObject *at = tail_of(state)->at;
    return at && Py_TYPE(at) == &PositionType ? core_of_position(at) : NULL;
}

static PyObject **slot_at(PyObject *object, Py_ssize_t offset)
{
    return (PyObject **)((char *)object + offset);
}

/* ---- states as objects --------------------------------------------------------------------------------------------- */

static int state_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_ssize_t end = base_of(self)->tp_basicsize, at;
    Py_VISIT(Py_TYPE(self));
    for (at = sizeof(PyObject); at < end; at += sizeof(PyObject *))
        Py_VISIT(*slot_at(self, at));
    Py_VISIT(tail_of(self)->at);
    Py_VISIT(tail_of(self)->before);
    return 0;
}

static int state_clear(PyObject *self)
{
    Py_ssize_t end = base_of(self)->tp_basicsize, at;
    for (at = sizeof(PyObject); at < end; at += sizeof(PyObject *))
        Py_CLEAR(*slot_at(self, at));
    Py_CLEAR(tail_of(self)->at);
    Py_CLEAR(tail_of(self)->before);
    return 0;
}

static void state_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    state_clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

/* A state behind another. Takes over the reference to its position. */
static PyObject *new_state(PyObject *from, PyObject *at, Py_ssize_t number)
{
    PyTypeObject *type = Py_TYPE(from);
    const Py_ssize_t *carried = core_of_state(from)->factory->carried;
    PyObject *made = (PyObject *)PyObject_GC_New(PyObject, type);
    Tail *tail;
    int n;
    if (!made) {
        Py_DECREF(at);
        return NULL;
    }
    memset((char *)made + sizeof(PyObject), 0, type->tp_basicsize - sizeof(PyObject));
    for (n = 0; n < MOST_CARRIED && carried[n]; n++)
        *slot_at(made, carried[n]) = Py_XNewRef(*slot_at(from, carried[n]));
    tail = tail_of(made);
    tail->at = at;
    tail->before = Py_NewRef(tail_of(from)->at);
    tail->number = number;
    PyObject_GC_Track(made);
    return made;
}

/* ---- what is asked of states --------------------------------------------------------------------------------------- */

/* Calls a method of the class of Python. */
static PyObject *ask_base(PyObject *self, const char *name, PyObject *const *args, Py_ssize_t many, PyObject *names)
{
    PyObject *method = PyObject_GetAttrString((PyObject *)base_of(self), name), *found;
    Py_ssize_t keywords = names ? PyTuple_GET_SIZE(names) : 0, n;
    PyObject **all = method ? PyMem_New(PyObject *, many + keywords + 1) : NULL;
    if (!all) {
        Py_XDECREF(method);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    all[0] = self;
    for (n = 0; n < many + keywords; n++)
        all[n + 1] = args[n];
    found = PyObject_Vectorcall(method, all, (size_t)many + 1, names);
    PyMem_Free(all);
    Py_DECREF(method);
    return found;
}

/* Reads a property of the class of Python. */
static PyObject *read_base(PyObject *self, const char *name)
{
    PyObject *property = PyObject_GetAttrString((PyObject *)base_of(self), name), *found = NULL;
    if (property)
        found = Py_TYPE(property)->tp_descr_get(property, self, (PyObject *)base_of(self));
    Py_XDECREF(property);
    return found;
}

static PyObject *state_current_player(PyObject *self, void *unused)
{
    Core *core = core_of_state(self);
    (void)unused;
    return core ? PyLong_FromLong(core->who) : read_base(self, "current_player");
}

static PyObject *state_is_terminal(PyObject *self, void *unused)
{
    Core *core = core_of_state(self);
    (void)unused;
    return core ? PyBool_FromLong(core->is_terminal) : read_base(self, "is_terminal");
}

static PyObject *state_legal_actions(PyObject *self, PyObject *const *args, Py_ssize_t many, PyObject *names)
{
    Core *core = core_of_state(self);
    if (!core || many || names)
        return ask_base(self, "legal_actions", args, many, names);
    return core->who < 0 ? PyTuple_New(0) : new_actions(tail_of(self)->at, core);
}

static PyObject *state_apply(PyObject *self, PyObject *action)
{
    Core *core = core_of_state(self);
    if (core && core->who >= 0 && !PyUnicode_Check(action)) {
        Py_ssize_t n = number_of(core, action);
        if (n >= 0) {
            PyObject *at = position_behind(core, n);
            if (at != Py_None)
                return at ? new_state(self, at, n) : NULL;
            Py_DECREF(at);
        }
        if (n == -2)
            return NULL;
    }
    return ask_base(self, "apply", &action, 1, NULL);
}

static PyObject *state_draw_any(PyObject *self, PyObject *random)
{
    Core *core = core_of_state(self);
    Py_ssize_t n;
    int32_t value;
    PyObject *at, *drawn, *made;
    if (!core || core->who != CHANCE || core->factory->merges || !PyCallable_Check(random))
        return ask_base(self, "draw_any", &random, 1, NULL);
    n = draw_number(core, random);
    if (n < 0)
        return NULL;
    value = row_at(core, n)[0];
    at = position_behind(core, n);
    if (at != Py_None)
        return at ? new_state(self, at, n) : NULL;
    Py_DECREF(at);
    drawn = PyLong_FromLong(value);
    made = drawn ? ask_base(self, "_drawn", &drawn, 1, NULL) : NULL;
    Py_XDECREF(drawn);
    return made;
}

/* How it was reached: the position before and the number of the option, or whatever the class of Python has set. */
static PyObject *state_before(PyObject *self, void *unused)
{
    Tail *tail = tail_of(self);
    (void)unused;
    if (!tail->before)
        Py_RETURN_NONE;
    return tail->number < 0 ? Py_NewRef(tail->before) : Py_BuildValue("On", tail->before, tail->number);
}

static int set_state_before(PyObject *self, PyObject *value, void *unused)
{
    Tail *tail = tail_of(self);
    (void)unused;
    tail->number = -1;
    Py_XSETREF(tail->before, Py_XNewRef(value));
    return 0;
}

static Py_hash_t state_hash(PyObject *self)
{
    PyObject *found = ask_base(self, "__hash__", NULL, 0, NULL);
    Py_hash_t hash = found ? PyObject_Hash(found) : -1;
    Py_XDECREF(found);
    return hash;
}

/* 1 where what is the same in all states of a match is equal, 0 where it is not, -1 for an error. */
static int are_of_one_match(PyObject *one, PyObject *other)
{
    const Py_ssize_t *carried = core_of_state(one)->factory->carried;
    int found = 1, n;
    for (n = 0; found == 1 && n < MOST_CARRIED && carried[n]; n++) {
        PyObject *mine = *slot_at(one, carried[n]), *theirs = *slot_at(other, carried[n]);
        found = mine && theirs ? PyObject_RichCompareBool(mine, theirs, Py_EQ) : mine == theirs;
    }
    return found;
}

/* Compared in C where both stand at positions of this module; else as the class of Python has it. */
static PyObject *state_compare(PyObject *self, PyObject *other, int how)
{
    int found;
    if (how != Py_EQ && how != Py_NE)
        Py_RETURN_NOTIMPLEMENTED;
    if (Py_TYPE(other) == Py_TYPE(self) && core_of_state(self) && core_of_state(other)) {
        found = are_of_one_match(self, other);
        if (found == 1)
            found = are_equal(core_of_state(self), core_of_state(other));
    } else {
        PyObject *answer = ask_base(self, "__eq__", &other, 1, NULL);
        if (!answer || answer == Py_NotImplemented)
            return answer;
        found = PyObject_IsTrue(answer);
        Py_DECREF(answer);
    }
    return found < 0 ? NULL : PyBool_FromLong(found == (how == Py_EQ));
}

static PyGetSetDef state_properties[] = {
    {"current_player", state_current_player, NULL, "Who decides: a player from 0, or CHANCE, SIMULTANEOUS, TERMINAL.", NULL},
    {"is_terminal", state_is_terminal, NULL, "Whether the game is over.", NULL},
    {"_before", state_before, set_state_before, "How it was reached.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef state_methods[] = {
    {"legal_actions", (PyCFunction)(void (*)(void))state_legal_actions, METH_FASTCALL | METH_KEYWORDS,
     "Returns the legal actions of a player, always in the same order."},
    {"apply", state_apply, METH_O, "Returns the state after an action; this one stays as it is."},
    {"draw_any", state_draw_any, METH_O, "Returns the state after chance has brought anything."},
    {NULL, NULL, 0, NULL},
};

/* ---- the class of states ------------------------------------------------------------------------------------------- */

/* Whether objects of a class hold nothing but what stands in slots. */
static int has_slots_alone(PyTypeObject *type)
{
    PyTypeObject *each;
    for (each = type; each && each != &PyBaseObject_Type; each = each->tp_base)
        if (!PyType_HasFeature(each, Py_TPFLAGS_HEAPTYPE) || each->tp_itemsize || each->tp_dictoffset || each->tp_weaklistoffset)
            return 0;
    return PyType_IS_GC(type) && type->tp_basicsize % sizeof(PyObject *) == 0;
}

static PyObject *make_state_type(PyTypeObject *base)
{
    PyMemberDef members[] = {
        {"_at", T_OBJECT, base->tp_basicsize + (Py_ssize_t)offsetof(Tail, at), 0, "The position, if there is one."},
        {NULL, 0, 0, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_dealloc, state_dealloc},
        {Py_tp_traverse, state_traverse},
        {Py_tp_clear, state_clear},
        {Py_tp_hash, state_hash},
        {Py_tp_richcompare, state_compare},
        {Py_tp_members, members},
        {Py_tp_getset, state_properties},
        {Py_tp_methods, state_methods},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "cavewright.native.State",
        .basicsize = (int)(base->tp_basicsize + sizeof(Tail)),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
        .slots = slots,
    };
    if (!has_slots_alone(base)) {
        PyErr_SetString(PyExc_TypeError, "the class of states has more than slots");
        return NULL;
    }
    return PyType_FromSpecWithBases(&spec, (PyObject *)base);
}

/* Finds where a slot of a class of Python lies. Returns -1 for an error. */
static Py_ssize_t slot_offset(PyTypeObject *type, PyObject *name)
{
    PyObject *member = PyObject_GetAttr((PyObject *)type, name);
    Py_ssize_t found = -1;
    if (member && Py_IS_TYPE(member, &PyMemberDescr_Type))
        found = ((PyMemberDescrObject *)member)->d_member->offset;
    else if (member)
        PyErr_Format(PyExc_TypeError, "%R is no slot of the class of states", name);
    Py_XDECREF(member);
    return found;
}
