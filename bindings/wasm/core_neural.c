/* core_neural.c - networks, which are kept between calls: up to 80 MB each. */
#include "core_neural.h"

#include <errno.h>
#include <stdlib.h>

enum { MOST_NEURALS = 4 };

typedef struct held_neural {
    oxo_neural *neural; /* NULL: this number is free */
    unsigned users;     /* engines and reviewers that use it */
} held_neural;

static held_neural held[MOST_NEURALS];

/* ---- Life --------------------------------------------------------------- */

static const char *answer_not_neural(void)
{
    refusal why;
    refuse(&why, OXO_SYNTAX, "this is not a network, or it is damaged");
    return answer_refusal(&why);
}

const char *core_neural_create(size_t length)
{
    unsigned i = 0;
    while (i < MOST_NEURALS && held[i].neural)
        i++;
    if (i == MOST_NEURALS)
        return answer_busy("there are too many networks");
    const int error =
        oxo_neural_create(request_text(), length, &held[i].neural);
    if (error == -ENOMEM)
        return answer_busy("there is not enough memory");
    if (error < 0)
        return answer_not_neural();
    json_writer w = answer_begin();
    json_open_object(&w, "value");
    json_uint(&w, "net", i + 1);
    json_string(&w, "variant",
                oxo_variant_word(oxo_neural_variant(held[i].neural)));
    json_uint(&w, "checksum", oxo_neural_checksum(held[i].neural));
    json_close(&w);
    return answer_end(&w);
}

static held_neural *find_neural(int64_t number)
{
    const bool exists =
        number >= 1 && number <= MOST_NEURALS && held[number - 1].neural;
    return exists ? &held[number - 1] : NULL;
}

const char *core_neural_free(unsigned neural)
{
    held_neural *n = find_neural(neural);
    if (!n)
        return answer_busy("this network has been freed");
    if (n->users > 0)
        return answer_busy("an engine or a reviewer still uses this network");
    oxo_neural_destroy(n->neural);
    n->neural = NULL;
    return answer_number(0);
}

/* ---- Use ---------------------------------------------------------------- */

bool request_neural(wasm_request *r, int at, const oxo_neural **ret)
{
    int64_t number = 0;
    *ret = NULL;
    if (json_member(&r->doc, at, "net") == JSON_NONE)
        return true;
    if (!request_int(r, at, "net", 1, MOST_NEURALS, &number))
        return false;
    held_neural *n = find_neural(number);
    if (!n)
        return refuse(&r->refusal, OXO_ENGINE_BUSY,
                      "this network has been freed");
    n->users++;
    *ret = n->neural;
    return true;
}

void neural_release(const oxo_neural *neural)
{
    for (int i = 0; neural && i < MOST_NEURALS; i++) {
        if (held[i].neural == neural)
            held[i].users--;
    }
}
