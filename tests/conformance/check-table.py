#!/usr/bin/env python3
"""Keeps docs/conformance.md and tests/conformance in step (TAP on stdout).

The five documents are not part of the repository. What can be compared with
them by machine, their headings, the names they use and the lengths of their
numbered lists, is written down below.

usage: check-table.py SOURCE_ROOT
"""

import re
import sys
from collections import Counter
from pathlib import Path

# Where rows that are not done yet may live.
PLANNED = {
    "src/core/engine/", "src/core/insight/", "src/play/protocol/", "src/lab/match/",
    "src/play/rooms/", "src/play/rooms/", "src/server/store/", "src/net/", "src/server/",
    "web/", "bindings/wasm/",
}

HEADINGS = {
    "000": [
        "Ubiquitous Language", "Aggregates: Board", "Value Objects: Move",
        "Value Objects: WinResult", "Domain Constants: Win Lines",
        "Domain Events", "Business Rules", "Move Validation Pipeline",
        "Dependencies",
    ],
    "001": [
        "Overview", "Structure", "Models: GameBoard", "Models: Game",
        "Services: GameService", "Services: GameServiceImpl",
        "Design Patterns", "Dependencies", "Testing",
        "Validation Rules Summary", "Error Handling", "Thread Safety",
    ],
    "002": [
        "Description", "Embedded Context, From PRD",
        "Embedded Context, From Architecture",
        "From Architecture (Data Flow)", "Acceptance Criteria",
        "Test Requirements", "Implementation Notes", "Out of Scope",
    ],
    "003": [
        "Overview", "processMove()", "switchTurn()",
        "createInitialGameState()", "validateMove()",
        "updateBoardWithMove()", "Dependencies", "Testing Strategy",
        "Performance Requirements", "Future Extensions",
        "Contract Validation Checklist",
    ],
    "004": [
        "Core Entities: GameState", "Core Entities: Cell",
        "State Transitions", "State Validation Rules", "State Queries",
        "State Mutations", "Data Flow", "Implementation Notes",
        "Future Enhancements",
    ],
}

# Functions: each must be named in an F row, or an FU row for later ones.
FUNCTIONS = {
    "000": "placeMarker checkWin checkDraw isValidMove",
    "001": "GameBoard.__init__ get_cell set_cell GameBoard.board "
           "Game.__init__ game_id board get_next_move validate_game_board "
           "check_game_over GameServiceImpl.__init__",
    "002": "createInitialState makeMove checkSubBoardWin checkSubBoardDraw "
           "checkMetaWin checkMetaDraw",
    "003": "processMove switchTurn createInitialGameState createEmptyBoard "
           "validateMove updateBoardWithMove checkWinCondition isGameOver "
           "resetGame undoMove",
    "004": "getCell getCurrentPlayer isGameActive getWinner isValidMove "
           "makeMove resetGame checkWinner checkDraw",
}

# Everything else that has a name there: types, attributes, constants, events.
NAMES = {
    "000": "Board Move.cell Move.mark Move.timestamp Move.intensity "
           "WinResult.winner WinResult.winningCells WIN_LINES MoveMade "
           "GameWon GameDrawn roomId currentTurn",
    "001": "GameBoard Game.game_id Game.board UUID ValueError TypeError None "
           "game_board.py game.py game_service.py game_service_impl.py",
    "002": "GameState.boards subBoardStatus currentPlayer activeBoards "
           "gameResult lastMove winningLine CellValue SubBoardStatus Player "
           "BoardIndex CellIndex GameResult Move MoveResult WIN_PATTERNS "
           "gameStore.placeMove engine.makeMove GameState 'all'",
    "003": "GameState.board GameState.currentTurn GameState.moveInProgress "
           "Board Cell CellPosition GamePieceValue PlayerSymbol MoveResult "
           "MoveFailureReason INITIAL_TURN move-in-progress "
           "invalid-position cell-occupied WinResult gameStatus history "
           "currentTurn moveInProgress",
    "004": "board currentPlayer gameActive winner index value row col null "
           "renderBoard renderStatus",
}

# How many statements a numbered or bulleted list of the documents has.
COUNTS = {
    "000": {"I": 3, "F": 4, "EV": 3, "R": 5, "V": 8},
    "001": {"M": 9, "G": 4, "BV": 6, "GV": 3, "ER": 9, "V": 14, "F": 11},
    "002": {"AC": 8, "S": 12, "FR": 7, "F": 6, "FU": 4},
    "003": {"E": 4, "POST": 5, "PRE": 2, "TL": 21, "FU": 6, "CL": 9, "V": 3,
            "X": 6, "I": 3},
    "004": {"I": 6, "MR": 4, "V": 4, "SE": 3, "D": 7, "N": 5, "FU": 6,
            "F": 9, "X": 7, "ST": 6},
}

# Functions that need no sentence: their names are one.
SELF_EXPLAINING = {
    "oxo_board_empty", "oxo_board_to_cells", "oxo_board_to_matrix",
    "oxo_game_variant", "oxo_game_turn", "oxo_game_outcome",
}


