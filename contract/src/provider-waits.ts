import { z } from "zod";
import { Moment } from "./values.ts";

/**
 * Work that waits for a provider that is down or rate limits: it is retried by itself until the provider answers. Or for a worker:
 * none that is running can call the model (`no_worker`).
 */
export const ProviderWait = z.object({
  model: z.string(),
  code: z.enum(["rate_limited", "provider_unavailable", "no_worker"]),
  /** The HTTP status of the latest failure; null when there was no answer. */
  status: z.int().nullable(),
  /** Why no running worker can call the model; null: it waits for the provider. */
  obstacle: z.string().nullable(),
  /** The first failure in the row, and how many there were. */
  since: Moment,
  tries: z.int(),
  /** Null: a call is under way, or no worker can make it. */
  nextTryAt: Moment.nullable(),
  /** A failure after this moment is final: the work fails. Null: it waits as long as it takes. */
  until: Moment.nullable(),
});
export type ProviderWait = z.infer<typeof ProviderWait>;

const problems = {
  rate_limited: "rate limited",
  provider_unavailable: "unavailable",
} as const;

/** `waiting for openai/gpt-5 (429, rate limited) until 14:05; next try 13:52`. How times are written is the caller's choice. */
export function describeWait(wait: ProviderWait, formatTime: (moment: string) => string): string {
  if (wait.code === "no_worker" || wait.until === null) {
    return `waiting for a worker that can call ${wait.model}${wait.obstacle ? ` (${wait.obstacle.replace(/\.$/, "")})` : ""}`;
  }
  const problem = [wait.status, problems[wait.code]].filter((part) => part !== null).join(", ");
  const next = wait.nextTryAt === null ? "trying now" : `next try ${formatTime(wait.nextTryAt)}`;
  return `waiting for ${wait.model} (${problem}) until ${formatTime(wait.until)}; ${next}`;
}
