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

/* An option as a pair of its sort and its values. */
static PyObject *option_of(const Key *key)
{
    PyObject *values = values_of(key);
    return values ? Py_BuildValue("iN", key->words[2], values) : NULL;
}

static PyObject *report_stop(void)
{
    PyErr_Format(PyExc_RuntimeError, "the rules stop themselves where they listed options before (%d)", rules_trap_reason);
    return NULL;
}

/* What of a row is wanted: its action, or the option as a pair. */
typedef PyObject *(*Reading)(Factory *, const Key *);

static PyObject *read_pair(Factory *unused, const Key *key)
{
    (void)unused;
    return option_of(key);
}

/* What is wanted of the row of a number. It is noted, so that whoever carries it out next need not look for it. */
static PyObject *read_row(Core *core, Py_ssize_t n, PyObject *all, Reading reading)
{
    PyObject *made;
    Key key;
    if (all) {
        made = Py_NewRef(PyTuple_GET_ITEM(all, n));
    } else {
        if (list_at(core) < 0)
            return report_stop();
        key = key_at(core, n);
        made = reading(core->factory, &key);
    }
    if (made) {
        core->looked_at_number = n;
        Py_XSETREF(core->looked_at, Py_NewRef(made));
    }
    return made;
}

static PyObject *action_at(Core *core, Py_ssize_t n)
{
    return read_row(core, n, core->actions, action_of);
}

static PyObject *option_at(Core *core, Py_ssize_t n)
{
    return read_row(core, n, core->options, read_pair);
}

static PyObject *read_all_rows(Core *core, Reading reading)
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
        PyObject *read = reading(core->factory, keys + n);
        if (!read)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, n, read);
    }
    PyMem_Free(keys);
    return made;
}

/* All of them as a tuple, which is made once and stands at `known`. */
static PyObject *all_rows(Core *core, PyObject **known, Reading reading)
{
    if (!*known) {
        PyObject *made = core->count ? read_all_rows(core, reading) : PyTuple_New(0);
        if (!made)
            return NULL;
        Py_XSETREF(*known, made);
    }
    return Py_NewRef(*known);
}

static PyObject *all_actions(Core *core)
{
    return all_rows(core, &core->actions, action_of);
}

static PyObject *all_options(Core *core)
{
    return all_rows(core, &core->options, read_pair);
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
