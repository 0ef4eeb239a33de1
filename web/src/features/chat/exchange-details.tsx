import type { ToolRun, UsedContext } from "@dialectic/contract";
import { formatCount, formatNumber } from "../../ui/format.ts";
import type { LiveTool } from "./live-exchange.ts";

const leftOut = { late: "too slow, left out", failed: "failed, left out", cut: "partly left out" } as const;

/** The context that the model received with the question, collapsed. */
export function ContextDetails({ used }: { used: readonly UsedContext[] }) {
  const relevant = used.filter(({ status }) => status !== "empty");
  if (relevant.length === 0) return null;
  const items = relevant.reduce((sum, one) => sum + one.items, 0);
  const missing = relevant.some(({ status }) => status in leftOut);
  return (
    <details className="min-w-0 text-xs text-ink-2 open:w-full">
      <summary className={chip}>
        {items > 0
          ? `Read ${formatNumber(items, "passage")}${missing ? ", some left out" : ""}`
          : "Some context left out"}
      </summary>
      <ul className="mt-1.5 space-y-0.5 ps-2">
        {relevant.map(({ source, status, items: count, tokens, ms }) => (
          <li key={source} className="flex gap-2">
            <span className="min-w-0 flex-1 truncate">{source}</span>
            <span className="text-ink-3 tabular-nums">
              {status === "late" || status === "failed"
                ? leftOut[status]
                : `${formatCount(count)} · ${formatCount(tokens)} tokens · ${formatCount(ms)} ms${status === "cut" ? ` · ${leftOut.cut}` : ""}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The tools that the model called, collapsed, with their arguments. */
export function ToolDetails({ tools }: { tools: readonly (ToolRun | LiveTool)[] }) {
  if (tools.length === 0) return null;
  return (
    <details className="min-w-0 text-xs text-ink-2 open:w-full">
      <summary className={chip}>
        {tools.length === 1 ? tools[0]?.name : formatNumber(tools.length, "tool call")}
        {tools.some(({ isError }) => isError) && ", with an error"}
      </summary>
      <ol className="mt-1.5 space-y-1.5 ps-2">
        {tools.map((tool, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are only added at the end; a recorded call has no id.
          <li key={place}>
            <b className="font-semi">{tool.name}</b>
            {tool.isError && <span className="text-bad"> failed</span>}
            <pre className="mt-0.5 max-h-40 overflow-auto rounded-2 bg-sunken px-2 py-1 font-mono break-words whitespace-pre-wrap">
              {JSON.stringify(tool.input, null, 1)}
            </pre>
          </li>
        ))}
      </ol>
    </details>
  );
}

const chip =
  "inline-flex h-[22px] cursor-pointer items-center rounded-1 border border-line-2 bg-panel px-1.5 hover:bg-hover max-mid:h-8";
