/* neural-vectors.c - the net's scores in WebAssembly, held against those of
 * the training: what tests/unit/test-neural.c asks of native kernels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "neural.h"
#include "oxo/notation.h"
#include "spot.h"

char *vectors_room(size_t size)
{
    return malloc(size);
}

static int score_of(const oxo_neural *net, const oxo_ultimate *p)
{
    neural_sum sum = net->start;
    const spot s = spot_from(p);
    return neural_score(net, &sum, false, s.eval.pattern, p, 0);
}

/* Is a line, a position string and its score, what the net says? */
static bool is_right(const oxo_neural *net, char *line)
{
    oxo_position p;
    char *score = strrchr(line, ' ');
    if (!score)
        return false;
    *score++ = '\0';
    return oxo_position_parse(OXO_NATIVE, oxo_neural_variant(net), line, &p,
                              NULL) == OXO_OK &&
           score_of(net, &p.as.ultimate) == strtol(score, NULL, 10);
}

/* How many lines are right with the kernel that was chosen; `text` ends with
 * a 0 byte and is used up. -1 if there is no net, or it is not the kernel that
 * works on 16 bytes at once. */
int vectors_right(const void *bytes, size_t size, char *text)
{
    oxo_neural *net;
    int right = 0;
    if (oxo_neural_create(bytes, size, &net) < 0)
        return -1;
    if (net->kernel != neural_128())
        return -1;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        right += is_right(net, line);
    oxo_neural_destroy(net);
    return right;
}
