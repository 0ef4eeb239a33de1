import type { AppError } from "../errors.ts";

export type Statement = { sql: string; parameters: readonly unknown[] };

/** One connection to the database, on either engine. */
export type Connection = {
  /** Opens a transaction. The engine may send this together with the first statement. */
  begin(sql: string): Promise<void>;
  query<Row>(sql: string, params: readonly unknown[]): Promise<{ rows: Row[]; affected: number }>;
  /** Runs `begin`, one statement and the commit, in one round trip if the engine can do that. */
  alone<Row>(begin: string, sql: string, params: readonly unknown[]): Promise<{ rows: Row[]; affected: number }>;
  /**
   * Runs these statements and commits, in one round trip if the engine can do that. If a statement fails, nothing is
   * committed.
   */
  commit(last: readonly Statement[]): Promise<void>;
  /** Runs several statements without parameters in one round trip. */
  script(sql: string): Promise<void>;
  rollback(): Promise<void>;
  /** Returns the connection to the pool, or closes it if it is broken. */
  release(broken?: boolean): void;
};

/** A statement that is repeated at an interval. */
export type Repetition = {
  /** Replaces the statement. If null, nothing runs until the next statement is set. */
  set(statement: Statement | null): void;
  /** Runs the statement immediately, in addition to the runs at the interval. */
  runNow(): void;
  stop(): Promise<void>;
};

export type RepeatOptions<Row> = {
  /** Opens the transaction of each run. */
  begin: string;
  everyMs: number;
  /**
   * A main thread that has not called `set` for this long counts as stuck: a repeating thread then runs nothing until
   * the next `set`.
   */
  maxSilenceMs: number;
  /** Reports a result, with the parameters of its statement, because another statement may have been set meanwhile. */
  onRows(rows: Row[], parameters: readonly unknown[]): void;
  onError(error: unknown): void;
};

/** The interface that PGlite and a PostgreSQL server share. */
export type Engine = {
  name: "pglite" | "postgres";
  acquire(): Promise<Connection>;
  /**
   * Calls back on every notification of the channel. On a PostgreSQL server it uses a separate connection, which is opened
   * again when it breaks.
   */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
  /**
   * On a PostgreSQL server this runs in a thread with a separate connection, so that it continues while the main thread is
   * blocked.
   */
  repeat<Row>(options: RepeatOptions<Row>): Repetition;
  /**
   * Resolves with the reason once this engine can never answer again. Never resolves for a PostgreSQL server, which may come
   * back.
   */
  lost: Promise<AppError>;
  close(): Promise<void>;
};
