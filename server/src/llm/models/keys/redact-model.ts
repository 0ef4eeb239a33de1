import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { createStreamRedactor, keyForms, redactKeys, toPullStream } from "./redact-keys.ts";

/**
 * Wraps a model so that its stream contains no key of any provider of this installation. `redactResponse` is not
 * enough: it works on bytes and misses a key that spans several frames, which the live text would then contain.
 */
export function redactModel(model: LanguageModelV4, keys: readonly string[]): LanguageModelV4 {
  const forms = keys.flatMap(keyForms);
  if (forms.length === 0) return model;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v4",
      async wrapStream({ doStream }) {
        const { stream, ...rest } = await doStream();
        return { ...rest, stream: toPullStream(redactParts(stream, forms)) };
      },
    },
  });
}

type Part = LanguageModelV4StreamPart;

/** If the stream breaks, yields every part that arrived and then throws the error of the stream. */
async function* redactParts(parts: ReadableStream<Part>, forms: readonly string[]): AsyncGenerator<Part, void> {
  const redactor = createStreamRedactor(forms);
  let textPart: { id: string } | undefined;
  function* flush(): Generator<Part> {
    const delta = redactor.flush();
    if (delta !== "" && textPart) yield { type: "text-delta", id: textPart.id, delta };
  }
  let failure: { reason: unknown } | undefined;
  try {
    for await (const part of parts) {
      if (part.type === "text-delta") {
        textPart = { id: part.id };
        const delta = redactor.add(part.delta);
        if (delta !== "") yield { ...part, delta };
        continue;
      }
      // A raw chunk may come between two deltas of a text; any other part ends the text.
      if (part.type !== "raw") yield* flush();
      yield part.type === "tool-call" ? { ...part, input: redactKeys(part.input, forms) } : part;
    }
  } catch (reason) {
    failure = { reason };
  }
  yield* flush();
  if (failure) throw failure.reason;
}
