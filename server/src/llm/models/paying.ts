/**
 * The gate before everything that costs money. It stays shut until every call is held, settled and booked: nothing
 * may be spent that no account knows of.
 */
export function isPayingOpen(): boolean {
  return false;
}

export const payingRefusal = (model: string): string =>
  `${model} costs money, and paying for calls is not available in this version yet. Choose a free model.`;
