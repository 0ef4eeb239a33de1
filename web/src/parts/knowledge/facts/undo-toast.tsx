import { useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import type { FactActions } from "./use-fact-actions.ts";

const shownMs = 10_000;

/**
 * Shows the last action for ten seconds, with a button to undo it. The keyboard shortcut to undo works as long as the page
 * is open.
 */
export function UndoToast({ actions }: { actions: Pick<FactActions, "done" | "dismiss" | "undo" | "redo"> }) {
  const { done, dismiss } = actions;
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(dismiss, shownMs);
    return () => clearTimeout(timer);
  }, [done, dismiss]);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-9 flex justify-center max-mid:bottom-[72px] print:hidden"
    >
      {done && (
        <div className="pointer-events-auto flex max-w-[640px] items-center gap-3 rounded-3 bg-ink py-2 ps-3.5 pe-2 text-sm text-on-ink shadow-pop">
          <span className="min-w-0 wrap-anywhere" dir="auto">
            {done.text}
          </span>
          {done.action !== null && (
            <Button
              small
              variant="primary"
              className="border-on-ink/45!"
              onClick={() => void (done.way === "undo" ? actions.undo() : actions.redo())}
            >
              {done.way === "undo" ? "Undo" : "Redo"} <kbd>{done.way === "undo" ? "Z" : "⇧Z"}</kbd>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
