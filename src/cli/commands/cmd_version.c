/* cmd_version.c - oxo version. */
#include "commands.h"

#include <stdio.h>

#include "json_write.h"
#include "oxo/base.h"
#include "rows.h"

#if defined(__clang__)
static const char COMPILER[] = "clang " __clang_version__;
#elif defined(__GNUC__)
static const char COMPILER[] = "gcc " __VERSION__;
#else
static const char COMPILER[] = "unknown";
#endif

static void write_json(void)
{
    json_writer w = json_to(stdout);
    json_open_object(&w, NULL);
    json_string(&w, "name", "oxo");
    json_string(&w, "version", oxo_version());
    json_string(&w, "compiler", COMPILER);
    json_open_array(&w, "variants");
    for (int i = 0; i < OXO_VARIANTS; i++)
        json_string(&w, NULL, oxo_variant_word((oxo_variant)i));
    json_close(&w);
    json_close(&w);
}

static int run_version(const cli_args *args)
{
    if (cli_args_flag(args, "json")) {
        write_json();
        return CLI_OK;
    }
    printf("oxo %s\ncompiler  %s\nvariants ", oxo_version(), COMPILER);
    for (int i = 0; i < OXO_VARIANTS; i++)
        printf(" %s", oxo_variant_word((oxo_variant)i));
    putchar('\n');
    return CLI_OK;
}

static const cli_option options[] = {
    ROW_JSON,
    {0},
};

static const char *const description[] = {
    "The first line has the name and the version, followed by the compiler "
    "that built this program and the variants of the game. 'oxo --version' "
    "prints only the first line.",
    NULL,
};

static const cli_example examples[] = {
    {"oxo version", "The version, the compiler and the variants.", CLI_OK},
    {"oxo version --json", "The same, as JSON.", CLI_OK},
    {0},
};

const cli_command cmd_version = {
    .name = "version",
    .summary = "Print the version and the variants",
    .arguments = "",
    .options = options,
    .description = description,
    .examples = examples,
    .run = run_version,
};
