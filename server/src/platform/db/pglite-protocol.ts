/** What is said between the process and the thread that runs PGlite. */
export type ThreadOperation =
  | { op: "query"; sql: string; params: readonly unknown[] }
  | { op: "script"; sql: string }
  | { op: "listen"; channel: string }
  | { op: "close" };
export type ThreadRequest = ThreadOperation & { id: number };

export type ThreadFailure = {
  message: string;
  code: string | undefined;
  constraint: string | undefined;
  detail: string | undefined;
};
export type ThreadResponse =
  | { ready: true }
  | { heard: string }
  | { id: number; value: unknown }
  | { id: number; error: ThreadFailure };
