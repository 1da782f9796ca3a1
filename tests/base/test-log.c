/* Lines of the log: whole, readable, few, and without secrets. */
#include "check.h"

#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- A log into a pipe -------------------------------------------------- */

static log_sink sink;
static int pipe_ends[2];
static int64_t calendar_ms, monotonic_ms;
static char text[1 << 17];

static int64_t fake_clock(bool calendar)
{
    return calendar ? calendar_ms : monotonic_ms;
}

static int open_log(void **state)
{
    (void)state;
    calendar_ms = 1700000000123;
    monotonic_ms = 5000;
    assert_int_equal(pipe(pipe_ends), 0);
    fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK);
    fcntl(pipe_ends[1], F_SETFL, O_NONBLOCK);
    log_init(&sink, pipe_ends[1], LOG_INFO, LOG_LOGFMT, fake_clock);
    return 0;
}

static int close_log(void **state)
{
    (void)state;
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    return 0;
}

/* Everything that was written since the last time. */
static const char *written(void)
{
    const ssize_t n = read(pipe_ends[0], text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

static int lines_in(const char *all)
{
    int lines = 0;
    for (; *all; all++)
        lines += *all == '\n';
    return lines;
}

/* ---- Lines -------------------------------------------------------------- */

static void a_line_has_time_level_message_and_fields(void **state)
{
    (void)state;
    log_warning(&sink, "the disk is full",
                {LOG_NUMBER("free", -1), LOG_WORD("part", "store"),
                 LOG_STATUS("room", "000001"),
                 LOG_TEXT("file", "/var/lib/a b"),
                 LOG_ERRNO("error", -ENOSPC)});
    assert_string_equal(written(),
                        "time=2023-11-14T22:13:20.123Z level=warning "
                        "message=\"the disk is full\" free=-1 part=store "
                        "room=000001 file=\"/var/lib/a b\" "
                        "error=\"No space left on device\"\n");
    log_clear(&sink);
}

static void the_same_line_as_json(void **state)
{
    (void)state;
    sink.format = LOG_JSON;
    log_error(&sink, "the disk is full",
              {LOG_NUMBER("free", 0), LOG_TEXT("file", "a\"b\\c")});
    assert_string_equal(written(),
                        "{\"time\":\"2023-11-14T22:13:20.123Z\","
                        "\"level\":\"error\",\"message\":\"the disk is full\","
                        "\"free\":0,\"file\":\"a\\\"b\\\\c\"}\n");
    log_info(&sink, "ready");
    assert_string_equal(written(),
                        "{\"time\":\"2023-11-14T22:13:20.123Z\","
                        "\"level\":\"info\",\"message\":\"ready\"}\n");
    log_clear(&sink);
}

static void levels_below_are_not_written(void **state)
{
    (void)state;
    log_debug(&sink, "detail");
    assert_string_equal(written(), "");
    sink.level = LOG_ERROR;
    log_warning(&sink, "hm");
    assert_string_equal(written(), "");
    log_error(&sink, "ouch");
    assert_int_equal(lines_in(written()), 1);
    log_clear(&sink);
}

static void what_would_end_a_line_does_not(void **state)
{
    (void)state;
    log_info(&sink, "opened",
             {LOG_TEXT("file", "a\nlevel=error"), LOG_TEXT("b", "\x1b[1m"),
              LOG_TEXT("c", "\xff\xc3"), LOG_TEXT("d", ""),
              LOG_TEXT("e", "\xe2\x80\xa8 two"), LOG_TEXT("f", "\xc3\xa9")});
    const char *all = written();
    assert_int_equal(lines_in(all), 1);
    assert_non_null(strstr(all, "file=\"a?level=error\" b=\"?[1m\" "
                                "c=\"??\" d=\"\" e=\"? two\" f=\"\xc3\xa9\""));
    log_clear(&sink);
}

static void a_line_is_never_longer_than_a_pipe_takes_at_once(void **state)
{
    (void)state;
    char longest[5000];
    memset(longest, '"', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    for (int format = 0; format < LOG_FORMAT_COUNT; format++) {
        sink.format = (log_format)format;
        sink.lost = 4000000000;
        log_info(&sink, "long",
                 {LOG_TEXT("a", longest), LOG_TEXT("b", longest),
                  LOG_NUMBER("c", 1), LOG_TEXT("d", longest),
                  LOG_TEXT("e", longest), LOG_NUMBER("f", 2)});
        const char *all = written();
        assert_true(strlen(all) <= LOG_MAX_LINE);
        assert_int_equal(lines_in(all), 1);
        assert_non_null(strstr(all, format == LOG_JSON ? ",\"f\":2,\"lost\":"
                                                       : " f=2 lost="));
        assert_string_equal(all + strlen(all) - 2,
                            format == LOG_JSON ? "}\n" : "0\n");
    }
    log_clear(&sink);
}

/* ---- Secrets ------------------------------------------------------------ */

static void what_looks_like_a_token_is_hidden(void **state)
{
    (void)state;
    const char token[] = "AbCdEfGhIjKlMnOpQrSt_-";
    char sentence[64];
    (void)snprintf(sentence, sizeof sentence, "no seat for '%s'", token);
    log_info(&sink, "odd",
             {LOG_TEXT("a", sentence), LOG_TEXT("b", token),
              LOG_STATUS("c", token)});
    const char *all = written();
    assert_null(strstr(all, "AbCd"));
    assert_non_null(strstr(all, "a=\"no seat for '[hidden]'\" b=\"[hidden]\" "
                                "c=\"[hidden]\""));
    log_clear(&sink);
}

/* ---- Repetitions and losses --------------------------------------------- */

static void repeat(int times)
{
    for (int i = 0; i < times; i++)
        log_warning(&sink, "again and again", {LOG_NUMBER("i", i)});
}

static void a_message_that_repeats_itself_is_counted(void **state)
{
    (void)state;
    repeat(LOG_REPEATS + 100);
    assert_int_equal(lines_in(written()), LOG_REPEATS);
    log_warning(&sink, "something else");
    assert_int_equal(lines_in(written()), 1);
    monotonic_ms += LOG_REPEATS_MS;
    repeat(1);
    assert_non_null(strstr(written(), "i=0 left-out=100\n"));
    repeat(LOG_REPEATS);
    assert_int_equal(lines_in(written()), LOG_REPEATS - 1);
    log_clear(&sink);
    assert_non_null(
        strstr(written(), "message=\"again and again\" left-out=1\n"));
}

static void a_jump_of_the_calendar_changes_no_limit(void **state)
{
    (void)state;
    repeat(LOG_REPEATS + 1);
    calendar_ms += 1000 * (int64_t)LOG_REPEATS_MS;
    repeat(1);
    calendar_ms -= 2000 * (int64_t)LOG_REPEATS_MS;
    repeat(1);
    assert_int_equal(lines_in(written()), LOG_REPEATS);
    log_clear(&sink);
}

static void debugging_is_not_limited(void **state)
{
    (void)state;
    sink.level = LOG_DEBUG;
    for (int i = 0; i < 10 * LOG_REPEATS; i++)
        log_debug(&sink, "detail", {LOG_NUMBER("i", i)});
    assert_int_equal(lines_in(written()), 10 * LOG_REPEATS);
    log_clear(&sink);
}

static void lines_that_are_lost_are_counted(void **state)
{
    (void)state;
    sink.level = LOG_DEBUG;
    char block[4096];
    memset(block, '.', sizeof block);
    while (write(pipe_ends[1], block, sizeof block) > 0)
        ;
    for (int i = 0; i < 3; i++)
        log_debug(&sink, "nobody reads");
    assert_int_equal(sink.lost, 3);
    while (read(pipe_ends[0], text, sizeof text) > 0)
        ;
    log_debug(&sink, "somebody does");
    assert_non_null(strstr(written(), "message=\"somebody does\" lost=3\n"));
    assert_int_equal(sink.lost, 0);
    log_clear(&sink);
}

/* ---- Threads ------------------------------------------------------------ */

enum { THREADS = 4, LINES = 100 };

static void *write_lines(void *argument)
{
    const int *number = argument;
    for (int i = 0; i < LINES; i++)
        log_debug(&sink, "from a thread",
                  {LOG_NUMBER("thread", *number), LOG_TEXT("end", "here")});
    repeat(LINES);
    return NULL;
}

static void lines_of_threads_do_not_mix(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    int numbers[THREADS];
    sink.level = LOG_DEBUG;
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        assert_int_equal(
            pthread_create(&threads[i], NULL, write_lines, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    char *all = text;
    written();
    assert_int_equal(lines_in(all), THREADS * LINES + LOG_REPEATS);
    for (char *line = strtok(all, "\n"); line; line = strtok(NULL, "\n")) {
        assert_int_equal(strncmp(line, "time=", 5), 0);
        assert_null(strstr(line + 5, "time="));
    }
    log_clear(&sink);
    assert_non_null(strstr(written(), " left-out=392\n"));
}

TEST_GROUP("log")
{
#define LOG_TEST(f) cmocka_unit_test_setup_teardown(f, open_log, close_log)
    const struct CMUnitTest tests[] = {
        LOG_TEST(a_line_has_time_level_message_and_fields),
        LOG_TEST(the_same_line_as_json),
        LOG_TEST(levels_below_are_not_written),
        LOG_TEST(what_would_end_a_line_does_not),
        LOG_TEST(a_line_is_never_longer_than_a_pipe_takes_at_once),
        LOG_TEST(what_looks_like_a_token_is_hidden),
        LOG_TEST(a_message_that_repeats_itself_is_counted),
        LOG_TEST(a_jump_of_the_calendar_changes_no_limit),
        LOG_TEST(debugging_is_not_limited),
        LOG_TEST(lines_that_are_lost_are_counted),
        LOG_TEST(lines_of_threads_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
