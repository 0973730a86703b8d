/* The factory of a game, and the module. */



static PyObject *factory_position(PyObject *self, PyObject *data)
{
    PyObject *made;
    if (!PyBytes_Check(data) || PyBytes_GET_SIZE(data) != POSITION_BYTES) {
        PyErr_Format(PyExc_ValueError, "a position of this game is %d bytes", (int)POSITION_BYTES);
        return NULL;
    }
    made = new_position((Factory *)self);
    return made ? position_or_none(made, begin_at(core_of_position(made), PyBytes_AS_STRING(data))) : NULL;
}

static int factory_traverse(PyObject *self, visitproc visit, void *arg)
{
    Factory *factory = (Factory *)self;
    size_t n;
    Py_VISIT(factory->pool);
    Py_VISIT(factory->state_type);
    for (n = 0; n < factory->room; n++)
        Py_VISIT(factory->entries[n].action);
    return 0;
}

static int factory_clear(PyObject *self)
{
    Factory *factory = (Factory *)self;
    Entry *entries = factory->entries;
    size_t room = factory->room;
    factory->entries = NULL;
    factory->room = factory->used = 0;
    free_entries(entries, room);
    Py_CLEAR(factory->pool);
    return 0;
}

static void factory_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    factory_clear(self);
    Py_XDECREF(((Factory *)self)->state_type);
    PyObject_GC_Del(self);
}

static PyMethodDef factory_methods[] = {
    {"position", factory_position, METH_O,
     "Returns the position of bytes that came from outside; None where the module cannot say it."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject FactoryType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "cavewright.native.Factory",
    .tp_doc = "Makes positions, states and actions of a game.",
    .tp_basicsize = sizeof(Factory),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_traverse = factory_traverse,
    .tp_clear = factory_clear,
    .tp_dealloc = factory_dealloc,
    .tp_methods = factory_methods,
};

/* factory(pool, base, carried, lazy, merges): `base` is the class that states are made on, or None, and those behind it
   name its slots. */
static PyObject *make_factory(PyObject *module, PyObject *args)
{
    PyObject *pool, *base, *carried_names, *lazy_names, *type;
    Factory *made;
    int merges;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO!O!p:factory", &pool, &base, &PyTuple_Type, &carried_names, &PyTuple_Type, &lazy_names, &merges))
        return NULL;
    if (base != Py_None && !PyType_Check(base)) {
        PyErr_SetString(PyExc_TypeError, "base is a class or None");
        return NULL;
    }
    type = base == Py_None ? Py_NewRef(base) : find_state_type(base, carried_names, lazy_names);
    made = type ? PyObject_GC_New(Factory, &FactoryType) : NULL;
    if (!made) {
        Py_XDECREF(type);
        return NULL;
    }
    made->pool = Py_NewRef(pool);
    made->state_type = type;
    made->merges = merges;
    made->entries = NULL;
    made->room = made->used = 0;
    PyObject_GC_Track(made);
    return (PyObject *)made;
}

static PyMethodDef module_methods[] = {
    {"factory", make_factory, METH_VARARGS, "Returns the factory of a game."},
    {NULL, NULL, 0, NULL},
};

/* The memory of the rules is one for the process, and the lock of one interpreter keeps others out of it. */
static int begin_module(PyObject *module)
{
    PyTypeObject *types[] = {&ActionsType, &OptionsType, &PositionType, &FactoryType};
    size_t n;
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError, "rules compiled by a C compiler are played in the main interpreter alone");
        return -1;
    }
    for (n = 0; n < sizeof types / sizeof *types; n++)
        if (PyType_Ready(types[n]) < 0)
            return -1;
    return PyModule_AddObjectRef(module, "Actions", (PyObject *)&ActionsType) < 0
        || PyModule_AddObjectRef(module, "Position", (PyObject *)&PositionType) < 0 ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, begin_module},
#ifdef Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = MODULE_NAME,
    .m_doc = "Positions of one ruleset for a number of players.",
    .m_size = 0,
    .m_methods = module_methods,
    .m_slots = module_slots,
};

PyMODINIT_FUNC MODULE_INIT(void)
{
    return PyModuleDef_Init(&module_definition);
}
