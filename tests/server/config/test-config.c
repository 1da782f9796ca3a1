/* The settings of the server: three places, one table. */
#include "check.h"

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char sentence[CONFIG_SENTENCE];

/* ---- Helpers ------------------------------------------------------------ */

/* An environment of the test's own: name, value, name, value, NULL. */
static const char *const *variables;

static char *variable(const char *name)
{
    static char value[CONFIG_TEXT_BYTES];
    for (int i = 0; variables && variables[i]; i += 2)
        if (strcmp(variables[i], name) == 0) {
            (void)snprintf(value, sizeof value, "%s", variables[i + 1]);
            return value;
        }
    return NULL;
}

static const char *first_of(const char *word,
                            const char *(*next)(const void *list, int i),
                            const void *list)
{
    (void)word;
    return next(list, 0);
}

static bool reads(const char *text, server_config *c)
{
    return config_read_text(c, "oxo.conf", text, strlen(text), NULL, sentence);
}

static server_config config_of(const char *text)
{
    server_config c;
    config_init(&c);
    assert_true(reads(text, &c));
    return c;
}

/* A line that must be refused; the sentence says why. */
static const char *refusal_of(const char *line)
{
    server_config c, before;
    config_init(&c);
    before = c;
    sentence[0] = '\0';
    assert_false(reads(line, &c));
    assert_same(c, before);
    assert_true(strlen(sentence) > 0);
    return sentence;
}

static char *printed(const server_config *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    config_print(c, out);
    (void)fclose(out);
    return text;
}

static int load(const char *const *flags, const char *file, server_config *c)
{
    const config_inputs inputs = {.flags = flags,
                                  .file = file,
                                  .variable = variable,
                                  .nearest = first_of};
    return config_load(&inputs, c, sentence);
}

/* A file with this text, which the caller removes. */
static void write_file(char path[32], const char *text)
{
    strcpy(path, "/tmp/oxo-config-XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
}

/* ---- Values ------------------------------------------------------------- */

static void times_have_units(void **state)
{
    (void)state;
    assert_int_equal(config_of("grace = 500ms").grace, 500);
    assert_int_equal(config_of("grace = 45s").grace, 45000);
    assert_int_equal(config_of("grace = 2m").grace, 120000);
    assert_int_equal(config_of("grace = 24h").grace, 86400000);
    assert_int_equal(config_of("grace = 0").grace, 0);
    assert_int_equal(config_of("grace = 0s").grace, 0);
}

static void sizes_have_units(void **state)
{
    (void)state;
    assert_int_equal(config_of("message-bytes = 512").message_bytes, 512);
    assert_int_equal(config_of("message-bytes = 64k").message_bytes, 65536);
    assert_int_equal(config_of("message-bytes = 1m").message_bytes, 1048576);
    assert_int_equal(config_of("engine-hash = 2g").engine_hash, 2147483648);
}

static void bounds_are_allowed_and_what_is_beyond_is_not(void **state)
{
    (void)state;
    assert_int_equal(config_of("engine-threads = 1").engine_threads, 1);
    assert_int_equal(config_of("engine-threads = 256").engine_threads, 256);
    refusal_of("engine-threads = 0");
    refusal_of("engine-threads = 257");
    refusal_of("message-bytes = 255");
    refusal_of("message-bytes = 1048577");
    refusal_of("header-timeout = 99ms");
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",      "-1s",  "+1s", "1",
        "1.5s",  "1 s",  "s",   "10sx",
        "0x1s",  "1e3s", "١s",  "99999999999999h",
        "1m30s", "10S",  "10k", "1234567890123ms",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "grace = %s", wrong[i]);
        refusal_of(line);
    }
    refusal_of("rooms = 10k");
    refusal_of("rooms = 1s");
    refusal_of("body-bytes = 4kb");
}

static void words_are_those_of_the_list(void **state)
{
    (void)state;
    assert_int_equal(config_of("log-level = debug").log_level, LOG_DEBUG);
    assert_int_equal(config_of("log-format = json").log_format, LOG_JSON);
    assert_false(config_of("sandbox = no").sandbox);
    assert_true(config_of("sandbox = yes").sandbox);
    refusal_of("sandbox = true");
    refusal_of("log-level = INFO");
}

