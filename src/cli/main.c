#include <stdio.h>

#include "oxo/oxo.h"

int main(void)
{
    printf("oxo %s\n", oxo_version());
    return 0;
}
