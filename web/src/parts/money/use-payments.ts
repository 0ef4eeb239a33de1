import type { PaymentOption } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { createTopUpKeys, randomKey } from "./top-up-keys.ts";

/** Refetches everything that shows amounts. Amounts on the screen change only when the server has confirmed a payment. */
function useMoneyChanged() {
  const queryClient = useQueryClient();
  return (sessionId?: string | null) =>
    Promise.all(
      [keys.wallet, keys.waits, ...(sessionId ? [keys.session(sessionId)] : [])].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** Adds an amount in millionths of a dollar. A double click adds it only once. */
export function useTopUp() {
  const changed = useMoneyChanged();
  const [topUpKeys] = useState(() => createTopUpKeys(randomKey));
  return useMutation({
    mutationFn: (amount: string) => client.topUpWallet({ body: { amount, key: topUpKeys.keyFor(amount) } }),
    onSuccess: (_, amount) => {
      topUpKeys.booked(amount);
      return changed();
    },
  });
}

/** Executes a payment option: approves the amounts that its jobs wait for, adds money, or raises the budget. */
export function usePaymentOption(sessionId: string | null) {
  const changed = useMoneyChanged();
  const [topUpKeys] = useState(() => createTopUpKeys(randomKey));
  return useMutation({
    mutationFn: async (option: PaymentOption) => {
      if (option.kind === "top-up") {
        await client.topUpWallet({ body: { amount: option.amount, key: topUpKeys.keyFor(option.amount) } });
        topUpKeys.booked(option.amount);
      }
      if (option.kind === "raise") {
        await client.changeBudget({ params: { sessionId: option.sessionId }, body: { cap: option.cap } });
      }
      if (option.kind === "approve") {
        for (const { jobId, amount } of option.waits) await client.approveJob({ params: { jobId }, body: { amount } });
      }
    },
    // Refetches even after a failure, because some of the approvals may have succeeded before one failed.
    onSettled: () => changed(sessionId),
  });
}

/** Sets or removes the budget of a session. */
export function useBudget(sessionId: string) {
  const changed = useMoneyChanged();
  return useMutation({
    mutationFn: (cap: string | null) => client.changeBudget({ params: { sessionId }, body: { cap } }),
    onSuccess: () => changed(sessionId),
  });
}
