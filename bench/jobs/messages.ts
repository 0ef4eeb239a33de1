import { z } from "zod";

/** What a worker process does with a job. */
export const Behaviour = z.enum([
  /** Does no work; reports from time to time how many jobs it has started. */
  "count",
  /** Does no work; reports when each job started. */
  "report",
  /** Reports when the job started, and never ends the job. */
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

/**
 * The messages that a worker process sends. Times are read from the machine's monotonic clock, which all processes
 * share.
 */
export const Message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("started") }),
  z.object({ type: z.literal("counted"), jobs: z.number() }),
  z.object({ type: z.literal("began"), n: z.number(), atMs: z.number() }),
]);
export type Message = z.infer<typeof Message>;

/**
 * Milliseconds on the monotonic clock, counted from the same moment in all processes. `performance.now()` would start at
 * zero in each process.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
