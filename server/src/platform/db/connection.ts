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

/** What PGlite and a PostgreSQL server have in common. */
export type Engine = {
  name: "pglite" | "postgres";
  acquire(): Promise<Connection>;
  /** Calls back on every notification of the channel; on a server, through a connection of its own that is renewed when it breaks. */
  listen(channel: string, heard: () => void): Promise<() => Promise<void>>;
  /** Resolves with the reason once this engine can never answer again; a server may come back, so it never does there. */
  lost: Promise<AppError>;
  close(): Promise<void>;
};
