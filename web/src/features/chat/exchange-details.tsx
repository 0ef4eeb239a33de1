import type { ToolRun, UsedContext } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { resultsQuery } from "../../api/conversation-queries.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { formatCount, formatNumber } from "../../ui/format.ts";
import type { LiveTool } from "./live-exchange.ts";

const leftOut = { late: "too slow, left out", failed: "failed, left out", cut: "partly left out" } as const;

/** The context that the model received with the question. Collapsed at first. */
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

type RecordedToolsProps = { exchangeId: string; tools: readonly ToolRun[] };

/** The tools that were called in a finished exchange. Their results are fetched when the user opens the list. */
export function RecordedTools({ exchangeId, tools }: RecordedToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({ ...resultsQuery(exchangeId), enabled: isOpen });
  const shown = tools.map((tool, place) => ({ ...tool, text: data?.[place]?.content }));
  return (
    <>
      <ToolDetails tools={shown} onToggle={setOpen} />
      {isOpen && <ErrorLine error={error} className="text-xs" />}
    </>
  );
}

type ToolDetailsProps = {
  tools: readonly ((ToolRun & { text?: string | undefined }) | LiveTool)[];
  onToggle?: (isOpen: boolean) => void;
};

/** The tools that the model called, with their arguments and results. Collapsed at first. */
export function ToolDetails({ tools, onToggle }: ToolDetailsProps) {
  if (tools.length === 0) return null;
  return (
    <details
      className="min-w-0 text-xs text-ink-2 open:w-full"
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
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
            <pre className={block}>{JSON.stringify(tool.input, null, 1)}</pre>
            {tool.text !== undefined && (
              <figure>
                <figcaption className="mt-0.5 text-ink-3">Result</figcaption>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a pointer. */}
                <pre className={block} tabIndex={0}>
                  {tool.text}
                </pre>
              </figure>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

const block = "mt-0.5 max-h-40 overflow-auto rounded-2 bg-sunken px-2 py-1 font-mono break-words whitespace-pre-wrap";

const chip =
  "inline-flex h-[22px] cursor-pointer items-center rounded-1 border border-line-2 bg-panel px-1.5 hover:bg-hover max-mid:h-8";
