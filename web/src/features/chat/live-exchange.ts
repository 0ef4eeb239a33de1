import type { ExchangeEvent, UsedContext } from "@dialectic/contract";

/** A tool that the model called; `isError` and `text` are known when it has returned. */
export type LiveTool = { id: string; name: string; input: unknown; isError?: boolean; text?: string };

/** The text of an exchange in progress. */
export type LiveExchange = {
  text: string;
  tools: readonly LiveTool[];
  context: readonly UsedContext[];
  /** The reason the answer has not started yet; null if it is not waiting. */
  waiting: string | null;
  isOver: boolean;
};

export const nothingYet: LiveExchange = { text: "", tools: [], context: [], waiting: null, isOver: false };

/** The state after one more event of the exchange's stream. */
export function nextLive(live: LiveExchange, event: ExchangeEvent): LiveExchange {
  switch (event.type) {
    case "context":
      return { ...live, context: event.used };
    case "prompt":
      return live;
    case "text":
      return { ...live, text: live.text + event.text, waiting: null };
    case "tool-call": {
      const { id, name, input } = event;
      // The text before a tool call is only an intermediate reply. The answer starts after the tools.
      return { ...live, text: "", waiting: null, tools: [...live.tools, { id, name, input }] };
    }
    case "tool-result": {
      const { id, isError, text } = event;
      return { ...live, tools: live.tools.map((tool) => (tool.id === id ? { ...tool, isError, text } : tool)) };
    }
    case "waiting":
      return { ...live, waiting: event.reason };
    case "end":
      return { ...live, isOver: true, waiting: null };
  }
}
