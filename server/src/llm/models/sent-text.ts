import type { CallInput } from "./call-input.ts";

/** Everything that is sent to be read, as one text: what the input is guessed from when a provider does not count it. */
export function sentText(input: Pick<CallInput, "instructions" | "messages">): string {
  return [input.instructions, ...input.messages.map((message) => message.content)].join("\n");
}
