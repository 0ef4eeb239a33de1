import { cx } from "../cx.ts";

/** A part of the window that scrolls separately on large screens, with the keyboard as well. */
export function Pane({ label, className, children }: { label: string; className?: string; children: React.ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className={cx("min-w-0 -outline-offset-2 wide:min-h-0 wide:overflow-auto", className)}
    >
      {children}
    </section>
  );
}
