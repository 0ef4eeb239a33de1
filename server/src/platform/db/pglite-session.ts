import { type PGlite, parse, protocol } from "@electric-sql/pglite";
import type { Statement } from "./connection.ts";

type Message = Awaited<ReturnType<PGlite["execProtocol"]>>["messages"][number];
/** A statement the engine has read. `types` are those of its parameters, `columns` what its rows look like. */
type Read = { name: string; types: number[]; columns: Message[] };
type Answer = { rows: unknown[]; affected: number };

/** Statements kept ready; the least recently used makes room. Each takes some ten kilobytes of the engine's memory. */
const mostKept = 300;
/** Whatever else is said may change what tables look like, and then everything kept is of no use. */
const isPlain = /^\s*(?:select|insert|update|delete|with)\b/i;
const changesNothing = /^\s*(?:begin|savepoint|release|rollback|set|declare|fetch|close)\b/i;

const { serialize } = protocol;

/**
 * PGlite's one session, spoken to in its wire protocol. Its own `query` reads and plans every statement anew, in six
 * trips; here a statement is kept ready from its second use on, and what is said together (begin, statements, commit) goes in
 * one trip: three to five times as fast, and nearly all the embedded engine does is short statements said again and again.
 */
export function createPgliteSession(database: PGlite) {
  /** Undefined: said once; rows of a list written out come in ever other lengths and are hardly ever said twice. */
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
   * The statement's messages; `before` is sent first, whether or not the statement has to be read. There is one
   * nameless statement at a time: one of `several` needs a name.
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
    known.delete(sql); // put back as the newest
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

  /** Rows begin after what was said to open the transaction, and end with the statement's own end. */
  function toAnswer(columns: readonly Message[], messages: readonly Message[]): Answer {
    const bound = messages.findIndex((message) => message.name === "bindComplete");
    const [result] = parse.parseResults([...columns, ...messages.slice(bound)], database.parsers);
    return { rows: result?.rows ?? [], affected: result?.affectedRows ?? 0 };
  }

  /** No transaction is open afterwards: a statement that cannot even be parsed never comes to its commit. */
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
    /** Begin, one statement, commit; the commit of a failure is a rollback. */
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
    /** Several statements without parameters. */
    async script(sql: string): Promise<void> {
      await database.exec(sql);
      if (sql !== "rollback") forgetAll();
    },
  };
}
