import { cx } from "../cx.ts";
import { Spinner } from "../spinner.tsx";

const widths = ["w-[96%]", "w-[91%]", "w-[94%]", "w-[40%]"];

/** A placeholder for text that is being loaded. */
export function Skeleton({ lines = 4, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden="true" className={className}>
      {Array.from({ length: lines }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
          key={line}
          className={cx(
            "block h-3 animate-breathe rounded-[3px] bg-skeleton not-first:mt-2",
            widths[line === lines - 1 ? 3 : line % 3],
          )}
        />
      ))}
    </div>
  );
}

/** Says in words what is being loaded, above a placeholder. */
export function Loading({ what, className }: { what: string; className?: string }) {
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
        <Spinner />
        {what}
      </p>
      <Skeleton className="mt-4" />
    </div>
  );
}
