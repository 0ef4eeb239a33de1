import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { countPieces } from "#models";
import { readSentences } from "../brief/sentences.ts";
import { chooseCall } from "../chat/choose-call.ts";
import { replyPlainly } from "../chat/reply-plainly.ts";
import { enrichBlocks } from "../facts/enrich-blocks.ts";
import { readTurn } from "../facts/read-turn.ts";
import type { PromptMessage } from "../model/prompt-messages.ts";
import { readPrompt } from "../prompt/read-prompt.ts";
import { type Call, callTool, toCall } from "./call-tool.ts";
import { fillSchema } from "./fill-schema.ts";
import { createSource } from "./source.ts";
import { reportResults, toolResultsIn } from "./tool-results.ts";

/**
 * The answer to a request with tools or a schema: a tool call, an object as text, or the results of tools. Null if the
 * prompt asks for plain text. A tool is called once; the next answer uses its result. In a conversation, rules choose
 * the tools.
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
    const additions = enrichBlocks(messages);
    if (additions) return JSON.stringify({ additions });
    const asked = messages.filter((message) => message.role === "user").map((message) => message.text);
    const source = createSource([...asked, ...results.map((result) => result.text)].join("\n\n"));
    return JSON.stringify(fillSchema(responseFormat.schema, source));
  }
  return results.length > 0 && !readPrompt(messages) ? reportResults(results) : null;
}

/** The tokens of everything in a prompt except the texts of its messages. */
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

/**
 * The question asked in a conversation: the text after the last `## Query` in the prompt. Null if the prompt is not from a
 * conversation.
 */
function readQuery(messages: readonly PromptMessage[]): string | null {
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
  const at = asked.lastIndexOf(heading);
  return at < 0 || (at > 0 && asked[at - 1] !== "\n") ? null : asked.slice(at + heading.length);
}

const heading = "## Query\n\n";

/** The summary of an exchange or a conversation, made of its own sentences. Null if no summary is asked for. */
function summarizeAsked(messages: readonly PromptMessage[]): string | null {
  const text = messages.findLast(({ role }) => role === "user")?.text ?? "";
  if (!/^## (?:Exchange|Conversation) to summarize\n/.test(text)) return null;
  const said = [...text.matchAll(/^(?:\d+\. )?(?:Asked|Answered|So far): (.*)/gm)].map(([, line = ""]) => line);
  const sentences = said.flatMap((line) => readSentences(line)[0]?.text ?? []);
  return sentences.slice(0, 6).join(" ") || "Nothing was said.";
}
