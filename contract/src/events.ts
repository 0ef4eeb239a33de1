import { z } from "zod";
import { ProjectId, SessionId } from "./ids.ts";
import { Moment } from "./values.ts";

/** A change, numbered in commit order. A reader that has received number n has received every number below it. */
export const Event = z.object({
  seq: z.int(),
  kind: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
  projectId: ProjectId.nullable(),
  sessionId: SessionId.nullable(),
  data: z.record(z.string(), z.unknown()),
  at: Moment,
});
export type Event = z.infer<typeof Event>;
