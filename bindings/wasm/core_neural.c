/* core_neural.c - nets that live on between calls: up to 80 MB each. */
#include "core_neural.h"

#include <errno.h>
#include <stdlib.h>

enum { MOST_NETS = 4 };

typedef struct held_net {
    oxo_neural *net; /* NULL: this number is free */
    unsigned users;  /* engines and reviewers that think with it */
} held_net;

static held_net held[MOST_NETS];

/* ---- Life --------------------------------------------------------------- */

static const char *answer_no_net(void)
{
    refusal why;
    refuse(&why, OXO_SYNTAX, "this is no net, or a damaged one");
    return answer_refusal(&why);
}

const char *core_neural_create(size_t length)
{
    unsigned i = 0;
    while (i < MOST_NETS && held[i].net)
        i++;
    if (i == MOST_NETS)
        return answer_busy("there are too many nets");
    const int error = oxo_neural_create(request_text(), length, &held[i].net);
    if (error == -ENOMEM)
        return answer_busy("there is not enough memory");
    if (error < 0)
        return answer_no_net();
    json_writer w = answer_begin();
    json_open_object(&w, "value");
    json_uint(&w, "net", i + 1);
    json_string(&w, "variant",
                oxo_variant_word(oxo_neural_variant(held[i].net)));
    json_uint(&w, "checksum", oxo_neural_checksum(held[i].net));
    json_close(&w);
    return answer_end(&w);
}

static held_net *find(int64_t number)
{
    const bool exists =
        number >= 1 && number <= MOST_NETS && held[number - 1].net;
    return exists ? &held[number - 1] : NULL;
}

const char *core_neural_free(unsigned net)
{
    held_net *n = find(net);
    if (!n)
        return answer_busy("this net is gone");
    if (n->users > 0)
        return answer_busy("an engine or a reviewer still needs this net");
    oxo_neural_destroy(n->net);
    n->net = NULL;
    return answer_number(0);
}

/* ---- Use ---------------------------------------------------------------- */

bool request_net(request *r, int at, const oxo_neural **ret)
{
    int64_t number = 0;
    *ret = NULL;
    if (json_member(&r->doc, at, "net") == JSON_NONE)
        return true;
    if (!request_int(r, at, "net", 1, MOST_NETS, &number))
        return false;
    held_net *n = find(number);
    if (!n)
        return refuse(&r->refusal, OXO_ENGINE_BUSY, "this net is gone");
    n->users++;
    *ret = n->net;
    return true;
}

void net_leave(const oxo_neural *net)
{
    for (int i = 0; net && i < MOST_NETS; i++) {
        if (held[i].net == net)
            held[i].users--;
    }
}
