/**
 * OpenAI's models refuse in words, in a field of their own that the SDK hands on as if it were the answer. A document
 * that says “I can't help with that” is no document.
 */
export function spokenRefusal(chunks: readonly unknown[]): boolean {
  return chunks.some((chunk) => {
    if (field(chunk, "type") === "response.refusal.delta") return true;
    const choices = field(chunk, "choices");
    if (!Array.isArray(choices)) return false;
    return choices.some((choice) => {
      const refusal = field(field(choice, "delta"), "refusal");
      return typeof refusal === "string" && refusal !== "";
    });
  });
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
