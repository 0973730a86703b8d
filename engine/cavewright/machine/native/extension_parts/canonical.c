/* What is canonical of a position: positions of the same fields and boards have the same canonical bytes, in whatever
   order tiles were laid and things were gone through. Indexes are left out. */

static void write_word(char *bytes, int32_t at, int32_t word)
{
    memcpy(bytes + at, &word, sizeof word);
}

static int32_t word_at(const char *bytes, int32_t at)
{
    int32_t word;
    memcpy(&word, bytes + at, sizeof word);
    return word;
}

/* What is left of a list to go through, as if nothing had been taken yet. */
static void rewind_list(char *bytes, const Part *part)
{
    char *things = bytes + part->things;
    int32_t taken = word_at(bytes, part->at), many = word_at(bytes, part->count), left;
    if (taken <= 0) {
        write_word(bytes, part->count, 0);
        memset(things, 0, (size_t)part->length * part->width);
        return;
    }
    left = many - (taken - 1);
    memmove(things, things + (taken - 1) * part->width, (size_t)left * part->width);
    memset(things + left * part->width, 0, (size_t)(part->length - left) * part->width);
    write_word(bytes, part->at, 1);
    write_word(bytes, part->count, left);
}

static void normalize_part(char *bytes, const Part *part)
{
    switch (part->sort) {
    case UNUSED_ENTRY:
        memset(bytes + part->at, 0, part->width);
        return;
    case TURN_ORDER: /* of nobody left, and of nothing, it is the same who began */
        if (word_at(bytes, part->at) == 0 || word_at(bytes, part->at) > part->length)
            write_word(bytes, part->count, 0);
        return;
    case LIST:
        rewind_list(bytes, part);
    }
}

static const char *sorted_bytes;
static int32_t sorted_width;

static int compare_records(const void *a, const void *b)
{
    const char *one = sorted_bytes + *(const int32_t *)a * sorted_width;
    const char *other = sorted_bytes + *(const int32_t *)b * sorted_width;
    return memcmp(one, other, sorted_width);
}

static char *append(char *end, const char *bytes, size_t size)
{
    memcpy(end, bytes, size);
    return end + size;
}

static char *append_record(char *end, const char *data, const Board *board, int32_t record)
{
    int32_t side, n;
    const Column *column;
    end = append(end, data + board->place + record * board->place_width, board->place_width);
    for (n = 0; n < board->columns; n++) {
        column = columns + board->first_column + n;
        end = append(end, data + column->at + record * column->size, column->size);
    }
    for (side = 2 * record; side < 2 * record + 2; side++) {
        *end++ = data[board->known + side];
        for (n = board->columns; data[board->known + side] && n < board->columns + board->edges; n++) {
            column = columns + board->first_column + n;
            end = append(end, data + column->at + side * column->size, column->size);
        }
    }
    return end;
}

/* Places in order, then free places in order. */
static char *append_board(char *end, const char *data, const Board *board)
{
    static int32_t numbers[MOST_RECORDS + 1];
    int32_t many = word_at(data, board->count), n, found = 0;
    for (n = 0; n < many; n++)
        numbers[n] = n + 1;
    sorted_bytes = data + board->place;
    sorted_width = board->place_width;
    qsort(numbers, many, sizeof *numbers, compare_records);
    end = append(end, (const char *)&many, sizeof many);
    for (n = 0; n < many; n++)
        end = append_record(end, data, board, numbers[n]);
    for (n = 0; n < word_at(data, board->free_count); n++) {
        const char *at = data + board->free_places + n * board->place_width;
        if (memcmp(at, nothing, board->place_width) != 0)
            numbers[found++] = n;
    }
    sorted_bytes = data + board->free_places;
    qsort(numbers, found, sizeof *numbers, compare_records);
    end = append(end, (const char *)&found, sizeof found);
    for (n = 0; n < found; n++)
        end = append(end, sorted_bytes + numbers[n] * sorted_width, sorted_width);
    return end;
}

/* Writes the canonical bytes of a position, for which there is room, and returns how many they are. */
static Py_ssize_t write_canonical(char *room, const Core *core)
{
    const char *data = (const char *)core->data;
    char *end = append(room, data, SLOT_BYTES);
    int n;
    for (n = 0; n < PARTS; n++)
        normalize_part(room, parts + n);
    for (n = 0; n < BOARDS; n++)
        end = append_board(end, data, boards + n);
    return end - room;
}

static PyObject *canonical_bytes(const Core *core)
{
    PyObject *made = PyBytes_FromStringAndSize(NULL, CANONICAL_BYTES);
    if (made)
        _PyBytes_Resize(&made, write_canonical(PyBytes_AS_STRING(made), core));
    return made;
}

static Py_hash_t hash_core(Core *core)
{
    if (core->hash == -1) {
        PyObject *bytes = canonical_bytes(core);
        if (!bytes)
            return -1;
        core->hash = PyObject_Hash(bytes);
        Py_DECREF(bytes);
    }
    return core->hash;
}

/* 1 for equal positions, 0 for others, -1 for an error. */
static int are_equal(const Core *one, const Core *other)
{
    PyObject *a, *b;
    int found = -1;
    if (one->number == other->number || memcmp(one->data, other->data, POSITION_BYTES) == 0)
        return 1;
    if (one->who != other->who || one->count != other->count)
        return 0;
    a = canonical_bytes(one);
    b = canonical_bytes(other);
    if (a && b)
        found = PyObject_RichCompareBool(a, b, Py_EQ);
    Py_XDECREF(a);
    Py_XDECREF(b);
    return found;
}
