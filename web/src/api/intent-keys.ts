/** A store whose keys outlive the page, such as `localStorage`. */
type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Idempotency keys for requests. A request keeps its key until it is answered, so that nothing is created twice by a second
 * click, or by a retry after a lost answer or after a reload. `signature` distinguishes requests with the same name; only
 * the newest signature is remembered.
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
        // If storage is full, the key is kept only until the page is closed.
      }
      return kept.key;
    },
    /** To be called when the request has been answered. The next request then gets a new key. */
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
