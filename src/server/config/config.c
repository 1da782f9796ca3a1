/* config.c - reads settings from flags, environment and file. */
#include "config.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config_value.h"
#include "store.h"
#include "words.h"

enum { FILE_BYTES = 65536, VARIABLE_BYTES = 64 };

/* ---- One setting -------------------------------------------------------- */

/* "idle-room" is OXO_IDLE_ROOM. */
static void variable_of(const config_setting *s, char out[VARIABLE_BYTES])
{
    size_t n = (size_t)snprintf(out, VARIABLE_BYTES, "OXO_%s", s->name);
    while (n-- > 4)
        out[n] = (char)(out[n] == '-' ? '_' : toupper((unsigned char)out[n]));
}

/* The setting's name in its source, for error messages. */
static void name_in_source(const config_setting *s, const config_source *from,
                           const char *file, char *out, size_t size)
{
    char variable[VARIABLE_BYTES];
    variable_of(s, variable);
    if (from->origin == CONFIG_FILE)
        snprintf(out, size, "%.180s:%d: %s", file, from->line, s->name);
    else if (from->origin == CONFIG_ENVIRONMENT)
        snprintf(out, size, "%s", variable);
    else
        snprintf(out, size, "--%s", s->name);
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

static bool has_controls(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (is_control(text[i]))
            return true;
    return false;
}

static bool set_value(server_config *c, const config_setting *s,
                      const char *value, size_t length, config_source from,
                      char *sentence)
{
    char copy[CONFIG_TEXT_BYTES] = "", allowed[CONFIG_ALLOWED], name[256];
    words_trim_span(&value, &length);
    if (length < sizeof copy && !has_controls(value, length)) {
        memcpy(copy, value, length);
        if (config_value_read(s, copy, (char *)c + s->offset)) {
            c->sources[s - config_settings] = from;
            return true;
        }
    }
    name_in_source(s, &from, c->file.text, name, sizeof name);
    config_value_allow(s, allowed);
    snprintf(sentence, CONFIG_SENTENCE, "%s is '%.*s', but takes %s", name,
             (int)(length < 80 ? length : 80), value, allowed);
    return false;
}

void config_init(server_config *ret)
{
    char sentence[CONFIG_SENTENCE];
    *ret = (server_config){0};
    for (int i = 0; i < CONFIG_SETTING_COUNT; i++) {
        const char *standard = config_settings[i].standard;
        const bool fine =
            set_value(ret, &config_settings[i], standard, strlen(standard),
                      (config_source){CONFIG_DEFAULT, 0}, sentence);
        assert(fine); /* the defaults in the table are valid */
        (void)fine;
    }
}

/* ---- A file ------------------------------------------------------------- */

static const config_setting *find_setting(const char *name, size_t length)
{
    for (int i = 0; i < CONFIG_SETTING_COUNT; i++)
        if (strlen(config_settings[i].name) == length &&
            memcmp(config_settings[i].name, name, length) == 0)
            return &config_settings[i];
    return NULL;
}

static const char *next_name(const void *list, int i)
{
    (void)list;
    return i < CONFIG_SETTING_COUNT ? config_settings[i].name : NULL;
}

static bool refuse_name(const server_config *c, int line, const char *name,
                        size_t length, config_nearest *nearest, char *sentence)
{
    char word[64] = "";
    if (length < sizeof word)
        memcpy(word, name, length);
    const char *meant = nearest ? nearest(word, next_name, NULL) : NULL;
    snprintf(sentence, CONFIG_SENTENCE,
             "%.200s:%d: there is no setting '%.*s'%s%s%s", c->file.text, line,
             (int)(length < 80 ? length : 80), name,
             meant ? " (did you mean '" : "", meant ? meant : "",
             meant ? "'?)" : "");
    return false;
}

static bool read_line(server_config *c, int line, const char *text,
                      size_t length, config_nearest *nearest, char *sentence)
{
    words_trim_span(&text, &length);
    if (length == 0 || text[0] == '#')
        return true;
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals ? (size_t)(equals - text) : length;
    const char *name = text;
    words_trim_span(&name, &name_length);
    const config_setting *s = find_setting(name, name_length);
    if (!s)
        return refuse_name(c, line, name, name_length, nearest, sentence);
    const config_source *before = &c->sources[s - config_settings];
    if (!equals || before->origin == CONFIG_FILE) {
        snprintf(sentence, CONFIG_SENTENCE,
                 equals ? "%.200s:%d: '%s' was already set in line %d"
                        : "%.200s:%d: write '%s = VALUE'",
                 c->file.text, line, s->name, before->line);
        return false;
    }
    return set_value(c, s, equals + 1, (size_t)(text + length - equals - 1),
                     (config_source){CONFIG_FILE, line}, sentence);
}

bool config_read_text(server_config *c, const char *file, const char *text,
                      size_t length, config_nearest *nearest,
                      char sentence[CONFIG_SENTENCE])
{
    server_config next = *c;
    next.file = (config_text){0};
    snprintf(next.file.text, sizeof next.file.text, "%s", file);
    /* --print-config writes the name into comments, which end with a line. */
    for (char *p = next.file.text; *p; p++)
        *p = is_control(*p) ? '?' : *p;
    const char *end = text + length;
    for (int line = 1; text < end; line++) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const size_t n = (size_t)((stop ? stop : end) - text);
        if (!read_line(&next, line, text, n, nearest, sentence))
            return false;
        text += n + 1;
    }
    *c = next;
    return true;
}

