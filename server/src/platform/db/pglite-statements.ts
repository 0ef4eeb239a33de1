import { type PGlite, parse, protocol } from "@electric-sql/pglite";

type BackendMessage = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];
/** A statement the database has read; `types` are those of its parameters. */
type Statement = { name: string; types: number[]; columns: BackendMessage[] };
type Rows = { rows: unknown[]; affected: number };

export type Statements = {
  run(sql: string, params: readonly unknown[]): Promise<Rows>;
  /** After tables were changed: what was planned for the old ones is of no use. */
  forgetAll(): void;
};

const { serialize } = protocol;

/** What may be kept: whatever else there is may change what tables look like. */
const isPlain = /^\s*(select|insert|update|delete|with)\b/i;
const changesNothing = /^\s*(savepoint|release|rollback|set)\b/i;

/**
 * Statements that are asked again are read and planned once: to plan most of ours takes longer than to run them. The
 * first time nothing is kept, because texts of ever other lengths (a row for each of a list) come once. `max`: each
 * that is kept holds its plan in the database's memory.
 */
export function createStatements(database: PGlite, { max = 100 } = {}): Statements {
  /** Undefined: was asked once. The one not asked for the longest comes first. */
  const known = new Map<string, Statement | undefined>();
  let count = 0;
  const gone: Uint8Array[] = [];

  const send = (...parts: Uint8Array[]): Promise<BackendMessage[]> =>
    database.runExclusive(() => database.execProtocolStream(Buffer.concat([...parts, serialize.sync()])));

  async function read(sql: string, name: string): Promise<Statement> {
    const messages = await send(
      ...gone.splice(0),
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: "S", name }),
    );
    const columns = messages.filter((message) => message.name === "rowDescription");
    return { name, types: parse.parseDescribeStatementResults(messages), columns };
  }

  async function statementFor(sql: string): Promise<Statement> {
    if (!isPlain.test(sql)) {
      if (!changesNothing.test(sql)) forgetAll();
      return read(sql, "");
    }
    const isKnown = known.has(sql);
    const kept = known.get(sql) ?? (await read(sql, isKnown ? `kept_${++count}` : ""));
    known.delete(sql);
    known.set(sql, kept.name === "" ? undefined : kept);
    const [oldest = ""] = known.keys();
    if (known.size > max) forget(oldest);
    return kept;
  }

  function forget(sql: string): void {
    const statement = known.get(sql);
    if (statement) gone.push(serialize.close({ type: "S", name: statement.name }));
    known.delete(sql);
  }

  function forgetAll(): void {
    for (const sql of [...known.keys()]) forget(sql);
  }

  return {
    forgetAll,
    async run(sql, params) {
      const { name, types, columns } = await statementFor(sql);
      const values = params.map((value, index) => asText(database, value, types[index]));
      const answer = await send(serialize.bind({ statement: name, values }), serialize.execute({}));
      const [result] = parse.parseResults([...columns, ...answer], database.parsers);
      return { rows: result?.rows ?? [], affected: result?.affectedRows ?? 0 };
    },
  };
}

function asText(database: PGlite, value: unknown, type: number | undefined): string | null {
  if (value === null || value === undefined) return null;
  const serializer = type === undefined ? undefined : database.serializers[type];
  return serializer ? serializer(value) : String(value);
}
