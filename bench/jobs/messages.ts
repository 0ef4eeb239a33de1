import { z } from "zod";

/** The work of a worker process on a job. */
export const Behaviour = z.enum([
  /** Nothing; reports from time to time how many it has started. */
  "count",
  /** Nothing; reports when each started. */
  "report",
  /** Reports when it started, and never ends it. */
  "hold",
]);
export type Behaviour = z.infer<typeof Behaviour>;

/** The configuration of a worker process. */
export const Orders = z.object({
  contender: z.string(),
  url: z.string(),
  concurrency: z.number(),
  purpose: z.enum(["work", "takeover"]),
  behaviour: Behaviour,
});
export type Orders = z.infer<typeof Orders>;

/** The messages of a worker process. Times are of the machine's monotonic clock, which all processes share. */
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
