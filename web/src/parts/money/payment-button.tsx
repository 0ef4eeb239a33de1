import type { PaymentOption } from "@dialectic/contract";
import { ErrorLine } from "../../api/error-message.tsx";
import { Button } from "../../ui/button.tsx";
import { namePayment } from "./describe-payment.ts";
import { usePaymentOption } from "./use-payments.ts";

const busyWords = { approve: "Approving…", "top-up": "Adding…", raise: "Raising…" };

type PaymentButtonProps = { option: PaymentOption; sessionId: string | null; primary?: boolean };

/** A button that lets paused work continue. Its label contains the amount. */
export function PaymentButton({ option, sessionId, primary = false }: PaymentButtonProps) {
  const pay = usePaymentOption(sessionId);
  if (option.kind === "wait") return null;
  return (
    <div>
      <Button
        small
        variant={primary ? "primary" : "plain"}
        busy={pay.isPending ? busyWords[option.kind] : undefined}
        onClick={() => pay.mutate(option)}
        className="max-mid:w-full"
      >
        {namePayment(option)}
      </Button>
      <ErrorLine error={pay.error} className="mt-1 max-w-[44ch] text-xs" />
    </div>
  );
}
