import type { AppError } from "../errors.ts";

export type Statement = { sql: string; parameters: readonly unknown[] };

/** One session with the database, whichever engine it is. */
export type Connection = {
  /** Opens a transaction; may wait for the first statement to travel with it. */
  begin(sql: string): Promise<void>;
  query<Row>(sql: string, params: readonly unknown[]): Promise<{ rows: Row[]; affected: number }>;
  /** One statement between `begin` and a commit, all sent at once where the engine can. */
  alone<Row>(begin: string, sql: string, params: readonly unknown[]): Promise<{ rows: Row[]; affected: number }>;
  /** Commits, after these statements, all sent at once where the engine can. If one of them fails, nothing is committed. */
  commit(last: readonly Statement[]): Promise<void>;
  /** Several statements without parameters in one round trip. */
  script(sql: string): Promise<void>;
  rollback(): Promise<void>;
  /** Gives the session back; a broken one is thrown away. */
  release(broken?: boolean): void;
};

/** A statement that is repeated at an interval; its answers are reported with the subject it was set with. */
export type Repetition<Of> = {
  /** Replaces the statement; null: nothing is run until the next one is set. */
  set(statement: Statement | null, subject: Of): void;
  /** Runs it once more at once. */
  runNow(): void;
  stop(): Promise<void>;
};

export type RepeatOptions<Row, Of> = {
  /** Opens the transaction of each run. */
  begin: string;
  everyMs: number;
  /** How long after the last `set` or `runNow` it goes on: a main thread that is blocked for longer is taken for dead. */
  maxSilenceMs: number;
  onRows(rows: Row[], subject: Of): void;
  onError(error: unknown): void;
};

/** What PGlite and a PostgreSQL server have in common. */
export type Engine = {
  name: "pglite" | "postgres";
  acquire(): Promise<Connection>;
  /** Calls back on every notification of the channel; on a server, through a connection of its own that is renewed when it breaks. */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
  /** On a server in a thread with a connection of its own, so that it is also run while the main thread is blocked. */
  repeat<Row, Of>(options: RepeatOptions<Row, Of>): Repetition<Of>;
  /** Resolves with the reason once this engine can never answer again; a server may come back, so it never does there. */
  lost: Promise<AppError>;
  close(): Promise<void>;
};
