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

/* The numbers of all actions of whoever decides from the least one on, as a list. */
static PyObject *position_legal_numbers(PyObject *self, PyObject *bytes)
{
    Core *core = core_of_position(self);
    const int32_t *table = table_of(bytes);
    Py_ssize_t many = core->who < 0 ? 0 : core->count, n;
    int64_t before = INT64_MIN;
    int is_in_order = 1;
    PyObject *made;
    if (!table)
        return NULL;
    if (many && list_at(core) < 0)
        return report_stop();
    made = PyList_New(many);
    for (n = 0; made && n < many; n++) {
        int64_t number = number_at(core, n, table);
        PyObject *object = PyLong_FromLongLong(number);
        if (!object) {
            Py_CLEAR(made);
            break;
        }
        PyList_SET_ITEM(made, n, object);
        is_in_order &= before <= number;
        before = number;
    }
    if (made && !is_in_order && PyList_Sort(made) < 0)
        Py_CLEAR(made);
    return made;
}

/* Arguments of a call: a table, and a number behind it. Returns NULL for others. */
static const int32_t *read_table(const char *name, PyObject *const *args, Py_ssize_t given, long long *number)
{
    if (given != 2) {
        PyErr_Format(PyExc_TypeError, "%s takes a table and a number", name);
        return NULL;
    }
    *number = PyLong_AsLongLong(args[1]);
    return *number == -1 && PyErr_Occurred() ? NULL : table_of(args[0]);
}

