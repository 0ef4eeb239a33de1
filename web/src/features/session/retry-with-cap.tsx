import type { Session } from "@dialectic/contract";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { StageAction } from "./stage/use-stage-action.ts";

/** The smallest cap that the server accepts. */
const least = 64;
const usual = 8_000;

/** Retries a failed stage with another output cap, in case a model spent its whole cap on thinking. */
export function RetryWithCap({ session, run }: { session: Session; run: StageAction }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState(String((session.maxOutputTokens ?? usual / 2) * 2));
  const cap = Number(typed);
  const isCap = Number.isInteger(cap) && cap >= least;
  if (!isOpen) {
    return (
      <Button small off={run.isPending} onClick={() => setIsOpen(true)}>
        Change the output cap…
      </Button>
    );
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isCap && !run.isPending) run.mutate({ key: "retry", maxOutputTokens: cap });
      }}
    >
      <label htmlFor={id} className="text-xs text-ink-2">
        Output cap per request, in tokens
        <input
          id={id}
          type="number"
          min={least}
          step={1}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="mt-1 block w-36 rounded-2 border border-line-2 bg-panel px-2 py-1 text-sm text-ink"
        />
      </label>
      <Button type="submit" small off={!isCap} busy={run.isPending ? "Starting…" : undefined}>
        Retry with this cap
      </Button>
    </form>
  );
}