static void addresses_are_literal(void **state)
{
    (void)state;
    const server_config c =
        config_of("listen = 127.0.0.1:8080,[::1]:0 , unix:/run/oxo.sock");
    assert_int_equal(c.listen.count, 3);
    assert_string_equal(c.listen.items[0], "127.0.0.1:8080");
    assert_string_equal(c.listen.items[1], "[::1]:0");
    assert_string_equal(c.listen.items[2], "unix:/run/oxo.sock");
    static const char *const wrong[] = {
        "none",          "8080",      ":8080",    "localhost:80", "1.2.3:80",
        "127.0.0.1",     "::1:80",    "[::1]",    "[1.2.3.4]:80", "[]:80",
        "1.2.3.4:65536", "unix:",     "1.1.1.1:", "[::1:80",      "1.1.1.1:1,",
        ",1.1.1.1:1",    "1.1.1.1:a", "",         "]:80",         "[:80",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "listen = %s", wrong[i]);
        refusal_of(line);
    }
}

static void a_list_ends_somewhere(void **state)
{
    (void)state;
    const char *eight = "listen = 1.1.1.1:1, 1.1.1.1:2, 1.1.1.1:3, 1.1.1.1:4, "
                        "1.1.1.1:5, 1.1.1.1:6, 1.1.1.1:7, 1.1.1.1:8";
    assert_int_equal(config_of(eight).listen.count, 8);
    char nine[256];
    (void)snprintf(nine, sizeof nine, "%s, 1.1.1.1:9", eight);
    refusal_of(nine);
}

static void origins_are_as_browsers_send_them(void **state)
{
    (void)state;
    const server_config c =
        config_of("origins = same, https://a.example, http://[::1]:8080");
    assert_int_equal(c.origins.count, 3);
    assert_string_equal(c.origins.items[2], "http://[::1]:8080");
    assert_string_equal(config_of("origins = any").origins.items[0], "any");
    refusal_of("origins = none");
    refusal_of("origins = a.example");
    refusal_of("origins = https://");
    refusal_of("origins = https://a.example/");
    refusal_of("origins = https://A.example");
    refusal_of("origins = *");
}

static void proxies_are_addresses_or_unix(void **state)
{
    (void)state;
    assert_int_equal(config_of("trust-proxy = none").trust_proxy.count, 0);
    assert_int_equal(
        config_of("trust-proxy = 10.0.0.1, ::1, unix").trust_proxy.count, 3);
    refusal_of("trust-proxy = 10.0.0.1:80");
    refusal_of("trust-proxy = 10.0.0.0/8");
}

static void texts_may_be_none(void **state)
{
    (void)state;
    assert_string_equal(config_of("user = oxo").user.text, "oxo");
    assert_string_equal(config_of("user = none").user.text, "");
    assert_string_equal(config_of("user =").user.text, "");
    assert_string_equal(config_of("store =  /a b/c d \r\n").store.text,
                        "/a b/c d");
    refusal_of("store = none");
    refusal_of("store =");
    refusal_of("user = a\tb");
    refusal_of("user = a\x1b[1m");
}

static void a_text_that_is_too_long_is_refused(void **state)
{
    (void)state;
    char line[CONFIG_TEXT_BYTES + 16] = "web = ";
    memset(line + 6, 'x', CONFIG_TEXT_BYTES - 1);
    assert_int_equal(strlen(config_of(line).web.text), CONFIG_TEXT_BYTES - 1);
    strcat(line, "x");
    assert_true(strlen(refusal_of(line)) < 300);
}

/* ---- The file ----------------------------------------------------------- */

static void comments_blanks_and_empty_lines_do_not_count(void **state)
{
    (void)state;
    const server_config c = config_of("# one\n\n  \t\n  # two\r\n"
                                      "  rooms\t=\t7  \n"
                                      "engine-queue=8");
    assert_int_equal(c.rooms, 7);
    assert_int_equal(c.engine_queue, 8);
}

