/**
 * The id of the exchange that a draft becomes: a UUID (version 8) of the draft's random key. The same draft sent again, after an
 * answer that was lost or from another tab, names the same exchange, and the server starts it once.
 */
export function exchangeIdOf(draftKey: string): string {
  const hex = draftKey.replaceAll("-", "");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
