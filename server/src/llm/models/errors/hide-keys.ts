/** A text without the keys we know, wherever they stand in it. */
export function hideKeys(text: string, keys: readonly string[]): string {
  return longEnough(keys).reduce((rest, key) => rest.replaceAll(key, "[hidden]"), text);
}

/** Short ones are left: they would hit ordinary words. */
export const longEnough = (keys: readonly string[]): string[] => keys.filter((key) => key.length >= 8);
