import type { RegenerationQuote } from "@dialectic/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatEstimate, formatNumber } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";

type RegenerateButtonProps = {
  label: string;
  title: string;
  keep: string;
  quote: UseQueryResult<RegenerationQuote>;
  busy: string | undefined;
  onConfirm: () => void;
  /** What the confirmation says about the consequences. */
  children: React.ReactNode;
};

/** A button for something that costs money. It shows the price and asks for a confirmation. */
export function RegenerateButton({ label, title, keep, quote, busy, onConfirm, children }: RegenerateButtonProps) {
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { data, isPending } = quote;
  const price = data && (data.free ? "free" : `≈ ${formatEstimate(data.expected)}`);
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
              off={isPending}
              aria-describedby={id}
              onClick={() => {
                setIsAsking(false);
                onConfirm();
              }}
            >
              {label}
              {data?.free ? ", free" : ` ${price ?? ""}`}
            </Button>
          }
        >
          <p id={id}>
            {data && describePrice(data)}
            {!data && (isPending ? "Calculating the price…" : "The price could not be calculated.")}
          </p>
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
