/** A text without the keys we know, wherever they stand in it. Short ones are left: they would hit ordinary words. */
export function hideKeys(text: string, keys: readonly string[]): string {
  return keys.filter((key) => key.length >= 8).reduce((rest, key) => rest.replaceAll(key, "[hidden]"), text);
}
