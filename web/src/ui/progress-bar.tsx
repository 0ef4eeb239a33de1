import { cx } from "./cx.ts";

type ProgressBarProps = {
  done: number;
  running: number;
  /** Work that is paused and waits for the user. */
  waiting: number;
  total: number;
  /** The sentence that a screen reader reads out. */
  label: string;
  /** Whether to use the colour of the surrounding model instead of the text colour. */
  tinted?: boolean;
};

/**
 * Shows finished work as solid, running work as hatched, work that waits for the user in the marker colour, and the rest as
 * empty.
 */
export function ProgressBar({ done, running, waiting, total, label, tinted }: ProgressBarProps) {
  const rest = Math.max(0, total - done - running - waiting);
  return (
    <div role="img" aria-label={label} className="flex h-1.5 gap-px overflow-hidden rounded-[3px] bg-hover">
      <Part size={done} className={tinted ? "bg-m" : "bg-ink"} />
      <Part size={running} className="hatched" />
      <Part size={waiting} className="bg-you shadow-[inset_0_0_0_1px_var(--mark-line)]" />
      <Part size={rest} className="" />
    </div>
  );
}

function Part({ size, className }: { size: number; className: string }) {
  if (size === 0) return null;
  return (
    <i
      className={cx("block min-w-0 transition-[flex-grow] duration-(--slow) ease-std", className)}
      style={{ flexGrow: size, flexBasis: 0 }}
    />
  );
}
