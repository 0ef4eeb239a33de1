import type { WayOut } from "@dialectic/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../api/client.ts";
import { keys } from "../api/queries.ts";
import { createTopUpKeys, randomKey } from "./top-up-keys.ts";

/** Money is never shown as moved before the server agrees; then everything that shows it is asked again. */
function useMoneyChanged() {
  const queryClient = useQueryClient();
  return (sessionId?: string | null) =>
    Promise.all(
      [keys.wallet, keys.waits, ...(sessionId ? [keys.session(sessionId)] : [])].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** Adds an amount in millionths of a dollar; pressed twice, it is booked once. */
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

/** Takes a way out: gives leave for what each of its jobs waits for, adds money, or raises the budget. */
export function useWayOut(sessionId: string | null) {
  const changed = useMoneyChanged();
  const [topUpKeys] = useState(() => createTopUpKeys(randomKey));
  return useMutation({
    mutationFn: async (way: WayOut) => {
      if (way.kind === "top-up") {
        await client.topUpWallet({ body: { amount: way.amount, key: topUpKeys.keyFor(way.amount) } });
        topUpKeys.booked(way.amount);
      }
      if (way.kind === "raise") {
        await client.changeBudget({ params: { sessionId: way.sessionId }, body: { cap: way.cap } });
      }
      if (way.kind === "approve") {
        for (const { jobId, amount } of way.waits) await client.approveJob({ params: { jobId }, body: { amount } });
      }
    },
    // One of several may have been given leave before another was refused.
    onSettled: () => changed(sessionId),
  });
}

/** Caps what a session may cost, or lifts the cap. */
export function useBudget(sessionId: string) {
  const changed = useMoneyChanged();
  return useMutation({
    mutationFn: (cap: string | null) => client.changeBudget({ params: { sessionId }, body: { cap } }),
    onSuccess: () => changed(sessionId),
  });
}
