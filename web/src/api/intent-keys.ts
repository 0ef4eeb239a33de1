/** A store in which keys outlive the page, for instance `localStorage`. */
type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Idempotency keys for requests. A request keeps its key until it is answered: a second click, a retry after a lost answer,
 * and a retry after a reload create nothing new. `signature` tells requests of the same name apart; only the newest is
 * remembered.
 */
export function createIntentKeys(
  name: string,
  { newKey, storage }: { newKey: () => string; storage: KeyStorage | null },
) {
  const place = `intent/${name}`;
  let kept: { signature: string; key: string } | null = null;
  return {
    keyFor(signature: string): string {
      kept ??= parse(storage?.getItem(place) ?? null);
      if (kept?.signature === signature) return kept.key;
      kept = { signature, key: newKey() };
      try {
        storage?.setItem(place, JSON.stringify(kept));
      } catch {
        // Storage is full: the key lasts as long as the page.
      }
      return kept.key;
    },
    /** The request was answered: the next one gets a new key. */
    done(): void {
      kept = null;
      storage?.removeItem(place);
    },
  };
}

function parse(stored: string | null): { signature: string; key: string } | null {
  try {
    const value = JSON.parse(stored ?? "null");
    return typeof value?.signature === "string" && typeof value.key === "string" ? value : null;
  } catch {
    return null;
  }
}
