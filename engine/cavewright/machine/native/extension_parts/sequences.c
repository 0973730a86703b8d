/* Sequences of what can be chosen at a position, as actions and as pairs of a sort and values. Each is made when it is
   looked at. A sequence is equal to the tuple of them, with its hash. */

typedef struct {
    PyObject_HEAD
    PyObject *owner; /* what has the position */
    Core *core;
} Sequence;

static PyTypeObject ActionsType, OptionsType;

static PyObject *new_sequence(PyTypeObject *type, PyObject *owner, Core *core)
{
    Sequence *made = PyObject_GC_New(Sequence, type);
    if (!made)
        return NULL;
    made->owner = Py_NewRef(owner);
    made->core = core;
    PyObject_GC_Track(made);
    return (PyObject *)made;
}

static int sequence_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Sequence *)self)->owner);
    return 0;
}

static void sequence_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((Sequence *)self)->owner);
    PyObject_GC_Del(self);
}

static Core *core_of_sequence(PyObject *self)
{
    return ((Sequence *)self)->core;
}

static int is_sequence(PyObject *object)
{
    return Py_TYPE(object) == &ActionsType || Py_TYPE(object) == &OptionsType;
}

static PyObject *all_of(PyObject *self)
{
    Core *core = core_of_sequence(self);
    return Py_TYPE(self) == &ActionsType ? all_actions(core) : all_options(core);
}

static Py_ssize_t sequence_length(PyObject *self)
{
    return core_of_sequence(self)->count;
}

static PyObject *sequence_item(PyObject *self, Py_ssize_t n)
{
    Core *core = core_of_sequence(self);
    if (n < 0 || n >= core->count) {
        PyErr_SetString(PyExc_IndexError, "nothing here has this number");
        return NULL;
    }
    return Py_TYPE(self) == &ActionsType ? action_at(core, n) : option_at(core, n);
}

static PyObject *sequence_subscript(PyObject *self, PyObject *index)
{
    PyObject *all, *found;
    if (PyIndex_Check(index)) {
        Py_ssize_t n = PyNumber_AsSsize_t(index, PyExc_IndexError);
        if (n == -1 && PyErr_Occurred())
            return NULL;
        return sequence_item(self, n < 0 ? n + sequence_length(self) : n);
    }
    all = all_of(self);
    if (!all)
        return NULL;
    found = PyObject_GetItem(all, index);
    Py_DECREF(all);
    return found;
}

static int sequence_contain(PyObject *self, PyObject *action)
{
    PyObject *all = all_of(self);
    int found = all ? PySequence_Contains(all, action) : -1;
    Py_XDECREF(all);
    return found;
}

static PyObject *sequence_iter(PyObject *self)
{
    PyObject *all = all_of(self);
    PyObject *made = all ? PyObject_GetIter(all) : NULL;
    Py_XDECREF(all);
    return made;
}

static PyObject *sequence_repr(PyObject *self)
{
    PyObject *all = all_of(self);
    PyObject *made = all ? PyObject_Repr(all) : NULL;
    Py_XDECREF(all);
    return made;
}

static Py_hash_t sequence_hash(PyObject *self)
{
    PyObject *all = all_of(self);
    Py_hash_t found = all ? PyObject_Hash(all) : -1;
    Py_XDECREF(all);
    return found;
}

/* Another sequence as the tuple that it stands for; NULL without an error for what is none. */
static PyObject *as_tuple(PyObject *other)
{
    if (PyTuple_Check(other))
        return Py_NewRef(other);
    if (PyList_Check(other))
        return PyList_AsTuple(other);
    return is_sequence(other) ? all_of(other) : NULL;
}

/* Compared as the tuple, with tuples, lists and others of its kind. */
static PyObject *sequence_compare(PyObject *self, PyObject *other, int how)
{
    PyObject *theirs = as_tuple(other), *mine = theirs ? all_of(self) : NULL;
    PyObject *found = mine ? PyObject_RichCompare(mine, theirs, how) : NULL;
    Py_XDECREF(mine);
    Py_XDECREF(theirs);
    return found || PyErr_Occurred() ? found : Py_NewRef(Py_NotImplemented);
}

/* A tuple and the actions, or the other way round, as one tuple. */
static PyObject *sequence_add(PyObject *one, PyObject *other)
{
    PyObject *first = PyList_Check(one) ? NULL : as_tuple(one);
    PyObject *second = first && !PyList_Check(other) ? as_tuple(other) : NULL;
    PyObject *found = second ? PySequence_Concat(first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return found || PyErr_Occurred() ? found : Py_NewRef(Py_NotImplemented);
}

static PyObject *sequence_call_tuple(PyObject *self, const char *name, PyObject *args)
{
    PyObject *all = all_of(self);
    PyObject *method = all ? PyObject_GetAttrString(all, name) : NULL;
    PyObject *found = method ? PyObject_CallObject(method, args) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(all);
    return found;
}

static PyObject *sequence_index(PyObject *self, PyObject *args)
{
    return sequence_call_tuple(self, "index", args);
}

static PyObject *sequence_count(PyObject *self, PyObject *args)
{
    return sequence_call_tuple(self, "count", args);
}

static PyObject *sequence_reduce(PyObject *self, PyObject *unused)
{
    PyObject *all = all_of(self);
    (void)unused;
    return all ? Py_BuildValue("O(N)", &PyTuple_Type, all) : NULL;
}

static PySequenceMethods sequence_as_sequence = {
    .sq_length = sequence_length,
    .sq_item = sequence_item,
    .sq_contains = sequence_contain,
};

static PyNumberMethods sequence_as_number = {.nb_add = sequence_add};

static PyMappingMethods sequence_as_mapping = {
    .mp_length = sequence_length,
    .mp_subscript = sequence_subscript,
};

static PyMethodDef sequence_methods[] = {
    {"index", sequence_index, METH_VARARGS, "Returns the number of one of them. Raises ValueError for what is none."},
    {"count", sequence_count, METH_VARARGS, "Returns how often something is among them."},
    {"__reduce__", sequence_reduce, METH_NOARGS, "Pickles them as the tuple that they are equal to."},
    {NULL, NULL, 0, NULL},
};

#define SEQUENCE_TYPE(name, doc) \
    { \
        PyVarObject_HEAD_INIT(NULL, 0) \
        .tp_name = name, \
        .tp_doc = doc, \
        .tp_basicsize = sizeof(Sequence), \
        .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_SEQUENCE | Py_TPFLAGS_DISALLOW_INSTANTIATION, \
        .tp_traverse = sequence_traverse, \
        .tp_dealloc = sequence_dealloc, \
        .tp_as_number = &sequence_as_number, \
        .tp_as_sequence = &sequence_as_sequence, \
        .tp_as_mapping = &sequence_as_mapping, \
        .tp_iter = sequence_iter, \
        .tp_repr = sequence_repr, \
        .tp_hash = sequence_hash, \
        .tp_richcompare = sequence_compare, \
        .tp_methods = sequence_methods, \
    }

static PyTypeObject ActionsType = SEQUENCE_TYPE(
    "cavewright.native.Actions", "The legal actions of a position, each made when it is looked at; equal to the tuple of them.");

static PyTypeObject OptionsType = SEQUENCE_TYPE(
    "cavewright.native.Options", "The options of a position, each made when it is looked at; equal to the tuple of them.");
