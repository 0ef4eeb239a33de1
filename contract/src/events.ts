import { z } from "zod";
import { ProjectId, SessionId } from "./ids.ts";
import { Moment } from "./values.ts";

/** A change of something, numbered in commit order; a reader that has number n has every number below it. */
export const Event = z.object({
  seq: z.int(),
  kind: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  data: z.record(z.string(), z.unknown()),
  at: Moment,
});
export type Event = z.infer<typeof Event>;
