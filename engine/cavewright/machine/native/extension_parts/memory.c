/* Memory of the rules: one for all positions of this module. The lock of the interpreter is kept while anything is done
   on it, so threads find it between two steps. `standing` says at which position it stands; a step that stops itself
   leaves it at none, and as it was at the beginning. */

enum { NOBODY = 0, TOGETHER = -2, OVER = -4, CHANCE = -1 };

typedef struct Factory Factory;

/* A position as it is kept in objects. Its bytes never change. `number` tells it from all others that were made. */
typedef struct {
    Factory *factory;
    PyObject *actions;   /* all of them, if somebody has asked for all */
    PyObject *options;   /* the same as pairs */
    PyObject *looked_at; /* the action or option that was looked at last by its number, and the number */
    Py_ssize_t looked_at_number;
    uint64_t number;
    Py_hash_t hash; /* -1 where nobody has asked */
    int32_t who, count, decision;
    char is_terminal;
    int64_t data[(POSITION_BYTES + 7) / 8];
} Core;

static uint64_t positions_made = NOBODY, standing = NOBODY;

static char *const place = (char *)memory + POSITION_AT;

/* Calls a part of the rules. Returns -1 where they stop themselves. */
static int run(void (*part)(int32_t), int32_t argument)
{
    rules_trap_reason = 0;
    if (setjmp(way_out)) {
        standing = NOBODY;
        memset(memory, 0, sizeof memory);
        return -1;
    }
    part(argument);
    return 0;
}

static void find_indexes_part(int32_t unused)
{
    (void)unused;
    in_begin();
    if (in_waiting() > OVER)
        in_options();
}

static void find_position_part(int32_t unused)
{
    (void)unused;
    in_anew();
}

static void list_part(int32_t unused)
{
    (void)unused;
    in_options();
}

static void score_part(int32_t unused)
{
    (void)unused;
    in_score();
}

static void step_part(int32_t row)
{
    if (memory[READY_AT] == LISTED) {
        in_choose(row);
    } else {
        in_counted();
        in_take(row);
    }
    if (in_waiting() > OVER)
        in_options();
}

/* Whether all act at once where the memory stands: it has the branch of one player, which is no position. */
static int is_branch(void)
{
#ifdef WITHIN_FORK_AT
    return memory[WITHIN_FORK_AT] != 0;
#else
    return 0;
#endif
}

/* Where the memory stands becomes the position of an object. */
static void keep(Core *core)
{
    core->who = in_waiting();
    core->is_terminal = core->who == OVER;
    core->count = core->is_terminal ? 0 : memory[COUNT_AT];
    core->decision = decision_of[memory[PC_AT]];
    core->number = ++positions_made;
    memcpy(core->data, place, POSITION_BYTES);
    standing = core->number;
}

/* The memory stands at a position. Returns -1 where the rules stop themselves. */
static int stand_at(const Core *core)
{
    if (standing == core->number)
        return 0;
    memcpy(place, core->data, POSITION_BYTES);
    if (run(find_position_part, 0) < 0)
        return -1;
    standing = core->number;
    return 0;
}

/* The same, and the options of the position are listed in the memory. */
static int list_at(const Core *core)
{
    if (stand_at(core) < 0)
        return -1;
    return memory[READY_AT] == LISTED ? 0 : run(list_part, 0);
}

/* Goes on from a position with the option of a number to the one of a fresh object. Returns -1, and nothing has come of
   it, where the rules stop themselves or all come to act at once. */
static int step_to(Core *made, const Core *from, int32_t row)
{
    if (stand_at(from) < 0)
        return -1;
    standing = NOBODY;
    if (run(step_part, row) < 0 || is_branch())
        return -1;
    keep(made);
    return 0;
}

/* A fresh object stands at a position whose bytes come from outside, without its indexes. Returns -1 as above. */
static int begin_at(Core *made, const char *data)
{
    standing = NOBODY;
    memcpy(place, data, POSITION_BYTES);
    if (run(find_indexes_part, 0) < 0 || is_branch())
        return -1;
    keep(made);
    return 0;
}

static const int32_t *row_at(const Core *core, Py_ssize_t n)
{
    return memory + ROWS_AT + n * decisions[core->decision].stride;
}
