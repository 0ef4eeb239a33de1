/**
 * `npm run generate`: writes all generated files (table types, the API addresses for the browser, the docs of API, CLI, schema and
 * exit codes). With `--check` it writes nothing and fails if a file is out of date.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, createFromTemplate, createPgliteEngine } from "../server/src/platform/index.ts";
import { addresses } from "./generate/addresses.ts";
import { apiDoc } from "./generate/api-doc.ts";
import { cliDoc } from "./generate/cli-doc.ts";
import { exitCodeDoc } from "./generate/exit-code-doc.ts";
import { readCatalog } from "./generate/read-catalog.ts";
import { schemaDoc } from "./generate/schema-doc.ts";
import { tableTypes } from "./generate/table-types.ts";
import { repository } from "./repository.ts";

async function catalogOfFreshDatabase() {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-generate-"));
  await createFromTemplate(join(dir, "database"), { sync: false });
  const database = createDatabase(await createPgliteEngine(join(dir, "database"), { sync: false }));
  try {
    return await readCatalog(database);
  } finally {
    await database.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function generated(): Promise<Record<string, string>> {
  const catalog = await catalogOfFreshDatabase();
  return {
    "server/src/platform/db/tables.ts": tableTypes(catalog),
    "web/src/api/addresses.ts": addresses(),
    "docs/generated/schema.md": schemaDoc(catalog),
    "docs/generated/exit-codes.md": exitCodeDoc(),
    "docs/generated/api.md": apiDoc(),
    "docs/generated/cli.md": cliDoc(),
  };
}

const check = process.argv.includes("--check");
const stale: string[] = [];
const files = await generated();
for (const [path, text] of Object.entries(files)) {
  const place = join(repository, path);
  if (existsSync(place) && readFileSync(place, "utf8") === text) continue;
  stale.push(path);
  if (!check) writeFileSync(place, text);
}
if (check && stale.length > 0) {
  process.stderr.write(`Not up to date: ${stale.join(", ")}. Run "npm run generate" and commit the result.\n`);
  process.exit(1);
}
process.stdout.write(stale.length > 0 ? `Wrote ${stale.join(", ")}\n` : "Everything generated is up to date.\n");
