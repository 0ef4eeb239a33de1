import type { Instructions, ModelMessage } from "ai";
import { estimateTokens } from "../answer/usage.ts";
import type { CallInput, Prompt } from "./call-input.ts";

/**
 * The shortest prefix that Anthropic caches. A breakpoint after a shorter prefix is ignored. Some of Anthropic's models
 * require prefixes four times as long.
 */
const leastTokens = 1_024;

/** Only Anthropic's adapter reads this; other providers cache automatically. */
const cached = { anthropic: { cacheControl: { type: "ephemeral" as const } } };

/**
 * Sets cache breakpoints for Anthropic, which caches only up to a breakpoint. Writing to the cache costs 125 % of the input
 * price, reading 10 %. There are three breakpoints: after the instructions, which other documents share; after the first
 * message, which stays the same when later messages are shortened; and after the last message, because a continuation repeats
 * the whole prompt.
 */
export function addCacheBreakpoints(
  { instructions, messages, cachePrefix }: Prompt & Pick<CallInput, "cachePrefix">,
  modelMessages: readonly ModelMessage[],
): { instructions: Instructions; messages: ModelMessage[] } {
  if (!cachePrefix) return { instructions, messages: [...modelMessages] };
  const isLong = (upTo: number) =>
    [instructions, ...messages.slice(0, upTo).map(({ content }) => content)]
      .map(estimateTokens)
      .reduce((sum, tokens) => sum + tokens, 0) >= leastTokens;
  const breakpoints = new Set([messages.findIndex(({ role }) => role === "user"), messages.length - 1]);
  return {
    instructions: isLong(0) ? { role: "system", content: instructions, providerOptions: cached } : instructions,
    messages: modelMessages.map((message, index) =>
      breakpoints.has(index) && isLong(index + 1) ? { ...message, providerOptions: cached } : message,
    ),
  };
}
