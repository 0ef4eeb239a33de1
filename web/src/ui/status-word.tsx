import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

export type Tone = "quiet" | "running" | "you" | "bad";

/** Shows a status as an icon and a word, never by colour alone. */
export function StatusWord({ tone, icon, word }: { tone: Tone; icon: IconName; word: string }) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 text-xs whitespace-nowrap",
        tone === "quiet" && "text-ink-2",
        tone === "running" && "font-semi text-ink",
        tone === "you" && "font-strong text-mark-ink",
        tone === "bad" && "font-strong text-bad",
      )}
    >
      {tone === "running" ? <Spinner /> : <Icon name={icon} size={14} />}
      {word}
    </span>
  );
}