/* Reads a file of at most FILE_BYTES; the caller frees the text. */
static int read_file(const char *file, char **ret, size_t *ret_length)
{
    char *text = malloc(FILE_BYTES + 1);
    if (!text)
        return -ENOMEM;
    FILE *in = fopen(file, "re");
    int error = in ? 0 : -errno;
    if (in) {
        *ret_length = fread(text, 1, FILE_BYTES + 1, in);
        if (ferror(in))
            error = errno ? -errno : -EIO;
        else if (*ret_length > FILE_BYTES)
            error = -EFBIG;
        fclose(in);
    }
    if (error)
        free(text);
    else
        *ret = text;
    return error;
}

static int load_file(server_config *c, const char *file,
                     config_nearest *nearest, char *sentence)
{
    char *text = NULL;
    size_t length = 0;
    const int error = read_file(file, &text, &length);
    if (error) {
        snprintf(sentence, CONFIG_SENTENCE, "cannot read '%.300s': %s", file,
                 strerror(-error));
        return error;
    }
    const bool fine =
        config_read_text(c, file, text, length, nearest, sentence);
    free(text);
    return fine ? 0 : -EINVAL;
}

/* ---- All sources -------------------------------------------------------- */

static const char *find_variable(const config_inputs *in, const char *name)
{
    const char *value = in->variable ? in->variable(name) : NULL;
    return value && value[0] ? value : NULL;
}

static bool load_setting(const config_inputs *in, server_config *c, int i,
                         char *sentence)
{
    char name[VARIABLE_BYTES];
    variable_of(&config_settings[i], name);
    const char *value = find_variable(in, name);
    if (value && !set_value(c, &config_settings[i], value, strlen(value),
                            (config_source){CONFIG_ENVIRONMENT, 0}, sentence))
        return false;
    value = in->flags ? in->flags[i] : NULL;
    return !value || set_value(c, &config_settings[i], value, strlen(value),
                               (config_source){CONFIG_FLAG, 0}, sentence);
}

/* The default store is in the home of the user. */
static bool expand_store(const config_inputs *in, server_config *c,
                         char *sentence)
{
    static const char STATE[] = "~/.local/state";
    if (strncmp(c->store.text, "~/", 2) != 0)
        return true;
    const bool standard = strncmp(c->store.text, STATE, sizeof STATE - 1) == 0;
    const char *place = standard ? find_variable(in, "XDG_STATE_HOME") : NULL;
    const char *rest = c->store.text + (place ? sizeof STATE - 1 : 1);
    if (!place)
        place = find_variable(in, "HOME");
    config_text whole = {0};
    if (!place || (size_t)snprintf(whole.text, sizeof whole.text, "%s%s",
                                   place, rest) >= sizeof whole.text) {
        snprintf(sentence, CONFIG_SENTENCE,
                 "--store is needed, because HOME is not set");
        return false;
    }
    c->store = whole;
    return true;
}

/* Why a folder cannot serve as the page, or NULL. */
static const char *fault_of_page(const char *folder)
{
    char page[CONFIG_TEXT_BYTES + 16];
    struct stat found;
    if (stat(folder, &found) != 0)
        return strerror(errno);
    if (!S_ISDIR(found.st_mode))
        return strerror(ENOTDIR);
    snprintf(page, sizeof page, "%s/index.html", folder);
    if (stat(page, &found) != 0 || !S_ISREG(found.st_mode))
        return "it has no index.html";
    return access(page, R_OK) == 0 ? NULL : "its index.html cannot be read";
}

