import { type PGlite, parse, protocol } from "@electric-sql/pglite";
import type { Statement } from "./connection.ts";

type Prepared = { name: string; types: number[] };
type Answer = { rows: unknown[]; affected: number };

/** Statements kept ready; the least recently used makes room. Each takes some ten kilobytes of the engine's memory. */
const mostPrepared = 300;
/** A longer one is hardly ever said twice: rows of an insert, written out. */
const longestPrepared = 4_000;

const { serialize } = protocol;

/**
 * PGlite's one session, spoken to in its wire protocol. Its own `query` reads and plans every statement anew, in six
 * trips; here a statement is prepared at its first use, and what is said together (begin, statements, commit) goes in one trip:
 * three to five times as fast, and nearly all of what the embedded engine does is short statements said again and again.
 */
export function createPgliteSession(database: PGlite) {
  const prepared = new Map<string, Prepared>();
  let names = 0;

  const send = async (parts: readonly Uint8Array[]) =>
    (await database.execProtocol(Buffer.concat(parts), { syncToFs: false })).messages;

  async function prepare(sql: string, before: readonly Uint8Array[]): Promise<Prepared> {
    const name = sql.length > longestPrepared ? "" : `s${names++}`;
    const asked = [serialize.parse({ name, text: sql }), serialize.describe({ type: "S", name }), serialize.sync()];
    const types = parse.parseDescribeStatementResults(await send([...before, ...asked]));
    const made = { name, types };
    if (name !== "") prepared.set(sql, made);
    const [oldest] = prepared.size > mostPrepared ? prepared : [];
    if (oldest) {
      prepared.delete(oldest[0]);
      await send([serialize.close({ type: "S", name: oldest[1].name }), serialize.sync()]);
    }
    return made;
  }

  /** `before` is sent first, whether or not the statement has to be prepared. */
  async function said({ sql, parameters }: Statement, before: readonly Uint8Array[] = []): Promise<Uint8Array[]> {
    const known = prepared.get(sql);
    const { name, types } = known ?? (await prepare(sql, before));
    if (known) {
      prepared.delete(sql); // put back as the newest
      prepared.set(sql, known);
    }
    return [
      ...(known ? before : []),
      serialize.bind({ statement: name, values: parameters.map((value, index) => toText(value, types[index])) }),
      serialize.describe({ type: "P" }),
      serialize.execute({}),
      serialize.sync(),
    ];
  }

  function toText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const write = type === undefined ? undefined : database.serializers[type];
    return write ? write(value) : String(value);
  }

  const opening = (begin: string | undefined) => (begin === undefined ? [] : [serialize.query(begin)]);

  return {
    async query(statement: Statement, begin?: string): Promise<Answer> {
      return toAnswer(await send(await said(statement, opening(begin))), -1);
    },
    /** Begin, one statement, commit; the commit of a failure is a rollback. */
    async alone(statement: Statement, begin: string): Promise<Answer> {
      try {
        return toAnswer(await send([...(await said(statement, opening(begin))), serialize.query("commit")]), -2);
      } catch (error) {
        if (database.isInTransaction()) await database.exec("rollback"); // it could not even be prepared
        throw error;
      }
    },
    async commit(last: readonly Statement[], begin?: string): Promise<void> {
      const all = opening(begin);
      for (const statement of last) all.push(...(await said(statement)));
      await send([...all, serialize.query("commit")]);
    },
    /** Several statements without parameters; what was prepared may speak of tables that are different now. */
    async script(sql: string): Promise<void> {
      await database.exec(sql);
      if (/\b(?:create|alter|drop)\b/i.test(sql)) {
        prepared.clear();
        await database.exec("deallocate all");
      }
    },
  };

  function toAnswer(messages: Awaited<ReturnType<typeof send>>, place: number): Answer {
    const result = parse.parseResults(messages, database.parsers).at(place);
    return { rows: result?.rows ?? [], affected: result?.affectedRows ?? 0 };
  }
}
