const counts = new Intl.NumberFormat("en");
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** A number and its unit never part. */
const noBreak = "\u00a0";

export const formatCount = (value: number): string => counts.format(value);

/** `3 documents`, `1 document`. */
export const formatNumber = (value: number, one: string, many = `${one}s`): string =>
  `${counts.format(value)}${noBreak}${value === 1 ? one : many}`;

export const formatTime = (at: number | string): string => clock.format(new Date(at));

/** A moment in full: `2 Nov 2025, 15:42`. */
export const formatMoment = (at: string): string => `${dayOfYear.format(new Date(at))}, ${formatTime(at)}`;

/** How long ago, in as few characters as say it: now, 5 min, 2 h, Fri, 2 Nov, 2 Nov 2024. */
export function formatAge(at: string, now: number): string {
  const then = new Date(at);
  const minutes = Math.floor((now - then.getTime()) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}${noBreak}min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}${noBreak}h`;
  if (minutes < 7 * 24 * 60) return weekday.format(then);
  if (new Date(now).getFullYear() === then.getFullYear()) return day.format(then);
  return dayOfYear.format(then);
}

/** Money comes as digits in millionths of a dollar. Cents are too coarse here: one call may cost a tenth of one. */
export function formatAmount(micros: string | bigint): string {
  const amount = BigInt(micros);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, "0");
  const whole = counts.format(BigInt(digits.slice(0, -6)));
  const part = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${amount < 0n ? "−" : ""}$${whole}.${part}`;
}

/** A price that is only estimated: cents, and more digits the less it is. Millionths would claim too much. */
export function formatEstimate(micros: string): string {
  const amount = BigInt(micros);
  const step = amount >= 1_000_000n ? 10_000n : amount >= 10_000n ? 100n : 1n;
  return formatAmount(((amount + step / 2n) / step) * step);
}

/** What something costs: nothing is `free`. */
export const formatMoney = (micros: string): string => (BigInt(micros) === 0n ? "free" : formatAmount(micros));

/** Reading at 200 words a minute. */
export const formatReadingTime = (words: number): string => `${Math.max(1, Math.round(words / 200))}${noBreak}min read`;

export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