static void a_refusal_says_where_what_and_what_else(void **state)
{
    (void)state;
    assert_string_equal(refusal_of("rooms = 5\n\ngrace = 30"),
                        "oxo.conf:3: grace is '30', but takes a time from 0 "
                        "to 24h, such as 500ms, 30s, 10m or 24h");
    assert_string_equal(refusal_of("rooms = many"),
                        "oxo.conf:1: rooms is 'many', but takes a whole "
                        "number from 1 to 10000000");
    assert_string_equal(refusal_of("body-bytes = 1"),
                        "oxo.conf:1: body-bytes is '1', but takes a size from "
                        "1k to 16m, such as 512, 64k or 1m");
    assert_string_equal(refusal_of("log-level = loud"),
                        "oxo.conf:1: log-level is 'loud', but takes error, "
                        "warning, info or debug");
    assert_string_equal(refusal_of("sandbox ="),
                        "oxo.conf:1: sandbox is '', but takes no or yes");
}

static void an_unknown_name_is_refused_with_the_nearest(void **state)
{
    (void)state;
    server_config c;
    config_init(&c);
    assert_string_equal(refusal_of("grcae = 30s"),
                        "oxo.conf:1: there is no setting 'grcae'");
    assert_false(
        config_read_text(&c, "oxo.conf", "lisen = x", 9, first_of, sentence));
    assert_string_equal(sentence, "oxo.conf:1: there is no setting 'lisen' "
                                  "(did you mean 'listen'?)");
    refusal_of("= 5");
    refusal_of("Rooms = 5");
    refusal_of("[server]");
}

static void a_name_without_a_value_is_refused(void **state)
{
    (void)state;
    assert_string_equal(refusal_of("rooms"),
                        "oxo.conf:1: write 'rooms = VALUE'");
}

static void a_setting_is_set_once(void **state)
{
    (void)state;
    assert_string_equal(refusal_of("rooms = 5\ngrace = 1s\nrooms = 5\n"),
                        "oxo.conf:3: 'rooms' was already set in line 1");
}

static void a_nul_is_no_text(void **state)
{
    (void)state;
    server_config c;
    config_init(&c);
    assert_false(
        config_read_text(&c, "oxo.conf", "user = a\0b", 10, NULL, sentence));
    assert_string_equal(c.user.text, "");
}

/* ---- All places --------------------------------------------------------- */

static void a_flag_wins_over_variable_file_and_default(void **state)
{
    (void)state;
    const char *const all[] = {"OXO_ROOMS", "3", "OXO_IDLE_ROOM",  "3s",
                               "HOME",      "/", "OXO_LOG_FORMAT", "",
                               NULL};
    const char *flags[CONFIG_SETTING_COUNT] = {
        [CONFIG_INDEX_rooms] = "4",
    };
    char path[32];
    write_file(path, "rooms = 2\nidle-room = 2s\nengine-queue = 2\n");
    variables = all;
    server_config c;
    assert_int_equal(load(flags, path, &c), 0);
    unlink(path);
    assert_int_equal(c.rooms, 4);
    assert_int_equal(c.idle_room, 3000);
    assert_int_equal(c.engine_queue, 2);
    assert_int_equal(c.grace, 30000);
    assert_int_equal(c.log_format, LOG_LOGFMT); /* empty is not given */
    assert_int_equal(c.sources[CONFIG_INDEX_rooms].origin, CONFIG_FLAG);
    assert_int_equal(c.sources[CONFIG_INDEX_idle_room].origin,
                     CONFIG_ENVIRONMENT);
    assert_int_equal(c.sources[CONFIG_INDEX_engine_queue].origin, CONFIG_FILE);
    assert_int_equal(c.sources[CONFIG_INDEX_engine_queue].line, 3);
    assert_int_equal(c.sources[CONFIG_INDEX_grace].origin, CONFIG_DEFAULT);
}

