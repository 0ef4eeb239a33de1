import { z } from "zod";
import type { AppError } from "#platform";

/** The sizes that a provider named when a prompt was too long; null for a size that it did not name. */
const Overflow = z.object({ promptTokens: z.int().nullable(), contextWindow: z.int().nullable() });
export type Overflow = z.infer<typeof Overflow>;

/** Tried in this order. Patterns for messages that state the size of the prompt alone, without the answer, come first. */
const forms: readonly RegExp[] = [
  /maximum context length is (?<window>[\d,]+) tokens.{0,80}?\((?<prompt>[\d,]+) (?:in the messages|of text input)/is, // OpenAI, vLLM, OpenRouter
  /maximum context length is (?<window>[\d,]+) tokens.{0,60}?messages resulted in (?<prompt>[\d,]+) tokens/is, // OpenAI
  /prompt is too long: (?<prompt>[\d,]+) tokens > (?<window>[\d,]+) maximum/i, // Anthropic
  /exceed context limit: (?<prompt>[\d,]+) \+ [\d,]+ > (?<window>[\d,]+)/i, // Anthropic
  /input token count \(?(?<prompt>[\d,]+)\)? exceeds the maximum number of tokens allowed \(?(?<window>[\d,]+)/i, // Google
  /request \((?<prompt>[\d,]+) tokens\) exceeds the available context size \((?<window>[\d,]+) tokens/i, // llama.cpp
  /must be <= (?<window>[\d,]+)\. Given: (?<prompt>[\d,]+) `inputs` tokens/i, // text-generation-inference, Together
  /prompt contains (?<prompt>[\d,]+) tokens.{0,80}?(?<window>[\d,]+) maximum context length/is, // Mistral
  /available context size \((?<window>[\d,]+) tokens/i,
  /maximum context length is (?<window>[\d,]+) tokens/i,
];

/**
 * Reads the sizes from a provider's message. Ignores numbers of a billion and more, because no model has such a window.
 */
export function readOverflow(message: string): Overflow {
  const found = forms.map((form) => form.exec(message)).find((match) => match !== null);
  const { prompt, window } = found?.groups ?? {};
  return { promptTokens: toCount(prompt), contextWindow: toCount(window) };
}

const most = 1_000_000_000;

function toCount(digits: string | undefined): number | null {
  const count = Number(digits?.replaceAll(",", "") ?? Number.NaN);
  return Number.isSafeInteger(count) && count > 0 && count < most ? count : null;
}

/** The sizes that this error carries; null if it is not about a prompt that is too long. */
export function overflowOf(error: AppError): Overflow | null {
  if (error.code !== "context_window") return null;
  const details = Overflow.safeParse(error.details);
  return details.success ? details.data : null;
}
