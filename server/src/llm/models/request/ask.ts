import type { askEmbeddings as ask } from "../embeddings/ask-embeddings.ts";
import type { CallInput } from "./call-input.ts";
import type { AskOutcome } from "./call-result.ts";

// The SDK is loaded with the first request: most commands make none, and start a tenth sooner without it.

/** One request to one model: see `ask-model.ts`. */
export async function askModel<T>(input: CallInput<T>): Promise<AskOutcome<T>> {
  const { askModel } = await import("./ask-model.ts");
  return askModel(input);
}

/** One request to an embedding model: see `embeddings/ask-embeddings.ts`. */
export const askEmbeddings: typeof ask = async (input) => {
  const { askEmbeddings } = await import("../embeddings/ask-embeddings.ts");
  return askEmbeddings(input);
};

/** What a provider reads beside the prompt: the tools and the schema of the answer, as the texts that are sent. */
export async function textsBeside(input: Pick<CallInput, "tools" | "schema">): Promise<string[]> {
  if (!input.tools?.length && !input.schema) return [];
  const { readShapes } = await import("./request-shapes.ts");
  return (await readShapes(input)).texts;
}
