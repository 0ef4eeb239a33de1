import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { createKeyHider, formsOf, hideForms } from "./key-hider.ts";
import { toStream } from "./to-stream.ts";

/**
 * A model that says no key of ours, its own or another provider's. The door clears what comes over the wire; a key that is spread over
 * several pieces of a stream is whole again only in the words, and those are told live, before the answer is complete.
 */
export function speakWithoutKey(model: LanguageModelV4, keys: readonly string[]): LanguageModelV4 {
  const forms = keys.flatMap(formsOf);
  if (forms.length === 0) return model;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v4",
      async wrapStream({ doStream }) {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: toStream(hidden(stream, forms)) };
      },
    },
  });
}

type Part = LanguageModelV4StreamPart;

/** Pulled, part by part: what was said before a line broke is passed on before the break is. */
async function* hidden(parts: ReadableStream<Part>, forms: readonly string[]): AsyncGenerator<Part, void> {
  const hider = createKeyHider(forms);
  let speaking: { id: string } | undefined;
  function* rest(): Generator<Part> {
    const delta = hider.rest();
    if (delta !== "" && speaking) yield { type: "text-delta", id: speaking.id, delta };
  }
  let broke: { reason: unknown } | undefined;
  try {
    for await (const part of parts) {
      if (part.type === "text-delta") {
        speaking = { id: part.id };
        const delta = hider.add(part.delta);
        if (delta !== "") yield { ...part, delta };
        continue;
      }
      // Raw pieces come between the words they hold; anything else ends what was being said.
      if (part.type !== "raw") yield* rest();
      yield part.type === "tool-call" ? { ...part, input: hideForms(part.input, forms) } : part;
    }
  } catch (reason) {
    broke = { reason };
  }
  yield* rest();
  if (broke) throw broke.reason;
}
