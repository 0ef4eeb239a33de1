import type { FactStatus } from "@dialectic/contract";
import { cx } from "../../../ui/cx.ts";
import { KnowledgeIcon } from "../knowledge-icon.tsx";
import { statusLooks } from "./describe-fact.ts";

export function FactStatusWord({ status }: { status: FactStatus }) {
  const { word, tone, icon } = statusLooks[status];
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 text-xs whitespace-nowrap",
        tone === "you" ? "font-strong text-mark-ink" : status === "accepted" ? "text-ink-2" : "text-ink-3",
      )}
    >
      <KnowledgeIcon name={icon} size={14} />
      {word}
    </span>
  );
}