static void a_wrong_value_is_refused_even_if_another_would_win(void **state)
{
    (void)state;
    const char *const wrong[] = {"OXO_IDLE_ROOM", "3", "HOME", "/", NULL};
    const char *flags[CONFIG_SETTING_COUNT] = {
        [CONFIG_INDEX_idle_room] = "4s",
    };
    server_config c, before;
    memset(&c, 7, sizeof c);
    before = c;
    variables = wrong;
    assert_int_equal(load(flags, NULL, &c), -EINVAL);
    assert_same(c, before);
    assert_true(strncmp(sentence, "OXO_IDLE_ROOM is '3', but takes ", 32) ==
                0);
    variables = NULL;
    flags[CONFIG_INDEX_idle_room] = "4";
    assert_int_equal(load(flags, NULL, &c), -EINVAL);
    assert_true(strncmp(sentence, "--idle-room is '4', but takes ", 30) == 0);
}

static void the_file_may_be_named_by_a_variable(void **state)
{
    (void)state;
    char path[32];
    write_file(path, "rooms = 77\n");
    const char *const named[] = {"OXO_CONFIG", path, "HOME", "/", NULL};
    variables = named;
    server_config c;
    assert_int_equal(load(NULL, NULL, &c), 0);
    assert_int_equal(c.rooms, 77);
    assert_string_equal(c.file.text, path);
    assert_int_equal(load(NULL, "/nowhere/oxo.conf", &c), -ENOENT);
    assert_string_equal(
        sentence,
        "cannot read '/nowhere/oxo.conf': No such file or directory");
    unlink(path);
}

static const char *second_of(const char *word,
                             const char *(*next)(const void *list, int i),
                             const void *list)
{
    assert_string_equal(word, "stroe-x");
    return next(list, 1);
}

static const char *none_of(const char *word,
                           const char *(*next)(const void *list, int i),
                           const void *list)
{
    (void)word;
    (void)next;
    (void)list;
    return NULL;
}

static void a_misspelt_variable_is_told_with_what_was_meant(void **state)
{
    (void)state;
    assert_true(config_is_misspelt("OXO_STROE_X=a.db", second_of, sentence));
    assert_string_equal(
        sentence,
        "the variable OXO_STROE_X is not read (did you mean OXO_STORE?)");
    assert_true(config_is_misspelt("OXO_listen", first_of, sentence));
    static const char *const right[] = {"OXO_LISTEN=x", "OXO_IDLE_ROOM=10m",
                                        "OXO_CONFIG=x", "OX_LISTN=x",
                                        "OXO_LISTN=",   "PATH=OXO_LISTN"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_false(config_is_misspelt(right[i], first_of, sentence));
    assert_false(config_is_misspelt("OXO_PATIENCE=3", none_of, sentence));
}

static void a_file_that_cannot_be_one_is_refused(void **state)
{
    (void)state;
    server_config c;
    variables = NULL;
    assert_int_equal(load(NULL, "/dev/zero", &c), -EFBIG);
    assert_int_equal(load(NULL, "/tmp", &c), -EISDIR);
}

static void the_store_has_a_place_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *const list[5];
        const char *store;
    } cases[] = {
        {{"HOME", "/home/a"}, "/home/a/.local/state/oxo/oxo.db"},
        {{"HOME", "/home/a", "XDG_STATE_HOME", "/s"}, "/s/oxo/oxo.db"},
        {{"XDG_STATE_HOME", "/s"}, "/s/oxo/oxo.db"},
        {{"HOME", "/h", "OXO_STORE", "a.db"}, "a.db"},
        {{"OXO_STORE", "/b/a.db"}, "/b/a.db"},
        {{"HOME", "/h", "OXO_STORE", "~/a.db"}, "/h/a.db"},
    };
    server_config c;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        variables = cases[i].list;
        assert_int_equal(load(NULL, NULL, &c), 0);
        assert_string_equal(c.store.text, cases[i].store);
    }
    variables = NULL;
    assert_int_equal(load(NULL, NULL, &c), -EINVAL);
    assert_string_equal(sentence,
                        "--store is needed, because HOME is not set");
}

/* ---- Printing ----------------------------------------------------------- */

