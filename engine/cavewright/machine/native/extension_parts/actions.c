/* Actions by the numbers of their rows. Each is made once by Python and found here from then on, as long as there are not
   too many of them. What calls Python may find other positions in the memory behind it, so rows are copied first. */

enum { MOST_ACTIONS = 1 << 16, FEWEST_ENTRIES = 256, KEY_WORDS = MOST_VALUES + 3 };

/* Who acts, at which decision, which sort of option, its values; the rest is 0. */
typedef struct {
    int32_t words[KEY_WORDS];
} Key;

typedef struct {
    Key key;
    PyObject *action; /* NULL where nothing is entered */
} Entry;

/* Makes positions, states and actions of a game. `pool` is what Python knows of it; its `make_action` is called for an
   action that is missing. */
struct Factory {
    PyObject_HEAD
    PyObject *pool;
    PyObject *state_type; /* None where no states are wanted */
    int merges;           /* whether chance has outcomes that stand for several */
    Entry *entries;
    size_t room, used;
};

static Key key_at(const Core *core, Py_ssize_t n)
{
    const Decision *decision = &decisions[core->decision];
    const int32_t *row = row_at(core, n);
    Key key = {{0}};
    int32_t sort = decision->several ? row[0] : 0;
    key.words[0] = core->who;
    key.words[1] = core->decision;
    key.words[2] = sort;
    memcpy(key.words + 3, row + decision->several, sizeof(int32_t) * widths[decision->first_width + sort]);
    return key;
}

static size_t hash_key(const Key *key)
{
    uint64_t found = 0;
    int n;
    for (n = 0; n < KEY_WORDS; n++) {
        found = (found ^ (uint32_t)key->words[n]) * 0x9E3779B97F4A7C15u;
        found ^= found >> 29;
    }
    return (size_t)found;
}

/* The entry of a key, or the free one in which it belongs. */
static Entry *entry_of(Entry *entries, size_t room, const Key *key)
{
    size_t at = hash_key(key) & (room - 1);
    while (entries[at].action && memcmp(&entries[at].key, key, sizeof *key) != 0)
        at = (at + 1) & (room - 1);
    return entries + at;
}

static void free_entries(Entry *entries, size_t room)
{
    size_t n;
    for (n = 0; n < room; n++)
        Py_XDECREF(entries[n].action);
    PyMem_Free(entries);
}

/* There is room for another entry. Where there would be too many of them, all are forgotten. Returns -1 for an error. */
static int make_room(Factory *factory)
{
    Entry *before = factory->entries, *made;
    size_t room = factory->room, wanted, n;
    int is_full = factory->used >= MOST_ACTIONS;
    if (2 * factory->used < room && !is_full)
        return 0;
    wanted = room == 0 || is_full ? FEWEST_ENTRIES : 2 * room;
    made = PyMem_Calloc(wanted, sizeof *made);
    if (!made) {
        PyErr_NoMemory();
        return -1;
    }
    for (n = 0; n < room && !is_full; n++)
        if (before[n].action)
            *entry_of(made, wanted, &before[n].key) = before[n];
    factory->entries = made;
    factory->room = wanted;
    if (!is_full) {
        PyMem_Free(before);
        return 0;
    }
    factory->used = 0;
    free_entries(before, room);
    return 0;
}

static PyObject *values_of(const Key *key)
{
    Py_ssize_t many = widths[decisions[key->words[1]].first_width + key->words[2]], n;
    PyObject *made = PyTuple_New(many);
    for (n = 0; made && n < many; n++) {
        PyObject *value = PyLong_FromLong(key->words[3 + n]);
        if (!value)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, n, value);
    }
    return made;
}

static PyObject *make_action(Factory *factory, const Key *key)
{
    PyObject *values = values_of(key), *made = NULL;
    Entry *entry;
    if (values)
        made = PyObject_CallMethod(factory->pool, "make_action", "iiiN", key->words[0], key->words[1], key->words[2], values);
    if (!made || make_room(factory) < 0) {
        Py_XDECREF(made);
        return NULL;
    }
    entry = entry_of(factory->entries, factory->room, key);
    if (entry->action) { /* another thread was quicker */
        Py_DECREF(made);
        return Py_NewRef(entry->action);
    }
    entry->key = *key;
    entry->action = Py_NewRef(made);
    factory->used++;
    return made;
}

