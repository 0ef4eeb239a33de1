import { z } from "zod";
import { Moment } from "./values.ts";

/** Work that waits for a provider that is down or rate limits. It is retried by itself until the provider answers. */
export const ProviderWait = z.object({
  model: z.string(),
  code: z.enum(["rate_limited", "provider_unavailable"]),
  /** The HTTP status of the latest failure; null when there was no answer. */
  status: z.int().nullable(),
  /** The first failure in the row, and how many there were. */
  since: Moment,
  tries: z.int(),
  /** Null: a call is under way. */
  nextTryAt: Moment.nullable(),
  /** A failure after this moment is final: the work fails. */
  until: Moment,
});
export type ProviderWait = z.infer<typeof ProviderWait>;

const problems: Record<ProviderWait["code"], string> = {
  rate_limited: "rate limited",
  provider_unavailable: "unavailable",
};

/** `waiting for openai/gpt-5 (429, rate limited) until 14:05; next try 13:52`. How times are written is the caller's choice. */
export function describeWait(wait: ProviderWait, formatTime: (moment: string) => string): string {
  const problem = [wait.status, problems[wait.code]].filter((part) => part !== null).join(", ");
  const next = wait.nextTryAt === null ? "trying now" : `next try ${formatTime(wait.nextTryAt)}`;
  return `waiting for ${wait.model} (${problem}) until ${formatTime(wait.until)}; ${next}`;
}