/* A byte for each of so many numbers: 1 for those of actions of whoever decides. */
static PyObject *position_mask(PyObject *self, PyObject *const *args, Py_ssize_t given)
{
    Core *core = core_of_position(self);
    PyObject *made;
    Py_ssize_t n, many = core->who < 0 ? 0 : core->count;
    long long size;
    const int32_t *table = read_table("mask", args, given, &size);
    if (!table)
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

/* The same as a list of numbers. */
static PyObject *position_mask_list(PyObject *self, PyObject *const *args, Py_ssize_t given)
{
    Core *core = core_of_position(self);
    PyObject *made, *zero, *one;
    Py_ssize_t n, many = core->who < 0 ? 0 : core->count;
    long long size;
    const int32_t *table = read_table("mask_list", args, given, &size);
    if (!table)
        return NULL;
    if (many && list_at(core) < 0)
        return report_stop();
    made = PyList_New((Py_ssize_t)size);
    if (!made)
        return NULL;
    zero = PyLong_FromLong(0); /* small numbers are always there */
    one = PyLong_FromLong(1);
    for (n = 0; n < size; n++)
        PyList_SET_ITEM(made, n, Py_NewRef(zero));
    for (n = 0; n < many; n++) {
        int64_t number = number_at(core, n, table);
        if (number >= 0 && number < size)
            PyList_SetItem(made, (Py_ssize_t)number, Py_NewRef(one));
    }
    Py_DECREF(zero);
    Py_DECREF(one);
    return made;
}

/* Which of the actions has a number; -1 where none has it, -2 where the rules stop themselves. */
static Py_ssize_t row_of_number(const Core *core, const int32_t *table, int64_t number)
{
    Py_ssize_t n, many = core->who < 0 ? 0 : core->count;
    if (many && list_at(core) < 0)
        return -2;
    for (n = 0; n < many; n++)
        if (number_at(core, n, table) == number)
            return n;
    return -1;
}

static PyObject *position_find_number(PyObject *self, PyObject *const *args, Py_ssize_t given)
{
    long long number;
    const int32_t *table = read_table("find_number", args, given, &number);
    Py_ssize_t n = table ? row_of_number(core_of_position(self), table, number) : -1;
    if (!table)
        return NULL;
    return n == -2 ? report_stop() : PyLong_FromSsize_t(n);
}

/* The position behind the action of a number; None where none has it, and as `after`. */
static PyObject *position_after_number(PyObject *self, PyObject *const *args, Py_ssize_t given)
{
    Core *core = core_of_position(self);
    long long number;
    const int32_t *table = read_table("after_number", args, given, &number);
    Py_ssize_t n = table ? row_of_number(core, table, number) : -1;
    if (!table)
        return NULL;
    if (n < 0)
        Py_RETURN_NONE;
    return position_behind(core, n);
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

/* Where in a table stands what a field shows of its value, in numbers from its beginning; -1 where it stands nowhere. */
static int64_t column_of(const Core *core, const Field *field)
{
    int64_t value = (int64_t)read_cell((const char *)core->data + field->at, field->width) - field->low;
    return value < 0 || value >= field->many ? -1 : field->table_at + value * field->columns;
}

/* The arguments of a tensor: its first numbers, a list of fields, a table of what each shows of its values, and how many
   numbers there are. Returns how many fields there are, -1 for an error. */
static Py_ssize_t read_layout(PyObject *const *args, Py_ssize_t given, PyTypeObject *type, Py_ssize_t *size)
{
    if (given != 4 || !Py_IS_TYPE(args[0], type) || !PyBytes_Check(args[1]) || !Py_IS_TYPE(args[2], type)) {
        PyErr_SetString(PyExc_TypeError, "a layout has first numbers, fields, a table and a size");
        return -1;
    }
    *size = PyLong_AsSsize_t(args[3]);
    if (*size == -1 && PyErr_Occurred())
        return -1;
    return PyBytes_GET_SIZE(args[1]) / (Py_ssize_t)sizeof(Field);
}

/* A tensor as bytes: its first numbers, then by a list of fields what each shows of its value, out of a table; zeros
   between them. None where a value has no place in the table. */
static PyObject *position_tensor(PyObject *self, PyObject *const *args, Py_ssize_t given)
{
    Core *core = core_of_position(self);
    Py_ssize_t size, n, many = read_layout(args, given, &PyBytes_Type, &size), first;
    const Field *field;
    const char *columns;
    char *numbers;
    PyObject *made = many < 0 ? NULL : PyByteArray_FromStringAndSize(NULL, 4 * size);
    if (!made)
        return NULL;
    first = PyBytes_GET_SIZE(args[0]);
    numbers = PyByteArray_AS_STRING(made);
    memcpy(numbers, PyBytes_AS_STRING(args[0]), (size_t)first);
    numbers += first;
    memset(numbers, 0, 4 * (size_t)size - (size_t)first);
    field = (const Field *)PyBytes_AS_STRING(args[1]);
    columns = PyBytes_AS_STRING(args[2]);
    for (n = 0; n < many; n++, field++) {
        int64_t column = column_of(core, field);
        if (column < 0) {
            Py_DECREF(made);
            Py_RETURN_NONE;
        }
        memcpy(numbers + 4 * (size_t)field->written_at, columns + 4 * (size_t)column, 4 * (size_t)field->columns);
    }
    return made;
}

static void put_numbers(PyObject *list, Py_ssize_t at, PyObject *numbers, Py_ssize_t from, Py_ssize_t many)
{
    for (; many > 0; many--, at++, from++)
        Py_XSETREF(((PyListObject *)list)->ob_item[at], Py_NewRef(PyTuple_GET_ITEM(numbers, from)));
}

/* The same as a list of numbers, of which the first and those of the table are given as objects. */
static PyObject *position_tensor_list(PyObject *self, PyObject *const *args, Py_ssize_t given)
{
    Core *core = core_of_position(self);
    Py_ssize_t size, n, many = read_layout(args, given, &PyTuple_Type, &size), first;
    const Field *field;
    PyObject *zero, *made = many < 0 ? NULL : PyList_New(size);
    if (!made)
        return NULL;
    first = PyTuple_GET_SIZE(args[0]);
    put_numbers(made, 0, args[0], 0, first);
    field = (const Field *)PyBytes_AS_STRING(args[1]);
    for (n = 0; n < many; n++, field++) {
        int64_t column = column_of(core, field);
        if (column < 0) {
            Py_DECREF(made);
            Py_RETURN_NONE;
        }
        put_numbers(made, first + field->written_at, args[2], (Py_ssize_t)column, field->columns);
    }
    zero = PyFloat_FromDouble(0);
    for (n = 0; zero && n < size; n++)
        if (!PyList_GET_ITEM(made, n))
            PyList_SET_ITEM(made, n, Py_NewRef(zero));
    if (!zero)
        Py_CLEAR(made);
    Py_XDECREF(zero);
    return made;
}

/* Who wins, as bits, and the total of each player, if the game ends here. None where the rules stop themselves. */
static PyObject *position_score(PyObject *self, PyObject *unused)
{
    Core *core = core_of_position(self);
    PyObject *made;
    int n, has_stopped = stand_at(core) < 0 || run(score_part, 0) < 0;
    (void)unused;
    standing = NOBODY;
    if (has_stopped)
        Py_RETURN_NONE;
    made = PyTuple_New(1 + PLAYERS);
    for (n = 0; made && n < 1 + PLAYERS; n++) {
        PyObject *number = PyLong_FromLong(memory[n ? TOTALS_AT + n - 1 : WINNERS_AT]);
        if (!number)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, n, number);
    }
    return made;
}