static PyObject *action_of(Factory *factory, const Key *key)
{
    if (factory->room) {
        Entry *entry = entry_of(factory->entries, factory->room, key);
        if (entry->action)
            return Py_NewRef(entry->action);
    }
    return make_action(factory, key);
}

static PyObject *report_stop(void)
{
    PyErr_Format(PyExc_RuntimeError, "the rules stop themselves where they listed options before (%d)", rules_trap_reason);
    return NULL;
}

/* The action of a number. It is noted, so that whoever carries it out next need not look for it. */
static PyObject *action_at(Core *core, Py_ssize_t n)
{
    PyObject *made;
    Key key;
    if (core->actions) {
        made = Py_NewRef(PyTuple_GET_ITEM(core->actions, n));
    } else {
        if (list_at(core) < 0)
            return report_stop();
        key = key_at(core, n);
        made = action_of(core->factory, &key);
    }
    if (made) {
        core->looked_at_number = n;
        Py_XSETREF(core->looked_at, Py_NewRef(made));
    }
    return made;
}

static PyObject *make_all_actions(Core *core)
{
    Py_ssize_t many = core->count, n;
    Key *keys;
    PyObject *made;
    if (list_at(core) < 0)
        return report_stop();
    keys = PyMem_New(Key, many);
    if (!keys)
        return PyErr_NoMemory();
    for (n = 0; n < many; n++)
        keys[n] = key_at(core, n);
    made = PyTuple_New(many);
    for (n = 0; made && n < many; n++) {
        PyObject *action = action_of(core->factory, keys + n);
        if (!action)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, n, action);
    }
    PyMem_Free(keys);
    return made;
}

/* All actions as a tuple, which is made once. */
static PyObject *all_actions(Core *core)
{
    if (!core->actions) {
        PyObject *made = core->count ? make_all_actions(core) : PyTuple_New(0);
        if (!made)
            return NULL;
        Py_XSETREF(core->actions, made);
    }
    return Py_NewRef(core->actions);
}

/* The number of an action that is one of these very objects, or -1; -2 for an error. */
static Py_ssize_t number_of(Core *core, PyObject *action)
{
    PyObject *all;
    Py_ssize_t n, many;
    if (action == core->looked_at)
        return core->looked_at_number;
    all = all_actions(core);
    if (!all)
        return -2;
    many = PyTuple_GET_SIZE(all);
    for (n = 0; n < many && PyTuple_GET_ITEM(all, n) != action; n++)
        ;
    Py_DECREF(all);
    return n < many ? n : -1;
}

/* ---- the sequence of actions --------------------------------------------------------------------------------------- */

/* The legal actions of a position, each made when it is looked at. Equal to the tuple of them, with its hash. */
typedef struct {
    PyObject_HEAD
    PyObject *owner; /* what has the position */
    Core *core;
} Actions;

static PyTypeObject ActionsType;

static PyObject *new_actions(PyObject *owner, Core *core)
{
    Actions *made = PyObject_GC_New(Actions, &ActionsType);
    if (!made)
        return NULL;
    made->owner = Py_NewRef(owner);
    made->core = core;
    PyObject_GC_Track(made);
    return (PyObject *)made;
}

static int actions_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Actions *)self)->owner);
    return 0;
}

static void actions_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((Actions *)self)->owner);
    PyObject_GC_Del(self);
}

static Core *core_of_actions(PyObject *self)
{
    return ((Actions *)self)->core;
}

static Py_ssize_t actions_length(PyObject *self)
{
    return core_of_actions(self)->count;
}

static PyObject *actions_item(PyObject *self, Py_ssize_t n)
{
    Core *core = core_of_actions(self);
    if (n < 0 || n >= core->count) {
        PyErr_SetString(PyExc_IndexError, "there is no action of this number");
        return NULL;
    }
    return action_at(core, n);
}

static PyObject *actions_subscript(PyObject *self, PyObject *index)
{
    PyObject *all, *found;
    if (PyIndex_Check(index)) {
        Py_ssize_t n = PyNumber_AsSsize_t(index, PyExc_IndexError);
        if (n == -1 && PyErr_Occurred())
            return NULL;
        return actions_item(self, n < 0 ? n + actions_length(self) : n);
    }
    all = all_actions(core_of_actions(self));
    if (!all)
        return NULL;
    found = PyObject_GetItem(all, index);
    Py_DECREF(all);
    return found;
}

