/**
 * A process that writes to the embedded database of a data folder, and reports what was acknowledged. Several writers and a
 * reader run at the same time, each in transactions of its own. One of the writers also makes PostgreSQL create and replace
 * files: it creates, truncates, rewrites and drops tables, vacuums, and makes checkpoints. `judge-rows.ts` checks the
 * result.
 */
import { randomBytes } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { sql } from "kysely";
import { openDatabase, readConfig } from "#platform";
import { isDropped, type Told, tableOf } from "./judge-rows.ts";

const told = channel("dialectic:told");
const tell = (what: Told): void => told.publish(what);

const opened = await openDatabase(readConfig(process.env));
if (!opened.ok) throw new Error("The data folder is in use.");
const { database } = opened;
const writers = 4;
const rowsEach = Number(process.env["ROWS_EACH"]);

await script(`
  create table power_rows (writer int, number int, text text, primary key (writer, number));
  create index power_rows_text on power_rows (md5(text));
  create table power_counts (writer int primary key, rows int not null);
  insert into power_counts select n, 0 from generate_series(1, ${writers}) as n;
  grant select on power_counts to dialectic_app`);
tell({ is: "ready" });
let isWriting = true;
const reading = read();
await Promise.all(Array.from({ length: writers }, (_, index) => write(index + 1)));
isWriting = false;
await reading;
await database.close();

async function write(writer: number): Promise<void> {
  for (let number = 1; number <= rowsEach; number++) {
    const text = randomBytes(number % 10 === 0 ? 8_000 : 40 + (number % 200)).toString("base64");
    await database.asOwner(async (tx) => {
      await sql`insert into power_rows values (${writer}, ${number}, ${text})`.execute(tx);
      await sql`update power_counts set rows = ${number} where writer = ${writer}`.execute(tx);
    });
    tell({ is: "row", writer, number });
    if (writer === 1 && number % 6 === 0) await moveFiles(number / 6);
  }
}

/** A row that was returned to a reader must not be lost, whichever writer added it. */
async function read(): Promise<void> {
  const counts = sql<{
    writer: number;
    number: number;
  }>`select writer, rows as number from power_counts where rows > 0`;
  while (isWriting) {
    const { rows } = await database.asSystem((db) => counts.execute(db), { single: true });
    for (const row of rows) tell({ is: "row", ...row });
  }
}

async function moveFiles(round: number): Promise<void> {
  const table = tableOf(round);
  await script(`create table ${table} as select * from power_rows; create index on ${table} (number)`);
  tell({ is: "table", round });
  if (round % 4 === 0) await script(`truncate ${table}; insert into ${table} values (0, ${round}, 'again')`);
  if (isDropped(round - 1)) {
    await script(`drop table ${tableOf(round - 1)}`);
    tell({ is: "dropped", round: round - 1 });
  }
  if (round % 3 === 0) await outside("checkpoint");
  if (round % 5 === 0) await outside("vacuum full power_counts");
  if (round % 5 === 1) await outside("vacuum power_rows");
}

function script(sentences: string): Promise<void> {
  return database.asOwner((_, run) => run(sentences));
}

/** Runs a statement outside a transaction, because PostgreSQL refuses it inside one. */
function outside(statement: string): Promise<void> {
  return database.asOwner(async (_, run) => {
    for (const one of ["commit", statement, "begin"]) await run(one);
  });
}
