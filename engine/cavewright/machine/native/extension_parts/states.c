/* States as objects of a class that is made here on top of one of Python. What is asked for in every step is done in C;
   everything else by the class of Python, and all of it where a state stands at no position of this module.

   The class of Python has slots alone. What is the same in all states of a match is carried from one to the next. Other
   slots are lazy: properties of the class of Python find out what is not set. Here they are properties that ask those.
   There is one class in a module. */

enum { MOST_SLOTS = 16 };

typedef struct {
    const char *name;
    Py_ssize_t offset;
} Slot;

static Slot carried[MOST_SLOTS + 1], lazy[MOST_SLOTS + 1]; /* 0 behind the last */
static PyObject *state_base, *state_type, *state_names;

/* What a state has behind the slots of the class of Python. */
typedef struct {
    PyObject *at;     /* the position, or whatever the class of Python has set there */
    PyObject *before; /* the position from which it was reached, or whatever the class of Python has set there */
    PyObject *by;     /* how, if the class of Python has set it; else it was the option of a number */
    Py_ssize_t number;
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
    Py_VISIT(tail_of(self)->by);
    return 0;
}

static int state_clear(PyObject *self)
{
    Py_ssize_t end = base_of(self)->tp_basicsize, at;
    for (at = sizeof(PyObject); at < end; at += sizeof(PyObject *))
        Py_CLEAR(*slot_at(self, at));
    Py_CLEAR(tail_of(self)->at);
    Py_CLEAR(tail_of(self)->before);
    Py_CLEAR(tail_of(self)->by);
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
    PyObject *made = (PyObject *)PyObject_GC_New(PyObject, type);
    const Slot *each;
    Tail *tail;
    if (!made) {
        Py_DECREF(at);
        return NULL;
    }
    memset((char *)made + sizeof(PyObject), 0, type->tp_basicsize - sizeof(PyObject));
    for (each = carried; each->name; each++)
        *slot_at(made, each->offset) = Py_XNewRef(*slot_at(from, each->offset));
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

static PyObject *read_lazy(PyObject *self, void *closure)
{
    const Slot *slot = closure;
    PyObject *value = *slot_at(self, slot->offset);
    return value ? Py_NewRef(value) : read_base(self, slot->name);
}

static int write_lazy(PyObject *self, PyObject *value, void *closure)
{
    Py_XSETREF(*slot_at(self, ((const Slot *)closure)->offset), Py_XNewRef(value));
    return 0;
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
    return core->who < 0 ? PyTuple_New(0) : new_sequence(&ActionsType, tail_of(self)->at, core);
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
    made = drawn ? ask_base(self, "_after_chance", &drawn, 1, NULL) : NULL;
    Py_XDECREF(drawn);
    return made;
}

/* How it was reached from the position before: the number of the option, or whatever the class of Python has set. */
static PyObject *state_by(PyObject *self, void *unused)
{
    Tail *tail = tail_of(self);
    (void)unused;
    return tail->by ? Py_NewRef(tail->by) : PyLong_FromSsize_t(tail->number);
}

static int set_state_by(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    Py_XSETREF(tail_of(self)->by, Py_XNewRef(value));
    return 0;
}

static Py_hash_t state_hash(PyObject *self)
{
    PyObject *found = ask_base(self, "__hash__", NULL, 0, NULL);
    Py_hash_t hash = found ? PyLong_AsSsize_t(found) : -1;
    Py_XDECREF(found);
    return hash;
}

/* 1 where what is the same in all states of a match is equal, 0 where it is not, -1 for an error. */
static int are_of_one_match(PyObject *one, PyObject *other)
{
    const Slot *each;
    int found = 1;
    for (each = carried; found == 1 && each->name; each++) {
        PyObject *mine = *slot_at(one, each->offset), *theirs = *slot_at(other, each->offset);
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

#define FIRST_LAZY 3

static PyGetSetDef state_properties[FIRST_LAZY + MOST_SLOTS + 1] = {
    {"current_player", state_current_player, NULL, "Who decides: a player from 0, or CHANCE, SIMULTANEOUS, TERMINAL.", NULL},
    {"is_terminal", state_is_terminal, NULL, "Whether the game is over.", NULL},
    {"_by", state_by, set_state_by, "How it was reached from the position before.", NULL},
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
        {"_before", T_OBJECT, base->tp_basicsize + (Py_ssize_t)offsetof(Tail, before), 0, "The position before."},
        {NULL, 0, 0, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_dealloc, state_dealloc},
        {Py_tp_traverse, state_traverse},
        {Py_tp_clear, state_clear},
        {Py_tp_getattro, PyObject_GenericGetAttr},
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

/* Finds where a slot of a class of Python lies, whatever classes on top of its own have by that name. Returns -1 for an
   error. */
static int find_slot(Slot *found, PyObject *base, PyObject *name)
{
    PyObject *order = ((PyTypeObject *)base)->tp_mro;
    Py_ssize_t n;
    for (n = 0; n < PyTuple_GET_SIZE(order); n++) {
        PyObject *names = ((PyTypeObject *)PyTuple_GET_ITEM(order, n))->tp_dict;
        PyObject *member = names ? PyDict_GetItemWithError(names, name) : NULL;
        if (member && Py_IS_TYPE(member, &PyMemberDescr_Type)) {
            found->name = ((PyMemberDescrObject *)member)->d_member->name;
            found->offset = ((PyMemberDescrObject *)member)->d_member->offset;
            return 0;
        }
        if (PyErr_Occurred())
            return -1;
    }
    PyErr_Format(PyExc_TypeError, "%R is no slot of the class of states", name);
    return -1;
}

static int find_slots(Slot *found, PyObject *base, PyObject *names)
{
    Py_ssize_t n;
    if (PyTuple_GET_SIZE(names) > MOST_SLOTS) {
        PyErr_SetString(PyExc_ValueError, "there are too many slots");
        return -1;
    }
    memset(found, 0, sizeof *found * (MOST_SLOTS + 1));
    for (n = 0; n < PyTuple_GET_SIZE(names); n++)
        if (find_slot(found + n, base, PyTuple_GET_ITEM(names, n)) < 0)
            return -1;
    return 0;
}

/* The class of states on a class of Python, with its slots of both sorts by name. */
static PyObject *find_state_type(PyObject *base, PyObject *carried_names, PyObject *lazy_names)
{
    int n, same = 0;
    PyObject *names = PyTuple_Pack(2, carried_names, lazy_names);
    if (!names)
        return NULL;
    if (state_type && base == state_base)
        same = PyObject_RichCompareBool(names, state_names, Py_EQ);
    if (same) {
        Py_DECREF(names);
        return same < 0 ? NULL : Py_NewRef(state_type);
    }
    if (state_type) {
        Py_DECREF(names);
        PyErr_SetString(PyExc_TypeError, "states of a module have one class");
        return NULL;
    }
    if (find_slots(carried, base, carried_names) < 0 || find_slots(lazy, base, lazy_names) < 0) {
        Py_DECREF(names);
        return NULL;
    }
    for (n = 0; lazy[n].name; n++) {
        PyGetSetDef property = {lazy[n].name, read_lazy, write_lazy, NULL, lazy + n};
        state_properties[FIRST_LAZY + n] = property;
    }
    state_type = make_state_type((PyTypeObject *)base);
    state_base = state_type ? Py_NewRef(base) : NULL;
    Py_XSETREF(state_names, names);
    return Py_XNewRef(state_type);
}
