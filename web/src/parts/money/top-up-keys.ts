/**
 * Idempotency keys for top-ups. An amount keeps its key until it is booked, so that a second click, or a retry after a lost
 * connection, does not add the money twice. After that, the same amount is a new top-up.
 */
export function createTopUpKeys(newKey: () => string) {
  const open = new Map<string, string>();
  return {
    keyFor(amount: string): string {
      const key = open.get(amount) ?? newKey();
      open.set(amount, key);
      return key;
    },
    booked: (amount: string): void => void open.delete(amount),
  };
}

/** Unlike `crypto.randomUUID`, this also exists on insecure origins. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
