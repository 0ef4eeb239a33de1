import type { ExchangeEvent, UsedContext } from "@dialectic/contract";

/** A tool that the model called. `isError` and `text` are set when the tool has returned. */
export type LiveTool = { id: string; name: string; input: unknown; isError?: boolean; text?: string };

/** The state of an exchange in progress. */
export type LiveExchange = {
  text: string;
  tools: readonly LiveTool[];
  context: readonly UsedContext[];
  /** Why the answer has not started; null if the exchange is not waiting. */
  waiting: string | null;
  isOver: boolean;
};

export const nothingYet: LiveExchange = { text: "", tools: [], context: [], waiting: null, isOver: false };

/** Returns the state after one more event from the exchange's stream. */
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
      // Text before a tool call is only an intermediate reply; the answer comes after the tools.
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