class Row:
    def __init__(self, section, cells):
        self.section = section
        self.id, self.text, self.c, self.test, self.mark = cells
        self.done = self.mark == "[x]"
        match = re.fullmatch(r"(\d{3})\.([A-Z]+)(\d+)", self.id)
        self.document, self.kind, self.number = (
            match.groups() if match else ("", "", ""))

    @property
    def names(self):
        """What the row's C column names: identifiers and folders."""
        return quoted(self.c)

    @property
    def is_bench(self):
        return self.test.startswith("`oxo bench`: ")

    @property
    def tests(self):
        return [] if self.is_bench else quoted(self.test)


def quoted(text):
    return re.findall(r"`([^`]+)`", text)


def read_rows(page):
    rows, section = [], ""
    for line in page.splitlines():
        if line.startswith("### "):
            section = line[4:]
        if re.match(r"\| \S*\d", line):
            rows.append(Row(section,
                            [c.strip() for c in line.split("|")[1:-1]]))
    return rows


class Project:
    def __init__(self, root):
        self.root = root
        self.page = (root / "docs/conformance.md").read_text()
        self.rows = read_rows(self.page)
        self.done = [row for row in self.rows if row.done]
        self.open = [row for row in self.rows if not row.done]
        # Tested although no user of the library sees it: the service, which is
        # part of the server.
        self.reference = "".join((root / path).read_text() for path in (
            "src/server/api/classic_service.h",
            "src/server/store/store.h"))
        self.headers = {p.name: p.read_text()
                        for p in sorted(root.glob("include/oxo/*.h"))}
        self.sources = {p: p.read_text()
                        for p in sorted(root.glob("tests/**/test-*.c"))}

    def conformance_tests(self):
        """Name of each conformance test, and the document of its file."""
        for path, text in self.sources.items():
            if path.parent.name == "conformance":
                for name in re.findall(r"^TEST\((\w+)\)", text, re.M):
                    yield name, path.stem.removeprefix("test-")[:3]

    def registered(self):
        names = set()
        for text in self.sources.values():
            macros = re.findall(
                r"#define (\w+)\(name\)[\s\\]*cmocka_unit_test", text)
            ways = "|".join([r"cmocka_unit_test\w*", *macros])
            names.update(re.findall(rf"\b(?:{ways})\(\s*(\w+)", text))
        return names

    def defined(self):
        return {name for text in self.sources.values()
                for name in re.findall(
                    r"^(?:TEST\(|static void )(\w+)", text, re.M)}

    def scripts(self):
        here = {name for path in self.root.glob("tests/conformance/*.py")
                for name in re.findall(r"^def (\w+)\(", path.read_text(),
                                       re.M)}
        install = (self.root / "tests/system/install.py").read_text()
        page = {name for path in self.root.glob("tests/browser/*.test.mjs")
                for name in re.findall(r'^test\("(.+?)"', path.read_text(),
                                       re.M)}
        return here | page | set(
            re.findall(r"^    def test_(\w+)\(", install, re.M))


# ---- The checks: each yields what is wrong ---------------------------------


def ids_are_unique_and_well_formed(p):
    if len(p.rows) < 300:
        yield f"only {len(p.rows)} rows could be read"
    for row in p.rows:
        if not row.kind or not row.section.startswith(row.document):
            yield f"{row.id} is no id of section '{row.section}'"
        if row.mark not in ("[x]", "[ ]"):
            yield f"{row.id} is neither [x] nor [ ]"
    for key, n in Counter(row.id for row in p.rows).items():
        if n > 1:
            yield f"{key} appears {n} times"


def done_rows_name_code_and_test(p):
    for row in p.done:
        if not row.names or not (row.tests or row.is_bench):
            yield f"{row.id} lacks its C name or its test"


def tests_exist_and_are_registered(p):
    defined, registered, scripts = p.defined(), p.registered(), p.scripts()
    for row in p.done:
        for test in row.tests:
            if test in scripts:
                continue
            if test not in defined:
                yield f"{row.id}: there is no test {test}"
            elif test not in registered:
                yield f"{row.id}: {test} is not registered"


def conformance_tests_have_a_row(p):
    named = {test for row in p.done for test in row.tests}
    for test, _ in p.conformance_tests():
        if test not in named:
            yield f"{test} has no row"


def test_names_carry_the_id(p):
    ids = {f"{r.kind.lower()}_{r.document}_{r.number}": r for r in p.rows}
    for test, document in p.conformance_tests():
        key = "_".join(test.split("_")[:3])
        row = ids.get(key)
        if not row or row.tests != [test] or row.document != document:
            yield f"{test} does not belong to one row of {document}"


def c_names_are_public(p):
    words = {word for text in p.headers.values()
             for word in re.findall(r"\b(?:oxo|OXO)_\w+", text)}
    words.update(re.findall(r"\b(?:minimax|classic|store)_\w+", p.reference))
    for row in p.done:
        for name in row.names:
            if name.endswith("/"):
                if not (p.root / name).is_dir():
                    yield f"{row.id}: there is no folder {name}"
            elif name not in words:
                yield f"{row.id}: {name} is in no public header"


