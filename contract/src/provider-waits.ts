import { z } from "zod";
import { Moment } from "./values.ts";

/**
 * A wait for a provider that is down or limits the rate; the call is retried automatically until the provider answers.
 * With the code `no_worker` it is a wait for a worker, because no running worker can call the model.
 */
export const ProviderWait = z.object({
  model: z.string(),
  code: z.enum(["rate_limited", "provider_unavailable", "no_worker"]),
  /** The HTTP status of the latest failure; null if there was no response. */
  status: z.int().nullable(),
  /** The reason no running worker can call the model; null if the wait is for the provider. */
  obstacle: z.string().nullable(),
  /** The time of the first of the consecutive failures; with `no_worker`, when the job became runnable. */
  since: Moment,
  /** The number of consecutive failures. */
  tries: z.int(),
  /** Null while a call is in progress, or if no worker can call the model. */
  nextTryAt: Moment.nullable(),
  /** A failure after this time is final; null if there is no time limit. */
  until: Moment.nullable(),
});
export type ProviderWait = z.infer<typeof ProviderWait>;

const problems = {
  rate_limited: "rate limited",
  provider_unavailable: "unavailable",
} as const;

/** `waiting for openai/gpt-5 (429, rate limited) until 14:05; next try 13:52`. The caller formats the times. */
export function describeWait(wait: ProviderWait, formatTime: (moment: string) => string): string {
  if (wait.code === "no_worker" || wait.until === null) {
    return `waiting for a worker that can call ${wait.model}${wait.obstacle ? ` (${wait.obstacle.replace(/\.$/, "")})` : ""}`;
  }
  const problem = [wait.status, problems[wait.code]].filter((part) => part !== null).join(", ");
  const next = wait.nextTryAt === null ? "trying now" : `next try ${formatTime(wait.nextTryAt)}`;
  return `waiting for ${wait.model} (${problem}) until ${formatTime(wait.until)}; ${next}`;
}
