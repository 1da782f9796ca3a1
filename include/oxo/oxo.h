/* oxo/oxo.h - all of the library. */
#ifndef OXO_OXO_H
#define OXO_OXO_H

#include "oxo/engine.h"
#include "oxo/explain.h"
#include "oxo/game.h"
#include "oxo/insight.h"
#include "oxo/intensity.h"
#include "oxo/neural.h"
#include "oxo/notation.h"
#include "oxo/perfect.h"
#include "oxo/playout.h"
#include "oxo/solver.h"
#include "oxo/value.h"

#endif /* OXO_OXO_H */
