/* menace_sheet.h - labels for real matchboxes, as sheets of paper.
 *
 * One SVG file a sheet, A4, measured in millimetres. Sheet 0 says how to
 * build the machine, which bead is which and how many are needed; the others
 * have the labels of 32 boxes each, to be cut along the dashed lines. A bead
 * is known by its letter, so a printer without colours will do. */
#ifndef MENACE_MENACE_SHEET_H
#define MENACE_MENACE_SHEET_H

#include <stdio.h>

#include "menace.h"

enum { MENACE_LABELS = 32, MENACE_SHEETS = 11 };

/* With the beads that the boxes of a machine hold; it opens. */
void menace_sheet_write(FILE *out, const menace_machine *m, int sheet);

#endif /* MENACE_MENACE_SHEET_H */
