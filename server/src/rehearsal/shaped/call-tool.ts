import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { PromptMessage } from "../model/prompt-messages.ts";
import { hash } from "../text/phrasing.ts";
import { fillSchema } from "./fill-schema.ts";
import { createSource, shared, wordsOf } from "./source.ts";

export type Call = { id: string; name: string; input: string };

/**
 * One word of a tool's name in the message is enough to call the tool. Two words of its description are needed, because any
 * single word of a description occurs in many messages.
 */
const enough = 2;

/**
 * A call to the tool whose name and description share the most words with the last message, with an input made from that
 * message. Null if no tool matches.
 */
export function callTool(tools: LanguageModelV4CallOptions["tools"], messages: readonly PromptMessage[]): Call | null {
  const asked = messages.findLast((message) => message.role === "user")?.text ?? "";
  const said = wordsOf(asked);
  const meant = (tools ?? [])
    .filter((tool) => tool.type === "function")
    .map((tool) => ({
      tool,
      score: enough * shared(wordsOf(tool.name), said) + shared(wordsOf(tool.description ?? ""), said),
    }))
    .reduce<{ tool: LanguageModelV4FunctionTool | null; score: number }>(
      (best, one) => (one.score > best.score ? one : best),
      { tool: null, score: enough - 1 },
    ).tool;
  if (!meant) return null;
  const input = JSON.stringify(fillSchema(meant.inputSchema, createSource(asked)));
  return toCall(meant.name, input);
}

export const toCall = (name: string, input: string): Call => ({
  ...{ name, input },
  id: `call_${hash(name + input).toString(16)}`,
});
