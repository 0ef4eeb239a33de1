import { z } from "zod";
import { type ChatTool, defineTool } from "../chat-tool.ts";

/**
 * If there are at most this many tools, all are offered: their descriptions take some 2,500 tokens, and an unchanging
 * list keeps the provider's prompt cache valid. With more tools, models choose less reliably and prompts grow.
 */
export const mostTools = 24;

export type ToolOffer = {
  /** Every tool that a call may name, offered or not. */
  all: readonly ChatTool[];
  /** The tools offered to the model in its next call. */
  offered(): readonly ChatTool[];
};

/**
 * If there are many tools, offers only those that fit the query: first those that the user names or the conversation
 * has used, then those whose descriptions share the most words with the query. The model asks for the others with
 * `more_tools`.
 */
export function offerTools({
  tools,
  query,
  used,
}: {
  tools: readonly ChatTool[];
  query: string;
  /** Names of tools that the conversation has used. */
  used: readonly string[];
}): ToolOffer {
  if (tools.length <= mostTools) return { all: tools, offered: () => tools };
  const isNamed = ({ name }: ChatTool) => used.includes(name) || names(query, name);
  const words = stemsIn(query);
  const ranked = tools
    .map((tool, place) => ({ tool, place, score: isNamed(tool) ? Number.POSITIVE_INFINITY : scoreOf(tool, words) }))
    .sort((a, b) => (a.score === b.score ? a.place - b.place : b.score - a.score));
  const chosen = new Set(
    ranked.filter(({ score }, rank) => rank < mostTools || score === Number.POSITIVE_INFINITY).map(({ tool }) => tool),
  );
  const hidden = tools.filter((tool) => !chosen.has(tool));
  if (hidden.length === 0) return { all: tools, offered: () => tools };
  const asking = moreTools(hidden, (tool) => chosen.add(tool));
  // Keeps the order of registration, so that equal choices give equal prompts.
  return { all: [...tools, asking], offered: () => [...tools.filter((tool) => chosen.has(tool)), asking] };
}

const moreTools = (hidden: readonly ChatTool[], add: (tool: ChatTool) => void): ChatTool =>
  defineTool({
    name: "more_tools",
    description: `Describes other tools, which you can call from your next reply on: ${hidden.map(({ name }) => name).join(", ")}.`,
    schema: z.strictObject({ names: z.array(z.string().max(100)).min(1).max(20) }),
    effects: "none",
    async run(_, { names: wanted }) {
      return wanted
        .map((name) => {
          const tool = hidden.find((one) => one.name === name);
          if (!tool) return `There is no tool named ${name}.`;
          add(tool);
          return `${name}: ${tool.description}`;
        })
        .join("\n");
    },
  });

/** True if the query names the tool, as `read_file`, "read file" or "read-file". */
function names(query: string, name: string): boolean {
  const plain = (text: string) =>
    ` ${text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .join(" ")} `;
  return plain(query).includes(plain(name));
}

/** Words are compared by their first letters, so that "documents" matches "document". */
const stemLength = 5;

const stemsIn = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, stemLength)));

function scoreOf({ name, description }: ChatTool, words: ReadonlySet<string>): number {
  const count = (stems: ReadonlySet<string>) => [...stems].filter((stem) => words.has(stem)).length;
  return 2 * count(stemsIn(name.replaceAll("_", " "))) + count(stemsIn(description));
}
