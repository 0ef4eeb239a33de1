import type { Exchange, ExchangeEvent } from "@dialectic/contract";
import { shortDollars } from "../output/dollars.ts";

const reasons = { used: "", empty: "", late: "left out: too slow", failed: "left out: failed", cut: "cut" };

/** Describes the sections of a prompt: for each source, its number of tokens and how long it took. */
export function describeContext(event: ExchangeEvent): string[] {
  if (event.type !== "context" || event.used.length === 0) return [];
  const toText = ({ source, status, tokens, ms }: (typeof event.used)[number]) => {
    const note = reasons[status];
    return `${source} ${tokens > 0 ? `${tokens} tokens, ` : ""}${ms} ms${note ? ` (${note})` : ""}`;
  };
  const [empty, others] = [true, false].map((isEmpty) =>
    event.used.filter(({ status }) => (status === "empty") === isEmpty),
  );
  return [
    ...(others ?? []).map((one) => `context: ${toText(one)}`),
    ...(empty?.length ? [`nothing from: ${empty.map(({ source, ms }) => `${source} ${ms} ms`).join(", ")}`] : []),
  ];
}

/** Tokens, cost and time of an exchange, in one line. */
export function describeCost({ metrics, startedAt, completedAt }: Exchange): string {
  const { inputTokens, outputTokens, spend, toolCalls } = metrics;
  const seconds = completedAt === null ? 0 : (Date.parse(completedAt) - Date.parse(startedAt)) / 1_000;
  const tools = toolCalls === 0 ? "" : `, ${toolCalls} tool ${toolCalls === 1 ? "call" : "calls"}`;
  return `${inputTokens} tokens in, ${outputTokens} out, ${shortDollars(spend)}${tools}, ${seconds.toFixed(1)} s`;
}
