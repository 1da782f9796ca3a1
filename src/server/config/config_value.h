/* config_value.h - values of settings, from text and to text. */
#ifndef CONFIG_CONFIG_VALUE_H
#define CONFIG_CONFIG_VALUE_H

#include "config.h"

typedef enum config_kind {
#define CONFIG_KIND_NAME(kind, type) CONFIG_##kind,
    CONFIG_KINDS(CONFIG_KIND_NAME)
#undef CONFIG_KIND_NAME
} config_kind;

/* A line of the table. */
typedef struct config_setting {
    config_kind kind;
    size_t offset; /* in a server_config */
    const char *name, *standard;
    int64_t least, most;
} config_setting;

extern const config_setting config_settings[CONFIG_SETTING_COUNT];

/* Reads a value into the setting's field; false and an unchanged field if the
 * value is not allowed. `text` is shorter than CONFIG_TEXT_BYTES, has no
 * spaces around it, and is overwritten. */
bool config_value_read(const config_setting *s, char *text, void *field);

/* Writes a value that reads back as the same. */
void config_value_print(const config_setting *s, const void *field, FILE *out);

/* Describes the allowed values: "a time from 0s to 1h, such as ...". */
enum { CONFIG_ALLOWED = 256 };
void config_value_allow(const config_setting *s, char out[CONFIG_ALLOWED]);

#endif /* CONFIG_CONFIG_VALUE_H */
