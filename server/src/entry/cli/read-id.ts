import type { z } from "zod";
import { AppError } from "#platform";

/** An id as typed on the command line, checked before anything is opened. */
export function readId<Id extends z.ZodType>(schema: Id, what: string, typed: string | undefined): z.output<Id> {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid_input",
    `"${typed ?? ""}" is no id of a ${what}: it looks like 01a2b3c4-…, and "dialectic ${what === "job" ? "jobs" : what === "document" ? "doc" : what} list" shows them.`,
  );
}
