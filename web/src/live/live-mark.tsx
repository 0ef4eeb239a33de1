import { cx } from "../ui/cx.ts";
import { formatCount } from "../ui/format.ts";
import { useConnection } from "./live-context.ts";

const words = { connecting: "Connecting", live: "Live", back: "Live", lost: "Reconnecting" };

/** Whether what you see is what is. */
export function LiveMark() {
  const { phase, lastSeq } = useConnection();
  const on = phase === "live" || phase === "back";
  const title = on && lastSeq !== null ? `Connected. Last event ${formatCount(lastSeq)}.` : undefined;
  return (
    <span title={title} className="inline-flex items-center gap-2 text-xs whitespace-nowrap text-ink-3">
      <i
        className={cx(
          "size-[7px] rounded-full",
          on && "bg-ink shadow-[0_0_0_3px_color-mix(in_srgb,var(--ink)_12%,transparent)]",
          phase === "connecting" && "border-[1.5px] border-control",
          phase === "lost" && "border-[1.5px] border-bad",
        )}
      />
      <span className="max-mid:sr-only">{words[phase]}</span>
    </span>
  );
}
