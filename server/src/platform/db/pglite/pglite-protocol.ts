import type { Statement } from "../connection.ts";

/** The options the thread is started with. `sync`: commits are on the disk before they are acknowledged. */
export type ThreadData = { dataDir: string; sync: boolean };

/** The messages to the thread that runs PGlite. `begin` opens the transaction before the statement of the same message runs. */
export type ThreadOperation =
  | ({ op: "query"; begin: string | undefined } & Statement)
  | ({ op: "alone"; begin: string } & Statement)
  | { op: "commit"; begin: string | undefined; last: readonly Statement[] }
  | { op: "script"; sql: string }
  | { op: "listen"; channel: string }
  | { op: "close" };
export type ThreadRequest = ThreadOperation & { id: number };

export type ThreadFailure = {
  message: string;
  code: string | undefined;
  constraint: string | undefined;
  column: string | undefined;
  detail: string | undefined;
};
export type ThreadResponse =
  | { ready: true }
  | { heard: string }
  | { id: number; value: unknown }
  | { id: number; error: ThreadFailure };
