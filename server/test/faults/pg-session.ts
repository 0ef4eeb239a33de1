import type { UserId } from "@dialectic/contract";
import pg from "pg";

/** A database connection that is driven by hand: a user's transaction, statement by statement. */
export type PgSession = AsyncDisposable & {
  pid: number;
  begin(): Promise<unknown>;
  run<Row extends pg.QueryResultRow>(text: string, params?: unknown[]): Promise<Row[]>;
  commit(): Promise<unknown>;
};

export async function openSession(url: string, userId: UserId): Promise<PgSession> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return {
    pid: rows[0]?.pid ?? 0,
    begin: () => client.query(`begin; set local role dialectic_app; set local dialectic.user_id = '${userId}'`),
    run: async (text, params) => (await client.query(text, params)).rows,
    commit: () => client.query("commit"),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Resolves when the server reports that `waiting` waits for a lock held by `holding`. */
export async function untilBlocked(observer: PgSession, waiting: PgSession, holding: PgSession): Promise<void> {
  for (;;) {
    const [row] = await observer.run<{ pids: number[] }>("select pg_blocking_pids($1) as pids", [waiting.pid]);
    if (row?.pids.includes(holding.pid)) return;
  }
}
