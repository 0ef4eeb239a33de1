import { z } from "zod";

/** What a worker process does with a job. */
export const Behaviour = z.enum([
  /** Nothing, and says from time to time how many it has begun. */
  "count",
  /** Nothing, and says of each when it began. */
  "report",
  /** Says when it began, and never ends it. */
  "hold",
]);
export type Behaviour = z.infer<typeof Behaviour>;

/** How a worker process is told what to be. */
export const Orders = z.object({
  contender: z.string(),
  url: z.string(),
  concurrency: z.number(),
  purpose: z.enum(["work", "takeover"]),
  behaviour: Behaviour,
});
export type Orders = z.infer<typeof Orders>;

/** What a worker process says. Times are of the machine's one monotonic clock, which all its processes share. */
export const Message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("started") }),
  z.object({ type: z.literal("counted"), jobs: z.number() }),
  z.object({ type: z.literal("began"), n: z.number(), atMs: z.number() }),
]);
export type Message = z.infer<typeof Message>;

/** Milliseconds of the monotonic clock; unlike performance.now(), it means the same in every process. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
