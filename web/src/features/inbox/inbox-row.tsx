import type { InboxItem } from "@dialectic/contract";
import { cx } from "../../ui/cx.ts";
import { formatAge } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { describeItem, kindIcons } from "./describe-item.ts";
import { ItemActions } from "./item-actions.tsx";

/** An inbox item: the situation, the project, the details, and the buttons. */
export function InboxRow({ item, isResolved }: { item: InboxItem; isResolved: boolean }) {
  const { title, text } = describeItem(item);
  const isBroken = item.kind === "failed" || item.kind === "job-failed";
  return (
    <li
      className={cx("flex items-start gap-2 border-b border-line px-4 py-3 last:border-0", isResolved && "text-ink-3")}
    >
      <Icon
        name={isResolved ? "check" : kindIcons[item.kind]}
        className={cx("mt-[3px]", !isResolved && (isBroken ? "text-bad" : "text-ink-2"))}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <h3 className="min-w-0 flex-1 font-title wrap-anywhere">{title}</h3>
          <time dateTime={item.since} className="text-xs whitespace-nowrap text-ink-3">
            {formatAge(item.since, Date.now())}
          </time>
        </div>
        <p className="text-xs text-ink-3">
          <bdi data-testid="inbox-project" className="wrap-anywhere">
            {item.projectName}
          </bdi>
          {item.iteration !== null && item.iteration > 1 && ` · iteration ${item.iteration}`}
        </p>
        <p className={cx("mt-1 line-clamp-4 text-sm break-words", !isResolved && "text-ink-2")} dir="auto">
          {text}
        </p>
        {isResolved && (
          <p role="status" className="mt-1 text-xs">
            Resolved.
          </p>
        )}
        <ItemActions item={item} isResolved={isResolved} />
      </div>
    </li>
  );
}
