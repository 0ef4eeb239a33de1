import type { Connection, RepeatOptions, Repetition, Statement } from "../connection.ts";
import { createRepetition } from "./repetition.ts";

/** Repeats a statement in the main thread, on a connection that is acquired for each run. */
export function repeatInMainThread<Row, Of>(
  acquire: () => Promise<Connection>,
  { begin, everyMs, onRows, onError }: RepeatOptions<Row, Of>,
): Repetition<Of> {
  async function run({ sql, parameters, subject }: Statement & { subject: Of }): Promise<void> {
    try {
      const session = await acquire();
      try {
        const { rows } = await session.alone<Row>(begin, sql, parameters);
        onRows(rows, subject);
      } finally {
        session.release();
      }
    } catch (error) {
      onError(error);
    }
  }
  const repetition = createRepetition({ everyMs, run });
  return {
    set: (statement, subject) => repetition.set(statement && { ...statement, subject }),
    runNow: repetition.runNow,
    stop: async () => repetition.stop(),
  };
}
