import { useId } from "react";
import { cx } from "../../ui/cx.ts";

type DollarFieldProps = {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  /** Why the text is not a valid amount; null if it is valid. */
  problem: string | null;
  placeholder?: string;
  /** True if only screen readers need the label, because the text around the field already says it. */
  unlabelled?: boolean;
  small?: boolean;
};

/** A field for an amount in dollars. Rejects ambiguous text with a message. */
export function DollarField({ label, value, onChange, problem, placeholder, unlabelled, small }: DollarFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={unlabelled ? "sr-only" : "mb-1 block text-xs font-semi text-ink-2"}>
        {label}
      </label>
      <div
        className={cx(
          "flex w-32 items-center rounded-2 border bg-panel has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink",
          small ? "h-[26px] max-mid:h-9" : "h-(--control-height)",
          problem ? "border-bad" : "border-control",
        )}
      >
        <span aria-hidden="true" className="ps-2.5 text-sm text-ink-3">
          $
        </span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? `${id}-why` : undefined}
          className="h-full w-full min-w-0 rounded-2 bg-transparent px-1 text-sm tabular-nums outline-none"
        />
      </div>
      {problem && (
        <p id={`${id}-why`} role="alert" className="mt-1 max-w-[44ch] text-xs text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
