/* menace_sheet.h - labels for real matchboxes, on sheets of A4.
 *
 * Each sheet is an SVG file in millimetres. Sheet 0 says how to build the
 * machine, which bead means which move, and how many beads it takes. Each
 * other sheet has labels for 32 boxes, to cut along the dashed lines. Every
 * bead shows a letter, so that a printer without colours will do. */
#ifndef MENACE_MENACE_SHEET_H
#define MENACE_MENACE_SHEET_H

#include <stdio.h>

#include "menace.h"

enum { MENACE_LABELS = 32, MENACE_SHEETS = 11 };

/* Writes a sheet with the beads of this machine, which must play X. */
void menace_sheet_write(FILE *out, const menace_machine *m, int sheet);

#endif /* MENACE_MENACE_SHEET_H */
