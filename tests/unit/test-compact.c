/* Compact nets: the same file as in training, whatever the bytes. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "compact.h"
#include "exported.h"
#include "oxo/neural.h"

/* What tools/train/compact.py said when it made the net. */
#define CHECKSUM 0x0992453FU

static uint8_t file[COMPACT_FILE];

static size_t size_of_net(void)
{
    return (size_t)(exported_net.end - exported_net.begin);
}

static void expands_to_the_file_of_its_training(void **state)
{
    (void)state;
    oxo_neural *net;
    compact_expand(exported_net.begin, size_of_net(), file);
    assert_int_equal(oxo_neural_create(file, sizeof file, &net), 0);
    assert_int_equal(oxo_neural_variant(net), OXO_ULTIMATE_CG);
    assert_int_equal(oxo_neural_checksum(net), CHECKSUM);
    oxo_neural_destroy(net);
}

/* A net that is cut off or damaged is another net, and nothing is read behind
 * its end. */
static void any_bytes_are_a_compact_net(void **state)
{
    (void)state;
    const size_t sizes[] = {0, 1, 5, 1000, size_of_net()};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *bytes = malloc(sizes[i] + 1);
        oxo_neural *net = NULL;
        assert_non_null(bytes);
        memcpy(bytes, exported_net.begin, sizes[i]);
        for (size_t k = i; k < sizes[i]; k += 997)
            bytes[k] = (uint8_t)~bytes[k];
        compact_expand(bytes, sizes[i], file);
        if (oxo_neural_create(file, sizeof file, &net) == 0)
            assert_int_not_equal(oxo_neural_checksum(net), CHECKSUM);
        oxo_neural_destroy(net);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expands_to_the_file_of_its_training),
        cmocka_unit_test(any_bytes_are_a_compact_net),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
