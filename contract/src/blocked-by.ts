import { z } from "zod";
import { JobId } from "./ids.ts";
import { ProviderWait } from "./provider-waits.ts";
import { Moment, Money } from "./values.ts";

/**
 * What keeps a session from continuing. Every kind carries the data that is needed to resolve it; the CLI and the web app
 * choose the words. A new reason is a new member of this union.
 */
export const BlockedBy = z.discriminatedUnion("kind", [
  /** Neither the wallet nor the budget covers the next call of any paused job. */
  z.object({
    kind: z.literal("funds"),
    since: Moment,
    /** How many jobs are paused, and what their next calls need together. */
    jobs: z.int(),
    amount: Money,
    /** The tighter of the two limits, and how much it lacks for all of these jobs. */
    limit: z.enum(["wallet", "budget"]),
    shortBy: Money,
  }),
  /** Calls wait for an approval; `amount` is what they may cost together. */
  z.object({ kind: z.literal("approval"), since: Moment, jobs: z.int(), amount: Money }),
  /** A person paused the stage or some of its jobs. */
  z.object({ kind: z.literal("user"), since: Moment, jobs: z.int() }),
  /** All work that is left waits for a provider that is down or rate limits; it is retried by itself. */
  ProviderWait.extend({ kind: z.literal("provider"), jobs: z.int() }),
  /** The stage failed. The job is the one whose error caused the failure. */
  z.object({
    kind: z.literal("failed"),
    since: Moment,
    jobId: JobId,
    label: z.string().nullable(),
    code: z.string(),
    message: z.string(),
  }),
  /** Documents of the stage have open findings, and the session does not continue by itself with them. */
  z.object({ kind: z.literal("findings"), since: Moment, findings: z.int() }),
]);
export type BlockedBy = z.infer<typeof BlockedBy>;
