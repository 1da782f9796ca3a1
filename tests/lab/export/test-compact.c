/* Compact networks: the same file as in training, whatever the bytes. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "compact.h"
#include "exported.h"
#include "oxo/neural.h"

/* What tools/train/compact.py said when it made the network. */
#define CHECKSUM 0x0992453FU

static uint8_t file[COMPACT_FILE];

static size_t size_of_neural(void)
{
    return (size_t)(exported_neural.end - exported_neural.begin);
}

static void expands_to_the_file_of_its_training(void **state)
{
    (void)state;
    oxo_neural *neural;
    compact_expand(exported_neural.begin, size_of_neural(), file);
    assert_int_equal(oxo_neural_create(file, sizeof file, &neural), 0);
    assert_int_equal(oxo_neural_variant(neural), OXO_ULTIMATE_CG);
    assert_int_equal(oxo_neural_checksum(neural), CHECKSUM);
    oxo_neural_destroy(neural);
}

/* A network that is cut off or damaged is another network, and nothing is read
 * behind its end. */
static void any_bytes_are_a_compact_network(void **state)
{
    (void)state;
    const size_t sizes[] = {0, 1, 5, 1000, size_of_neural()};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t *bytes = malloc(sizes[i] + 1);
        oxo_neural *neural = NULL;
        assert_non_null(bytes);
        memcpy(bytes, exported_neural.begin, sizes[i]);
        for (size_t k = i; k < sizes[i]; k += 997)
            bytes[k] = (uint8_t)~bytes[k];
        compact_expand(bytes, sizes[i], file);
        if (oxo_neural_create(file, sizeof file, &neural) == 0)
            assert_int_not_equal(oxo_neural_checksum(neural), CHECKSUM);
        oxo_neural_destroy(neural);
        free(bytes);
    }
}

TEST_GROUP("compact")
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expands_to_the_file_of_its_training),
        cmocka_unit_test(any_bytes_are_a_compact_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