static void what_is_printed_reads_back_as_the_same(void **state)
{
    (void)state;
    const server_config c = config_of(
        "listen = [::]:80, unix:/run/a b\nstore = /x = #y\nuser = oxo\n"
        "sandbox = no\norigins = any\ntrust-proxy = unix\nrooms = 12\n"
        "message-bytes = 300\ngrace = 1500ms\nlog-level = error\n");
    char *once = printed(&c);
    const server_config again = config_of(once);
    char *twice = printed(&again);
    assert_int_equal(again.grace, 1500);
    assert_string_equal(again.store.text, "/x = #y");
    assert_string_equal(again.listen.items[1], "unix:/run/a b");
    assert_non_null(strstr(twice, "# oxo.conf:"));
    assert_memory_equal(&c, &again, offsetof(server_config, file));
    free(once);
    free(twice);
}

static void every_setting_is_printed_with_its_source(void **state)
{
    (void)state;
    const char *const one[] = {"OXO_GRACE", "1m", "HOME", "/h", NULL};
    const char *flags[CONFIG_SETTING_COUNT] = {[CONFIG_INDEX_rooms] = "9"};
    char path[32], line[128];
    write_file(path, "\nengine-queue = 5\n");
    variables = one;
    server_config c;
    assert_int_equal(load(flags, path, &c), 0);
    unlink(path);
    char *text = printed(&c);
    (void)snprintf(line, sizeof line, "# %s:2\nengine-queue = 5\n", path);
    assert_non_null(strstr(text, line));
    assert_non_null(strstr(text, "# --rooms\nrooms = 9\n"));
    assert_non_null(strstr(text, "# OXO_GRACE\ngrace = 1m\n"));
    assert_non_null(strstr(text, "# default\nidle-room = 10m\n"));
    assert_non_null(
        strstr(text, "# default\nstore = /h/.local/state/oxo/oxo.db\n"));
    int lines = 0;
    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    assert_int_equal(lines, 2 * CONFIG_SETTING_COUNT);
    free(text);
}

static void a_file_name_cannot_leave_its_comment(void **state)
{
    (void)state;
    server_config c;
    config_init(&c);
    assert_true(config_read_text(&c, "a\nrooms = 5\n", "rooms = 6", 9, NULL,
                                 sentence));
    char *text = printed(&c);
    assert_null(strstr(text, "\nrooms = 5"));
    free(text);
}

TEST_GROUP("config")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_have_units),
        cmocka_unit_test(sizes_have_units),
        cmocka_unit_test(bounds_are_allowed_and_what_is_beyond_is_not),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(words_are_those_of_the_list),
        cmocka_unit_test(addresses_are_literal),
        cmocka_unit_test(a_list_ends_somewhere),
        cmocka_unit_test(origins_are_as_browsers_send_them),
        cmocka_unit_test(proxies_are_addresses_or_unix),
        cmocka_unit_test(texts_may_be_none),
        cmocka_unit_test(a_text_that_is_too_long_is_refused),
        cmocka_unit_test(comments_blanks_and_empty_lines_do_not_count),
        cmocka_unit_test(a_refusal_says_where_what_and_what_else),
        cmocka_unit_test(an_unknown_name_is_refused_with_the_nearest),
        cmocka_unit_test(a_name_without_a_value_is_refused),
        cmocka_unit_test(a_setting_is_set_once),
        cmocka_unit_test(a_nul_is_no_text),
        cmocka_unit_test(a_flag_wins_over_variable_file_and_default),
        cmocka_unit_test(a_wrong_value_is_refused_even_if_another_would_win),
        cmocka_unit_test(the_file_may_be_named_by_a_variable),
        cmocka_unit_test(a_misspelt_variable_is_told_with_what_was_meant),
        cmocka_unit_test(a_file_that_cannot_be_one_is_refused),
        cmocka_unit_test(the_store_has_a_place_of_its_own),
        cmocka_unit_test(what_is_printed_reads_back_as_the_same),
        cmocka_unit_test(every_setting_is_printed_with_its_source),
        cmocka_unit_test(a_file_name_cannot_leave_its_comment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
