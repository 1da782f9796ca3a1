/* imports.test.ts - the folders of web/src import what web/README.md declares. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {test} from "node:test";
import type TypeScript from "typescript";

declare const WEB: string;
const ts = createRequire(path.join(WEB, "package.json"))("typescript") as typeof TypeScript;
const SRC = path.join(WEB, "src");

/** Folders and packages by name: "values" if any value is imported from
 * there, "types" if only types are. */
type Imports = Map<string, "values" | "types">;

interface Folder {
    readonly name: string;
    readonly imports: Imports;
}

// ---- What is declared ------------------------------------------------------------

/** A row of the table: | `folder` | what it holds | `import`, `import` types | */
const ROW = /^\| `(\w+)` \| [^|]* \|([^|]*)\|$/gm;
const IMPORT = /`([^`]+)`( types)?/g;

function declaredFolders(readme: string): readonly Folder[] {
    return [...readme.matchAll(ROW)].map(([, name, cell]) => ({
        name: name!,
        imports: new Map([...cell!.matchAll(IMPORT)].map(([, from, types]) => [from!, types ? "types" : "values"])),
    }));
}

// ---- What is imported -------------------------------------------------------------

const isTypesOnly = (node: TypeScript.Node): boolean =>
    ts.isImportDeclaration(node) ? node.importClause?.isTypeOnly ?? false
        : ts.isExportDeclaration(node) ? node.isTypeOnly : ts.isImportTypeNode(node);

/** The text of an import's source: "./cells.js", "lit". */
function sourceOf(node: TypeScript.Node): string | null {
    const from = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) ? node.argument.literal
            : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0]
                : undefined;
    return from && ts.isStringLiteral(from) ? from.text : null;
}

/** The folder of src that `source` lies in, or its package. */
function originOf(file: string, source: string): string {
    if (source.startsWith("."))
        return path.relative(SRC, path.resolve(path.dirname(file), source)).split(path.sep)[0]!;
    return source.split("/").slice(0, source.startsWith("@") ? 2 : 1).join("/");
}

function collectImports(file: string, folder: string, imports: Imports): void {
    const visit = (node: TypeScript.Node): void => {
        const source = sourceOf(node);
        const origin = source === null ? folder : originOf(file, source);
        if (origin !== folder && (!isTypesOnly(node) || !imports.has(origin)))
            imports.set(origin, isTypesOnly(node) ? "types" : "values");
        ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, fs.readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
}

function actualFolder(name: string): Folder {
    const imports: Imports = new Map();
    const files = fs.readdirSync(path.join(SRC, name), {recursive: true, encoding: "utf8"});
    for (const file of files.filter((it) => it.endsWith(".ts")))
        collectImports(path.join(SRC, name, file), name, imports);
    return {name, imports};
}

// ---- The tests ----------------------------------------------------------------------

const folders = declaredFolders(fs.readFileSync(path.join(WEB, "README.md"), "utf8"));

const lines = ({imports}: Folder): readonly string[] =>
    [...imports].map(([from, what]) => what === "types" ? `${from} types` : from).sort();

test("web/README.md lists every folder of web/src", () => {
    const actual = fs.readdirSync(SRC, {withFileTypes: true}).filter((entry) => entry.isDirectory());
    assert.deepEqual(folders.map(({name}) => name).sort(), actual.map(({name}) => name).sort());
});

for (const folder of folders)
    test(`${folder.name} imports exactly what web/README.md declares`, () => {
        assert.deepEqual(lines(actualFolder(folder.name)), lines(folder));
    });

test("every folder imports only from folders above it in the table, so there is no cycle", () => {
    folders.forEach(({name, imports}, i) => {
        const below = folders.slice(i).filter((other) => imports.has(other.name));
        assert.deepEqual(below.map((other) => other.name), [], `${name} imports from below`);
    });
});
