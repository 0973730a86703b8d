/* Positions as numbers: the action numbers of what can be chosen, and the parts of tensors that fields fill. How both are
   made Python says in tables of 32-bit numbers, which are made once for a game. */

/* A value of an action as a digit: what stands for none comes last, all others count from `low` in steps. */
typedef struct { int32_t low, step, many, is_optional; } Digit;

/* Where a field stands in a position, how one of its values looks in a tensor, and where that begins. */
typedef struct { int32_t at, width, low, many, table_at, columns, written_at; } Field;

/* The number of the action of a row. Before the digits of each sort stands its first number; where that begins stands at
   the beginning of the table. */
static int64_t number_at(const Core *core, Py_ssize_t n, const int32_t *table)
{
    const Decision *decision = &decisions[core->decision];
    const int32_t *row = row_at(core, n), *digits;
    int32_t sort = decision->several ? row[0] : 0, value;
    int64_t number = 0;
    int k;
    digits = table + table[decision->first_width + sort];
    row += decision->several;
    for (k = 0; k < widths[decision->first_width + sort]; k++) {
        const Digit *digit = (const Digit *)(digits + 1) + k;
        value = row[k];
        if (digit->is_optional && value < 0)
            number = number * digit->many + digit->many - 1;
        else
            number = number * digit->many + (value - digit->low) / digit->step;
    }
    return digits[0] + number;
}

static const int32_t *table_of(PyObject *bytes)
{
    if (PyBytes_Check(bytes))
        return (const int32_t *)PyBytes_AS_STRING(bytes);
    PyErr_SetString(PyExc_TypeError, "a table is bytes");
    return NULL;
}

/* The numbers of all actions of whoever decides, in their order. */
static PyObject *position_numbers(PyObject *self, PyObject *bytes)
{
    Core *core = core_of_position(self);
    const int32_t *table = table_of(bytes);
    Py_ssize_t many = core->who < 0 ? 0 : core->count, n;
    PyObject *made;
    if (!table)
        return NULL;
    if (many && list_at(core) < 0)
        return report_stop();
    made = PyTuple_New(many);
    for (n = 0; made && n < many; n++) { /* making a number calls no Python, so the rows stay */
        PyObject *number = PyLong_FromLongLong(number_at(core, n, table));
        if (!number)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, n, number);
    }
    return made;
}

/* A byte for each of so many numbers: 1 for those of actions of whoever decides. */
static PyObject *position_mask(PyObject *self, PyObject *args)
{
    Core *core = core_of_position(self);
    PyObject *bytes, *made;
    Py_ssize_t size, n, many = core->who < 0 ? 0 : core->count;
    const int32_t *table;
    if (!PyArg_ParseTuple(args, "On:mask", &bytes, &size) || !(table = table_of(bytes)))
        return NULL;
    if (many && list_at(core) < 0)
        return report_stop();
    made = PyByteArray_FromStringAndSize(NULL, size);
    if (!made)
        return NULL;
    memset(PyByteArray_AS_STRING(made), 0, (size_t)size);
    for (n = 0; n < many; n++) {
        int64_t number = number_at(core, n, table);
        if (number >= 0 && number < size)
            PyByteArray_AS_STRING(made)[number] = 1;
    }
    return made;
}

/* Which of the actions has a number; -1 where none has it. */
static PyObject *position_find_number(PyObject *self, PyObject *args)
{
    Core *core = core_of_position(self);
    PyObject *bytes;
    long long number;
    Py_ssize_t n, many = core->who < 0 ? 0 : core->count;
    const int32_t *table;
    if (!PyArg_ParseTuple(args, "OL:find_number", &bytes, &number) || !(table = table_of(bytes)))
        return NULL;
    if (many && list_at(core) < 0)
        return report_stop();
    for (n = 0; n < many && number_at(core, n, table) != number; n++)
        ;
    return PyLong_FromSsize_t(n < many ? n : -1);
}

static int32_t read_cell(const char *cell, int32_t width)
{
    int16_t half;
    int32_t whole;
    if (width == 1)
        return *(const signed char *)cell;
    if (width == 2) {
        memcpy(&half, cell, sizeof half);
        return half;
    }
    memcpy(&whole, cell, sizeof whole);
    return whole;
}

/* Parts of a tensor: by a list of fields what each shows of its value, out of a table; zeros between them. None where a
   value has no place in the table. */
static PyObject *position_pack(PyObject *self, PyObject *args)
{
    Core *core = core_of_position(self);
    PyObject *fields, *columns, *made;
    Py_ssize_t size;
    const Field *field, *end;
    if (!PyArg_ParseTuple(args, "SSn:pack", &fields, &columns, &size))
        return NULL;
    made = PyBytes_FromStringAndSize(NULL, 4 * size);
    if (!made)
        return NULL;
    memset(PyBytes_AS_STRING(made), 0, 4 * (size_t)size);
    field = (const Field *)PyBytes_AS_STRING(fields);
    end = field + PyBytes_GET_SIZE(fields) / (Py_ssize_t)sizeof *field;
    for (; field < end; field++) {
        int64_t value = (int64_t)read_cell((const char *)core->data + field->at, field->width) - field->low;
        if (value < 0 || value >= field->many) {
            Py_DECREF(made);
            Py_RETURN_NONE;
        }
        memcpy(PyBytes_AS_STRING(made) + 4 * (size_t)field->written_at,
            PyBytes_AS_STRING(columns) + 4 * ((size_t)field->table_at + (size_t)value * field->columns), 4 * (size_t)field->columns);
    }
    return made;
}
