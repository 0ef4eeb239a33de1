import { continuationsRange, isWithin } from "@dialectic/contract";
import { useId, useState } from "react";
import { cx } from "../../ui/cx.ts";
import { formatNumber } from "../../ui/format.ts";
import { Popover } from "../../ui/popover.tsx";
import type { RunChoices } from "./use-run-choice.ts";

/** A field for the maximum number of continuations of a cut-off document. If it is empty, the server's default applies. */
export function LongDocuments({ choice, choose }: Pick<RunChoices, "choice" | "choose">) {
  const id = useId();
  const [typed, setTyped] = useState(choice.continuations?.toString() ?? "");
  const read = readContinuations(typed);
  const { continuations } = choice;
  return (
    <Popover
      label="Long documents"
      button={continuations === undefined ? "Long documents" : formatNumber(continuations, "continuation")}
    >
      <div className="px-2.5 py-2">
        <label htmlFor={id} className="mb-1 block text-xs font-semi text-ink-2">
          Maximum continuations
        </label>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          placeholder="default"
          aria-invalid={!read.ok || undefined}
          aria-describedby={`${id}-about`}
          onChange={(event) => {
            setTyped(event.target.value);
            const now = readContinuations(event.target.value);
            if (now.ok) choose({ ...choice, continuations: now.continuations });
          }}
          className={cx(
            "h-[26px] w-32 rounded-2 border bg-panel px-2.5 text-sm tabular-nums max-mid:h-9",
            read.ok ? "border-control" : "border-bad",
          )}
        />
        <p id={`${id}-about`} className={cx("mt-1 text-xs", read.ok ? "text-ink-3" : "text-bad")}>
          {read.ok
            ? "A model whose answer is cut off is asked to continue. With 0, the document stays incomplete and is marked as such."
            : "Enter a whole number from 0 to 100, or leave it empty."}
        </p>
      </div>
    </Popover>
  );
}

type ReadNumber = { ok: true; continuations: number | undefined } | { ok: false };

function readContinuations(typed: string): ReadNumber {
  if (typed.trim() === "") return { ok: true, continuations: undefined };
  const continuations = Number(typed);
  return isWithin(continuationsRange, continuations) ? { ok: true, continuations } : { ok: false };
}