def c_names_are_exercised(p):
    text = "".join(text for path, text in p.sources.items()
                   if path.parent.name == "conformance")
    words = set(re.findall(r"\w+", text))
    for row in p.done:
        for name in row.names:
            # Types of values may be used without being named.
            if not name.endswith("/") and name not in words and \
                    name not in ("oxo_intensity", "oxo_status"):
                yield f"{row.id}: no conformance test uses {name}"


def board_is_a_module_of_its_own(p):
    header = p.headers["board.h"]
    for included in re.findall(r'#include "([^"]+)"', header):
        if included != "oxo/base.h":
            yield f"board.h includes {included}"
    definition = re.compile(r"^\w.*?\b(oxo_board_\w+)\([^;]*?\)\n\{", re.M)
    declared = set(re.findall(r"\b(oxo_board_\w+)\(", header))
    defined = {name: path.name for path in p.root.glob("src/**/*.c")
               for name in definition.findall(path.read_text())}
    if not declared:
        yield "board.h declares nothing"
    for name in declared:
        if defined.get(name) != "board.c":
            yield f"{name} is in {defined.get(name)}, not in board.c"


def functions_are_documented(p):
    commented = set(SELF_EXPLAINING)
    for header, text in p.headers.items():
        for paragraph in re.split(r"\n\s*\n", text):
            names = re.findall(r"\b(oxo_\w+)\(", paragraph)
            # position.h says it once for all: like their namesakes.
            if "/*" in paragraph or header == "position.h":
                commented.update(names)
    declared = {name for text in p.headers.values()
                for name in re.findall(r"\b(oxo_\w+)\(", text)}
    for row in p.done:
        for name in row.names:
            if name in declared and name not in commented:
                yield f"{row.id}: {name} has no comment"


def open_rows_name_a_planned_folder(p):
    for row in p.open:
        folders = row.names
        if not folders or not set(folders) <= PLANNED:
            yield f"{row.id} is not planned anywhere: {row.c}"
        if row.test:
            yield f"{row.id} has a test but is not ticked"


def metrics_exist_in_the_bench(p):
    bench = "".join(path.read_text()
                    for path in p.root.glob("src/lab/bench/*.c"))
    for row in p.done:
        if row.is_bench:
            for metric in quoted(row.test)[1:]:
                if f'"{metric}"' not in bench:
                    yield f"{row.id}: no metric {metric}"


def decisions_exist(p):
    text = (p.root / "docs/design/architecture.md").read_text()
    questions = set(re.findall(r"^\| (.+?) \|", text, re.M))
    for row in p.rows:
        for question in re.findall(r"Decision \*([^*]+)\*", row.text):
            if question not in questions:
                yield f"{row.id}: no decision '{question}'"


def headings_of_the_documents_have_a_section(p):
    sections = {row.section for row in p.rows}
    for document, headings in HEADINGS.items():
        for heading in headings:
            if f"{document}, {heading}" not in sections:
                yield f"{document} has no section '{heading}'"


def functions_of_the_documents_have_a_row(p):
    for document, names in FUNCTIONS.items():
        named = {name.removesuffix("(3)") for row in p.rows
                 if row.document == document and row.kind in ("F", "FU")
                 for name in quoted(row.text)}
        for name in names.split():
            if name not in named:
                yield f"{document}: function {name} has no row"


def names_of_the_documents_appear(p):
    for document, names in NAMES.items():
        named = {name for row in p.rows if row.document == document
                 for name in quoted(row.text)}
        for name in names.split():
            if name not in named:
                yield f"{document}: {name} is not mentioned"


def lists_of_the_documents_are_complete(p):
    count = Counter((row.document, row.kind) for row in p.rows)
    for document, kinds in COUNTS.items():
        for kind, n in kinds.items():
            if count[document, kind] != n:
                yield (f"{document} has {count[document, kind]} rows of kind "
                       f"{kind}, not {n}")


CHECKS = [
    ids_are_unique_and_well_formed,
    done_rows_name_code_and_test,
    tests_exist_and_are_registered,
    conformance_tests_have_a_row,
    test_names_carry_the_id,
    c_names_are_public,
    c_names_are_exercised,
    board_is_a_module_of_its_own,
    functions_are_documented,
    open_rows_name_a_planned_folder,
    metrics_exist_in_the_bench,
    decisions_exist,
    headings_of_the_documents_have_a_section,
    functions_of_the_documents_have_a_row,
    names_of_the_documents_appear,
    lists_of_the_documents_are_complete,
]


def main():
    project = Project(Path(sys.argv[1]))
    print(f"1..{len(CHECKS)}")
    failed = False
    for number, check in enumerate(CHECKS, 1):
        problems = list(check(project))
        failed |= bool(problems)
        print("not ok" if problems else "ok", number, "-", check.__name__)
        for problem in problems:
            print("#", problem)
    return failed


if __name__ == "__main__":
    sys.exit(main())
