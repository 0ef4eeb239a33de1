import type { Connection, RepeatOptions, Repetition, Statement } from "../connection.ts";
import { createRepetition } from "./repetition.ts";

/** Repeats a statement in the main thread, on a connection that is acquired for each run. */
export function repeatInMainThread<Row>(
  acquire: () => Promise<Connection>,
  { begin, everyMs, onRows, onError }: RepeatOptions<Row>,
): Repetition {
  async function run({ sql, parameters }: Statement): Promise<void> {
    try {
      const session = await acquire();
      try {
        const { rows } = await session.alone<Row>(begin, sql, parameters);
        onRows(rows, parameters);
      } finally {
        session.release();
      }
    } catch (error) {
      onError(error);
    }
  }
  const { set, runNow, stop } = createRepetition({ everyMs, run });
  return { set, runNow, stop: async () => stop() };
}
