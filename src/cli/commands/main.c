/* main.c - main(), alone in its file so that tests can link the rest. */
#include "command.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