static int actions_contain(PyObject *self, PyObject *action)
{
    PyObject *all = all_actions(core_of_actions(self));
    int found = all ? PySequence_Contains(all, action) : -1;
    Py_XDECREF(all);
    return found;
}

static PyObject *actions_iter(PyObject *self)
{
    PyObject *all = all_actions(core_of_actions(self));
    PyObject *made = all ? PyObject_GetIter(all) : NULL;
    Py_XDECREF(all);
    return made;
}

static PyObject *actions_repr(PyObject *self)
{
    PyObject *all = all_actions(core_of_actions(self));
    PyObject *made = all ? PyObject_Repr(all) : NULL;
    Py_XDECREF(all);
    return made;
}

static Py_hash_t actions_hash(PyObject *self)
{
    PyObject *all = all_actions(core_of_actions(self));
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
    return Py_TYPE(other) == &ActionsType ? all_actions(core_of_actions(other)) : NULL;
}

/* Compared as the tuple, with tuples, lists and others of its kind. */
static PyObject *actions_compare(PyObject *self, PyObject *other, int how)
{
    PyObject *theirs = as_tuple(other), *mine = theirs ? all_actions(core_of_actions(self)) : NULL;
    PyObject *found = mine ? PyObject_RichCompare(mine, theirs, how) : NULL;
    Py_XDECREF(mine);
    Py_XDECREF(theirs);
    return found || PyErr_Occurred() ? found : Py_NewRef(Py_NotImplemented);
}

/* A tuple and the actions, or the other way round, as one tuple. */
static PyObject *actions_add(PyObject *one, PyObject *other)
{
    PyObject *first = PyList_Check(one) ? NULL : as_tuple(one);
    PyObject *second = first && !PyList_Check(other) ? as_tuple(other) : NULL;
    PyObject *found = second ? PySequence_Concat(first, second) : NULL;
    Py_XDECREF(first);
    Py_XDECREF(second);
    return found || PyErr_Occurred() ? found : Py_NewRef(Py_NotImplemented);
}

static PyObject *actions_call_tuple(PyObject *self, const char *name, PyObject *args)
{
    PyObject *all = all_actions(core_of_actions(self));
    PyObject *method = all ? PyObject_GetAttrString(all, name) : NULL;
    PyObject *found = method ? PyObject_CallObject(method, args) : NULL;
    Py_XDECREF(method);
    Py_XDECREF(all);
    return found;
}

static PyObject *actions_index(PyObject *self, PyObject *args)
{
    return actions_call_tuple(self, "index", args);
}

static PyObject *actions_count(PyObject *self, PyObject *args)
{
    return actions_call_tuple(self, "count", args);
}

static PyObject *actions_reduce(PyObject *self, PyObject *unused)
{
    PyObject *all = all_actions(core_of_actions(self));
    (void)unused;
    return all ? Py_BuildValue("O(N)", &PyTuple_Type, all) : NULL;
}

static PySequenceMethods actions_as_sequence = {
    .sq_length = actions_length,
    .sq_item = actions_item,
    .sq_contains = actions_contain,
};

static PyNumberMethods actions_as_number = {.nb_add = actions_add};

static PyMappingMethods actions_as_mapping = {
    .mp_length = actions_length,
    .mp_subscript = actions_subscript,
};

static PyMethodDef actions_methods[] = {
    {"index", actions_index, METH_VARARGS, "Returns the number of an action. Raises ValueError for what is none."},
    {"count", actions_count, METH_VARARGS, "Returns how often an action is offered."},
    {"__reduce__", actions_reduce, METH_NOARGS, "Pickles them as the tuple that they are equal to."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject ActionsType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "cavewright.native.Actions",
    .tp_doc = "The legal actions of a position, each made when it is looked at; equal to the tuple of them.",
    .tp_basicsize = sizeof(Actions),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_SEQUENCE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_traverse = actions_traverse,
    .tp_dealloc = actions_dealloc,
    .tp_as_number = &actions_as_number,
    .tp_as_sequence = &actions_as_sequence,
    .tp_as_mapping = &actions_as_mapping,
    .tp_iter = actions_iter,
    .tp_repr = actions_repr,
    .tp_hash = actions_hash,
    .tp_richcompare = actions_compare,
    .tp_methods = actions_methods,
};
