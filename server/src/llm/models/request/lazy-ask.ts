import type { askEmbeddings as ask } from "../embeddings/ask-embeddings.ts";
import type { CallInput } from "./call-input.ts";
import type { AskOutcome } from "./call-result.ts";

// Loads the SDK with the first request, because most commands make no request and start 10 % faster without it.

/** See `ask-model.ts`. */
export async function askModel<T>(input: CallInput<T>): Promise<AskOutcome<T>> {
  const { askModel } = await import("./ask-model.ts");
  return askModel(input);
}

/** See `embeddings/ask-embeddings.ts`. */
export const askEmbeddings: typeof ask = async (input) => {
  const { askEmbeddings } = await import("../embeddings/ask-embeddings.ts");
  return askEmbeddings(input);
};

/** The tools and the schema of a call as the texts that are sent, because the provider counts their tokens as well. */
export async function toolAndSchemaTexts(input: Pick<CallInput, "tools" | "schema">): Promise<string[]> {
  if (!input.tools?.length && !input.schema) return [];
  const { readShapes } = await import("./request-shapes.ts");
  return (await readShapes(input)).texts;
}
