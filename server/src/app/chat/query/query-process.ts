/**
 * The process that runs one SQL statement that a model wrote. It gets the tables of one project on standard input, puts
 * them into an empty SQLite database in memory, and writes the result to standard output. It has no other data and no
 * environment, and it may not write files or start processes. Its parent process kills it at the time limit.
 *
 * The statement runs in a worker thread, so that the main thread can watch the memory of the process: Node's SQLite is
 * built without memory limits.
 */
import { createInterface } from "node:readline";
import { constants, DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { isMainThread, Worker } from "node:worker_threads";
import type { QueryAnswer, QueryLine } from "./run-query.ts";

const mostRows = 200;
const mostCellChars = 500;
const mostValueBytes = 1_000_000;
const mostBytes = 512 * 1024 * 1024;
const watchMs = 10;

if (isMainThread) {
  const thread = new Worker(new URL(import.meta.url), { stdin: true });
  process.stdin.pipe(thread.stdin ?? process.stdout);
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > mostBytes) process.kill(process.pid, "SIGKILL");
  }, watchMs);
  thread.on("exit", () => clearInterval(watch));
} else {
  await answerLines();
}

async function answerLines(): Promise<void> {
  const database = new DatabaseSync(":memory:", { allowExtension: false });
  database.exec("pragma temp_store = memory"); // otherwise large sorts would write files
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  for await (const line of createInterface({ input: process.stdin })) {
    const given = JSON.parse(line) as QueryLine;
    if ("statement" in given) {
      process.stdout.write(JSON.stringify(answerTo(database, given.statement)));
      return;
    }
    const columns = given.columns.map(quoted).join(", ");
    database.exec(`create table ${quoted(given.table)} (${columns})`);
    const places = given.columns.map(() => "?").join(", ");
    const insert = database.prepare(`insert into ${quoted(given.table)} values (${places})`);
    database.exec("begin");
    for (const row of given.rows) insert.run(...row);
    database.exec("commit");
  }
}

function answerTo(database: DatabaseSync, statement: string): QueryAnswer {
  // The authorizer checks what a statement compiles to, not its text. It allows reading, function calls and recursion.
  const { SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE, SQLITE_OK, SQLITE_DENY } = constants;
  const reading: readonly number[] = [SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE];
  try {
    database.exec("pragma query_only = on");
    database.enableDefensive(true);
    database.limits.attach = 0;
    database.limits.length = mostValueBytes;
    database.setAuthorizer((action) => (reading.includes(action) ? SQLITE_OK : SQLITE_DENY));
    const prepared = database.prepare(statement);
    prepared.setReadBigInts(true);
    prepared.setReturnArrays(true);
    const columns = prepared.columns().map(({ name }) => toCell(name));
    if (columns.length === 0) return { error: "The statement returns no rows. Only select statements can be run." };
    const rows: string[][] = [];
    for (const row of prepared.iterate() as Iterable<unknown>) {
      if (rows.length === mostRows) return { columns, rows, isCut: true };
      rows.push((row as SQLOutputValue[]).map(toCell));
    }
    return { columns, rows, isCut: false };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function toCell(value: SQLOutputValue): string {
  if (value instanceof Uint8Array) return `(${value.length} bytes)`;
  const text = String(value ?? "");
  return text.length <= mostCellChars ? text : `${text.slice(0, mostCellChars).toWellFormed()}…`;
}
