import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { z } from "zod";
import { definitionsIn, usesIn } from "./sql-names.ts";

/** Methods of Kysely whose first argument names a table or a list of tables. */
const tableMethods = new Set([
  ...["selectFrom", "insertInto", "updateTable", "deleteFrom", "mergeInto", "from", "using", "table"],
  ...["innerJoin", "leftJoin", "rightJoin", "fullJoin", "crossJoin", "innerJoinLateral", "leftJoinLateral"],
]);

const layers = z.record(z.string(), z.array(z.string()));

export type SqlReport = {
  /** The number of schemas and query fragments that were read, to detect a check that reads nothing. */
  schemas: number;
  queries: number;
  problems: string[];
};

/**
 * Checks SQL against `layers.json`: a module's schema and queries may name only tables and functions of that module and of
 * modules below it, and each table and function must be defined only once. Tests may name any table.
 */
export function judgeSql(repository: string): SqlReport {
  const modules = readModules(repository);
  const { owners, problems } = findOwners(modules);
  let queries = 0;
  for (const { module, rank, schema, files } of modules) {
    const above = new Set([...owners].filter(([, owner]) => owner.rank > rank).map(([name]) => name));
    const judge = (path: string, text: string, firstLine = 1) => {
      for (const { name, line } of usesIn(text, above))
        problems.push(
          `${path}:${firstLine + line - 1}: ${name} belongs to ${owners.get(name)?.module}, above ${module}`,
        );
    };
    if (schema !== null) judge(`server/src/${module}/schema.sql`, schema);
    for (const path of files) {
      const found = queriesIn(path, readFileSync(join(repository, path), "utf8"));
      queries += found.length;
      for (const { text, line } of found) judge(path, text, line);
    }
  }
  return { schemas: modules.filter(({ schema }) => schema !== null).length, queries, problems: [...new Set(problems)] };
}

type Module = { module: string; rank: number; schema: string | null; files: string[] };

function readModules(repository: string): Module[] {
  const order = layers.parse(JSON.parse(readFileSync(join(repository, "layers.json"), "utf8")));
  return Object.entries(order)
    .flatMap(([layer, names]) => (names.length === 0 ? [layer] : names.map((name) => `${layer}/${name}`)))
    .map((module, rank) => {
      const schema = join(repository, `server/src/${module}/schema.sql`);
      return {
        module,
        rank,
        schema: existsSync(schema) ? readFileSync(schema, "utf8") : null,
        files: globSync(`server/src/${module}/**/*.ts`, { cwd: repository }).filter(
          (path) => !/\.(test|fixture)\.ts$|\/tables\.ts$/.test(path),
        ),
      };
    });
}

function findOwners(modules: readonly Module[]): { owners: Map<string, Module>; problems: string[] } {
  const owners = new Map<string, Module>();
  const problems: string[] = [];
  for (const owner of modules) {
    for (const { name, line } of definitionsIn(owner.schema ?? "")) {
      const other = owners.get(name);
      if (other)
        problems.push(`server/src/${owner.module}/schema.sql:${line}: ${name} is defined in ${other.module}, too`);
      else owners.set(name, owner);
    }
  }
  return { owners, problems };
}

/** Only files that match are parsed, because parsing all files would take most of the check's time. */
const mayHaveQueries = /\bsql\b|\bTables\[|From\(|Into\(|Table\(|Join\(/;

/**
 * The SQL in a file: `sql` templates, and table names passed to Kysely or used in its types. In stores, this includes every
 * string, because it may be a table name that a query takes as a parameter.
 */
function queriesIn(path: string, source: string): { text: string; line: number }[] {
  const isStore = path.endsWith(".store.ts");
  if (!isStore && !mayHaveQueries.test(source)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: { text: string; line: number }[] = [];
  const add = (node: ts.Node, text: string) =>
    found.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText(file))) {
      for (const piece of piecesOf(node.template)) add(piece, piece.text);
    }
    if (isStore && ts.isStringLiteral(node) && /^[a-z_]+$/.test(node.text) && !ts.isLiteralTypeNode(node.parent)) {
      add(node, node.text);
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      if (first && tableMethods.has(node.expression.name.text)) for (const name of stringsIn(first)) add(first, name);
    }
    if (ts.isIndexedAccessTypeNode(node) && node.objectType.getText(file) === "Tables") {
      add(node, node.indexType.getText(file).replaceAll(/["']/g, ""));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The text between the placeholders of a template. A template inside a placeholder is visited separately. */
function piecesOf(template: ts.TemplateLiteral): ts.TemplateLiteralLikeNode[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template];
  return [template.head, ...template.templateSpans.map((span) => span.literal)];
}

function stringsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(stringsIn);
  return [];
}

// The repository has more schemas and queries than this. If the check reads fewer, it overlooks some.
const fewest = { schemas: 10, queries: 200 };

/** The problems, one sentence each; empty if there are none. */
export function problemsIn({ schemas, queries, problems }: SqlReport, least = fewest): string[] {
  if (schemas >= least.schemas && queries >= least.queries) return problems;
  return [...problems, `only ${schemas} schemas and ${queries} queries were read`];
}
