import { sql } from "kysely";
import { openDatabase, readConfig, type Tx } from "#platform";

/** What the process that writes rows reports. It makes each report after the commit was acknowledged. */
export type Told =
  | { is: "ready" }
  | { is: "row"; writer: number; number: number }
  | { is: "table"; round: number }
  | { is: "dropped"; round: number };

/** Opens the data folder as the product does, and lists all differences from what was reported before the power cut. */
export async function judgeRows(dataDir: string, told: readonly Told[]): Promise<string[]> {
  const opened = await openDatabase(readConfig({ DIALECTIC_SYNC: "off" }, { data: dataDir })); // faster; recovery is the same
  if (!opened.ok) return ["the folder is in use"];
  const { database } = opened;
  try {
    if (told.length === 0) return [];
    return await database.asOwner(async (db) => [
      ...(await judgeWriters(db, told)),
      ...(await judgeIndex(db)),
      ...(await judgeTables(db, told)),
    ]);
  } finally {
    await database.close();
  }
}

/** Each writer numbers its rows without gaps, and counts them in the transaction that adds them. */
async function judgeWriters(db: Tx, told: readonly Told[]): Promise<string[]> {
  const { rows } = await sql<{ writer: number; counted: number; found: number; last: number }>`
    select c.writer, c.rows as counted, count(r.number)::int as found, coalesce(max(r.number), 0) as last
    from power_counts c left join power_rows r on r.writer = c.writer
    group by c.writer, c.rows`.execute(db);
  return rows.flatMap(({ writer, counted, found, last }) => {
    const numbers = told.flatMap((one) => (one.is === "row" && one.writer === writer ? one.number : []));
    const acknowledged = Math.max(0, ...numbers);
    return [
      ...(last < acknowledged ? [`writer ${writer} has ${last} of ${acknowledged} acknowledged rows`] : []),
      ...(found !== last || counted !== last
        ? [`writer ${writer} counted ${counted}, has ${found} up to ${last}`]
        : []),
    ];
  });
}

/** Reads every row, including values that are stored out of line, and checks that it is also found through the index. */
async function judgeIndex(db: Tx): Promise<string[]> {
  const texts = async (byIndex: boolean) => {
    await sql`select set_config('enable_seqscan', ${byIndex ? "off" : "on"}, true)`.execute(db);
    await sql`select set_config('enable_indexscan', ${byIndex ? "on" : "off"}, true)`.execute(db);
    await sql`select set_config('enable_bitmapscan', 'off', true)`.execute(db);
    const { rows } = await sql<{ all: string }>`
      select md5(string_agg(md5(text), '' order by md5(text))) as all from power_rows`.execute(db);
    return rows[0]?.all;
  };
  const [table, index] = [await texts(false), await texts(true)];
  return table === index ? [] : ["the table and its index differ"];
}

async function judgeTables(db: Tx, told: readonly Told[]): Promise<string[]> {
  const dropped = new Set(told.flatMap((one) => (one.is === "dropped" ? one.round : [])));
  const problems: string[] = [];
  for (const one of told) {
    if (one.is !== "table") continue;
    const name = tableOf(one.round);
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${name}) is not null as there`.execute(db);
    const there = rows[0]?.there ?? false;
    if (there) await sql`select md5(string_agg(text, '')) from ${sql.table(name)}`.execute(db);
    if (there && dropped.has(one.round)) problems.push(`${name} is there again`);
    if (!there && !isDropped(one.round)) problems.push(`${name} is missing`);
  }
  return problems;
}

export const tableOf = (round: number): string => `power_table_${round}`;
/** True if the table of this round is dropped later. */
export const isDropped = (round: number): boolean => round % 3 === 1;
