import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

/**
 * Repeats the schema in the instructions. Compatible servers differ in what they do with a schema in the request: some
 * enforce it, some only guarantee JSON, some ignore it.
 */
export function describeSchema(model: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(withSchema(options)),
    doStream: (options) => model.doStream(withSchema(options)),
  };
}

function withSchema(options: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { responseFormat, prompt } = options;
  if (responseFormat?.type !== "json" || !responseFormat.schema) return options;
  const content = `Answer with JSON alone, of this JSON schema:\n${JSON.stringify(responseFormat.schema)}`;
  const [first, ...rest] = prompt;
  // There is one system message, not two, because the chat templates of many local models accept only one.
  if (first?.role !== "system") return { ...options, prompt: [{ role: "system", content }, ...prompt] };
  return { ...options, prompt: [{ ...first, content: `${first.content}\n\n${content}` }, ...rest] };
}
