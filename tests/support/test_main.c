/* main() of every test program: runs one of the groups in it. */
#include "check.h"

#include <stdio.h>
#include <string.h>

static test_group *groups;
static test_arguments arguments;

void test_group_add(test_group *group)
{
    group->next = groups;
    groups = group;
}

test_arguments test_group_arguments(void)
{
    return arguments;
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        arguments = (test_arguments){argc - 2, argv + 2};
        for (const test_group *g = groups; g; g = g->next) {
            if (strcmp(g->name, argv[1]) == 0)
                return g->run();
        }
    }
    fprintf(stderr, "usage: %s GROUP [ARGUMENT...]\nThe groups are:\n",
            argv[0]);
    for (const test_group *g = groups; g; g = g->next)
        fprintf(stderr, "    %s\n", g->name);
    return 2;
}
