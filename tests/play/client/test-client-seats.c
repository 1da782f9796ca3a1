/* The user's file of seats, by which programs come back to their games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "client_seats.h"

#define URL "http://127.0.0.1:8080/r/K7Q2MX"
#define ADA "gabL8BU6X4SpzvMYPWKHrA"
#define BO "0123456789abcdefABCDE-"

static char folder[64], path[128];

static int make_folder(void **state)
{
    (void)state;
    (void)snprintf(folder, sizeof folder, "/tmp/oxo-seats-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    (void)snprintf(path, sizeof path, "%s/state/oxo/seats", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char name[256];
    static const char *const names[] = {
        "state/oxo/seats", "state/oxo/seats.lock", "state/oxo", "state", ""};
    for (int i = 0; i < 5; i++) {
        (void)snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        (void)remove(name);
    }
    return 0;
}

static void write_text(const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fputs(text, out) >= 0, 1);
    assert_int_equal(fclose(out), 0);
}

static int count_lines(void)
{
    int count = 0;
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    for (int c; (c = fgetc(in)) != EOF;)
        count += c == '\n';
    (void)fclose(in);
    return count;
}

/* Looks for a seat as another program would, which then ends. */
static bool is_free_elsewhere(const char *url)
{
    int status = 0;
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        client_seats s;
        char token[CLIENT_TOKEN];
        client_seats_open(&s, path);
        _exit(client_seats_find(&s, url, token));
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WEXITSTATUS(status) == 1;
}

static void a_seat_is_found_again_until_it_is_removed(void **state)
{
    (void)state;
    client_seats s;
    char token[CLIENT_TOKEN];
    struct stat about;
    client_seats_open(&s, path);
    assert_false(client_seats_find(&s, URL, token));
    assert_true(client_seats_add(&s, URL, ADA));
    client_seats_close(&s);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    client_seats_open(&s, path);
    assert_false(client_seats_find(&s, URL "0", token));
    assert_true(client_seats_find(&s, URL, token));
    assert_string_equal(token, ADA);
    client_seats_remove(&s, token);
    assert_false(client_seats_find(&s, URL, token));
    assert_int_equal(count_lines(), 0);
    client_seats_close(&s);
}

static void the_newest_seat_that_nobody_uses_is_found(void **state)
{
    (void)state;
    client_seats s;
    client_seats_open(&s, path);
    assert_true(client_seats_add(&s, URL, ADA));
    assert_false(is_free_elsewhere(URL));
    client_seats_close(&s);
    assert_true(is_free_elsewhere(URL));
    client_seats_open(&s, path);
    assert_true(client_seats_add(&s, URL, BO));
    assert_true(is_free_elsewhere(URL)); /* Ada's */
    char token[CLIENT_TOKEN];
    assert_true(client_seats_find(&s, URL, token));
    assert_string_equal(token, BO);
    client_seats_close(&s);
}

static void damaged_lines_are_skipped(void **state)
{
    (void)state;
    client_seats s;
    char token[CLIENT_TOKEN];
    client_seats_open(&s, path);
    assert_true(client_seats_add(&s, URL, BO)); /* makes the folder */
    write_text("\n \nnonsense\n" URL "\n" URL " short\n" URL " " ADA "A\n" URL
               " " ADA "\n" URL " !!!!!!!!!!!!!!!!!!!!!!\n"
               " " BO "\n" URL " 0123");
    assert_true(client_seats_find(&s, URL, token));
    assert_string_equal(token, ADA);
    assert_true(client_seats_add(&s, URL, BO));
    assert_int_equal(count_lines(), 2);
    client_seats_close(&s);
}

static void only_the_newest_seats_are_kept(void **state)
{
    (void)state;
    client_seats s;
    char token[CLIENT_TOKEN];
    client_seats_open(&s, path);
    for (int i = 0; i <= CLIENT_SEATS_MOST; i++) {
        (void)snprintf(token, sizeof token, "%022d", i);
        assert_true(client_seats_add(&s, i == 0 ? URL "/0" : URL, token));
    }
    assert_int_equal(count_lines(), CLIENT_SEATS_MOST);
    assert_false(client_seats_find(&s, URL "/0", token));
    assert_true(client_seats_find(&s, URL, token));
    client_seats_close(&s);
}

static void without_a_file_nothing_is_kept(void **state)
{
    (void)state;
    static const char *const paths[] = {NULL, "", "/dev/null/seats"};
    for (int i = 0; i < 3; i++) {
        client_seats s;
        char token[CLIENT_TOKEN];
        client_seats_open(&s, paths[i]);
        assert_false(client_seats_add(&s, URL, ADA));
        assert_false(client_seats_find(&s, URL, token));
        client_seats_remove(&s, ADA);
        client_seats_close(&s);
    }
}

static void the_place_follows_the_environment(void **state)
{
    (void)state;
    char out[CLIENT_SEATS_PATH];
    assert_int_equal(setenv("HOME", "/home/ada", 1), 0);
    assert_int_equal(setenv("XDG_STATE_HOME", "/state", 1), 0);
    assert_true(client_seats_place(out));
    assert_string_equal(out, "/state/oxo/seats");
    assert_int_equal(setenv("XDG_STATE_HOME", "relative", 1), 0);
    assert_true(client_seats_place(out));
    assert_string_equal(out, "/home/ada/.local/state/oxo/seats");
    assert_int_equal(unsetenv("HOME"), 0);
    assert_false(client_seats_place(out));
}

TEST_GROUP("client-seats")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_seat_is_found_again_until_it_is_removed, make_folder,
            remove_folder),
        cmocka_unit_test_setup_teardown(
            the_newest_seat_that_nobody_uses_is_found, make_folder,
            remove_folder),
        cmocka_unit_test_setup_teardown(damaged_lines_are_skipped, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(only_the_newest_seats_are_kept,
                                        make_folder, remove_folder),
        cmocka_unit_test(without_a_file_nothing_is_kept),
        cmocka_unit_test(the_place_follows_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
