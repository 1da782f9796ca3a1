/* cmd_store.c - oxo store: maintenance of a server's store. */
#include "commands.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json_write.h"
#include "safe.h"
#include "snapshots.h"
#include "store.h"
#include "store_log.h"
#include "store_record.h"
#include "rows.h"

typedef struct errand {
    const cli_args *args;
    const char *file;
    char *shown;        /* `file` without a password, for messages */
    const char *target; /* of backup, copy and export, or NULL */
    store *s;
    int percent; /* of the progress shown last; -1: none */
} errand;

typedef struct store_action {
    cli_action is;
    bool create, write; /* how to open the store */
    int least, most;    /* number of operands after the action */
    int (*run)(errand *e);
} store_action;

/* ---- Messages ----------------------------------------------------------- */

static int fail_with_store_error(const errand *e)
{
    return cli_fail(e->args->command, "%s", store_error(e->s));
}

/* Shows the progress on a terminal; end_progress() erases it. */
static bool show_progress(double done, void *context)
{
    errand *e = context;
    const int percent = (int)(100 * done);
    if (percent != e->percent && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%3d %%", percent);
    e->percent = percent;
    return true;
}

static void end_progress(const errand *e)
{
    if (e->percent >= 0 && isatty(STDERR_FILENO))
        fputs("\r     \r", stderr);
}

/* ---- info --------------------------------------------------------------- */

typedef struct figure {
    const char *name, *word;
    uint64_t value;
} figure;

enum { FIGURES = 9 };

static void list_figures(const store_figures *f, figure out[FIGURES])
{
    const figure all[FIGURES] = {
        {"events", "events", f->events},
        {"rooms, live", "live", f->live},
        {"rooms, closed", "closed", f->closed},
        {"finished games", "games", f->games},
        {"players with a key", "players", f->players},
        {"moves explored", "explored", f->explored},
        {"boards", "boards", f->boards},
        {"bytes", "bytes", f->bytes},
        {"bytes in write-ahead log", "log_bytes", f->log_bytes},
    };
    memcpy(out, all, sizeof(all));
}

static void write_info_json(const store_figures *f, const figure list[FIGURES])
{
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    json_int(&w, "version", f->version);
    for (int i = 0; i < FIGURES; i++)
        json_uint(&w, list[i].word, list[i].value);
    json_close(&w);
}

static int run_info(errand *e)
{
    store_figures f;
    figure list[FIGURES];
    if (store_info(e->s, &f) != 0)
        return fail_with_store_error(e);
    list_figures(&f, list);
    if (cli_args_flag(e->args, "json")) {
        write_info_json(&f, list);
        return CLI_OK;
    }
    printf("%-26s %d\n", "version", f.version);
    for (int i = 0; i < FIGURES; i++)
        printf("%-26s %" PRIu64 "\n", list[i].name, list[i].value);
    return CLI_OK;
}

/* ---- check -------------------------------------------------------------- */

/* Both callbacks of store_check() get the same context. */
typedef struct checking {
    errand e;
    bool json;
    json_writer w;
} checking;

static void print_fault(const char *sentence, void *context)
{
    checking *c = context;
    if (c->json) {
        json_string(&c->w, NULL, sentence);
        return;
    }
    end_progress(&c->e);
    safe_print(stdout, sentence);
    putchar('\n');
}

static bool check_progress(double done, void *context)
{
    return show_progress(done, &((checking *)context)->e);
}

static int run_check(errand *e)
{
    checking c = {
        .e = *e, .json = cli_args_flag(e->args, "json"), .w = json_to(stdout)};
    if (c.json) {
        json_open_object(&c.w, NULL);
        json_open_array(&c.w, "faults");
    }
    int faults = store_check(e->s, print_fault, check_progress, &c);
    if (faults == 0) /* snapshots are compared with a sound log only */
        faults = snapshots_check(e->s, print_fault, &c);
    end_progress(&c.e);
    if (c.json) {
        json_close(&c.w);
        json_bool(&c.w, "sound", faults == 0);
        json_close(&c.w);
    }
    if (faults < 0)
        return fail_with_store_error(e);
    if (faults > 0)
        return cli_fail(e->args->command, "%s: %d fault%s", e->shown, faults,
                        faults == 1 ? "" : "s");
    if (!c.json)
        puts("sound");
    return CLI_OK;
}

/* ---- rebuild, backup, create -------------------------------------------- */

static int run_rebuild(errand *e)
{
    const int error = store_rebuild(e->s, show_progress, e);
    end_progress(e);
    return error ? fail_with_store_error(e) : CLI_OK;
}

static bool exists(const char *place)
{
    const store_options look = {.place = place, .read_only = true};
    store *s = NULL;
    if (!store_is_remote(place))
        return access(place, F_OK) == 0;
    const int error = store_open(&look, &s);
    store_close(s);
    return error == 0;
}

static int refuse_existing(const errand *e, const char *place)
{
    char *shown = store_show_place(place);
    const int status =
        cli_fail(e->args->command,
                 store_is_remote(place)
                     ? "%s already has a store; use an empty database"
                     : "%s already exists; use a new file",
                 shown ? shown : "");
    free(shown);
    return status;
}

static int run_backup(errand *e)
{
    if (store_is_remote(e->target))
        return cli_usage(e->args->command, "a backup is a file; use 'copy' "
                                           "for a database");
    if (exists(e->target))
        return refuse_existing(e, e->target);
    const int error = store_backup(e->s, e->target, show_progress, e);
    end_progress(e);
    return error ? fail_with_store_error(e) : CLI_OK;
}

static int copy_failed(const errand *e, const store *to)
{
    return cli_fail(e->args->command, "%s%s", store_error(to),
                    store_is_remote(e->target)
                        ? "; DROP SCHEMA oxo CASCADE removes the partial copy"
                        : "");
}

/* Makes the file, or uses a database that exists and has no store. */
static int run_copy(errand *e)
{
    const store_options how = {.place = e->target, .create = true};
    store *to = NULL;
    if (exists(e->target))
        return refuse_existing(e, e->target);
    if (store_open(&how, &to) != 0)
        return cli_fail(e->args->command, "%s", store_error(NULL));
    const int error = store_copy(e->s, to, show_progress, e);
    end_progress(e);
    const int status = error ? copy_failed(e, to) : CLI_OK;
    store_close(to);
    if (error && !store_is_remote(e->target))
        unlink(e->target);
    return status;
}

static int run_create(errand *e)
{
    (void)e; /* opening the store has created it */
    return CLI_OK;
}

/* ---- export ------------------------------------------------------------- */

typedef struct exporting {
    FILE *out;
    int variant; /* -1: all */
    int written; /* games */
    int broken;  /* games left out because they violate the rules */
    oxo_record record;
    char text[OXO_RECORD_TEXT];
} exporting;

static void export_game(exporting *x, const event *e)
{
    const store_game g = {.room = e->room, .ended = e->at, .game = e->as.over};
    size_t length;
    if (!store_game_record(&g, &x->record)) {
        x->broken++;
        return;
    }
    oxo_record_format(&x->record, x->text, &length);
    if (x->written++ > 0)
        fputc('\n', x->out);
    fwrite(x->text, 1, length, x->out);
}

static bool export_event(const event *e, void *context)
{
    exporting *x = context;
    if (e->kind == EVENT_GAME_OVER &&
        (x->variant < 0 || e->as.over.variant == x->variant))
        export_game(x, e);
    return !ferror(x->out);
}

/* Writes the games, oldest first, from the log; projections are not needed. */
static int export_to(const errand *e, exporting *x)
{
    const char *word = cli_args_value(e->args, "variant");
    oxo_variant variant;
    uint64_t position = 0;
    x->variant = word && oxo_variant_find(word, &variant) ? (int)variant : -1;
    if (store_tail(e->s, &position, 0, export_event, x) != 0)
        return fail_with_store_error(e);
    if (x->broken > 0)
        return cli_fail(e->args->command,
                        "%s: %d games violate the rules and were left out; "
                        "see 'oxo store check'",
                        e->shown, x->broken);
    return CLI_OK;
}

static int export_into(const errand *e, exporting *x)
{
    x->out = fopen(e->target, "wx");
    if (!x->out && errno == EEXIST)
        return refuse_existing(e, e->target);
    if (!x->out)
        return cli_fail(e->args->command, "%s: %s", e->target,
                        strerror(errno));
    const int status = export_to(e, x);
    const bool failed = ferror(x->out) != 0;
    if (fclose(x->out) == 0 && !failed)
        return status;
    return cli_fail(e->args->command, "%s: %s", e->target, strerror(errno));
}

static int run_export(errand *e)
{
    exporting *x = calloc(1, sizeof(*x));
    if (!x)
        return cli_fail(e->args->command, "%s", strerror(ENOMEM));
    x->out = stdout;
    const int status = e->target ? export_into(e, x) : export_to(e, x);
    free(x);
    return status;
}

/* ---- log ---------------------------------------------------------------- */

static int run_log(errand *e)
{
    int broken = 0;
    const int error = store_log_write(e->s, stdout, &broken);
    if (error == -ENOMEM)
        return cli_fail(e->args->command, "%s", strerror(ENOMEM));
    if (error)
        return fail_with_store_error(e);
    if (broken > 0)
        return cli_fail(e->args->command,
                        "%s: %d events are impossible in their rooms and were "
                        "left out; see 'oxo store check'",
                        e->shown, broken);
    return CLI_OK;
}

/* ---- The command -------------------------------------------------------- */

static const store_action actions[] = {
    {{"info", " json ", NULL}, false, false, 1, 1, run_info},
    {{"check", " json ", NULL}, false, false, 1, 1, run_check},
    {{"backup", "", NULL}, false, false, 2, 2, run_backup},
    {{"copy", "", NULL}, false, false, 2, 2, run_copy},
    {{"export", " variant ", NULL}, false, false, 1, 2, run_export},
    {{"log", "", NULL}, false, false, 1, 1, run_log},
    {{"rebuild", "", NULL}, false, true, 1, 1, run_rebuild},
    {{"create", "", NULL}, true, true, 1, 1, run_create},
};

static int check_count(const cli_args *args, const store_action *a)
{
    const int given = args->count - 1;
    if (given < a->least)
        return cli_usage(args->command, "'%s' needs %s", a->is.name,
                         given == 0 ? "a FILE" : "a TARGET");
    if (given > a->most)
        return cli_usage(args->command, "'%s' does not take '%s'", a->is.name,
                         args->operands[1 + a->most]);
    return CLI_OK;
}

static int run_action(const store_action *a, errand *e)
{
    const store_options how = {
        .place = e->file, .create = a->create, .read_only = !a->write};
    if (a->create && exists(e->file))
        return refuse_existing(e, e->file);
    if (store_open(&how, &e->s) != 0)
        return cli_fail(e->args->command, "%s", store_error(NULL));
    const int status = a->run(e);
    store_close(e->s);
    return status;
}

static int run_store(const cli_args *args)
{
    const store_action *a =
        cli_find_action(args, &actions[0].is, sizeof actions / sizeof *actions,
                        sizeof *actions);
    if (!a)
        return CLI_USAGE;
    const int status = check_count(args, a);
    if (status != CLI_OK)
        return status;
    errand e = {.args = args,
                .file = args->operands[1],
                .target = args->count > 2 ? args->operands[2] : NULL,
                .shown = store_show_place(args->operands[1]),
                .percent = -1};
    if (!e.shown)
        return cli_fail(args->command, "%s", strerror(ENOMEM));
    const int done = run_action(a, &e);
    free(e.shown);
    return done;
}

static const cli_operand operands[] = {
    {"ACTION", "What to do; see below.", CLI_ACTION},
    {"FILE",
     "The store, as in 'oxo serve --store': a file, or the address of a "
     "PostgreSQL database, postgres://USER@HOST/DATABASE.",
     CLI_FILE},
    {"TARGET",
     "The new file for a backup or an export, or the new file or database for "
     "a copy; an export goes to standard output by default. Existing files "
     "are never overwritten.",
     CLI_FILE},
    {0},
};

static const cli_option options[] = {
    ROW_JSON,
    ROW_VARIANT("With export, write only games of this variant."),
    {0},
};

static const char *const description[] = {
    "Maintains the store in which a server keeps its games. All actions "
    "except rebuild and create can be used while a server runs on the store, "
    "and change nothing in it.",
    "The log of events is the truth. The list of finished games, the "
    "statistics and the explorer are derived from it, and rebuild derives "
    "them again. The action check reads everything: the structure of the "
    "file, every event, every game by the rules, and whether the derived data "
    "agree with the log; its exit status is 1 if there are faults. Events "
    "have no checksum: check does not notice a value that was changed into "
    "another possible value, such as an intensity, a name, or a time between "
    "those of its neighbours.",
    "A backup is a copy of the store at one moment, in a file that is itself "
    "a store. A copy of the file made by other means while a server runs may "
    "be damaged. The action copy moves a store from a file into a PostgreSQL "
    "database, or back.",
    NULL,
};

static const cli_operand terms[] = {
    {"info", "Print how much the store contains; with --json, as JSON.",
     CLI_WORD},
    {"check", "Read everything and print each fault; with --json, as JSON.",
     CLI_WORD},
    {"backup", "Copy the store to the new file TARGET.", CLI_WORD},
    {"copy", "Copy the log to a new store TARGET, a file or a database.",
     CLI_WORD},
    {"export", "Write all finished games as game files (.tpgn), oldest first.",
     CLI_WORD},
    {"log",
     "Write every event as the message that the members of its room got, one "
     "per line.",
     CLI_WORD},
    {"rebuild", "Derive again everything that is derived from the log.",
     CLI_WORD},
    {"create", "Make a new, empty store. A server makes its own.", CLI_WORD},
    {0},
};

static const cli_example examples[] = {
    {"oxo store create new.db && oxo store info new.db",
     "The contents of a new store.", CLI_OK},
    {"oxo store create a.db && oxo store backup a.db b.db && "
     "oxo store check b.db",
     "Make a backup and check it.", CLI_OK},
    {"oxo store create old.db && oxo store export old.db --variant classic",
     "All finished games of classic; a new store has none.", CLI_OK},
    {0},
};

const cli_command cmd_store = {
    .name = "store",
    .summary = "Check, back up and export a server's store",
    .arguments = "ACTION FILE [TARGET]",
    .least = 2,
    .most = 3,
    .operands = operands,
    .options = options,
    .description = description,
    .terms_title = "Actions",
    .terms = terms,
    .examples = examples,
    .run = run_store,
};
