/**
 * The key under which an amount is sent. The same one until it is booked: a second click, or a second try after a line
 * that broke before the answer came, is the same top-up. Once it is booked, the same amount is a new one.
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

/** Also where `crypto.randomUUID` is missing: it is there on safe origins only. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
