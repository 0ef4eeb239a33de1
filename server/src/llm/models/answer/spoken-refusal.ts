import type { StreamedAnswer } from "./read-stream.ts";

/**
 * OpenAI's models refuse in words, in a field of their own that the SDK passes on as if it were part of the answer. A
 * document that says “I can't help with that” is no document: the words are taken out, what came before them stays.
 */
export function withoutSpokenRefusal(heard: StreamedAnswer): StreamedAnswer {
  const refusal = heard.chunks.flatMap(refusalIn).join("");
  if (refusal === "") return heard;
  const isAtEnd = heard.text.endsWith(refusal);
  return { ...heard, text: isAtEnd ? heard.text.slice(0, -refusal.length) : "", hasRefused: true };
}

function refusalIn(chunk: unknown): string[] {
  if (field(chunk, "type") === "response.refusal.delta") return [field(chunk, "delta")].filter(isText);
  const choices = field(chunk, "choices");
  if (!Array.isArray(choices)) return [];
  return choices.map((choice) => field(field(choice, "delta"), "refusal")).filter(isText);
}

const isText = (value: unknown): value is string => typeof value === "string";

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