/* Without this check a wrong folder would go unnoticed at the start. */
static bool check_web(const server_config *c, char *sentence)
{
    const char *fault = c->web.text[0] ? fault_of_page(c->web.text) : NULL;
    char name[256];
    if (!fault)
        return true;
    name_in_source(&config_settings[CONFIG_INDEX_web],
                   &c->sources[CONFIG_INDEX_web], c->file.text, name,
                   sizeof name);
    snprintf(sentence, CONFIG_SENTENCE,
             "%s is '%.200s', but takes a folder with a page: %s", name,
             c->web.text, fault);
    return false;
}

int config_load(const config_inputs *inputs, server_config *ret,
                char sentence[CONFIG_SENTENCE])
{
    server_config c;
    config_init(&c);
    const char *file =
        inputs->file ? inputs->file : find_variable(inputs, "OXO_CONFIG");
    const int error =
        file ? load_file(&c, file, inputs->nearest, sentence) : 0;
    if (error)
        return error;
    for (int i = 0; i < CONFIG_SETTING_COUNT; i++)
        if (!load_setting(inputs, &c, i, sentence))
            return -EINVAL;
    if (!expand_store(inputs, &c, sentence) || !check_web(&c, sentence))
        return -EINVAL;
    *ret = c;
    return 0;
}

static bool is_variable(const char *name)
{
    char ours[VARIABLE_BYTES];
    for (int i = 0; i < CONFIG_SETTING_COUNT; i++) {
        variable_of(&config_settings[i], ours);
        if (strcmp(ours, name) == 0)
            return true;
    }
    return strcmp(name, "OXO_CONFIG") == 0;
}

/* The settings, and "config", which is a variable but no setting. */
static const char *next_variable(const void *list, int i)
{
    return i == CONFIG_SETTING_COUNT ? "config" : next_name(list, i);
}

/* The name of the variable's setting, if it were one: OXO_IDLE_ROM is
 * "idle-rom". */
static void setting_of(const char *variable, char ret[VARIABLE_BYTES])
{
    snprintf(ret, VARIABLE_BYTES, "%s", variable + strlen("OXO_"));
    for (char *c = ret; *c; c++)
        *c = (char)(*c == '_' ? '-' : tolower((unsigned char)*c));
}

bool config_is_misspelt(const char *entry, config_nearest *nearest,
                        char sentence[CONFIG_SENTENCE])
{
    char name[VARIABLE_BYTES], setting[VARIABLE_BYTES], meant[VARIABLE_BYTES];
    const size_t length = strcspn(entry, "=");
    const bool empty = entry[length] == '=' && !entry[length + 1];
    if (strncmp(entry, "OXO_", 4) != 0 || length >= sizeof name || empty)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, entry);
    if (is_variable(name))
        return false;
    setting_of(name, setting);
    const char *found = nearest(setting, next_variable, NULL);
    if (!found)
        return false;
    const config_setting *s = find_setting(found, strlen(found));
    if (s)
        variable_of(s, meant);
    else
        snprintf(meant, sizeof meant, "OXO_CONFIG");
    snprintf(sentence, CONFIG_SENTENCE,
             "the variable %s is not read (did you mean %s?)", name, meant);
    return true;
}

static void print_source(const server_config *c, const config_setting *s,
                         FILE *out)
{
    const config_source *from = &c->sources[s - config_settings];
    char name[VARIABLE_BYTES];
    if (from->origin == CONFIG_ENVIRONMENT)
        variable_of(s, name);
    else
        snprintf(name, sizeof name, "--%s", s->name);
    if (from->origin == CONFIG_DEFAULT)
        fputs("# default\n", out);
    else if (from->origin == CONFIG_FILE)
        fprintf(out, "# %s:%d\n", c->file.text, from->line);
    else
        fprintf(out, "# %s\n", name);
}

/* Removes the password of a database. */
static void hide_secrets(server_config *c)
{
    char *shown = store_show_place(c->store.text);
    snprintf(c->store.text, sizeof c->store.text, "%s", shown ? shown : "");
    free(shown);
}

void config_print(const server_config *config, FILE *out)
{
    server_config c = *config;
    hide_secrets(&c);
    for (int i = 0; i < CONFIG_SETTING_COUNT; i++) {
        const config_setting *s = &config_settings[i];
        print_source(&c, s, out);
        fprintf(out, "%s = ", s->name);
        config_value_print(s, (const char *)&c + s->offset, out);
        fputc('\n', out);
    }
}
