import { z } from "zod";
import { type ContextSource, defineTool, selectHiddenNumbers, selectMessage } from "#exchanges";
import { AppError } from "#platform";

const mostNumbers = 2_000;
const longestPart = 15_000;

/** Formats numbers as ranges: `5-6, 10-11, 15`. */
function toRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
}

/**
 * Lists the messages that are not in the model's prompt: tool calls, their results, and the replies before the final answer.
 */
export const hiddenMessages: ContextSource = {
  name: "hidden messages",
  title: "Hidden messages",
  deadlineMs: 1_000,
  async gather({ db }, { conversationId, retryOf }) {
    const wanted = { conversationId, retryOf, limit: mostNumbers };
    const numbers = await db.tx((tx) => selectHiddenNumbers(tx, wanted), { single: true });
    return numbers.length === 0 ? [] : [`Messages ${toRanges(numbers)} are hidden. Read one with read_message.`];
  },
};

export const readMessageTool = defineTool({
  name: "read_message",
  description:
    "Reads one message of this conversation by its number, starting at character `from` (0 is the first). Hidden messages can be read, too. Long messages are returned in parts.",
  schema: z.strictObject({ number: z.int().min(1), from: z.int().min(0).default(0) }),
  effects: "none",
  async run({ db, conversationId }, { number, from }) {
    const message = await db.tx((tx) => selectMessage(tx, { conversationId, number }), { single: true });
    if (!message) throw new AppError("not_found", `There is no message ${number} in this conversation.`);
    const { role, toolName, exchangeNumber, content } = message;
    const part = content.slice(from, from + longestPart).toWellFormed();
    const rest = content.length - from - part.length;
    const more = rest > 0 ? `\n[${rest} more characters: continue from ${from + part.length}]` : "";
    return `Message ${number}, ${toolName ? `result of ${toolName}` : role}, exchange ${exchangeNumber}:\n${part}${more}`;
  },
});
