import type { RegenerationQuote } from "@dialectic/contract";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { formatEstimate, formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";

type RegenerateButtonProps = {
  label: string;
  title: string;
  keep: string;
  /** Undefined while it is not known. */
  quote: RegenerationQuote | undefined;
  busy: string | undefined;
  onConfirm: () => void;
  /** What will happen, for the question. */
  children: React.ReactNode;
};

/** A button that spends: its price stands on it, and it asks before it acts. */
export function RegenerateButton({ label, title, keep, quote, busy, onConfirm, children }: RegenerateButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const price = quote && (quote.free ? "free" : `≈ ${formatEstimate(quote.expected)}`);
  return (
    <>
      <Button small busy={busy} onClick={() => setIsAsking(true)}>
        <Icon name="again" size={14} />
        {label}… {price && <span className="text-ink-3 tabular-nums">{price}</span>}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          keep={keep}
          onKeep={() => setIsAsking(false)}
          actions={
            <Button
              variant="primary"
              onClick={() => {
                setIsAsking(false);
                onConfirm();
              }}
            >
              {label} {price}
            </Button>
          }
        >
          <p>{quote ? describePrice(quote) : "Its price could not be worked out."}</p>
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}

function describePrice({ calls, free, low, expected, high }: RegenerationQuote): string {
  const made = formatNumber(calls, "model call");
  if (free) return `${made}, free.`;
  return `${made}, about ${formatEstimate(expected)} (between ${formatEstimate(low)} and ${formatEstimate(high)}).`;
}
