// Dates are formatted without `Intl`, because creating five formatters took a tenth of the time until the home page
// appeared.
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** Keeps a number and its unit on one line. */
const noBreak = "\u00a0";

const twoDigits = (value: number): string => String(value).padStart(2, "0");
const dayOf = (at: Date): string => `${at.getDate()} ${months[at.getMonth()]}`;
const dayOfYear = (at: Date): string => `${dayOf(at)} ${at.getFullYear()}`;

/** A whole number with commas as thousands separators. */
export const formatCount = (value: number | bigint): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");

/** `3 documents`, `1 document`. */
export const formatNumber = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)}${noBreak}${value === 1 ? one : many}`;

export function formatTime(at: number | string): string {
  const time = new Date(at);
  return `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

/** Formats a date and time in full: `2 Nov 2025, 15:42`. */
export const formatMoment = (at: string): string => `${dayOfYear(new Date(at))}, ${formatTime(at)}`;

/** Formats a time of day, preceded by the date unless that is today. */
export function formatWhen(at: number | string, now = new Date()): string {
  const isToday = new Date(at).toDateString() === now.toDateString();
  return isToday ? formatTime(at) : formatMoment(new Date(at).toISOString());
}

/** Formats an age in a few characters: now, 5 min, 2 h, Fri, 2 Nov, 2 Nov 2024. */
export function formatAge(at: string, now: number): string {
  const then = new Date(at);
  const minutes = Math.floor((now - then.getTime()) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}${noBreak}min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}${noBreak}h`;
  if (minutes < 7 * 24 * 60) return weekdays[then.getDay()] ?? "";
  if (new Date(now).getFullYear() === then.getFullYear()) return dayOf(then);
  return dayOfYear(then);
}

/**
 * Formats an amount given in millionths of a dollar. Cents would be too coarse, because a call may cost a tenth of a cent.
 */
export function formatAmount(micros: string | bigint): string {
  const amount = BigInt(micros);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, "0");
  const whole = formatCount(BigInt(digits.slice(0, -6)));
  const part = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${amount < 0n ? "−" : ""}$${whole}.${part}`;
}

/** Formats an estimated price: rounded to cents, with more digits if the amount is small. */
export function formatEstimate(micros: string): string {
  const amount = BigInt(micros);
  const step = amount >= 1_000_000n ? 10_000n : amount >= 10_000n ? 100n : 1n;
  return formatAmount(((amount + step / 2n) / step) * step);
}

/** Formats a price; zero is `free`. */
export const formatMoney = (micros: string): string => (BigInt(micros) === 0n ? "free" : formatAmount(micros));

/** Formats the reading time at 200 words a minute. */
export const formatReadingTime = (words: number): string => `${Math.max(1, Math.round(words / 200))}${noBreak}min read`;

export const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
