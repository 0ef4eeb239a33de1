import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { countPieces } from "#models";
import { chooseCall } from "../chat/choose-call.ts";
import { readQuery } from "../chat/read-query.ts";
import { replyPlainly } from "../chat/reply-plainly.ts";
import { summarizeAsked } from "../chat/summarize-asked.ts";
import { readTurn } from "../facts/read-turn.ts";
import type { PromptMessage } from "../model/prompt-messages.ts";
import { readPrompt } from "../prompt/read-prompt.ts";
import { type Call, callTool, toCall } from "./call-tool.ts";
import { fillSchema } from "./fill-schema.ts";
import { createSource } from "./source.ts";
import { reportResults, toolResultsIn } from "./tool-results.ts";

/**
 * What is answered when more than words was asked for: a tool's call, the text of an object, or what tools found. Null
 * when the prompt wants words. A tool is called once; with its result at hand there is something to say. In a conversation,
 * rules choose the tools.
 */
export function answerShaped(
  options: LanguageModelV4CallOptions,
  messages: readonly PromptMessage[],
): Call | string | null {
  const results = toolResultsIn(options.prompt);
  const query = options.tools?.length ? readQuery(messages) : null;
  if (query !== null) {
    const chosen = chooseCall(query, new Set(options.tools?.map(({ name }) => name)), results);
    if (chosen) return toCall(chosen.name, JSON.stringify(chosen.input));
    return results.length > 0 ? reportResults(results) : replyPlainly(query);
  }
  const summary = summarizeAsked(messages);
  if (summary !== null) return summary;
  const call = results.length > 0 ? null : callTool(options.tools, messages);
  if (call) return call;
  const { responseFormat } = options;
  if (responseFormat?.type === "json" && responseFormat.schema) {
    const operations = readTurn(messages);
    if (operations) return JSON.stringify({ operations });
    const asked = messages.filter((message) => message.role === "user").map((message) => message.text);
    const source = createSource([...asked, ...results.map((result) => result.text)].join("\n\n"));
    return JSON.stringify(fillSchema(responseFormat.schema, source));
  }
  return results.length > 0 && !readPrompt(messages) ? reportResults(results) : null;
}

/** The tokens of what a prompt holds beside its messages' texts. */
export function countShaped({ prompt, tools, responseFormat }: LanguageModelV4CallOptions): number {
  const shape = responseFormat?.type === "json" ? responseFormat.schema : undefined;
  const spoken = prompt.flatMap((message) =>
    message.role === "tool" || message.role === "assistant"
      ? message.content.filter((part) => part.type !== "text")
      : [],
  );
  return [...(tools ?? []), ...(shape ? [shape] : []), ...spoken].reduce(
    (sum, one) => sum + countPieces(JSON.stringify(one)),
    0,
  );
}
