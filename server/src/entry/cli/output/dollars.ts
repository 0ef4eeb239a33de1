/** Millionths of a dollar as dollars: at least cents, and what more there is. */
export const perMillion = (units: number): string => (units / 1_000_000).toFixed(6).replace(/0{1,4}$/, "");
