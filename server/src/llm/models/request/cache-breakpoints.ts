import type { Instructions, ModelMessage } from "ai";
import { estimateTokens } from "../answer/usage.ts";
import type { CallInput, Prompt } from "./call-input.ts";

/** Anthropic keeps nothing shorter, and some of its models nothing shorter than four times that: then the mark is ignored. */
const leastTokens = 1_024;

/** Others keep what they have seen by themselves; this is read by Anthropic's adapter alone. */
const kept = { anthropic: { cacheControl: { type: "ephemeral" as const } } };

/**
 * Marks up to where a prompt will be read again, for the provider that keeps only what is marked, at a quarter above the
 * price of reading and a tenth of it for every further time. Three places: the instructions, which other documents share;
 * the first message, which stays whatever is shortened after it; and the last one, because the next turn has all of this
 * turn before it.
 */
export function addCacheBreakpoints(
  { instructions, messages, isReadAgain }: Prompt & Pick<CallInput, "isReadAgain">,
  asked: readonly ModelMessage[],
): { instructions: Instructions; messages: ModelMessage[] } {
  if (!isReadAgain) return { instructions, messages: [...asked] };
  const isLong = (upTo: number) =>
    [instructions, ...messages.slice(0, upTo).map(({ content }) => content)]
      .map(estimateTokens)
      .reduce((sum, tokens) => sum + tokens, 0) >= leastTokens;
  const marked = new Set([messages.findIndex(({ role }) => role === "user"), messages.length - 1]);
  return {
    instructions: isLong(0) ? { role: "system", content: instructions, providerOptions: kept } : instructions,
    messages: asked.map((message, index) =>
      marked.has(index) && isLong(index + 1) ? { ...message, providerOptions: kept } : message,
    ),
  };
}
