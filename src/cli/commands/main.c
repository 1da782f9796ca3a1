/* main.c - where the process begins; everything else can be tested. */
#include "command.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
