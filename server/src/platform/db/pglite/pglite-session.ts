import { type PGlite, parse, protocol } from "@electric-sql/pglite";
import type { Statement } from "../connection.ts";

type Message = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"][number];
/** A prepared statement: the types of its parameters and the columns of its rows. */
type Read = { name: string; types: number[]; columns: Message[] };
type Answer = { rows: unknown[]; affected: number };

/** The number of prepared statements kept; the least recently used is evicted. Each takes about ten kilobytes of the engine's memory. */
const mostKept = 300;
/** A statement that matches neither pattern may change a table's columns, which invalidates all prepared statements. */
const isPlain = /^\s*(?:select|insert|update|delete|with)\b/i;
const changesNothing = /^\s*(?:begin|savepoint|release|rollback|set|declare|fetch|close)\b/i;

const { serialize } = protocol;

/**
 * PGlite's one connection, driven through the wire protocol. PGlite's own `query` parses and plans every statement each
 * time, in six calls. Here a statement is prepared on its second use, and begin, statements and commit go in one call. That
 * is three to five times as fast, because nearly all work of the embedded engine is short, repeated statements.
 */
export function createPgliteSession(database: PGlite) {
  /**
   * The statements by their SQL. A value is undefined if its statement ran once and is not prepared yet: some statements are
   * hardly ever repeated, such as those with a value list of varying length.
   */
  const known = new Map<string, Read | undefined>();
  let forgotten: Uint8Array[] = [];
  let names = 0;

  const send = async (parts: readonly Uint8Array[]) =>
    (await database.execProtocol(Buffer.concat(parts), { syncToFs: false })).messages;

  async function read(sql: string, name: string, before: readonly Uint8Array[]): Promise<Read> {
    const closing = forgotten;
    forgotten = [];
    const asked = [serialize.parse({ name, text: sql }), serialize.describe({ type: "S", name }), serialize.sync()];
    const messages = await send([...closing, ...before, ...asked]);
    const columns = messages.filter((message) => message.name === "rowDescription");
    return { name, types: parse.parseDescribeStatementResults(messages), columns };
  }

  /**
   * The messages for a statement; `before` is sent first, whether or not the statement has to be parsed. There is only
   * one unnamed statement at a time, so each of several statements needs a name.
   */
  async function said({ sql, parameters }: Statement, before: readonly Uint8Array[], several = false) {
    if (!isPlain.test(sql) && !changesNothing.test(sql)) forgetAll();
    const kept = known.get(sql);
    const statement = kept ?? (await read(sql, several || known.has(sql) ? `s${names++}` : "", before));
    if (isPlain.test(sql)) keep(sql, statement);
    const values = parameters.map((value, index) => toText(value, statement.types[index]));
    const asked = [serialize.bind({ statement: statement.name, values }), serialize.execute({}), serialize.sync()];
    return { messages: [...(kept ? before : []), ...asked], columns: statement.columns };
  }

  function keep(sql: string, statement: Read): void {
    known.delete(sql); // reinserted below as the most recent
    known.set(sql, statement.name === "" ? undefined : statement);
    const [oldest = ""] = known.keys();
    if (known.size > mostKept) forget(oldest);
  }

  function forget(sql: string): void {
    const statement = known.get(sql);
    if (statement) forgotten.push(serialize.close({ type: "S", name: statement.name }));
    known.delete(sql);
  }

  function forgetAll(): void {
    for (const sql of [...known.keys()]) forget(sql);
  }

  function toText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const write = type === undefined ? undefined : database.serializers[type];
    return write ? write(value) : String(value);
  }

  /** Returns the result of the statement itself. Results of statements that opened the transaction come before it. */
  function toAnswer(columns: readonly Message[], messages: readonly Message[]): Answer {
    const bound = messages.findIndex((message) => message.name === "bindComplete");
    const [result] = parse.parseResults([...columns, ...messages.slice(bound)], database.parsers);
    return { rows: result?.rows ?? [], affected: result?.affectedRows ?? 0 };
  }

  /** Rolls back a transaction that an error left open: if a statement cannot be parsed, its commit is never sent. */
  async function orRollback<T>(transaction: () => Promise<T>): Promise<T> {
    try {
      return await transaction();
    } catch (error) {
      if (database.isInTransaction()) await database.exec("rollback");
      throw error;
    }
  }

  const opening = (begin: string | undefined) => (begin === undefined ? [] : [serialize.query(begin)]);

  return {
    async query(statement: Statement, begin?: string): Promise<Answer> {
      const { messages, columns } = await said(statement, opening(begin));
      return toAnswer(columns, await send(messages));
    },
    /** Runs begin, one statement and commit. If the statement fails, the commit acts as a rollback. */
    alone: (statement: Statement, begin: string): Promise<Answer> =>
      orRollback(async () => {
        const { messages, columns } = await said(statement, opening(begin));
        return toAnswer(columns, await send([...messages, serialize.query("commit")]));
      }),
    commit: (last: readonly Statement[], begin?: string): Promise<void> =>
      orRollback(async () => {
        const all = opening(begin);
        for (const statement of last) all.push(...(await said(statement, [], true)).messages);
        await send([...all, serialize.query("commit")]);
      }),
    /** Runs several statements without parameters. */
    async script(sql: string): Promise<void> {
      await database.exec(sql);
      if (sql !== "rollback") forgetAll();
    },
  };
}
