/* neural-vectors.c - the network's scores in WebAssembly, held against those
 * of the training: what tests/core/engine/neural/test-neural.c asks of native
 * kernels. */
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

static int score_of(const oxo_neural *neural, const oxo_ultimate *p)
{
    neural_sum sum = neural->start;
    const spot s = spot_from(p);
    return neural_score(neural, &sum, false, s.eval.pattern, p, 0);
}

/* Is a line, a position string and its score, what the network says? */
static bool is_right(const oxo_neural *neural, char *line)
{
    oxo_position p;
    char *score = strrchr(line, ' ');
    if (!score)
        return false;
    *score++ = '\0';
    return oxo_position_parse(OXO_NATIVE, oxo_neural_variant(neural), line, &p,
                              NULL) == OXO_OK &&
           score_of(neural, &p.as.ultimate) == strtol(score, NULL, 10);
}

/* How many lines are right with the kernel that was chosen; `text` ends with
 * a 0 byte and is used up. -1 if there is no network, or it is not the kernel
 * that works on 16 bytes at once. */
int vectors_right(const void *bytes, size_t size, char *text)
{
    oxo_neural *neural;
    int right = 0;
    if (oxo_neural_create(bytes, size, &neural) < 0)
        return -1;
    if (neural->kernel != neural_128())
        return -1;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        right += is_right(neural, line);
    oxo_neural_destroy(neural);
    return right;
}
