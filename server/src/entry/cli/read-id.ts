import type { z } from "zod";
import { AppError } from "#platform";

const whereShown = {
  project: "project list",
  session: "session list <project>",
  document: "doc list <session>",
  job: "jobs list",
};

/** An id as typed on the command line, checked before anything is opened. */
export function readId<Id extends z.ZodType>(
  schema: Id,
  what: keyof typeof whereShown,
  typed: string | undefined,
): z.output<Id> {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid_input",
    `"${typed ?? ""}" is no id of a ${what}: it looks like 01a2b3c4-…, and "dialectic ${whereShown[what]}" shows them.`,
  );
}
